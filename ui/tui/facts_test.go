package tui

import (
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/setting"
)

// TestFrameComputesNothing checks that a frame shows what was computed when the scenario changed: it is the same beside
// an empty scenario with as many policies and layers.
func TestFrameComputesNothing(t *testing.T) {
	t.Parallel()
	each(t, 120, 36, func(state string, m Model) {
		want, seen := m.View().Content, *m.seen
		m.scenario = &setting.Scenario{Versus: make([]setting.Scenario, len(m.scenario.Versus)), Layers: m.scenario.Layers}
		seen.of.scenario = m.scenario
		m.seen, m.memo = &seen, &memo{}
		if got := m.View().Content; got != want || m.crash.err != nil {
			t.Errorf("%s: the frame reads the scenario: %v\n%s", state, m.crash.err, text(m))
		}
	})
}

// TestFrameShowsFacts checks that a frame shows marks in place of what was computed.
func TestFrameShowsFacts(t *testing.T) {
	m := press(telling(t, 200, 60), "i")
	if frame := text(m); !strings.Contains(frame, "= solve") {
		t.Fatalf("nothing can be solved for:\n%s", frame)
	}
	seen := *m.seen
	seen.about, seen.title, seen.commands = "#about", "#title", []string{"#command"}
	seen.rows = slices.Clone(seen.rows)
	for i := range seen.rows {
		seen.rows[i].shown = "#value"
	}
	m.seen, m.solvable, m.memo, m.figurePage = &seen, false, &memo{}, 1<<16
	frame := text(m)
	for _, mark := range []string{"#about", "#title", "#command"} {
		if !strings.Contains(frame, mark) {
			t.Errorf("no %s in the frame:\n%s", mark, frame)
		}
	}
	if n := strings.Count(frame, "#value"); n != len(m.rows()) || strings.Contains(frame, "= solve") {
		t.Errorf("%d of %d values are marks, or something can be solved for:\n%s", n, len(m.rows()), frame)
	}
}
