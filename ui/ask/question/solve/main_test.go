package solve_test

import (
	"context"
	"math"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
)

var solving, _ = question.Find("solve")

var times = solve.Times

// TestMain collects garbage as seldom as the program.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// fewer returns n/32 times the flag, or n/20 with -short.
func fewer(n int) int {
	if testing.Short() {
		return n / 20
	}
	return n * *times / 32
}

// set returns the default scenario with the given settings, such as "jitter full".
func set(t *testing.T, settings ...string) setting.Scenario {
	t.Helper()
	s := setting.Default()
	for _, setting := range settings {
		name, text, _ := strings.Cut(setting, " ")
		k, ok := solving.Setting(name)
		if !ok {
			t.Fatalf("there is no setting %s", name)
		}
		if err := k.Try(&s, text); err != nil {
			t.Fatalf("%s: %v", setting, err)
		}
	}
	return s
}

// ask asks a question at full effort, as the command line does.
func ask(q answer.Question, s *setting.Scenario) answer.Answer {
	return q.Ask(context.Background(), s, answer.Full)
}

// solveFor solves for one setting at full effort.
func solveFor(s *setting.Scenario, r figure.Figure, k setting.Setting) solve.Solution {
	return solve.Solve(context.Background(), s, r, k, answer.Full)
}

// valueOf returns the number of a result.
func valueOf(r figure.Figure, s *setting.Scenario, effort answer.Effort) float64 {
	return r.Compute(context.Background(), s, effort).Number
}

// startOf returns the distribution of the start of retry k.
func startOf(t *testing.T, s *setting.Scenario, k int) jitter.Dist {
	d, err := elapsed.New(s.Policy, elapsed.Fine).Start(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// same reports whether two results are equal up to rounding.
func same(x, y float64) bool {
	return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-9*math.Abs(y)
}

// move sets the setting to one of its rungs, by its position from 0 to 1. The setting stays if other settings do not
// allow the rung.
func move(k setting.Setting, s *setting.Scenario, place float64) {
	before := *s
	if rungs := k.Rungs(s); len(rungs) > 0 {
		*s = k.WithNumber(s, rungs[int(place*float64(len(rungs)-1)+0.5)])
	} else {
		k.Limit(s, false)
		k.Step(s, int(place*float64(max(1, len(k.Words())-1))+0.5), false)
	}
	if s.Check() != nil && before.Check() == nil {
		*s = before
	}
}

// drawn reports whether a result comes from distributions.
func drawn(r figure.Figure) bool { return r.RelativeError != nil }

// keeps reports whether y satisfies the bound of s.
func keeps(r figure.Figure, s *setting.Scenario, y float64) bool {
	return r.Condition(s).Judge(answer.Value{Number: y}).Holds
}
