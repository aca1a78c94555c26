package target

import (
	"math"

	"retune/calc/num"
	"retune/ui/knob"
)

// whole solves for a whole number, whose results do not turn round: the last that
// keeps the bound, as seen from the first that has a result. None is beyond all.
func (sol *Solution) whole(s knob.Scenario, w want, span knob.Span, give func(float64) float64) {
	last := math.NaN()
	if span.None {
		last = give(math.Inf(1))
	}
	take := func(x, y, next, past float64) {
		sol.Value, sol.Achieved, sol.From, sol.To, sol.Next, sol.Past = x, y, x, x, next, past
		sol.Reached = w.Keeps(s, y)
	}
	lo, ok := num.FirstWhole(func(n float64) bool { return !math.IsNaN(give(n)) }, span.Lo, span.Hi)
	if !ok {
		take(math.Inf(1), last, math.NaN(), math.NaN())
		return
	}
	only := func(n float64) bool { // none alone gives what is wanted, others come near
		return math.Abs(last-s.Wanted) <= 1e-14*math.Abs(s.Wanted) && give(n) != last && give(n+1) != give(n)
	}
	first := w.Keeps(s, give(lo))
	n, ok := num.FirstWhole(func(n float64) bool { return w.Keeps(s, give(n)) != first }, lo, span.Hi)
	switch {
	case ok && first && n < span.Hi && s.Bound.Strict() && only(n):
		now := max(sol.Knob.Stands(s), lo)
		if !w.Keeps(s, give(now)) {
			now = n - 1
		}
		take(now, give(now), math.Inf(1), last)
		sol.All, sol.From, sol.To = true, lo, span.Hi
	case ok && first:
		take(n-1, give(n-1), n, give(n))
	case ok:
		take(n, give(n), n-1, give(n-1))
	case first && w.Keeps(s, last):
		now := max(sol.Knob.Stands(s), lo)
		take(now, give(now), math.NaN(), math.NaN())
		sol.Reached, sol.All, sol.From, sol.To = true, true, lo, math.Inf(1)
	case first:
		take(n, give(n), math.Inf(1), last)
	case w.Keeps(s, last):
		take(math.Inf(1), last, n, give(n))
	default:
		take(lo, give(lo), math.NaN(), math.NaN())
		for _, x := range []float64{n, math.Inf(1)} {
			if y := give(x); math.Abs(y-s.Wanted) < math.Abs(sol.Achieved-s.Wanted) {
				take(x, y, math.NaN(), math.NaN())
			}
		}
	}
}

// exactly moves a whole number that was found by quick results to where the exact
// ones change: by a few numbers, if at all.
func (sol *Solution) exactly(s knob.Scenario, w want, span knob.Span, give func(float64) float64) {
	if y := give(sol.Value); !math.IsNaN(y) {
		sol.Achieved = y
	}
	if math.IsNaN(sol.Next) || math.IsInf(sol.Next, 1) || math.IsInf(sol.Value, 1) {
		sol.Past = math.NaN()
		if !math.IsNaN(sol.Next) {
			sol.Past = give(sol.Next)
		}
		return
	}
	out := sol.Next - sol.Value // from what keeps the bound to what does not
	for range 8 {
		x := sol.Value
		switch {
		case !w.Keeps(s, give(x)) && x-out >= span.Lo && !math.IsNaN(give(x-out)):
			x -= out
		case w.Keeps(s, give(x+out)) && x+2*out >= span.Lo:
			x += out
		}
		if x == sol.Value {
			break
		}
		sol.Value = x
	}
	sol.Next, sol.Achieved, sol.Past = sol.Value+out, give(sol.Value), give(sol.Value+out)
	sol.From, sol.To, sol.Reached = sol.Value, sol.Value, w.Keeps(s, sol.Achieved)
}
