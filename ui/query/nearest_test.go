package query

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/policy"
)

// places is many places of a knob, evenly spread over the logarithm of what is
// above its lower limit, and the ends.
func places(span knob.Span, n int) []float64 {
	list := []float64{span.Lo, span.Hi}
	origin, tiny := span.Lo, max(span.Lo*1e-12, span.Hi*1e-18)
	if span.Lo > 0 && span.Lo != 1 {
		origin, tiny = 0, span.Lo
	}
	for i := range n {
		x := origin + tiny*math.Exp(math.Log((span.Hi-origin)/tiny)*float64(i)/float64(n))
		if span.Whole {
			x = math.Round(x)
		}
		list = append(list, min(span.Hi, max(span.Lo, x)))
	}
	return list
}

// TestUnreached looks everywhere for what Solve says cannot be had: there is no
// crossing and no place that comes nearer, and where it says from and to, every
// place between gives the same.
func TestUnreached(t *testing.T) {
	trips := fewer(1500)
	rng := rand.New(rand.NewPCG(45, 1))
	knobs := steadyKnobs()
	unreached, flat := 0, 0
	for range trips {
		w, k := policy.Results[rng.IntN(len(policy.Results))], knobs[rng.IntN(len(knobs))]
		if drawn(w) || !w.Steady(knob.Default(), k) {
			continue
		}
		s := plain(rng)
		s.Deadline = math.Inf(1)
		tr, ok := randomTrip(rng, w, k, s)
		if !ok {
			continue
		}
		tr.s.Deadline = math.Inf(1)
		if rng.IntN(2) == 0 {
			tr.s.Wanted *= math.Exp(rng.NormFloat64() * 3)
		}
		sol := solveFor(tr.s, w, k)
		span, _ := k.Span(tr.s)
		give := func(x float64) float64 { return valueOf(w, k.At(tr.s, x), answer.Full) }
		switch off := math.Abs(sol.Achieved - tr.s.Wanted); {
		case !sol.Reached:
			unreached++
			below, above := false, false
			for _, x := range places(span, 2000) {
				y := give(x)
				if math.Abs(y-tr.s.Wanted) < off*(1-1e-6)-1e-12*math.Abs(y) {
					t.Fatalf("%s: %v is said to be nearest with %v, and %v gives %v", tr, sol.Value, sol.Achieved, x, y)
				}
				below, above = below || y < tr.s.Wanted, above || y > tr.s.Wanted
			}
			if below && above && !span.Whole && k.Name != "deadline" { // which lets retries go one by one
				t.Fatalf("%s: said to be out of reach, and there is more and less of it", tr)
			}
		case sol.All:
			for _, x := range places(span, 500) {
				if y := give(x); !w.Keeps(tr.s, y) && !math.IsNaN(y) {
					t.Fatalf("%s: any is said to do it, and %v gives %v", tr, x, y)
				}
			}
		case sol.From < sol.To && !math.IsInf(sol.To, 1):
			flat++
			for range 50 {
				x := sol.From + (sol.To-sol.From)*math.Pow(rng.Float64(), 4)
				if y := give(x); !same(y, sol.Achieved) {
					t.Fatalf("%s: from %v to %v all give %v, and %v gives %v", tr, sol.From, sol.To, sol.Achieved, x, y)
				}
			}
		}
	}
	if unreached < trips/75 || flat < trips/100 {
		t.Errorf("%d out of reach and %d with room: this tries nothing", unreached, flat)
	}
}

// TestSolveEnds holds that no search asks forwards more than a few hundred
// times, whatever the want.
func TestSolveEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(46, 1))
	knobs, most := steadyKnobs(), 0
	for range fewer(1500) {
		w, k := policy.Results[rng.IntN(len(policy.Results))], knobs[rng.IntN(len(knobs))]
		s := plain(rng).AskMidway()
		if drawn(w) && rng.IntN(10) > 0 {
			continue
		}
		b := plain(rng)
		s.Versus, s.Want, s.Wanted = &b, w.Name, math.Exp(rng.NormFloat64()*4)
		asked, value := 0, w.Value
		w.Value = func(ctx context.Context, s knob.Scenario, e answer.Effort) answer.Value {
			asked++
			return value(ctx, s, e)
		}
		solveFor(s, w, k)
		const limit = 500
		if most = max(most, asked); asked > limit {
			t.Fatalf("%s for %s asks %d times, in %+v", k.Name, w.Name, asked, s)
		}
	}
}
