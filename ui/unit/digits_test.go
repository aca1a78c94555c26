package unit

import "testing"

// TestKnown compares the digits that a standard error leaves with published rules for measured values: the last digit
// is worth at least half of the error.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		x, se float64
		want  string
	}{
		{1.193, 0.013, "1.19"}, {221.6, 1.8, "222"}, {50.08, 0.68, "50.1"}, {116.3, 6, "116"}, {2.816, 0.0046, "2.82"},
		{3959, 13, "3960"},
		{10000, 0, "10000"}, {12345, 1e-3, "12345"}, {0.7, 3, "0.7"}, {-221.6, 1.8, "-222"}, {5, inf, "5"},
	} {
		if got := Number.Rounded(c.x, Known(c.x, c.se)); got != c.want {
			t.Errorf("%v with a standard error of %v is written %s, want %s", c.x, c.se, got, c.want)
		}
	}
}

// TestCountsRoundOnce checks that a count is not rounded to its digits and then to a whole number.
func TestCountsRoundOnce(t *testing.T) {
	for n := range 5 {
		if got := Count.Rounded(5.45, n); got != "5" {
			t.Errorf("5.45 with %d digits is %s", n, got)
		}
	}
	if got := Count.Rounded(1449.6, 3); got != "1450" {
		t.Errorf("1449.6 with 3 digits is %s", got)
	}
}
