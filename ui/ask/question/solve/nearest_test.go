package solve_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/policy"
	"retune/ui/ask/setting"
)

// places returns the ends of a span and n values between, evenly spaced in the logarithm of the distance from its lower
// limit.
func places(span setting.NumberRange, n int) []float64 {
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

// TestUnreached searches densely for values that keep a bound if Solve says that none does, and for values that do not
// if Solve says that any does.
func TestUnreached(t *testing.T) {
	trips := fewer(1500)
	rng := rand.New(rand.NewPCG(45, 1))
	settings := steadySettings()
	unreached := 0
	for range trips {
		w, k := policy.Figures()[rng.IntN(len(policy.Figures()))], settings[rng.IntN(len(settings))]
		if drawn(w) || !w.Steady(new(setting.Default()), k) {
			continue
		}
		s := plain(rng)
		s.Deadline = math.Inf(1)
		tr, ok := randomTrip(rng, w, k, &s)
		if !ok {
			continue
		}
		tr.s.Deadline = math.Inf(1)
		if rng.IntN(2) == 0 {
			tr.s.Wanted *= math.Exp(rng.NormFloat64() * 3)
		}
		sol := solveFor(&tr.s, w, k)
		span, _ := k.NumberRange(&tr.s)
		give := func(x float64) float64 { return valueOf(w, new(k.WithNumber(&tr.s, x)), answer.Full) }
		for _, x := range places(span, 500) {
			y := give(x)
			switch keeps := keeps(w, &tr.s, y); {
			case !sol.Reached && keeps:
				t.Fatalf("%s: said to be out of reach (%s), and %v gives %v", tr, sol.Why, x, y)
			case sol.AllKeep && !keeps && !math.IsNaN(y):
				t.Fatalf("%s: any is said to work, and %v gives %v", tr, x, y)
			}
		}
		if !sol.Reached {
			unreached++
		}
	}
	if unreached < trips/75 {
		t.Errorf("%d out of reach: this tries nothing", unreached)
	}
}

// TestSolveEnds checks that a search computes at most two thousand values.
func TestSolveEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(46, 1))
	settings, most := steadySettings(), 0
	for range fewer(1500) {
		w, k := policy.Figures()[rng.IntN(len(policy.Figures()))], settings[rng.IntN(len(settings))]
		s := plain(rng).AtDefaultTime()
		if drawn(w) && rng.IntN(10) > 0 {
			continue
		}
		b := plain(rng)
		s.Versus, s.Want, s.Wanted = []setting.Scenario{b}, w.Name, math.Exp(rng.NormFloat64()*4)
		asked, value := 0, w.Compute
		w.Compute = func(ctx context.Context, s *setting.Scenario, e answer.Effort) answer.Value {
			asked++
			return value(ctx, s, e)
		}
		solveFor(&s, w, k)
		const limit = 2000
		if most = max(most, asked); asked > limit {
			t.Fatalf("%s for %s asks %d times, in %+v", k.Name, w.Name, asked, s)
		}
	}
}
