package solve

import (
	"cmp"
	"context"
	"math"
	"slices"

	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Solution is the value of a setting at which a result keeps its bound: the last such value among those that print
// exactly.
type Solution struct {
	Setting     setting.Setting
	Unit        unit.Kind // unit of the setting's number
	Reached     bool      // some value keeps the bound
	AllKeep     bool      // every value tried keeps it; Value is the present one
	Value       float64   // last value that keeps it, else the nearest; +Inf: none; NaN: no value
	Achieved    float64   // result at Value
	Next        float64   // neighbour that does not keep the bound, or NaN
	NextResult  float64   // result at Next, or NaN
	NextHolds   bool      // NextResult keeps the bound as far as is known
	From, To    float64   // range of the values tried
	Full        bool      // both sides are full values
	WithinError bool      // the margin to the bound is smaller than the error of the result
	Truncated   bool      // some values were not tried, because there were too many
	Attempts    float64   // simulated attempts

	AchievedError, NextError float64 // standard errors of means over simulated runs, or 0

	State, NextState answer.State // states of the fleets at Value and Next, or ""
	Runs             int          // runs of the fleet at Value, or 0

	WhyNextFails string            // why Next does not count although its value keeps the bound, or ""
	PresentWorks bool              // the present value keeps the bound
	AllEqual     bool              // all values tried have the same result
	LiftedLimits []setting.Setting // settings that must be none, because the policy ends too soon
	Why          string            // reason if no value keeps the bound
}

// Solve returns the last value of setting k with which the result keeps the bound of s.
func Solve(
	ctx context.Context, s *setting.Scenario, r figure.Figure, k setting.Setting, effort answer.Effort,
) Solution {
	nan, w := math.NaN(), want{r}
	sol := Solution{Setting: k, Value: nan, Achieved: nan, Next: nan, NextResult: nan, From: nan, To: nan}
	if _, ok := k.NumberRange(s); !ok {
		sol.Why = cmp.Or(idle(s, k),
			"jitter "+s.SentenceText("jitter")+" has no amount to solve for; retune jitter compares the types")
		return sol
	}
	sol.Unit = k.Unit(s)
	if w.Simulated() {
		if sol.Why = idle(s, k); sol.Why != "" {
			return sol
		}
	}
	t := newSearch(ctx, s, w, k)
	found := t.solve(effort)
	sol.Full, sol.Truncated, sol.Attempts = t.effort == answer.Full, found.Ended, t.attempts
	if len(found.Tries) > 0 {
		sol.take(t, found)
	}
	if !sol.Reached {
		sol.Why = t.missed(sol, found)
	}
	return sol
}

// take stores what a search found.
func (sol *Solution) take(t *search, found numeric.Border) {
	best := found.In
	if sol.Reached = best.OK && best.Keeps; !sol.Reached {
		best = nearest(found.Tries, t.s.Wanted)
		barely := func(try numeric.Try) bool { return !t.w.Simulated() && t.judged[try.X].Holds }
		if i := slices.IndexFunc(found.Tries, barely); i >= 0 {
			best, sol.Reached, sol.WithinError = found.Tries[i], true, true
		}
	}
	sol.Value, sol.Achieved, sol.AchievedError = best.X, best.Y, best.Error
	sol.From, sol.To = found.Tries[0].X, found.Tries[len(found.Tries)-1].X
	sol.AllKeep = sol.Reached && !sol.WithinError && !found.Found
	if now := t.k.CurrentNumber(&t.s); sol.AllKeep {
		if try := t.try(now); try.Keeps {
			sol.Value, sol.Achieved, sol.PresentWorks = now, try.Y, true
		}
		sol.AllEqual = !slices.ContainsFunc(found.Tries, func(try numeric.Try) bool { return try.Y != found.Tries[0].Y }) ||
			!t.w.reads(t.k)
	}
	if found.Found && sol.Reached && !sol.WithinError {
		if sol.Next = found.Out.X; found.Out.OK {
			sol.NextResult, sol.NextError, sol.WhyNextFails = found.Out.Y, found.Out.Error, t.not(found.Out.X)
			sol.NextHolds = t.judged[found.Out.X].Holds
		}
	}
	sol.State, sol.NextState = t.judged[sol.Value].value.State, t.judged[sol.Next].value.State
	sol.Runs = t.judged[sol.Value].value.Runs.All()
	if !t.w.Simulated() {
		sol.AchievedError, sol.NextError = 0, 0
	}
}

// not says why a value does not count although its result is within the bound, or returns "".
func (t *search) not(x float64) string {
	switch j := t.judged[x]; {
	case j.Lost:
		return j.Why
	case j.Open && j.Why != "":
		return j.Why
	case j.Open && j.ShareText != "":
		return "the runs do not decide: the fleet recovers " + j.ShareText
	case j.ShareText != "" && !math.IsInf(j.Number, 0):
		return "the fleet recovers only " + j.ShareText
	}
	return ""
}

// SolveLiftingLimits returns the solution for a setting. If there is none because the policy ends too soon, it is the
// solution without the limits, if there is one.
func SolveLiftingLimits(
	ctx context.Context, s *setting.Scenario, w figure.Figure, k setting.Setting, effort answer.Effort,
) Solution {
	sol := Solve(ctx, s, w, k, effort)
	if longer, ok := sol.withoutLimits(ctx, s, w, effort); ok {
		return longer
	}
	return sol
}

// CandidateSettings returns the settings to solve for in s: those of the policy, or for a result of a fleet all those
// that have an effect.
func CandidateSettings(s *setting.Scenario, r figure.Figure) []setting.Setting {
	return slices.DeleteFunc(setting.Solvable(), func(k setting.Setting) bool {
		_, ok := k.NumberRange(s)
		return !ok || r.Simulated() && idle(s, k) != "" || !r.Simulated() && k.Fleet
	})
}

// idle explains why the setting has no effect on the fleet of s, or returns "".
func idle(s *setting.Scenario, k setting.Setting) string {
	if k.Idle == nil {
		return ""
	}
	if why := k.Idle(s); why != "" {
		return "the " + k.SentenceName() + " has no effect " + why
	}
	return ""
}

// withoutLimits returns the solution for the same setting in a policy without its limits. ok is false if the policy
// with its limits has a solution, or if neither has.
func (sol Solution) withoutLimits(ctx context.Context, given *setting.Scenario, w figure.Figure, effort answer.Effort) (
	_ Solution, ok bool) {
	s := *given
	if sol.Reached || sol.Setting.EndsPolicy || w.Simulated() || w.OverOutages == nil && !math.IsNaN(sol.Achieved) {
		return sol, false
	}
	lifts := s.PolicyLimits()
	if lifts == nil {
		return sol, false
	}
	for _, k := range lifts {
		s = k.WithNumber(&s, math.Inf(1))
	}
	sol = Solve(ctx, &s, w, sol.Setting, effort)
	sol.LiftedLimits = lifts
	return sol, sol.Reached && !sol.AllKeep && ctx.Err() == nil
}

// ScenarioWith returns s with the solution and the settings that it needs.
func (sol Solution) ScenarioWith(given *setting.Scenario) setting.Scenario {
	s := *given
	for _, k := range sol.LiftedLimits {
		s = k.WithNumber(&s, math.Inf(1))
	}
	return sol.Setting.WithNumber(&s, sol.Value)
}
