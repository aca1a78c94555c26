package query

import (
	"context"
	"flag"
	"testing"

	"retune/ui/answer"
	"retune/ui/knob"
)

// times is how many times as many random cases are tried: before a change lands, ten.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// fewer is a fifth of n, times as often as that; or a tenth where the paths of the
// code are what counts.
func fewer(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n * *times / 5
}

// ask asks a query as the command line does.
func ask(q answer.Query, s knob.Scenario) answer.Answer { return askWith(q, s, answer.Full) }

// askRoughly asks it as a key does.
func askRoughly(q answer.Query, s knob.Scenario) answer.Answer { return askWith(q, s, answer.Rough) }

func askWith(q answer.Query, s knob.Scenario, effort answer.Effort) answer.Answer {
	return q.Ask(context.Background(), s, effort)
}

// solveFor solves exactly for one knob.
func solveFor(s knob.Scenario, w Want, k knob.Knob) Solution {
	return Solve(context.Background(), s, w, k, answer.Full)
}
