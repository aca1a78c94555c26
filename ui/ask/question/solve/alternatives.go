package solve

import (
	"context"
	"math"
	"slices"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
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
	return answer.Table{Name: "alternatives", Len: len(others), Named: true, Drawn: true,
		Columns: []answer.Column{{Name: "setting", Words: true}, {Name: "value"}, {Name: "unit", Detail: true, Words: true},
			{Name: "reachable", Truth: true}, {Name: "why", Words: true}},
		Row: func(i int) []answer.Value {
			at, why := solutions()[i], solutions()[i].Why
			value := answer.Value{Number: math.NaN(), Read: "-"}
			if at.Reached {
				value = answer.Value{Number: at.Value, Read: at.place(at.Value)}
			}
			if at.All {
				why = "any value works"
			}
			return []answer.Value{{Words: others[i].Name}, value,
				{Words: at.Unit.Symbol()}, answer.Truth(at.Reached), {Words: why}}
		}}
}
