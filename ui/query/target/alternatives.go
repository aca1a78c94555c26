package target

import (
	"context"
	"fmt"
	"math"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// alternatives is what every knob but that of sol would have to be. Rough values find it where exact
// ones come of a sample, and in a fleet; of a policy it is then asked forwards by an exact one.
func alternatives(ctx context.Context, s knob.Scenario, w want, sol Solution) (list []Solution) {
	effort, attempts := answer.Full, sol.Attempts
	if w.noise(s) > 0 {
		effort = answer.Rough
	}
	for _, k := range Offered(s, w.Result) {
		if k.Name == sol.Knob.Name || attempts > answer.MostAttempts {
			continue
		}
		if effort == answer.Rough && !w.Simulated() && w.reads(k) && !w.Steady(s, k) { // some hundred samples
			why := "not searched, since it takes long: run retune solve " + k.Name
			list = append(list, Solution{Knob: k, Unit: k.Unit(s), Value: math.NaN(), Why: why})
			continue
		}
		other := Solve(ctx, s, w.Result, k, effort)
		attempts += other.Attempts
		switch {
		case !w.Simulated() && effort == answer.Rough && other.Reached:
			other.confirm(ctx, s, w)
		case w.Simulated() && !other.Reached && finite(other.Achieved):
			other.Why = fmt.Sprintf("the nearest is %s, at %s", w.Kind(s).Format(other.Achieved), other.place(other.Value))
		}
		list = append(list, other)
	}
	return list
}

// confirm asks forwards by an exact value what was found by rough ones.
func (sol *Solution) confirm(ctx context.Context, s knob.Scenario, w want) {
	const near = 1e-3
	sol.Achieved = w.Value(ctx, sol.Knob.At(s, sol.Value), answer.Full).Number
	if !w.Keeps(s, sol.Achieved) && !(math.Abs(sol.Achieved-s.Wanted) <= near*math.Abs(s.Wanted)) {
		sol.Reached, sol.Why = false, "found only approximately: run retune solve "+sol.Knob.Name
	}
}

// alternativesTable shows them.
func alternativesTable(s knob.Scenario, w want, list []Solution) answer.Table {
	return answer.Table{Name: "alternatives", Len: len(list), Rows: "knob",
		Label: func(i int) string { return list[i].Knob.Name },
		Columns: []answer.Column{
			{Name: "value", KindOf: func(i int) unit.Kind { return list[i].Unit }, Read: func(i int) string {
				if !list[i].Reached {
					return "-"
				}
				return list[i].Unit.Unbounded(list[i].Value)
			}},
			{Name: "unit", Detail: true, Words: func(i int) string { return list[i].Unit.Symbol() }},
			{Name: "reachable", Truth: true},
			{Name: "why", Words: func(i int) string {
				switch sol := list[i]; {
				case sol.All:
					return "so does any other" + sol.since(s)
				case sol.Reached && sol.From < sol.To:
					return "so does every other " + sol.span(s)
				case sol.Reached && sol.Next == sol.Value:
					return "past it the result jumps to " + w.Kind(s).Format(sol.Past)
				}
				return list[i].Why
			}},
		},
		Row: func(i int) []float64 {
			if !list[i].Reached {
				return []float64{math.NaN(), 0, 0, 0}
			}
			return []float64{list[i].Value, 0, 1, 0}
		}}
}
