package tui

import (
	"context"
	"slices"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// TestViewAsksNothing checks that no view asks a question while it is drawn, with its pictures, all its figures, its
// changes that help and the menu of goals.
func TestViewAsksNothing(t *testing.T) {
	var frames []Model
	for _, q := range views {
		settings := []string{"runs=2", "clients=50", "duration=30s", "outage=5s"}
		if q.ListsPolicies {
			settings = append(settings, "vs=jitter=full")
		}
		m := inView(t, show(t, screen(t, 120, 36, settings...), q.Name))
		for _, key := range []string{"esc", "i", "h", "="} {
			frames = append(frames, press(m, "esc", key))
		}
	}
	asked := ""
	for _, list := range [][]answer.Question{views, question.Questions} {
		was := slices.Clone(list)
		defer copy(list, was)
		for i, q := range was {
			list[i].Ask = func(context.Context, *setting.Scenario, answer.Effort) answer.Answer {
				asked = q.Name
				return answer.Answer{}
			}
		}
	}
	for _, m := range frames {
		m.memo = nil
		if view := m.View(); view.Content == "" || asked != "" {
			t.Fatalf("the view %s asks %q while it is drawn", m.tab().Name, asked)
		}
	}
}
