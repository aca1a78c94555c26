package jitter

import (
	"fmt"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/numeric"
)

// The draw of a Sampler with the uniform number u is the quantile of Next at u, under every rule and for every chained
// type.
func TestFollowIsQuantileOfNext(t *testing.T) {
	inf := math.Inf(1)
	rules := map[string]func(*Policy){
		"first exact":   func(p *Policy) { p.First = calc.Exact },
		"no first":      func(p *Policy) { p.First = calc.NoDelay },
		"floor":         func(p *Policy) { p.Floor = 2.2 },
		"least":         func(p *Policy) { p.Rule.Least = 2.2 },
		"plus":          func(p *Policy) { p.Rule.Plus = 0.7 },
		"plus, floor":   func(p *Policy) { p.Rule.Plus, p.Floor = 0.3, 2.2 },
		"values":        func(p *Policy) { p.Rule.Values = 9 },
		"cut twice":     func(p *Policy) { p.Rule.AtCap = Both },
		"cut range":     func(p *Policy) { p.Rule.AtCap = Range },
		"pinned":        func(p *Policy) { p.Rule.AtCap = Pinned },
		"drawn anew":    func(p *Policy) { p.Rule.AtCap = Redraw },
		"first, capped": func(p *Policy) { p.FirstUncapped, p.First = true, calc.Exact },
	}
	asked := 0
	for _, p := range policies() {
		if p.Feedback = p.Jitter.Type.Row().After == nil; p.Jitter.Type.Row().Path != nil ||
			!math.IsInf(p.Cap, 1) && p.Cap != 3 {
			continue
		}
		for name, rule := range rules {
			q := p
			if rule(&q); q.Validate() != nil || !q.Chained() || q.ByDelayAlone() && math.IsInf(q.Cap, 1) {
				continue
			}
			asked++
			s := q.Sampler()
			for k, memory := range []float64{inf, 0.4, 1.7, 2.9} { // by the retry, less one
				d := q.Next(memory, k == 0)
				lo, hi := d.Quantile(1e-6), d.Quantile(1-1e-6)
				for _, u := range []float64{0.015, 0.2, 0.43, 0.87, 0.985} {
					got, next := s.Draw(float64(k+1), memory, func() float64 { return u },
						func() float64 { return numeric.NormalQuantile(u) })
					if want := d.Quantile(u); !(math.Abs(got-want) <= 2e-3*(hi-lo)+1e-12) || got != next {
						t.Errorf("%s of %s after %g: %v at %v, but Next has %v", q.Jitter.Type.Row().Name,
							fmt.Sprint(name, ", cap ", q.Cap, q.CapAfter), memory, got, u, want)
					}
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d policies follow", asked)
	}
}
