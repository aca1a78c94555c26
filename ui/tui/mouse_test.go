package tui

import (
	"math"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func click(m Model, x, y int) Model {
	m, _ = send(m, tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	return m
}

func drag(m Model, x, y int) Model {
	m, _ = send(m, tea.MouseMotionMsg{X: x, Y: y, Button: tea.MouseLeft})
	return m
}

func release(m Model, x, y int) Model {
	m, _ = send(m, tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	return m
}

func wheel(m Model, x, y int, button tea.MouseButton) Model {
	m, _ = send(m, tea.MouseWheelMsg{X: x, Y: y, Button: button})
	return m
}

// row is the place of the knob's row.
func row(t testing.TB, m Model, name string) rowPlace {
	t.Helper()
	for i, place := range m.layout().rows {
		if policyRows[i].Name == name {
			return place
		}
	}
	t.Fatalf("the knob %q has no row", name)
	return rowPlace{}
}

var sizesWithMouse = [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 16}, {50, 20}}

func TestClickFocuses(t *testing.T) {
	for _, size := range sizesWithMouse {
		m := screen(t, size[0], size[1])
		for i := range policyRows {
			m := focusOn(t, m, policyRows[i].Name) // into sight
			if m = m.focusOn((i + 1) % len(policyRows)); m.layout().rows[i].area.h == 0 {
				m = m.focusOn((i + len(policyRows) - 1) % len(policyRows))
			}
			place := m.layout().rows[i]
			if place.area.h == 0 {
				t.Errorf("%v: %s cannot be clicked", size, policyRows[i].Name)
				continue
			}
			n := click(m, place.area.x, place.area.y)
			if n.focused() != i {
				t.Errorf("%v: a click on %s focuses %s", size, policyRows[i].Name, n.knob().Name)
			}
			if !same(m.scenario, n.scenario) || len(n.past) > 0 {
				t.Errorf("%v: a click on the name of %s turns it", size, policyRows[i].Name)
			}
		}
	}
}

func TestClickOnTrack(t *testing.T) {
	for _, size := range sizesWithMouse {
		m := screen(t, size[0], size[1])
		track := row(t, m, "factor").track
		for _, end := range []struct {
			x    int
			want string
		}{{track.x, "1"}, {track.x + track.w - 1, "1000"}} {
			n := release(click(m, end.x, track.y), end.x, track.y)
			if got := shown(t, n, "factor"); got != end.want || len(n.past) != 1 {
				t.Errorf("%v: a click at %d of the factor's track: got %s and %d steps to undo, want %s and 1",
					size, end.x-track.x, got, len(n.past), end.want)
			}
		}
		// Where one clicks, the handle stands: to a cell on the long tracks, on
		// short ones as near as the knob's stops allow.
		for x := track.x; x < track.x+track.w; x++ {
			n := click(m, x, track.y)
			here := float64(track.x) + n.knob().Place(n.scenario)*float64(track.w-1)
			if !(math.Abs(here-float64(x)) <= 1) {
				t.Errorf("%v: a click at %d puts the handle at %g", size, x, here)
			}
		}
	}
}

func TestDragIsOneGesture(t *testing.T) {
	for _, name := range []string{"initial-delay", "factor", "cap", "retries", "at"} {
		m := screen(t, 120, 36)
		before := m.scenario
		track := row(t, m, name).track
		m = click(m, track.x, track.y)
		seen := map[string]bool{}
		for x := track.x; x < track.x+track.w; x++ {
			m = drag(m, x, track.y+3) // the pointer strays, the knob is held
			seen[shown(t, m, name)] = true
		}
		if len(seen) < 5 {
			t.Errorf("%s: a drag over the whole track shows %d values", name, len(seen))
		}
		after := m.scenario
		m = release(m, track.x, track.y)
		if m = drag(m, track.x, track.y); !same(after, m.scenario) {
			t.Errorf("%s: it moves after the button has been released", name)
		}
		if len(m.past) != 1 {
			t.Errorf("%s: a drag is %d steps to undo, want 1", name, len(m.past))
		}
		if m = press(m, "u"); !same(before, m.scenario) {
			t.Errorf("%s: undo after a drag leads to %v", name, m.commands())
		}
		if m = press(m, "U"); !same(after, m.scenario) {
			t.Errorf("%s: redo of a drag leads to %v", name, m.commands())
		}
	}
}

func TestWheel(t *testing.T) {
	m := screen(t, 120, 36)
	place := row(t, m, "factor").track
	if n := wheel(m, place.x, place.y, tea.MouseWheelUp); shown(t, n, "factor") != "2.01" || n.knob().Name != "factor" {
		t.Errorf("wheel up on the factor: got %s", shown(t, n, "factor"))
	}
	if n := wheel(m, place.x, place.y, tea.MouseWheelDown); shown(t, n, "factor") != "1.99" {
		t.Errorf("wheel down on the factor: got %s", shown(t, n, "factor"))
	}
	m = show(t, screen(t, 120, 36, "retries=100"), "schedule")
	at := m.layout().table
	if n := wheel(m, at.x+5, at.y+5, tea.MouseWheelDown); n.scroll <= 0 || !same(m.scenario, n.scenario) {
		t.Errorf("wheel down on the table: scrolled to %d", n.scroll)
	}
	n := m
	for range 100 {
		n = wheel(n, at.x+5, at.y+5, tea.MouseWheelDown)
	}
	if n.scroll != n.tableLen()-n.page() {
		t.Errorf("wheel down for long: scrolled to %d, want the last page at %d", n.scroll, n.tableLen()-n.page())
	}
	for range 100 {
		n = wheel(n, at.x+5, at.y+5, tea.MouseWheelUp)
	}
	if n.scroll != 0 {
		t.Errorf("and up again: scrolled to %d, want 0", n.scroll)
	}
}

func TestClickOnTab(t *testing.T) {
	for _, size := range sizesWithMouse {
		m := screen(t, size[0], size[1])
		for i, place := range m.layout().tabs.places {
			if place.w == 0 {
				continue
			}
			for _, x := range []int{place.x, place.x + place.w/2, place.x + place.w - 1} {
				if n := settled(click(m, x, place.y)); views[n.view].query != views[i].query || n.answer.Summary == "" {
					t.Errorf("%v: a click on the tab %s shows %s", size, views[i].query, views[n.view].query)
				}
			}
		}
	}
}

func TestClickOnChartAsksThere(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}} {
		for chart := range 2 {
			m := screen(t, size[0], size[1], "cap=30s", "retries=10")
			if m.layout().single {
				m.view = chart
				m = m.fit().ask()
			}
			index := chart - m.layout().first
			area := chartArea(m.layout().charts[index])
			pic := m.plot(chart).Draw(area.w, area.h)
			y := area.y + area.h/2
			for x := pic.Left + 1; x < pic.Right-1; x += 5 {
				n := release(click(m, area.x+x, y), area.x+x, y)
				after := n.plot(chart).Draw(area.w, area.h)
				col, ok := after.Column(n.answer.Charts()[chart].Cross)
				// One place of the first chart is a whole retry, of the second one column.
				away := 1
				if chart == 0 {
					away = (pic.Right-pic.Left)/10 + 1
				}
				if !ok || abs(col-x) > away {
					t.Errorf("%v, chart %d: a click in column %d puts the crosshair in %d (%v)", size, chart, x, col, ok)
				}
				if len(n.past) > 1 {
					t.Errorf("%v, chart %d: a click is %d steps to undo", size, chart, len(n.past))
				}
			}
			// Drawn from end to end it is one gesture.
			m = click(m, area.x+pic.Left, y)
			for x := pic.Left; x < pic.Right; x++ {
				m = drag(m, area.x+x, y)
			}
			if m = release(m, 0, 0); len(m.past) != 1 {
				t.Errorf("%v, chart %d: a drag is %d steps to undo, want 1", size, chart, len(m.past))
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// Wherever the mouse does whatever, nothing breaks: on the plain screen and, at fewer
// places, in all its states.
func TestMouseEverywhere(t *testing.T) {
	t.Parallel()
	anywhere := func(state string, m Model, x, y int) {
		n := click(m, x, y)
		n = drag(n, x+7, y-1)
		n = release(n, x, y)
		n = wheel(n, x, y, tea.MouseWheelDown)
		if len(n.past) > len(m.past)+3 { // what was typed, the drag, the wheel
			t.Fatalf("%dx%d, %s: a drag and the wheel at %d,%d are %d steps", m.width, m.height, state, x, y, len(n.past)-len(m.past))
		}
		if (x+y)%23 == 0 {
			_ = n.View()
		}
	}
	for _, size := range [][2]int{{1, 1}, {30, 18}, {60, 16}, {80, 24}, {110, 30}} {
		if testing.Short() && size[0] > 60 {
			continue
		}
		m := screen(t, size[0], size[1], "cap=1m")
		cells := (size[0] + 2) * (size[1] + 2)
		cell := func(i int) (x, y int) { return i%(size[0]+2) - 1, i/(size[0]+2) - 1 }
		for i := 0; i < cells; i += max(1, 17 / *times) {
			x, y := cell(i)
			anywhere("plain", m, x, y)
		}
		each(t, size[0], size[1], func(state string, m Model) {
			for i := 0; i < cells; i += max(61, 613 / *times) {
				x, y := cell(i)
				anywhere(state, m, x, y)
			}
		})
	}
}

// Buttons other than the left, and a wheel that turns sideways, do nothing.
func TestOtherButtonsDoNothing(t *testing.T) {
	m := screen(t, 120, 36)
	track := row(t, m, "factor").track
	n, _ := send(m, tea.MouseClickMsg{X: track.x, Y: track.y, Button: tea.MouseRight})
	n = drag(n, track.x+5, track.y)
	n = wheel(n, track.x, track.y, tea.MouseWheelLeft)
	if !same(m.scenario, n.scenario) || len(n.past) > 0 {
		t.Errorf("the right button turns the factor to %s", shown(t, n, "factor"))
	}
}
