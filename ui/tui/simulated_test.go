package tui

import (
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/show/report"
)

// TestSimulatedFleet checks that a simulated fleet has charts and answers from its first run on.
func TestSimulatedFleet(t *testing.T) {
	for _, clients := range []string{"clients=100", "clients=2000"} {
		m := show(t, screen(t, 120, 40, "deadline=5s", clients, "runs=2", "duration=1m"), "fleet")
		if m.stage != rough {
			t.Fatalf("%s: after the first run: stage %v", clients, m.stage)
		}
		m = inView(t, m)
		frame := text(m)
		for _, part := range []string{"Simulated 2 times", "load"} {
			if !strings.Contains(frame, part) {
				t.Errorf("%s: %q is missing in\n%s", clients, part, frame)
			}
		}
		for _, g := range m.answer.Groups {
			for _, of := range g.Quantities {
				if of.Sample == answer.Sampled {
					want := of.Text(0)
					if errors := report.Errors(m.answer, of); errors[0] != "" {
						want += " " + errors[0]
					}
					if got := strings.Join(m.figuresText(100), "\n"); !strings.Contains(got, want) {
						t.Errorf("%s: %s is not %q in\n%s", clients, of.Name, want, got)
					}
				}
			}
		}
		if lines := m.commands(); len(lines) != 1 || len(m.layout().charts) != 1 ||
			strings.Contains(frame, "standard error") || strings.Contains(lines[0], "--engine") || m.stage != exact {
			t.Errorf("%s: commands %q, and the frame\n%s", clients, lines, frame)
		}
	}
}
