package solve

import (
	"context"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// alternatives returns a table of the solution for every other setting. Closed forms have it with all rows. Slow
// results take several times as long as the answer, so they have it on request, of rough values.
func alternatives(ctx context.Context, s *setting.Scenario, w want, sol Solution) []answer.Table {
	effort, wanted := answer.Full, answer.Wanted(ctx)
	if w.slow(s) || w.Simulated() {
		effort, wanted.Rows = answer.Rough, false
	}
	if !wanted.Rows && !wanted.Tables {
		return nil
	}
	others := slices.DeleteFunc(CandidateSettings(s, w.Figure),
		func(k setting.Setting) bool { return k.Name == sol.Setting.Name })
	return []answer.Table{answer.Table{Name: "alternatives", Named: true, InPicture: true,
		Columns: answer.Columns("setting: words, value, unit: words detail, reachable: yes-no, why: words"),
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
	})}
}
