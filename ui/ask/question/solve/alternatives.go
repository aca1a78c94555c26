package solve

import (
	"context"
	"math"
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
	var list []func() Solution
	for _, k := range Offered(s, w.Result) {
		if k.Name != sol.Setting.Name {
			list = append(list, sync.OnceValue(func() Solution { return Solve(ctx, s, w.Result, k, effort) }))
		}
	}
	return answer.Table{Name: "alternatives", Len: len(list), Rows: "setting", Drawn: true,
		Label: func(i int) string { return list[i]().Setting.Name },
		Columns: []answer.Column{
			{Name: "value", KindOf: func(i int) unit.Kind { return list[i]().Unit }, Read: func(i int) string {
				if !list[i]().Reached {
					return "-"
				}
				return list[i]().place(list[i]().Value)
			}},
			{Name: "unit", Detail: true, Words: func(i int) string { return list[i]().Unit.Symbol() }},
			{Name: "reachable", Truth: true},
			{Name: "why", Words: func(i int) string {
				if list[i]().All {
					return "any value works"
				}
				return list[i]().Why
			}},
		},
		Row: func(i int) []float64 {
			if !list[i]().Reached {
				return []float64{math.NaN(), 0, 0, 0}
			}
			return []float64{list[i]().Value, 0, 1, 0}
		}}
}
