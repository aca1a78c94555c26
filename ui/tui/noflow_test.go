package tui

import (
	"math"
	"strings"
	"testing"
)

// A world that is no flow has charts and answers from its first run on, which comes
// with the key if it is short; the command is that of the simulation alone.
func TestNoFlowIsPlayed(t *testing.T) {
	for _, test := range []struct {
		clients string
		atOnce  bool
	}{{"clients=100", true}, {"clients=20000", false}} {
		m := show(t, screen(t, 120, 40, "deadline=5s", test.clients, "runs=2", "horizon=1m"), "fleet")
		if got := m.answer.None == nil; got != test.atOnce || m.played() != got {
			t.Fatalf("%s: an answer at once: %v, want %v", test.clients, got, test.atOnce)
		}
		if !test.atOnce && !strings.Contains(text(m), "no flow") {
			t.Errorf("%s: the frame does not say why there is no answer yet:\n%s", test.clients, text(m))
		}
		m = inView(t, m)
		frame := text(m)
		for _, part := range []string{"played 2 of 2 times", "played 2 times", "load", " ± ", "no flow", "--engine sim"} {
			if !strings.Contains(frame, part) {
				t.Errorf("%s: %q is missing in\n%s", test.clients, part, frame)
			}
		}
		for _, g := range m.answer.Groups {
			for i, q := range g.Quantities {
				if i > 0 && q.Error && !math.IsNaN(q.A) {
					of := g.Quantities[i-1]
					if got, want := values(m.answer, of)[0], of.Kind.Format(of.A)+" "+q.Kind.Error(q.A); got != want {
						t.Errorf("%s: %s is %q, want %q", test.clients, of.Name, got, want)
					}
				}
			}
		}
		if lines := m.commands(); len(lines) != 1 || len(m.layout().charts) != 2 || strings.Contains(frame, "standard error") {
			t.Errorf("%s: commands %q, and the frame\n%s", test.clients, lines, frame)
		}
	}
}
