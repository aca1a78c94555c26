package spelling

import "testing"

// TestDistance compares words by hand, and both ways round.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "cap", 3}, {"cap", "cap", 0}, {"cpa", "cap", 1}, {"retires", "retries", 1}, {"factr", "factor", 1}, {"jitter", "litter", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}} {
		if ab, ba := Distance(c.a, c.b), Distance(c.b, c.a); ab != c.want || ba != c.want {
			t.Errorf("%q and %q are %d and %d apart, want %d", c.a, c.b, ab, ba, c.want)
		}
	}
}
