package target

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/elapsed"
	"retune/calc/numeric"
	"retune/ui/answer"
	"retune/ui/knob"
)

// A Setting is a knob with the number at which it must stand.
type Setting struct {
	Knob  knob.Knob
	Value float64 // +Inf: none
}

// With is s with the solution in it, and all else that it needs.
func (sol Solution) With(s knob.Scenario) knob.Scenario {
	for _, other := range sol.Needs {
		s = other.Knob.At(s, other.Value)
	}
	return sol.Knob.At(s, sol.Value)
}

// NeedsText is what else must change for the solution, "37 retries or more", or "".
func (sol Solution) NeedsText() string {
	var list []string
	for _, other := range sol.Needs {
		switch things := other.Knob.Things; {
		case !math.IsInf(other.Value, 1) && things[0] != "":
			list = append(list, answer.Counted(other.Value, things[0], things[1])+" or more")
		case things[1] != "":
			list = append(list, "no limit on "+things[1])
		default:
			list = append(list, "no "+other.Knob.Says())
		}
	}
	return strings.Join(list, " and ")
}

// lostAtMost is the share of clients that may give up before the outage ends where a policy is
// said to outlast it: of a fleet it is the same.
const lostAtMost = 0.01

// gaveUp is the share of the clients of s that give up before the outage ends.
func gaveUp(ctx context.Context, s knob.Scenario) float64 {
	r, err := elapsed.New(s.Policy, elapsed.Coarse).Reconnect(ctx, s.Outage)
	if err != nil {
		return math.NaN()
	}
	return r.GaveUp
}

// lasting is the solution of sol's knob in a policy that goes on for longer, where there is
// none since the policy ends too soon: with the fewest retries that do, and with no
// deadline if the present one is too early. Waits after an outage are those of the clients that
// have not given up by then: few may have, or a figure would be of a handful of them. ok is false
// where that does not help either.
func lasting(
	ctx context.Context, s knob.Scenario, w answer.Result, sol Solution, effort answer.Effort,
) (_ Solution, ok bool) {
	if sol.Reached || !math.IsNaN(sol.Achieved) || sol.Knob.Ends || w.Simulated() {
		return sol, false
	}
	ends, endless := lifted(s, s)
	found := Solve(ctx, endless, w, sol.Knob, effort)
	if !found.Reached || found.All || len(ends) == 0 {
		return sol, false
	}
	found.Needs = nil
	keeps := func(s knob.Scenario) bool {
		outlasts := s.HasOutage() && slices.Contains(append(w.Needs, w.Takes...), "outage")
		if outlasts && !(gaveUp(ctx, s) <= lostAtMost) {
			return false
		}
		y := w.Value(ctx, s, effort).Number
		return w.Keeps(s, y) || math.Abs(y-found.Achieved) <= 1e-6*math.Abs(found.Achieved)
	}
	found.back(sol.Knob.At(endless, found.Value), ends, keeps,
		func(at knob.Scenario, end Setting, span knob.Span) (float64, bool) {
			if s.Stateful() { // some forty samples would take long
				return 0, false
			}
			return numeric.FirstWhole(func(n float64) bool { return keeps(end.Knob.At(at, n)) }, end.Value, span.Hi)
		})
	return found, ctx.Err() == nil
}

// lifted is what ends the policy of s, where it stands, and another scenario without it.
func lifted(s, other knob.Scenario) (ends []Setting, endless knob.Scenario) {
	for _, k := range knob.Turnable() {
		if stands := k.Stands(s); k.Ends && !math.IsInf(stands, 1) {
			ends, other = append(ends, Setting{k, stands}), k.At(other, math.Inf(1))
		}
	}
	return ends, other
}

// back has what ended the policy of at do so again as far as the scenario keeps what it is to
// keep: as it stood, a whole number at the least that does, by next, or not at all. What does not
// stand as it stood is what else must change.
func (sol *Solution) back(at knob.Scenario, ends []Setting, keeps func(knob.Scenario) bool,
	next func(at knob.Scenario, end Setting, span knob.Span) (float64, bool)) {
	for _, end := range ends {
		if as := end.Knob.At(at, end.Value); keeps(as) { // it may stay
			at = as
			continue
		}
		least := math.Inf(1)
		if span, _ := end.Knob.Span(at); span.Whole {
			if n, ok := next(at, end, span); ok {
				least = n
			}
		}
		end.Value, at = least, end.Knob.At(at, least)
		sol.Needs = append(sol.Needs, end)
	}
}

// phrase is the solution in words: "an initial delay of 2s", "5 clients".
func (sol Solution) phrase() string {
	if things := sol.Knob.Things; things[0] != "" && !math.IsInf(sol.Value, 1) {
		return answer.Counted(sol.Value, things[0], things[1])
	}
	return fmt.Sprintf("%s of %s", article(sol.Knob.Says()), sol.place(sol.Value))
}

// untilT is the solution with what else must change so that the policy still goes on at T,
// where T is what the result is read at, the policy of s goes on and that of the solution
// does not: its figures would be those of a policy that has ended.
func (sol Solution) untilT(s knob.Scenario, w want) Solution {
	ended := func(s knob.Scenario) bool {
		n := s.Total()
		return !math.IsInf(n, 1) && !(s.Policy.RetriesBy(s.AskAt) < n)
	}
	at := sol.Knob.At(s, sol.Value)
	if !slices.Contains(append(w.Needs, w.Takes...), "at") || math.IsNaN(s.AskAt) || sol.Knob.Ends || ended(s) ||
		!ended(at) {
		return sol
	}
	ends, at := lifted(s, at)
	sol.back(at, ends, func(s knob.Scenario) bool { return !ended(s) },
		func(at knob.Scenario, end Setting, span knob.Span) (float64, bool) {
			next := at.Policy.RetriesBy(s.AskAt) + 1
			return next, next <= span.Hi && !ended(end.Knob.At(at, next))
		})
	return sol
}
