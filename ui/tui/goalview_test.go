package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// goalStates returns the screen with the panel in each of its states.
func goalStates(m Model) map[string]Model {
	return map[string]Model{
		"results":      press(m, "="),
		"typed":        write(press(m, "=", "up"), strings.Repeat("123456789 ", 4)),
		"refused":      press(m, "=", "5", "x", "enter"),
		"solving":      press(m, "=", "9", "enter"),
		"offers":       solved(m, "=", "9", "enter"),
		"last offer":   solved(m, "=", "9", "enter", "up"),
		"out of reach": solved(m, "=", "0", "enter"),
	}
}

// find returns the place of a text in the frame, from the origin of r.
func find(m Model, r rect, text string) (x, y int) {
	for y, line := range lines(m) {
		runes := []rune(line + strings.Repeat(" ", m.width))
		if y < r.y || y >= r.y+r.h {
			continue
		}
		if i := strings.Index(string(runes[r.x:min(len(runes), r.x+r.w)]), text); i >= 0 {
			return r.x + len([]rune(string(runes[r.x:])[:i])), y
		}
	}
	return -1, -1
}

func TestGoalByMouse(t *testing.T) {
	for _, size := range sizesWithMouse {
		for _, view := range []string{"at", "compare", "reconnect"} {
			m := show(t, screen(t, size[0], size[1], "cap=64s", "retries=12", "at=2m", "vs=r=1.5"), view)
			for i, q := range m.goals() {
				m.wanted = q.result.Name
				n := m.seek()
				if n.mode != choosing || n.menu.pick != i {
					t.Fatalf("%v, %s: %s is not asked for:\n%s", size, view, q.DisplayName(), text(n))
				}
				// A click chooses another offer.
				other := "up"
				if i == 0 {
					other = "down"
				}
				n = press(n, other)
				x, y := find(n, n.layout().panel(), "  "+clip(q.DisplayName(), 20)[:min(len(q.DisplayName()), 18)])
				if x < 0 {
					t.Fatalf("%v, %s: %s is not in the panel:\n%s", size, view, q.DisplayName(), text(n))
				}
				if n = click(n, x+3, y); n.mode != choosing || n.menu.pick != i {
					t.Fatalf("%v, %s: a click on %s in the panel does not choose it", size, view, q.DisplayName())
				}
			}
		}
		m := wanting(t, screen(t, size[0], size[1], "cap=64s", "at=2m"), "delay-after-retry", "9")
		r := m.layout().panel()
		x, y := find(m, r, "  cap ")
		n := click(m, x+2, y)
		if n.goal != nil || n.setting().Show(n.scenario) != "9s" || n.setting().Name != "cap" || len(n.past) != 1 {
			t.Errorf("%v: a click on the offer of a cap leaves it at %s:\n%s", size, shown(t, n, "cap"), text(n))
		}
		if n = click(m, r.x, r.y); n.goal == nil || len(n.past) > 0 {
			t.Errorf("%v: a click on the border of the panel does something", size)
		}
		n = wheel(m, r.x+3, r.y+2, tea.MouseWheelDown)
		if one, _ := n.chosenOffer(); one.Setting.Name != "cap" || !same(m.scenario, n.scenario) {
			t.Errorf("%v: the wheel chooses %s, want cap", size, one.Setting.Name)
		}
		if l := m.layout(); l.panel().has(3, l.settings.y+1) {
			continue // nothing else is in sight
		}
		if n = click(m, 3, placeOf(t, m, "jitter").y); n.goal != nil || n.setting().Name != "jitter" {
			t.Errorf("%v: a click on a setting does not leave the panel", size)
		}
	}
}
