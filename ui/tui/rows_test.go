package tui

import (
	"context"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestNewQuestion opens the screen with an additional question, which gets a tab, an answer and a command.
func TestNewQuestion(t *testing.T) {
	withQuestion(t, answer.Question{
		Command: answer.Command{Name: "twice", Short: "twice the initial delay", Long: "    2 a"},
		Screen:  answer.Screen{Tab: "twice"},
		Computation: answer.Computation{
			Ask: func(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Answer {
				return answer.Answer{Summary: "It is twice as long.",
					Groups: []answer.Group{{Title: "two of them", Quantities: []answer.Quantity{
						{Name: "double delay", Value: answer.Amount(2*s.InitialDelay, unit.Duration)}}}}}
			},
		},
	})
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		m := settled(press(screen(t, size[0], size[1], "initial-delay=3s"), "shift+tab"))
		for _, want := range []string{"twice]", "It is twice as long.", "two of them", "double delay", "6s",
			"$ retune twice -a 3s -r 2"} {
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

// TestNewSetting opens the screen with an additional setting of the policy. It gets a row that can be changed, typed
// and found, and appears in the command.
func TestNewSetting(t *testing.T) {
	settings := setting.Settings
	t.Cleanup(func() { setting.Settings = settings })
	deadline, _ := setting.Find("deadline")
	setting.Settings = append(settings[:len(settings):len(settings)], setting.Setting{
		Name: "patience", Help: "how long anybody waits",
		Value: deadline.Value,
	})
	m := focusOn(t, screen(t, 120, 36, "patience=10s"), "patience")
	for _, want := range []string{"▸ patience", "how long anybody waits", "--patience 10s"} {
		if !strings.Contains(text(m), want) {
			t.Errorf("the screen does not show %q:\n%s", want, text(m))
		}
	}
	if m = settled(press(m, "right")); !strings.Contains(text(m), "--patience 20s") {
		t.Errorf("it is not turned:\n%s", text(m))
	}
	if m = settled(press(m, "7", "s", "enter")); !strings.Contains(text(m), "--patience 7s") ||
		!strings.Contains(text(m), "call time") {
		t.Errorf("it is not typed:\n%s", text(m))
	}
}
