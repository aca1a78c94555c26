package query

import (
	"context"
	"os"
	"runtime/debug"
	"testing"

	"retune/ui/knob"
)

// Answers leave little behind that is of use later: to collect it as often as
// usual is a fifth of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

// fewer is n, or a tenth of it where the paths of the code are what counts.
func fewer(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// ask asks a query as the command line does.
func ask(q Query, s knob.Scenario) Answer { return askWith(q, s, Full) }

// askRoughly asks it as a key does.
func askRoughly(q Query, s knob.Scenario) Answer { return askWith(q, s, Rough) }

func askWith(q Query, s knob.Scenario, effort Effort) Answer {
	return q.Ask(context.Background(), s, effort)
}

// solveFor solves exactly for one knob.
func solveFor(s knob.Scenario, w Want, k knob.Knob) Solution {
	return Solve(context.Background(), s, w, k, Full)
}
