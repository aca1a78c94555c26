package question

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question/policy"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
)

// The questions under short names.
var (
	at, schedule, reconnect  = policy.At, policy.Schedule, policy.Reconnect
	toFactor                 = policy.ToFactor
	solving, what, recommend = question("solve"), question("what"), question("recommend")
)

func question(name string) answer.Question {
	q, _ := Find(name)
	return q
}

// times multiplies the number of random cases. Use 10 before a change lands.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// TestMain runs the garbage collector only at the memory limit. The heap then keeps its pages instead of returning and
// requesting them.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// fewer returns n/16 times the flag, or n/20 with -short.
func fewer(n int) int {
	if testing.Short() {
		return n / 20
	}
	return n * *times / 24
}

// ask asks a question at full effort, as the command line does.
func ask(q answer.Question, s *setting.Scenario) answer.Answer { return askWith(q, s, answer.Full) }

// askWith asks the question. It panics if the question changes the scenario, which others read at the same time.
func askWith(q answer.Question, s *setting.Scenario, effort answer.Effort) answer.Answer {
	before := fmt.Sprintf("%+v", *s)
	a := q.Ask(context.Background(), s, effort)
	if after := fmt.Sprintf("%+v", *s); after != before {
		panic(q.Name + " changed its scenario from\n" + before + "\nto\n" + after)
	}
	return a
}

// solveFor solves for one setting at full effort.
func solveFor(s *setting.Scenario, r figure.Figure, k setting.Setting) solve.Solution {
	return solve.Solve(context.Background(), s, r, k, answer.Full)
}

// valueOf returns the number of a result.
func valueOf(r figure.Figure, s *setting.Scenario, effort answer.Effort) float64 {
	return r.Compute(context.Background(), s, effort).Number
}

// drawn reports whether a result comes from distributions.
func drawn(r figure.Figure) bool { return r.RelativeError != nil }

// clients returns the clients of the policy of s with fine distributions.
func clients(s *setting.Scenario) elapsed.Clients {
	return elapsed.New(s.Policy, elapsed.Fine)
}

// startOf returns the distribution of the start of retry k.
func startOf(t *testing.T, s *setting.Scenario, k int) jitter.Dist {
	d, err := clients(s).Start(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
