package jitter_test

import (
	"fmt"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// A multiplier next to 1 draws next to a:
//
//	E t' = (a + m E t)/2,  T_n >= n a
func TestDecorrelatedNextToOne(t *testing.T) {
	const n = 10
	for _, limit := range []float64{64, math.Inf(1), 3} {
		for _, effort := range []jitter.Effort{jitter.Coarse, jitter.Fine} {
			before := 0.0
			for _, m := range []float64{1, 1 + 0x1p-52, 1 + 1e-15, 1 + 1e-14, 1 + 1e-13, 1 + 1e-12, 1 + 1e-11, 1 + 2e-11, 1 + 1e-9, 1 + 1e-6, 1.001} {
				p := jitter.Policy{Policy: calc.Policy{InitialDelay: 3, Factor: 2, Cap: limit}, Jitter: jitter.Jitter{Type: jitter.Decorrelated, Amount: m}}
				s := jitter.New(p, n, effort)
				mean, sum := p.InitialDelay, 0.0
				for range n {
					if mean = (p.InitialDelay + m*mean) / 2; limit == p.InitialDelay {
						mean = p.InitialDelay
					}
					sum += mean
				}
				d, name := s.Elapsed(n), fmt.Sprintf("m = 1 + %g, cap %g, effort %d", m-1, limit, effort)
				if !(math.Abs(d.Mean()-sum) <= 1e-10*sum) || !(d.Mean() >= before) {
					t.Errorf("%s: mean %.17g after %.17g, want %.17g", name, d.Mean(), before, sum)
				}
				if before = d.Mean(); !(math.Abs(d.Quantile(0.5)/d.Mean()-1) <= m-1) || !(d.Variance() <= 1.01*n*n*9*(m-1)*(m-1)) {
					t.Errorf("%s: median %.17g, variance %g", name, d.Quantile(0.5), d.Variance())
				}
				if !(s.Bound() <= 2e-3) {
					t.Errorf("%s: bound %g", name, s.Bound())
				}
				if p := s.PairWithin(n, 0.1); !(math.Abs(p-1) <= 1e-3) {
					t.Errorf("%s: %g within 100 ms of each other", name, p)
				}
				if p := s.PairWithin(n, 0); m == 1 && p != 1 {
					t.Errorf("%s: %g at the same time", name, p)
				}
			}
		}
	}
}

// No amount of jitter that feeds back is too small: the times are then those
// of the policy.
func TestNarrowFeedback(t *testing.T) {
	const n = 6
	for _, limit := range []float64{30, math.Inf(1)} {
		for _, kind := range []jitter.Type{jitter.Spread, jitter.Up, jitter.Down, jitter.Add, jitter.NormalRelative, jitter.NormalAbsolute} {
			for _, after := range []bool{false, true} {
				for e := 8; e <= 17; e++ {
					amount := math.Pow(10, -float64(e))
					p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: limit}, Jitter: jitter.Jitter{Type: kind, Amount: amount}, Feedback: true, CapAfter: after}
					d, want := jitter.New(p, n, jitter.Coarse).Elapsed(n), p.Policy.Elapsed(n)
					if !(math.Abs(d.Mean()/want-1) <= n*math.Max(amount, 1e-12)) {
						t.Errorf("%v: mean %.17g, want %.17g", p, d.Mean(), want)
					}
				}
			}
		}
	}
}
