package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func click(m Model, x, y int) Model {
	m, _ = send(m, tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	return m
}

func wheel(m Model, x, y int, button tea.MouseButton) Model {
	m, _ = send(m, tea.MouseWheelMsg{X: x, Y: y, Button: button})
	return m
}

// placeOf returns the place of a setting's row.
func placeOf(t testing.TB, m Model, name string) rect {
	t.Helper()
	l := m.layout()
	if i := rowOf(m.rows(), name); i >= 0 {
		return rect{l.settings.x, l.rows[i].y, l.settings.w, 1}
	}
	t.Fatalf("the setting %q has no row", name)
	return rect{}
}

var sizesWithMouse = [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 16}, {50, 20}}

func TestClickFocuses(t *testing.T) {
	for _, size := range sizesWithMouse {
		m := screen(t, size[0], size[1])
		for i, k := range m.rows() {
			m := focusOn(t, m, k.Name) // scrolls it into sight
			if m = m.focusOn((i + 1) % len(m.rows())); m.layout().rows[i].y == 0 {
				continue
			}
			n := click(m, m.layout().settings.x, m.layout().rows[i].y)
			if n.focused() != i {
				t.Errorf("%v: a click on %s focuses %s", size, k.Name, n.setting().Name)
			}
			if !same(m.scenario, n.scenario) || len(n.past) > 0 {
				t.Errorf("%v: a click on the name of %s turns it", size, k.Name)
			}
		}
	}
}

func TestWheel(t *testing.T) {
	m := screen(t, 120, 36)
	place := placeOf(t, m, "factor")
	n := wheel(m, place.x, place.y, tea.MouseWheelDown)
	if n.focused() != m.focused()+1 || !same(m.scenario, n.scenario) {
		t.Errorf("wheel down on the settings: %s", n.setting().Name)
	}
	m = press(screen(t, 120, 36, "retries=100"), "i")
	r := m.layout().figures
	n = m
	for range 100 {
		n = wheel(n, r.x+5, r.y+5, tea.MouseWheelDown)
	}
	if list, _, room := n.pagesIn(r); (n.figurePage+1)*room < len(list) || n.figurePage == 0 ||
		!same(m.scenario, n.scenario) {
		t.Errorf("wheel down for long: page %d of %d lines, of %d", n.figurePage, room, len(list))
	}
	for range 100 {
		n = wheel(n, r.x+5, r.y+5, tea.MouseWheelUp)
	}
	if n.figurePage != 0 {
		t.Errorf("and up again: page %d", n.figurePage)
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
				if n := settled(click(m, x, place.y)); views[n.view].Name != views[i].Name || n.answer.Summary == "" {
					t.Errorf("%v: a click on the tab %s shows %s", size, views[i].Name, views[n.view].Name)
				}
			}
		}
	}
}

func TestClickOnChartAsksThere(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}} {
		for chart := range 2 {
			m := screen(t, size[0], size[1], "cap=30s", "retries=10")
			place := m.layout().charts[chart]
			area, pic := place.inside(), m.drawing(chart, place).picture
			y := area.y + area.h/2
			for x := pic.Left + 1; x < pic.Right-1; x += 5 {
				n := click(m, area.x+x, y)
				after := n.drawing(chart, place).picture
				col, ok := after.Column(n.charts()[chart].Crosshair)
				// A place of the first chart is a whole retry, of the second a column.
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
		}
	}
}

func abs(n int) int { return max(n, -n) }

// TestMouseEverywhere checks that no mouse event breaks the screen, in its plain state and, at fewer places, in all
// other states. A click and the wheel after it are at most two gestures: a typed value and what they change.
func TestMouseEverywhere(t *testing.T) {
	t.Parallel()
	anywhere := func(state string, m Model, x, y int) {
		n := wheel(click(m, x, y), x, y, tea.MouseWheelDown)
		if len(n.past) > len(m.past)+2 {
			t.Fatalf("%dx%d, %s: a click and the wheel at %d,%d are %d steps", m.width, m.height, state, x, y,
				len(n.past)-len(m.past))
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
		for i := 0; i < cells; i += max(1, 34 / *times) {
			x, y := cell(i)
			anywhere("plain", m, x, y)
		}
		each(t, size[0], size[1], func(state string, m Model) {
			for i := 0; i < cells; i += max(61, 1226 / *times) {
				x, y := cell(i)
				anywhere(state, m, x, y)
			}
		})
	}
}

// TestWheelOnAChartIsOneGesture checks that a click on a chart and the wheel after it are undone at once, and that a
// step back from the end of a range is a gesture of its own.
func TestWheelOnAChartIsOneGesture(t *testing.T) {
	m := screen(t, 120, 36, "cap=30s")
	r := m.layout().charts[0].inside()
	x, y := r.x+r.w/2, r.y+2
	n := click(m, x, y)
	asked := n.scenario.AskAt
	for range 3 {
		n = wheel(n, x, y, tea.MouseWheelUp)
	}
	if n.scenario.AskAt == asked || len(n.past) != 1 {
		t.Errorf("a click and the wheel move T from %v to %v in %d steps", asked, n.scenario.AskAt, len(n.past))
	}
	m = focusOn(t, press(screen(t, 120, 36, "retries=0"), "right"), "retries")
	if n = press(m, "left", "right"); len(n.past) != len(m.past)+1 {
		t.Errorf("after a step beyond the range another one is %d steps to undo", len(n.past)-len(m.past))
	}
}

// TestOtherButtonsDoNothing checks that other buttons and horizontal wheels do nothing.
func TestOtherButtonsDoNothing(t *testing.T) {
	m := screen(t, 120, 36)
	track := placeOf(t, m, "factor")
	n, _ := send(m, tea.MouseClickMsg{X: track.x, Y: track.y, Button: tea.MouseRight})
	n = wheel(n, track.x, track.y, tea.MouseWheelLeft)
	if !same(m.scenario, n.scenario) || len(n.past) > 0 {
		t.Errorf("the right button turns the factor to %s", shown(t, n, "factor"))
	}
}
