package jitter_test

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// At the ends of every range: no result is NaN, no CDF leaves [0, 1], and none
// takes for ever.
func TestEdges(t *testing.T) {
	for _, policy := range []calc.Policy{
		{InitialDelay: 1, Factor: 2, Cap: inf},                     // overflows at retry 1025
		{InitialDelay: 1e-9, Factor: 10, Cap: 1e9},                 // widths far apart
		{InitialDelay: 3, Factor: 1, Cap: 3},                       // at the cap from the start
		{InitialDelay: 3, Factor: 1.001, Cap: inf},                 // hardly growing
		{InitialDelay: 5e-324, Factor: 1e300, Cap: 1e-3},           // as steep as can be
		{InitialDelay: 1e-3, Factor: 2, Cap: 60, AttemptTime: 1e6}, // calls longer than everything
	} {
		for _, l := range laws {
			for _, scale := range []float64{1, 1e-9} { // and amounts next to nothing
				for _, after := range []bool{false, true} {
					if testing.Short() && after != (scale < 1) {
						continue
					}
					p := jitter.Policy{Policy: policy, Jitter: l.law, CapAfter: after}
					p.Jitter.Amount *= scale
					n := 40
					if policy.Factor == 2 && math.IsInf(policy.Cap, 1) && p.Jitter.Type == jitter.Full && !after && scale == 1 {
						n = 1100
					}
					s := jitter.New(p, n, jitter.Coarse)
					for k := 1; k <= n; k += 1 + n/5 {
						for _, d := range []jitter.Dist{s.Delay(k), s.Elapsed(k)} {
							before := math.Inf(-1)
							for _, q := range []float64{0, 1e-9, 0.01, 0.5, 0.99, 1 - 1e-9, 1} {
								x := d.Quantile(q)
								if !(x >= before) || !(x >= 0) {
									t.Errorf("%v: retry %d: quantile %g is %g after %g", p, k, q, x, before)
								}
								if c := d.CDF(x); !(c >= 0 && c <= 1) {
									t.Errorf("%v: retry %d: CDF(%g) = %g", p, k, x, c)
								}
								before = x
							}
							if !(d.Mean() >= 0) {
								t.Errorf("%v: retry %d: mean %g", p, k, d.Mean())
							}
							if !(d.Variance() >= 0) {
								t.Errorf("%v: retry %d: variance %g", p, k, d.Variance())
							}
						}
					}
					for _, pair := range []float64{s.PairWithin(5, 0.1), s.Expected(100)} {
						if !(pair >= 0) {
							t.Errorf("%v: %g", p, pair)
						}
					}
				}
			}
		}
	}
	if s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 2}, Jitter: jitter.Jitter{Type: jitter.Full}}, 0, jitter.Fine); s.Len() != 0 || s.Expected(5) != 0 {
		t.Error("no retries are not none")
	}
}

// TestCapBeforeCutsNothing holds that a cap that comes before the jitter leaves
// the draws alone: with a factor of 1 it changes no law, however far these reach
// above it.
func TestCapBeforeCutsNothing(t *testing.T) {
	for _, sigma := range []float64{0.5, 10, 1000} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 600, Factor: 1, Cap: 600, AttemptTime: 120}, Jitter: jitter.Jitter{Type: jitter.NormalAbsolute, Amount: sigma * 600}}
		free := p
		free.Cap = math.Inf(1)
		capped, uncapped := jitter.New(p, 4, jitter.Fine), jitter.New(free, 4, jitter.Fine)
		for k := 1; k <= 4; k++ {
			for _, q := range []float64{0.3, 0.5, 0.95, 0.999} {
				got, want := capped.Elapsed(k).Quantile(q), uncapped.Elapsed(k).Quantile(q)
				if !(math.Abs(got-want) <= 1e-6*want) {
					t.Errorf("sigma %v, T_%d at %v is %v with a cap that cuts nothing, %v without", sigma, k, q, got, want)
				}
			}
		}
	}
}
