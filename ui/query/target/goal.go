package target

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"retune/calc/num"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// sketchy is how near rough distributions come that are computed on a grid, whose own
// error is no less.
const sketchy = 3e-5

// A Solution is where one knob must stand for a result to be what is wanted: at the
// boundary of where it keeps its bound.
type Solution struct {
	Knob                     knob.Knob
	Unit                     unit.Kind // of the knob's number
	Reached                  bool      // some place keeps the bound
	All                      bool      // every place does, and Value is where the knob stands
	Value                    float64   // the boundary, or where the result is nearest; +Inf: only none does it; NaN where the result has no value anywhere
	Achieved                 float64   // what the policy gives there
	Next                     float64   // the neighbour of a whole number that does not keep it, +Inf: none; or Value itself where the result jumps; or NaN
	Past                     float64   // what the policy gives there
	AchievedError, PastError float64   // standard errors of means over simulated runs, or 0
	Sure                     bool      // both sides are full values
	Ended                    bool      // some values were not tried, since they would take too long

	From, To float64   // every place between gives the same; both are Value if no other does
	Open     bool      // To, as it is shown, does not
	More     bool      // places apart from those give it too
	Needs    []Setting // what else must change for it
	Why      string    // if no place does: the reason
}

// Solve looks for the place of one knob that is the boundary of where the result
// keeps the bound that s wants: of a number that is whole the last that keeps it,
// of another the place where the result is what is wanted, or jumps over it.
func Solve(ctx context.Context, s knob.Scenario, r answer.Result, k knob.Knob, effort answer.Effort) Solution {
	return within(r, searchSeconds).solve(ctx, s, k, effort)
}

// solve is Solve in the time that is left.
func (w want) solve(ctx context.Context, s knob.Scenario, k knob.Knob, effort answer.Effort) Solution {
	nan := math.NaN()
	sol := Solution{Knob: k, Unit: k.Unit(s), Value: nan, Achieved: nan, Next: nan, Past: nan, From: nan, To: nan}
	span, ok := k.Span(s)
	if !ok {
		sol.Why = "this type of jitter has no amount"
		return sol
	}
	if w.Simulated() {
		if sol.Why = idle(s, k); sol.Why == "" {
			sol.Sure = effort == answer.Full
			share := *w.left / searchSeconds
			sol.trials(ctx, s, w, effort, share*[]float64{answer.Full: trialSeconds, answer.Rough: besideSeconds}[effort])
		}
		return sol
	}
	if k.Name == "factor" && w.Factor != nil && sol.byFormula(ctx, s, w, span) {
		return sol.untilT(s, w)
	}
	give := w.along(ctx, s, k, effort)
	switch {
	case !w.reads(k):
		sol.Value = k.Stands(s)
		sol.Achieved = give(sol.Value)
	case span.Whole:
		quick := give
		if w.slow(s) && effort == answer.Full {
			quick = w.along(ctx, s, k, answer.Rough)
		}
		sol.whole(s, w, span, once(quick))
		switch {
		case !w.slow(s) || effort == answer.Rough:
		case math.IsNaN(sol.Achieved): // quick ones have no result
			sol.whole(s, w, span, once(give))
		default:
			sol.exactly(s, w, span, once(give))
		}
	default:
		sol.between(ctx, s, w, span, effort)
	}
	switch {
	case sol.Reached && !w.ended():
		return sol.untilT(s, w)
	case w.ended():
		sol.Ended, sol.Reached = true, false
		sol.Why = w.late(s, k)
		return sol
	}
	now := sol.Achieved
	if !w.reads(k) {
		give = func(float64) float64 { return now }
	} else if !span.Whole && w.Seconds(s, answer.Full)*100 > finely {
		give = w.along(ctx, s, k, answer.Rough)
		now = give(sol.Value)
	}
	stands := k.Stands(s)
	switch {
	case now != give(stands) || now != give(span.Lo) || now != give(span.Hi):
		sol.Why = unreached(ctx, s, w, sol)
	case math.IsInf(now, 1):
		sol.Why = fmt.Sprintf("the %s is infinite whatever the %s", w.Called(), k.Says())
	default:
		sol.Why = fmt.Sprintf("the %s does not change it: it stays %s", k.Says(), w.Kind(s).Format(now))
	}
	return sol
}

// between solves for a number that need not be whole.
func (sol *Solution) between(ctx context.Context, s knob.Scenario, w want, span knob.Span, effort answer.Effort) {
	give := w.along(ctx, s, sol.Knob, effort)
	found := turn(ctx, s, w, sol.Knob, span, effort)
	if found.OK && found.From < found.To && s.Bound.Strict() { // the whole step is at the bound, not beyond it
		s.Wanted += float64(w.Side(s)) * cmp.Or(w.scale(s), 1) * 1e-6
		found = turn(ctx, s, w, sol.Knob, span, effort)
	}
	sol.Value, sol.Achieved, sol.From, sol.To, sol.More = found.X, give(found.X), found.From, found.To, found.More
	far := w.far(s)
	keeps := func(x float64) bool { y := give(x); return w.Keeps(s, y) || math.IsNaN(y) } // where there is none, nothing breaks it
	smooth := found.OK || found.Jump && math.Abs(found.Past-found.F) <= far*w.scale(s)    // else its own error is taken for a jump
	switch {
	case smooth && (effort == answer.Rough || math.Abs(sol.Achieved-s.Wanted) <= far*w.scale(s)):
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
	case found.Jump && w.Keeps(s, sol.Achieved):
		sol.Reached, sol.Past = true, found.Past
		for _, round := range []func(float64) float64{math.Floor, math.Ceil} { // as it is shown, and as well
			unit := math.Pow(10, 3-math.Floor(math.Log10(found.X)))
			if x := round(found.X*unit) / unit; found.X > 0 && x != sol.Value && x >= span.Lo && x <= span.Hi {
				if y := give(x); w.Keeps(s, y) {
					sol.Value, sol.Achieved, sol.From, sol.To = x, y, x, x
					break
				}
			}
		}
		sol.Next = sol.Value
	case !found.OK && !found.Jump && w.Keeps(s, sol.Achieved) && !(keeps(span.Lo) && keeps(span.Hi)): // and the boundary was not found
		sol.Reached = true
	case !found.OK && !found.Jump && w.Keeps(s, sol.Achieved): // and nothing else was found
		now := sol.Knob.Stands(s)
		sol.Reached, sol.All, sol.From, sol.To, sol.More = true, true, span.Lo, span.Hi, false
		if y := give(now); w.Keeps(s, y) {
			sol.Value, sol.Achieved = now, y
		}
		if span.None && w.Keeps(s, give(math.Inf(1))) {
			sol.To = math.Inf(1)
		}
	case !found.OK && !found.Jump && span.None && w.Keeps(s, give(math.Inf(1))): // only none does, of those that can be set
		none := math.Inf(1)
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
	if y := give(x); x >= span.Lo && x <= span.Hi && math.Abs(y-s.Wanted) <= max(math.Abs(sol.Achieved-s.Wanted), 1e-14*math.Abs(s.Wanted)) {
		sol.Value, sol.Achieved = x, y
	}
}

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
	first := w.Keeps(s, give(lo))
	n, ok := num.FirstWhole(func(n float64) bool { return w.Keeps(s, give(n)) != first }, lo, span.Hi)
	switch {
	case ok && first && n < span.Hi && s.Bound.Strict() && math.Abs(last-s.Wanted) <= 1e-14*math.Abs(s.Wanted) && give(n) != last && give(n+1) != give(n):
		now := max(sol.Knob.Stands(s), lo) // none alone gives what is wanted, others come near
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

// Offers is where each knob that has a number would have to stand, one by one:
// who leaves the loop spares the rest, which for slow distributions can take seconds. Those
// roughly take a quarter of that. Those that do not do it since the policy ends too soon
// come again, with what else must change, as far as that helps.
func Offers(ctx context.Context, s knob.Scenario, w answer.Result, effort answer.Effort) iter.Seq[Solution] {
	return func(yield func(Solution) bool) {
		var missed []Solution
		for _, k := range Offered(s, w) {
			if _, ok := k.Span(s); !ok {
				continue
			}
			sol := Solve(ctx, s, w, k, effort)
			if !sol.Reached {
				missed = append(missed, sol)
			}
			if ctx.Err() != nil || !yield(sol) {
				return
			}
		}
		for _, sol := range missed {
			if ctx.Err() != nil {
				return
			}
			if sol, ok := lasting(ctx, s, w, sol, effort); ok && !yield(sol) {
				return
			}
		}
	}
}

// Offered is the knobs that may be turned for a result in s: those of the policy, and
// for one of a fleet those of the fleet that have an effect.
func Offered(s knob.Scenario, r answer.Result) []knob.Knob {
	return slices.DeleteFunc(knob.Turnable(), func(k knob.Knob) bool {
		if _, ok := k.Span(s); r.Simulated() {
			return !ok || idle(s, k) != ""
		}
		return k.Fleet
	})
}

// idle says why the knob has no effect on the fleet of s, or "".
func idle(s knob.Scenario, k knob.Knob) string {
	if k.Idle == nil {
		return ""
	}
	if why := k.Idle(s); why != "" {
		return "the " + k.Says() + " has no effect " + why
	}
	return ""
}

// meets tells whether y is x to within [answer.Exact].
func meets(y, x float64) bool { return math.Abs(y-x) <= answer.Exact*math.Abs(x) }

// turn turns the knob until the want has its value. Where that takes a computation
// it does so with quick ones first and with exact ones close to the place.
func turn(ctx context.Context, s knob.Scenario, w want, k knob.Knob, span knob.Span, effort answer.Effort) (found num.Found) {
	now := k.Stands(s)
	g := num.Goal{Want: s.Wanted, Lo: span.Lo, Hi: span.Hi, Near: max(span.Lo, min(span.Hi, now)), Side: w.Side(s), Monotone: w.Steady(s, k)}
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
	spent := func(f func(float64) float64, x float64) float64 {
		before := *w.left
		f(x)
		return max(before-*w.left, 1e-9)
	}
	g.F, g.Rough = once(along(answer.Rough)), sketchy
	g.Budget = evaluations(quickly, spent(g.F, g.Near))
	if g.Budget < 100 { // a scan would see little: the nearest place first
		near := g
		near.Monotone = true
		found = near.Seek()
	}
	if !found.OK && !found.Jump {
		if found = g.Seek(); g.Budget < 100 && !g.Monotone && !found.OK && !found.Jump { // so few tries do not tell that there is none
			g.Budget = 230
			found = g.Seek()
		}
	}
	full := once(along(answer.Full))
	if effort == answer.Rough || !found.OK && !found.Jump || found.From < found.To && full(found.X) == found.F {
		return found
	}
	fine := g
	fine.F, fine.Rough, fine.Monotone, fine.Near = full, 0, true, found.X
	fine.Budget = evaluations(finely, spent(full, found.X))
	if fine.Budget < 100 {
		fine.Rough = min(w.far(s), sketchy)
	}
	exactly := num.Found{}
	for _, about := range []float64{0.02, 0.3, 4} { // rough results are nearer than the first, as a rule
		fine.Lo, fine.Hi = max(span.Lo, found.X/(1+about)), min(span.Hi, found.X*(1+about))
		if about > 0.02 && fine.Budget >= 100 { // quick ones led astray
			fine.Lo, fine.Hi = span.Lo, span.Hi
		}
		if exactly = fine.Seek(); exactly.OK || exactly.Jump || fine.Lo == span.Lo && fine.Hi == span.Hi {
			break
		}
	}
	if exactly.From < exactly.To && exactly.From == fine.Lo { // as far as the quick ones are the same
		exactly.From = min(fine.Lo, found.From)
	}
	if exactly.From < exactly.To && exactly.To == fine.Hi {
		exactly.To = max(fine.Hi, found.To)
	}
	exactly.More = exactly.More || found.More
	return exactly
}

// place is a place of the knob for people.
func (sol Solution) place(x float64) string {
	if math.IsInf(x, 1) {
		return "none"
	}
	return sol.Unit.Format(x)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
