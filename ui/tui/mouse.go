package tui

import (
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// at returns the block at x and y.
func (l layout) at(x, y int) block {
	if i := slices.IndexFunc(l.blocks, func(b block) bool { return b.has(x, y) }); i >= 0 {
		return l.blocks[i]
	}
	return block{}
}

// grab handles a click. It sets the typed value; if that is refused, typing continues.
func (m Model) grab(x, y int) Model {
	seen := m
	seen.memo = &memo{}
	if !seen.layout().at(x, y).keeps {
		if m = m.commit(); m.mode == typing {
			return m
		}
		if m.mode == choosing {
			m = m.browse()
		}
	}
	for _, h := range seen.frame().hits {
		if h.has(x, y) {
			return h.do(m, x-h.x, y-h.y)
		}
	}
	return m
}

// focusBy moves the focus by n settings and stops at the ends.
func (m Model) focusBy(n int) Model {
	return m.focusOn(max(0, min(m.focused()+n, len(m.rows())-1)))
}

// pointAt moves the cursor of the i-th chart to a value on its axis.
func (m Model) pointAt(i int, at float64) Model {
	if !m.question().Reads(atSetting.Name) { // the view does not ask about T
		m.pointer, m.pointed = at, true
		return m
	}
	next := m.turnTo(new(askAt(m.scenario, m.charts()[i], at)))
	if next.scenario != m.scenario {
		next.turning = atSetting.Name
	}
	return next
}

// pointBy moves the cursor of the i-th chart, which is in r, by n steps of two columns. Without a cursor it starts in
// the middle. A click and the wheel after it are one gesture.
func (m Model) pointBy(i int, r rect, n int) Model {
	if i >= len(m.charts()) {
		return m
	}
	pic := m.drawing(i, r).picture
	col, ok := pic.Column(m.chart(i).Crosshair)
	if !ok {
		col = (pic.Left + pic.Right) / 2
	}
	for step := 2 * n; ; step += n { // a step may be too short for another place
		at, ok := pic.X(col + step)
		if !ok {
			return m
		}
		if next := m.pointAt(i, at); next.scenario.AskAt != m.scenario.AskAt || next.pointer != m.pointer {
			return m.joined(next, atSetting)
		}
	}
}

// askAt returns s with its time set to the place x of a chart: the elapsed time there, or the time at which the wait
// before that retry begins.
func askAt(given *setting.Scenario, c answer.Chart, x float64) setting.Scenario {
	s := *given
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
	b := m.layout().at(e.X, e.Y)
	switch {
	case m.mode == choosing:
		return m.menuBy(-n)
	case b.wheel == nil || m.mode == typing:
		return m
	}
	return b.wheel(m, n)
}
