package solve

import (
	"context"
	"math"
	"slices"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// alternatives returns the solution for every other setting, computed when it is printed. It uses rough values if full
// ones are slow.
func alternatives(ctx context.Context, s setting.Scenario, w want, sol Solution) answer.Table {
	ctx = context.WithoutCancel(ctx)
	effort := answer.Full
	if w.slow(s) || w.Simulated() {
		effort = answer.Rough
	}
	others := slices.DeleteFunc(Offered(s, w.Result), func(k setting.Setting) bool { return k.Name == sol.Setting.Name })
	solutions := sync.OnceValue(func() (list []Solution) {
		for _, k := range others {
			list = append(list, Solve(ctx, s, w.Result, k, effort))
		}
		return list
	})
	at := func(i int) Solution { return solutions()[i] }
	return answer.Table{Name: "alternatives", Len: len(others), Rows: "setting", Drawn: true,
		Label: func(i int) string { return others[i].Name },
		Columns: []answer.Column{
			{Name: "value", KindOf: func(i int) unit.Kind { return at(i).Unit }, Read: func(i int) string {
				if !at(i).Reached {
					return "-"
				}
				return at(i).place(at(i).Value)
			}},
			{Name: "unit", Detail: true, Words: func(i int) string { return at(i).Unit.Symbol() }},
			{Name: "reachable", Truth: true},
			{Name: "why", Words: func(i int) string {
				if at(i).All {
					return "any value works"
				}
				return at(i).Why
			}},
		},
		Row: func(i int) []float64 {
			if !at(i).Reached {
				return []float64{math.NaN(), 0, 0, 0}
			}
			return []float64{at(i).Value, 0, 1, 0}
		}}
}
