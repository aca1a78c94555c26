package target

import (
	"math"

	"retune/calc/numeric"
	"retune/ui/knob"
)

// whole solves for a whole number, whose results do not turn round: the last that
// keeps the bound, as seen from the first that has a result. None is beyond all.
func (sol *Solution) whole(s knob.Scenario, w want, span knob.Span, give func(float64) float64) {
	last := math.NaN()
	if span.None {
		last = give(math.Inf(1))
	}
	take := func(x, y, next, past float64) { sol.takeWhole(x, y, next, past, w.Keeps(s, y)) }
	lo, ok := numeric.FirstWhole(func(n float64) bool { return !math.IsNaN(give(n)) }, span.Lo, span.Hi)
	if !ok {
		take(math.Inf(1), last, math.NaN(), math.NaN())
		return
	}
	only := func(n float64) bool { // none alone gives what is wanted, others come near
		return math.Abs(last-s.Wanted) <= 1e-14*math.Abs(s.Wanted) && give(n) != last && give(n+1) != give(n)
	}
	first := w.Keeps(s, give(lo))
	n, ok := numeric.FirstWhole(func(n float64) bool { return w.Keeps(s, give(n)) != first }, lo, span.Hi)
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
	default:
		sol.alike(s, w, [2]float64{lo, n}, last, give)
	}
}

// alike solves for a whole number where all in a span are alike in whether they keep the bound; last is
// the result of none.
func (sol *Solution) alike(s knob.Scenario, w want, span [2]float64, last float64, give func(float64) float64) {
	lo, hi, none, nan := span[0], span[1], math.Inf(1), math.NaN()
	take := func(x, y, next, past float64) { sol.takeWhole(x, y, next, past, w.Keeps(s, y)) }
	switch first := w.Keeps(s, give(lo)); {
	case first && w.Keeps(s, last):
		now := max(sol.Knob.Stands(s), lo)
		take(now, give(now), nan, nan)
		sol.Reached, sol.All, sol.From, sol.To = true, true, lo, none
	case first:
		take(hi, give(hi), none, last)
	case w.Keeps(s, last):
		take(none, last, hi, give(hi))
	default:
		take(lo, give(lo), nan, nan)
		for _, x := range []float64{hi, none} {
			if y := give(x); math.Abs(y-s.Wanted) < math.Abs(sol.Achieved-s.Wanted) {
				take(x, y, nan, nan)
			}
		}
	}
}

// takeWhole takes the number x with the result y, and its neighbour next with the result past.
func (sol *Solution) takeWhole(x, y, next, past float64, reached bool) {
	sol.Value, sol.Achieved, sol.From, sol.To, sol.Next, sol.Past = x, y, x, x, next, past
	sol.Reached = reached
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
