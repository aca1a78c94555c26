package jitter_test

import (
	"fmt"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/outage"
)

// Twenty retries with five quantiles of each delay and each elapsed time: what
// the screen needs while a knob turns. The promise is 3 ms for uniforms.
func BenchmarkSchedule(b *testing.B) {
	for _, l := range laws {
		for _, after := range []bool{false, true} {
			for _, c := range []float64{10, 0.15} {
				p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: c}, Jitter: l.law, CapAfter: after}
				b.Run(fmt.Sprintf("%s,after=%t,cap=%g", l.name, after, c), func(b *testing.B) {
					for b.Loop() {
						s := jitter.New(p, 20, jitter.Coarse)
						for k := 1; k <= 20; k++ {
							for _, q := range levels {
								s.Delay(k).Quantile(q)
								s.Elapsed(k).Quantile(q)
							}
						}
					}
				})
			}
		}
	}
}

func BenchmarkFine(b *testing.B) {
	for _, l := range laws {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Jitter: l.law, CapAfter: true}
		b.Run(l.name, func(b *testing.B) {
			for b.Loop() {
				jitter.New(p, 20, jitter.Fine)
			}
		})
	}
}

func BenchmarkOvershoot(b *testing.B) {
	for _, law := range []jitter.Jitter{{Type: jitter.Full}, {Type: jitter.NormalRelative, Amount: 0.1}} {
		s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Jitter: law}, 20, jitter.Coarse)
		for name, f := range map[string]outage.Outage{
			"at":          {Kind: outage.Fixed, A: 60},
			"uniform":     {Kind: outage.Uniform, A: 20, B: 100},
			"exponential": {Kind: outage.Exponential, A: 60},
			"log-uniform": {Kind: outage.LogUniform, A: 1, B: 100},
		} {
			b.Run(fmt.Sprint(law.Type, name), func(b *testing.B) {
				for b.Loop() {
					s.Overshoot(f)
				}
			})
		}
	}
}

func BenchmarkPeak(b *testing.B) {
	s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Jitter: jitter.Jitter{Type: jitter.Full}}, 20, jitter.Coarse)
	for b.Loop() {
		s.Peak(0.1)
	}
}

func BenchmarkPairWithin(b *testing.B) {
	s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Jitter: jitter.Jitter{Type: jitter.Full}}, 20, jitter.Coarse)
	for b.Loop() {
		s.PairWithin(10, 0.1)
	}
}
