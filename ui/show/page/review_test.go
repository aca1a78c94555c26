package page

import (
	"bytes"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/files/scenario"
)

// TestMain runs the garbage collector only at the memory limit. The heap then keeps its pages instead of returning and
// requesting them.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// TestComment checks that a comment begins with the verdict, has a line for each limit with its worst case, and escapes
// names.
func TestComment(t *testing.T) {
	check := func(policy string, figure float64, limit string) scenario.Checked {
		return scenario.Checked{Case: scenario.Case{Policy: policy}, Limit: scenario.Limit{Text: limit},
			Finding: scenario.Finding{Judgement: answer.Judgement{Number: figure, Allowed: 10, Holds: figure <= 10},
				Figure: "x is " + policy, Binds: "retry 3"}}
	}
	list := []scenario.Checked{check("a", 5, "x <= 10"), check("b|<i>", 9, "x <= 10"), check("c", 30, "y <= 10"),
		check("d", 12, "y <= 10")}
	var b bytes.Buffer
	if err := Comment(&b, scenario.Report{Checks: list}.Answer(), list, "retune check -f r.toml", "1"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"**2 of 4 checks fail. First: c: ",
		"\n| holds | x <= 10 | b\\|&lt;i> | 10% left | b\\|&lt;i>: retry 3 |\n",
		"\n| fails | y <= 10 | c | 3x the limit | c: retry 3 |\n",
		"<details><summary>All 4 checks</summary>", "\n`retune check -f r.toml` (retune 1)\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, &b)
		}
	}
	if !strings.HasPrefix(b.String(), "**2 of 4") {
		t.Error(b.String())
	}
}
