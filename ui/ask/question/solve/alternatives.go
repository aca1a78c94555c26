package solve

import (
	"context"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// alternatives returns the solution for every other setting if ctx wants all rows. It uses rough values if full ones
// are slow.
func alternatives(ctx context.Context, s *setting.Scenario, w want, sol Solution) answer.Table {
	effort := answer.Full
	if w.slow(s) || w.Simulated() {
		effort = answer.Rough
	}
	others := slices.DeleteFunc(CandidateSettings(s, w.Figure),
		func(k setting.Setting) bool { return k.Name == sol.Setting.Name })
	if !answer.Wanted(ctx).Rows {
		others = nil
	}
	return answer.Table{Name: "alternatives", Named: true, InPicture: true,
		Columns: []answer.Column{{Name: "setting", IsWords: true}, {Name: "value"}, {Name: "unit", Detail: true,
			IsWords: true},
			{Name: "reachable", IsYesNo: true}, {Name: "why", IsWords: true}},
	}.WithRows(len(others), func(i int) []answer.Value {
		at := Solve(ctx, s, w.Figure, others[i], effort)
		why := at.Why
		value := answer.Value{Number: math.NaN(), TableText: "-"}
		if at.Reached {
			value = answer.Value{Number: at.Value, TableText: at.place(at.Value)}
		}
		if at.AllKeep {
			why = "any value works"
		}
		return []answer.Value{{Words: others[i].Name}, value,
			{Words: at.Unit.Symbol()}, answer.YesNo(at.Reached), {Words: why}}
	})
}
