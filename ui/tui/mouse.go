package tui

import (
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// grab handles a click. A click elsewhere sets the typed value; if it is refused, typing continues.
func (m Model) grab(x, y int) (Model, tea.Cmd) {
	l, c := m.layout(), m.component()
	if y == l.keys.y && m.note == "" && c.foot == nil {
		for _, k := range m.footKeys(m.width) {
			if x >= k.x && x < k.x+k.w {
				return m.take(k.action)
			}
		}
	}
	if m.menu != nil && l.panel().has(x, y) {
		return m.grabMenu(l, x, y)
	}
	if m = m.commit(); m.mode == typing {
		return m, nil
	}
	if c.paint != nil {
		m = m.browse()
	}
	return m.grabPart(l, x, y)
}

// grabPart handles a click on a part of the layout: a view, a setting or a block.
func (m Model) grabPart(l layout, x, y int) (Model, tea.Cmd) {
	for i, tab := range l.tabs.places {
		if tab.has(x, y) {
			m.view = i
			return m.browse().looking(), nil
		}
	}
	if !l.tiny && l.settings.has(x, y) {
		return m.browse().grabSetting(l, x, y), nil
	}
	for _, b := range l.blocks {
		if b.grab != nil && b.has(x, y) {
			return b.grab(m, b.rect, x, y)
		}
	}
	return m, nil
}

// grabSetting focuses the setting at x and y. A click on a word opens the list of words.
func (m Model) grabSetting(l layout, x, y int) Model {
	i := slices.IndexFunc(l.rows, func(r rowPlace) bool { return r.area.has(x, y) })
	if i < 0 {
		return m
	}
	if m = m.focusOn(i); x >= l.rows[i].area.x+l.rows[i].area.w-valueWidth && wordy(m.setting()) {
		return m.open()
	}
	return m
}

// focusBy moves the focus by n settings and stops at the ends.
func (m Model) focusBy(n int) Model {
	return m.focusOn(max(0, min(m.focused()+n, len(m.rows())-1)))
}

// pointAt moves the cursor of the i-th chart, painted in r, to the column x.
func (m Model) pointAt(i int, r rect, x int) Model {
	at, ok := m.picture(i, r).X(x - r.x)
	switch {
	case !ok:
		return m
	case m.tab().Layout != answer.Charted: // the view does not ask about T
		m.pointer, m.pointed = at, true
		return m
	}
	return m.turnTo(askAt(m.scenario, m.answer.Charts()[i], at))
}

// askAt returns s with its time set to the place x of a chart: the elapsed time there, or the time at which the wait
// before that retry begins.
func askAt(s setting.Scenario, c answer.Chart, x float64) setting.Scenario {
	if c.X == unit.Count {
		x = s.Policy.Elapsed(max(1, math.Round(x)) - 1)
	} else {
		// A place read off an axis is only as exact as its short form.
		x, _ = unit.Duration.Parse(unit.Duration.Short(x))
	}
	atSetting.Try(&s, unit.Duration.Exact(x)) // refused only where T cannot be
	return s
}

// wheel scrolls the list under the mouse.
func (m Model) wheel(e tea.Mouse) Model {
	n := map[tea.MouseButton]int{tea.MouseWheelUp: 1, tea.MouseWheelDown: -1}[e.Button]
	if n == 0 {
		return m
	}
	l := m.layout()
	switch {
	case m.menu != nil:
		return m.menuBy(-n)
	case m.mode == typing:
		return m
	case l.settings.has(e.X, e.Y):
		return m.focusBy(-n)
	}
	for _, b := range l.blocks {
		if b.wheel != nil && b.has(e.X, e.Y) {
			return b.wheel(m, n)
		}
	}
	return m
}
