package tui

import (
	"math"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
)

// Zooming is a view of the same scenario: it shows less of the axis about the place
// that is asked about, and changes no command and no answer.
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
	if n := show(t, show(t, near, "schedule"), "at"); n.parts != [2]answer.Part{} {
		t.Error("another view is zoomed")
	}
}

// The wheel zooms the chart under the mouse, what is under it stays there.
func TestWheelZooms(t *testing.T) {
	m := chancy(t, 120, 36)
	r := m.layout().charts[1]
	x := chartArea(r).x + 50
	at := func(m Model) float64 { x, _ := m.picture(1, r).X(x - chartArea(r).x); return x }
	n, _ := send(m, tea.MouseWheelMsg{X: x, Y: r.y + 3, Button: tea.MouseWheelUp})
	if n.parts[0] != m.parts[0] || n.parts[1] == m.parts[1] || !(math.Abs(at(n)/at(m)-1) <= 0.05) {
		t.Errorf("from %v to %v, with %v under the mouse before and %v after", m.parts, n.parts, at(m), at(n))
	}
}

// What is read off the chart of the delay at T is what the answer says of T.
func TestWorkedOut(t *testing.T) {
	m := charted(chancy(t, 120, 36))
	q := m.chart(1)
	if q.Takes() || !q.Curves[0].Band.Is() {
		t.Fatal("the chart has not been worked out")
	}
	for _, x := range []float64{q.Cross, q.Hi * 0.99} { // as long as there are clients
		if y := q.Curves[0].Y(x); !(q.Curves[0].Band.Lo(x) <= y && y <= q.Curves[0].Band.Hi(x)) {
			t.Errorf("at %v the mean is %v and the band %v to %v", x, y, q.Curves[0].Band.Lo(x), q.Curves[0].Band.Hi(x))
		}
	}
	for _, g := range m.answer.Groups {
		for _, quantity := range g.Quantities {
			if got := q.Curves[0].Y(q.Cross); quantity.Name == "current delay mean" && !(math.Abs(got/quantity.A-1) <= 1e-9) {
				t.Errorf("the chart has a mean of %v, the answer %v", got, quantity.A)
			}
		}
	}
	turned := press(m, "right")
	if !turned.chart(1).Takes() {
		t.Error("values are read off the chart of the question before")
	}
	if again, _ := send(turned, workedCharts{question: m.working, worked: m.worked}); again.version != turned.version {
		t.Error("charts of the question before are taken")
	}
}

// TestMoreChartsThanRoom works out the charts of an answer that has more of them than any
// view shows.
func TestMoreChartsThanRoom(t *testing.T) {
	m := show(t, screen(t, 120, 36, "jitter=full", "outage=log=1s..1m", "vs=r=3"), "compare")
	m = Refined(m)
	if list := m.answer.Charts(); !slices.ContainsFunc(list[min(2, len(list)):], answer.Chart.Takes) {
		t.Errorf("none of the %d charts that is not shown takes time", len(list))
	}
	if charted(m).mishap.err != nil {
		t.Error(m.mishap.err)
	}
}
