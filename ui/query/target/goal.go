package target

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// A Solution is where one knob must stand for a result to be what is wanted: at the
// boundary of where it keeps its bound.
type Solution struct {
	Knob     knob.Knob
	Unit     unit.Kind // of the knob's number
	Reached  bool      // some place keeps the bound
	All      bool      // every place does, and Value is where the knob stands
	Value    float64   // the boundary, or where the result is nearest; +Inf: only none does it; NaN: no value
	Achieved float64   // what the policy gives there
	Next     float64   // the neighbour of a whole number that does not keep it, or Value at a jump, or NaN
	Past     float64   // what the policy gives there
	Sure     bool      // both sides are full values
	Ended    bool      // some values were not tried: there would have been too many
	Attempts float64   // that were simulated

	AchievedError, PastError float64 // standard errors of means over simulated runs, or 0

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
	nan, w := math.NaN(), want{r}
	sol := Solution{Knob: k, Unit: k.Unit(s), Value: nan, Achieved: nan, Next: nan, Past: nan, From: nan, To: nan}
	span, ok := k.Span(s)
	switch {
	case !ok:
		sol.Why = "this type of jitter has no amount"
	case w.Simulated():
		if sol.Why = idle(s, k); sol.Why == "" {
			sol.Sure = effort == answer.Full
			sol.trials(ctx, s, w, effort)
		}
	default:
		sol.ofPolicy(ctx, s, w, span, effort)
	}
	return sol
}

// ofPolicy solves for a result of a policy.
func (sol *Solution) ofPolicy(ctx context.Context, s knob.Scenario, w want, span knob.Span, effort answer.Effort) {
	k := sol.Knob
	give := w.along(ctx, s, k, effort)
	switch {
	case !w.reads(k):
		sol.Value = k.Stands(s)
		sol.Achieved = give(sol.Value)
		now := sol.Achieved
		give = func(float64) float64 { return now }
	case !span.Whole:
		sol.between(ctx, s, w, span, effort)
	case !w.slow(s) || effort == answer.Rough:
		sol.whole(s, w, span, once(give))
	default:
		sol.whole(s, w, span, once(w.along(ctx, s, k, answer.Rough)))
		if math.IsNaN(sol.Achieved) { // rough results have no value
			sol.whole(s, w, span, once(give))
		} else {
			sol.exactly(s, w, span, once(give))
		}
	}
	switch now := sol.Achieved; {
	case sol.Reached:
		*sol = sol.untilT(s, w)
	case now != give(k.Stands(s)) || now != give(span.Lo) || now != give(span.Hi):
		sol.Why = unreached(ctx, s, w, *sol)
	case math.IsInf(now, 1):
		sol.Why = fmt.Sprintf("the %s is infinite whatever the %s", w.Called(), k.Says())
	default:
		sol.Why = fmt.Sprintf("the %s does not change it: it stays %s", k.Says(), w.Kind(s).Format(now))
	}
}

// Offers is where each knob that has a number would have to stand, one by one:
// who leaves the loop spares the rest, which for slow distributions can take seconds. Those that do
// not do it since the policy ends too soon come again, with what else must change, as far as that helps.
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

// place is a place of the knob for people.
func (sol Solution) place(x float64) string {
	if math.IsInf(x, 1) {
		return "none"
	}
	return sol.Unit.Format(x)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
