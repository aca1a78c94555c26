package tui

import (
	"math"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
)

// TestZoom checks that zooming shows less of the axis around the cursor and changes no command and no answer.
func TestZoom(t *testing.T) {
	m := chancy(t, 120, 36)
	near := press(m, "+", "+")
	for i := range 2 {
		all, part := m.plot(i).X, near.plot(i).X
		if !(part.Lo >= all.Lo && part.Hi <= all.Hi && all.Fraction(part.Hi)-all.Fraction(part.Lo) < 0.5) {
			t.Errorf("chart %d: %v to %v of %v to %v", i, part.Lo, part.Hi, all.Lo, all.Hi)
		}
		if cross := m.chart(i).Cross; !(part.Lo <= cross && cross <= part.Hi) {
			t.Errorf("chart %d: what is asked about, %v, is not in %v to %v", i, cross, part.Lo, part.Hi)
		}
	}
	if !same(m.scenario, near.scenario) || near.generation != m.generation || len(near.past) > 0 {
		t.Error("to zoom asks another question")
	}
	for _, keys := range [][]string{{"-", "-"}, {"a"}} {
		if text(press(near, keys...)) != text(m) {
			t.Errorf("%q does not show all", keys)
		}
	}
	if press(m, "-").note == "" {
		t.Error("- says nothing where all is in sight")
	}
	if n := show(t, show(t, near, "jitter"), "at"); n.parts != [2]answer.Part{} {
		t.Error("another view is zoomed")
	}
}

// TestWheelZooms checks that the wheel zooms the chart under the mouse around the mouse.
func TestWheelZooms(t *testing.T) {
	m := chancy(t, 120, 36)
	r := m.layout().charts[1]
	x := r.x + 50
	at := func(m Model) float64 { x, _ := m.picture(1, r).X(x - r.x); return x }
	n, _ := send(m, tea.MouseWheelMsg{X: x, Y: r.y + 3, Button: tea.MouseWheelUp})
	if n.parts[0] != m.parts[0] || n.parts[1] == m.parts[1] || !(math.Abs(at(n)/at(m)-1) <= 0.05) {
		t.Errorf("from %v to %v, with %v under the mouse before and %v after", m.parts, n.parts, at(m), at(n))
	}
}
