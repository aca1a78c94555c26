package question

import (
	"context"
	"flag"
	"math"
	"os"
	"runtime/debug"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/policy"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
)

// The questions by their names.
var (
	at, schedule, reconnect  = policy.At, policy.Schedule, policy.Reconnect
	sideBySide               = policy.Jitter
	ratio, toFactor          = policy.Ratio, policy.ToFactor
	solving, what, recommend = question("solve"), question("what"), question("recommend")
)

func question(name string) answer.Question {
	q, _ := Find(name)
	return q
}

// times is how many times as many random cases are tried: before a change lands, ten.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// Garbage is collected only when memory is used up: then the heap stays as it is, and its pages
// are not given back and asked for again.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// fewer is a sixteenth of n, times as often as that; or a twentieth where the paths of the
// code are what counts.
func fewer(n int) int {
	if testing.Short() {
		return n / 20
	}
	return n * *times / 16
}

// ask asks a question as the command line does.
func ask(q answer.Question, s setting.Scenario) answer.Answer { return askWith(q, s, answer.Full) }

// askRoughly asks it as a key does.
func askRoughly(q answer.Question, s setting.Scenario) answer.Answer {
	return askWith(q, s, answer.Rough)
}

func askWith(q answer.Question, s setting.Scenario, effort answer.Effort) answer.Answer {
	return q.Ask(context.Background(), s, effort)
}

// solveFor solves exactly for one setting.
func solveFor(s setting.Scenario, r answer.Result, k setting.Setting) solve.Solution {
	return solve.Solve(context.Background(), s, r, k, answer.Full)
}

// valueOf is the number that a result is.
func valueOf(r answer.Result, s setting.Scenario, effort answer.Effort) float64 {
	return r.Value(context.Background(), s, effort).Number
}

// drawn tells whether a result is a figure of the distributions of the delays.
func drawn(r answer.Result) bool { return r.Noise != nil }

// clients is those of the policy of s, exactly.
func clients(s setting.Scenario) elapsed.Clients {
	return elapsed.New(s.Policy, elapsed.Fine)
}

// startOf is the distribution of the start of retry k.
func startOf(t *testing.T, s setting.Scenario, k int) jitter.Dist {
	d, err := clients(s).Start(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
