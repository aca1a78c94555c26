package tui

import (
	"context"
	"math"
	"strings"
	"testing"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/unit"
)

// TestNewQuery opens the screen with one query more: it has a tab, its answer and its
// command.
func TestNewQuery(t *testing.T) {
	withQuery(t, answer.Query{Name: "twice", Tab: "twice", Short: "twice the initial delay", Long: "    2 a",
		Ask: func(_ context.Context, s knob.Scenario, _ answer.Effort) answer.Answer {
			return answer.Answer{Summary: "It is twice as long.", Groups: []answer.Group{{Title: "two of them", Quantities: []answer.Quantity{
				{Name: "double delay", Kind: unit.Duration, A: 2 * s.InitialDelay, B: math.NaN()}}}}}
		}})
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		m := settled(press(screen(t, size[0], size[1], "initial-delay=3s"), "shift+tab"))
		for _, want := range []string{"[twice]", "It is twice as long.", "two of them", "double delay", "6s", "$ retune twice -a 3s -r 2"} {
			if !strings.Contains(text(m), want) {
				t.Errorf("%v: the screen does not show %q:\n%s", size, want, text(m))
			}
		}
		m = settled(press(focusOn(t, m, "initial-delay"), "right"))
		if !strings.Contains(text(m), "10s") || !strings.Contains(text(m), "$ retune twice -a 5s -r 2") {
			t.Errorf("%v: a key does not change the answer:\n%s", size, text(m))
		}
	}
}

// TestNewKnob opens the screen with one knob of the policy more: it has a row, which is
// turned, typed and found, and stands in the command.
func TestNewKnob(t *testing.T) {
	knobs, policy, fleet := knob.Knobs, policyRows, fleetRows
	t.Cleanup(func() { knob.Knobs, policyRows, fleetRows = knobs, policy, fleet })
	deadline, _ := knob.Find("deadline")
	knob.Knobs = append(knobs[:len(knobs):len(knobs)], knob.Knob{Name: "patience", Help: "how long anybody waits", Value: deadline.Value})
	policyRows, fleetRows = rowsOf(query.Queries[0]), rowsOf(verdictQuery)

	m := focusOn(t, screen(t, 120, 36, "patience=10s"), "patience")
	for _, want := range []string{"▸ patience", "how long anybody waits", "--patience 10s"} {
		if !strings.Contains(text(m), want) {
			t.Errorf("the screen does not show %q:\n%s", want, text(m))
		}
	}
	if m = settled(press(m, "right")); !strings.Contains(text(m), "--patience 20s") {
		t.Errorf("it is not turned:\n%s", text(m))
	}
	if m = settled(press(m, "7", "s", "enter")); !strings.Contains(text(m), "--patience 7s") || !strings.Contains(text(m), "gives up at") {
		t.Errorf("it is not typed:\n%s", text(m))
	}
}
