package calc_test

import (
	"math"
	"testing"

	"retune/calc"
)

func TestRetriesRatioApprox(t *testing.T) {
	for _, c := range []struct{ r, r2, want, tol float64 }{
		{2, 1.1, 7.272540897341, 1e-12}, // .693147180560/.0953101798043
		{1.1, 2, 0.137503523749, 1e-11}, // its inverse
		{1.5, 2, 0.5850, 1e-4},          // maths.md A5
		{4, 2, 2, 4e-16},
		{2, 1, inf, 0},
		{1, 2, 0, 0},
		{1, 1, 1, 0},
		{1.1, 1.1, 1, 0},
		{1 + 0x1p-52, 1 + 0x1p-51, 0.5, 4e-16}, // the logarithm of a rounded r would be far off
	} {
		near(t, "RetriesRatioApprox", calc.RetriesRatioApprox(c.r, c.r2), c.want, c.tol)
	}
}

func TestRetriesRatio(t *testing.T) {
	of := func(a, r, c, s float64) calc.Policy {
		return calc.Policy{InitialDelay: a, Factor: r, Cap: c, AttemptTime: s}
	}
	for _, c := range []struct {
		p, q           calc.Policy
		T, want, tolOf float64
	}{
		// The worked example: 48.42 retries against 9.967.
		{of(1, 2, inf, 0), of(1, 1.1, inf, 0), 1000, 4.858, 5e-4},
		// maths.md A5: a = .1, r = 1.5 to 2, by T; four digits printed.
		{of(.1, 1.5, inf, 0), of(.1, 2, inf, 0), 1, .7828, 5e-5},
		{of(.1, 1.5, inf, 0), of(.1, 2, inf, 0), 10, .6866, 5e-5},
		{of(.1, 1.5, inf, 0), of(.1, 2, inf, 0), 60, .6558, 5e-5},
		{of(.1, 1.5, inf, 0), of(.1, 2, inf, 0), 600, .6356, 5e-5},
		{of(.1, 1.5, inf, 0), of(.1, 2, inf, 0), 3600, .6263, 5e-5},
		{of(.1, 1.5, inf, 0), of(.1, 2, inf, 0), 86400, .6162, 5e-5},
		{of(.1, 1.5, 30, 0), of(.1, 2, 30, 0), 60, .6605, 5e-5},
		{of(.1, 1.5, 30, 0), of(.1, 2, 30, 0), 600, .8507, 5e-5},
		{of(.1, 1.5, 30, 0), of(.1, 2, 30, 0), 3600, .9637, 5e-5},
		// The slopes of the capped pieces, long after the caps.
		{of(1, 2, 30, 10), of(1, 2, 10, 10), 1e12, 2, 1e-9},
		{of(1, 2, inf, 0), of(1, 2, inf, 0), 77, 1, 0},
		// At T = 0: attempt times and first delays.
		{of(1, 2, inf, 0), of(1, 1, inf, 0), 0, math.Ln2, 1e-16},
		{of(4, 1, inf, 2), of(1, 2, 1, 2), 0, 2, 0},
		{of(0.1, 1, inf, 1e6), of(0.1, 3, 7, 1e6), 0, 1, 1e-7},
	} {
		got := calc.RetriesRatio(c.p, c.q, c.T)
		if !(math.Abs(got-c.want) <= c.tolOf) {
			t.Errorf("%v, %v at %g: %.17g, want %g", c.p, c.q, c.T, got, c.want)
		}
	}
	near(t, "retries at 1 h, r = 1.5", of(.1, 1.5, 30, 0).RetryAt(3600), 132.09, 4e-5)
	near(t, "retries at 1 h, r = 2", of(.1, 2, 30, 0).RetryAt(3600), 127.30, 4e-5)

	// The value at 0 is the limit from the right.
	for _, p := range []calc.Policy{of(1, 2, inf, 0), of(3, 1.1, 9, 0.2), of(2, 5, 2, 1), of(1, 1, inf, 0.1)} {
		for _, q := range []calc.Policy{of(0.5, 10, inf, 0), of(1, 1, 1, 4), of(7, 2, 100, 7)} {
			near(t, "ratio at 0", calc.RetriesRatio(p, q, 0), calc.RetriesRatio(p, q, 1e-9), 1e-7)
		}
	}
}
