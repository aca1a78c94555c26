package numeric

import (
	"math"
	"testing"
)

// TestWilson solves the equation that defines the interval, (p̂-p)² = z² p(1-p)/N, for both ends,
// and takes the two published cases of 76 runs without a failure and none at all.
func TestWilson(t *testing.T) {
	for _, c := range [][3]float64{{0, 20, 2}, {20, 20, 2}, {7, 20, 1.96}, {1, 400, 2}, {399, 400, 3}} {
		lo, hi := Wilson(c[0], c[1], c[2])
		for _, p := range []float64{lo, hi} {
			d := c[0]/c[1] - p
			if left, right := d*d, c[2]*c[2]*p*(1-p)/c[1]; !(math.Abs(left-right) <= 1e-12) {
				t.Errorf("%v of %v: at %v the squares are %v and %v", c[0], c[1], p, left, right)
			}
		}
		if !(lo <= c[0]/c[1] && c[0]/c[1] <= hi) {
			t.Errorf("%v of %v is outside of %v to %v", c[0], c[1], lo, hi)
		}
	}
	for n, want := range map[float64]bool{75: false, 76: true} {
		if lo, _ := Wilson(n, n, 2); lo >= 0.95 != want {
			t.Errorf("%v runs without a failure are at least %v", n, lo)
		}
	}
	if lo, hi := Wilson(0, 0, 2); lo != 0 || hi != 1 {
		t.Errorf("no run says %v to %v", lo, hi)
	}
}
