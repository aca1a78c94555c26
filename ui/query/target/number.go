package target

import (
	"cmp"
	"context"
	"math"

	"retune/calc/numeric"
	"retune/ui/answer"
	"retune/ui/knob"
)

// sketchy is how near rough distributions come that are computed on a grid, whose own
// error is no less.
const sketchy = 3e-5

// between solves for a number that need not be whole.
func (sol *Solution) between(ctx context.Context, s knob.Scenario, w want, span knob.Span, effort answer.Effort) {
	give := w.along(ctx, s, sol.Knob, effort)
	found := turn(ctx, s, w, sol.Knob, span, effort)
	if found.OK && found.From < found.To && s.Bound.Strict() { // the whole step is at the bound, not beyond it
		s.Wanted += float64(w.Side(s)) * cmp.Or(w.scale(s), 1) * 1e-6
		found = turn(ctx, s, w, sol.Knob, span, effort)
	}
	sol.Value, sol.Achieved, sol.From, sol.To, sol.More = found.X, give(found.X), found.From, found.To, found.More
	off := w.far(s) * w.scale(s)
	smooth := found.OK || found.Jump && math.Abs(found.Past-found.F) <= off // else its own error is taken for a jump
	switch {
	case smooth && (effort == answer.Rough || math.Abs(sol.Achieved-s.Wanted) <= off):
		sol.smooth(s, w, span, give)
	case found.Jump && w.Keeps(s, sol.Achieved):
		sol.jump(s, w, span, found, give)
	case !found.OK && !found.Jump:
		sol.unfound(s, w, span, give)
	}
}

// smooth takes the place at which the result is what is wanted.
func (sol *Solution) smooth(s knob.Scenario, w want, span knob.Span, give func(float64) float64) {
	sol.Reached = true
	switch now := sol.Knob.Stands(s); {
	case sol.To-sol.From <= 1e-9*sol.To || sol.To < 1e-12: // next to 0 nothing changes anything
		sol.tidy(s, span, give)
		sol.From, sol.To = sol.Value, sol.Value
	case math.IsInf(now, 1) && sol.To == span.Hi && w.Keeps(s, give(now)):
		sol.Value, sol.Achieved, sol.To = now, give(now), now
	default:
		sol.show(give)
	}
}

// jump takes the place next to which the result jumps over what is wanted: with four digits, as it is
// shown, where that keeps the bound as well.
func (sol *Solution) jump(s knob.Scenario, w want, span knob.Span, found numeric.Found, give func(float64) float64) {
	sol.Reached, sol.Past = true, found.Past
	unit := math.Pow(10, 3-math.Floor(math.Log10(found.X)))
	for _, round := range []func(float64) float64{math.Floor, math.Ceil} {
		x := round(found.X*unit) / unit
		if y := give(x); found.X > 0 && x >= span.Lo && x <= span.Hi && w.Keeps(s, y) {
			sol.Value, sol.Achieved, sol.From, sol.To = x, y, x, x
			break
		}
	}
	sol.Next = sol.Value
}

// unfound takes what there is where no boundary was found: every place that can be set keeps the bound,
// or some, or none but no limit at all.
func (sol *Solution) unfound(s knob.Scenario, w want, span knob.Span, give func(float64) float64) {
	keeps := func(x float64) bool { y := give(x); return w.Keeps(s, y) || math.IsNaN(y) } // no result breaks nothing
	none := math.Inf(1)
	free := span.None && w.Keeps(s, give(none))
	switch {
	case w.Keeps(s, sol.Achieved) && keeps(span.Lo) && keeps(span.Hi):
		sol.Reached, sol.All, sol.From, sol.To, sol.More = true, true, span.Lo, span.Hi, false
		if now := sol.Knob.Stands(s); w.Keeps(s, give(now)) {
			sol.Value, sol.Achieved = now, give(now)
		}
		if free {
			sol.To = none
		}
	case w.Keeps(s, sol.Achieved):
		sol.Reached = true
	case free:
		sol.Reached, sol.Value, sol.Achieved, sol.From, sol.To, sol.More = true, none, give(none), none, none, false
	}
}

// tidy drops the last digits of a place where that costs the result nothing.
func (sol *Solution) tidy(s knob.Scenario, span knob.Span, give func(float64) float64) {
	if !(sol.Value > 0) {
		return
	}
	unit := math.Pow(10, 12-math.Ceil(math.Log10(sol.Value)))
	x := math.Round(sol.Value*unit) / unit
	near := max(math.Abs(sol.Achieved-s.Wanted), 1e-14*math.Abs(s.Wanted))
	if y := give(x); x >= span.Lo && x <= span.Hi && math.Abs(y-s.Wanted) <= near {
		sol.Value, sol.Achieved = x, y
	}
}

// show moves a place at the very end of those that give the same to one of three digits,
// where as it is shown it would not.
func (sol *Solution) show(give func(float64) float64) {
	same := func(x float64) bool {
		shown, err := sol.Unit.Parse(sol.Unit.Format(x))
		return err == nil && give(shown) == sol.Achieved
	}
	sol.Open = !same(sol.To)
	for _, round := range []func(float64) float64{math.Floor, math.Ceil} {
		unit := math.Pow(10, 2-math.Floor(math.Log10(sol.Value)))
		if x := round(sol.Value*unit) / unit; !same(sol.Value) && x >= sol.From && x <= sol.To && same(x) {
			sol.Value = x
		}
	}
}

// turn turns the knob until the want has its value. Where that takes a computation
// it does so with quick ones first and with exact ones close to the place.
func turn(
	ctx context.Context, s knob.Scenario, w want, k knob.Knob, span knob.Span, effort answer.Effort,
) (found numeric.Found) {
	g := numeric.Goal{Want: s.Wanted, Lo: span.Lo, Hi: span.Hi, Side: w.Side(s), Monotone: w.Steady(s, k)}
	g.Near = max(span.Lo, min(span.Hi, k.Stands(s)))
	along := func(effort answer.Effort) func(float64) float64 { return w.along(ctx, s, k, effort) }
	if w.nearOne(s) {
		g.Want, g.Side = 1-g.Want, -g.Side
		along = func(effort answer.Effort) func(float64) float64 {
			f := w.along(ctx, s, k, effort)
			return func(x float64) float64 { return 1 - f(x) }
		}
		defer func() { found.F, found.Past = 1-found.F, 1-found.Past }()
	}
	if !w.slow(s) {
		g.F = along(effort)
		return g.Seek()
	}
	g.F, g.Rough = once(along(answer.Rough)), sketchy
	found = g.Seek()
	full := once(along(answer.Full))
	if effort == answer.Rough || !found.OK && !found.Jump || found.From < found.To && full(found.X) == found.F {
		return found
	}
	g.F, g.Rough = full, nearEnough
	if w.noise(s) > 0 {
		g.Rough, g.Budget = sketchy, mostSampled
	}
	return near(g, found)
}

// nearEnough is the relative distance from what is wanted at which a search of exact values
// stops: the last digits would cost as many distributions again.
const nearEnough = 1e-9

// mostSampled is how many exact values a search may try that come of a sample.
const mostSampled = 40

// near seeks the goal close to where rough values have found it, and then in wider spans.
func near(g numeric.Goal, found numeric.Found) (exactly numeric.Found) {
	span := [2]float64{g.Lo, g.Hi}
	g.Monotone, g.Near = true, found.X
	for _, about := range []float64{0.02, 0.3, 4} { // the smallest does, as a rule
		g.Lo, g.Hi = max(span[0], found.X/(1+about)), min(span[1], found.X*(1+about))
		if exactly = g.Seek(); exactly.OK || exactly.Jump {
			break
		}
	}
	if exactly.From < exactly.To && exactly.From == g.Lo { // as far as rough values are the same
		exactly.From = min(g.Lo, found.From)
	}
	if exactly.From < exactly.To && exactly.To == g.Hi {
		exactly.To = max(g.Hi, found.To)
	}
	exactly.More = exactly.More || found.More
	return exactly
}
