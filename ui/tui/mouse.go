package tui

import (
	"math"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/unit"
)

// A hold is what the mouse button holds while it is down. A drag is one
// gesture, to be undone at once.
type hold struct {
	what  held
	index int  // which knob or chart
	moved bool // something has changed, and can be undone
}

type held uint8

const (
	heldNothing held = iota
	heldTrack
	heldChart
)

// grab takes hold of what is under the mouse.
func (m Model) grab(x, y int) Model {
	l := m.layout()
	if m.goal != nil && l.goalPanel().has(x, y) {
		return m.grabGoal(l, x, y)
	}
	m.note, m.editor, m.goal = "", nil, nil
	for i, tab := range l.tabs {
		if tab.has(x, y) {
			m.view, m.help = i, false
			return m.fit().looking()
		}
	}
	if m.help {
		return m
	}
	for i, r := range l.rows {
		if r.area.has(x, y) {
			m.focus = i
			if r.track.has(x, y) {
				m.held = hold{what: heldTrack, index: i}
				return m.drag(x, y)
			}
			return m
		}
	}
	if q, ok := m.quantityAt(l, x, y); ok {
		if w, ok := query.Wanted.Of(q); ok && m.goalOf(w.Name) >= 0 {
			m.lastGoal = w.Name
			return m.seek()
		}
		return m
	}
	for i, r := range l.charts {
		if r.has(x, y) {
			m.held = hold{what: heldChart, index: l.first + i}
			return m.drag(x, y)
		}
	}
	return m
}

// grabGoal chooses the result under the mouse, or takes the offer.
func (m Model) grabGoal(l layout, x, y int) Model {
	switch i := m.goalAt(l.goalPanel().inside(), x, y); {
	case i < 0:
	case m.goal.asked == nil:
		m = m.pick(i)
	case i >= 0:
		m = m.choose(i - m.goal.asked.choice).reach()
	}
	return m
}

// drag moves what the mouse holds.
func (m Model) drag(x, y int) Model {
	before := m.scenario
	l := m.layout()
	switch m.held.what {
	case heldTrack:
		if m.held.index >= len(l.rows) {
			return m
		}
		track := l.rows[m.held.index].track
		m.rows()[m.held.index].Move(&m.scenario, float64(x-track.x)/float64(max(1, track.w-1)))
	case heldChart:
		i := m.held.index - l.first
		if i < 0 || i >= len(l.charts) || m.held.index >= len(m.answer.Charts) {
			return m
		}
		at, ok := m.picture(m.held.index, l.charts[i]).X(x - chartArea(l.charts[i]).x)
		if !ok {
			return m
		}
		if m.tab().Layout != answer.Charted { // T is not asked about
			m.pointer, m.pointed = at, true
			return m
		}
		m.scenario = askAt(m.scenario, m.answer.Charts[m.held.index], at)
	default:
		return m
	}
	if same(before, m.scenario) {
		return m
	}
	m = m.ask()
	if !m.held.moved {
		m.held.moved = true
		return m.remember(before)
	}
	return m
}

// askAt returns s asked about the place x of a chart: the elapsed time there,
// or the one at which the wait before that retry begins.
func askAt(s knob.Scenario, c answer.Chart, x float64) knob.Scenario {
	if c.X == unit.Count {
		x = s.Policy.Elapsed(max(1, math.Round(x)) - 1)
	} else {
		// What is pointed at is no more exact than what is read off an axis.
		x, _ = unit.Duration.Parse(unit.Duration.Short(x))
	}
	atKnob.Try(&s, unit.Duration.Exact(x)) // refused only where T cannot go
	return s
}

// wheel nudges the knob, zooms the chart or scrolls the table under the mouse, and
// while a result is asked for the choice.
func (m Model) wheel(e tea.Mouse) Model {
	n := map[tea.MouseButton]int{tea.MouseWheelUp: 1, tea.MouseWheelDown: -1}[e.Button]
	if n == 0 {
		return m
	}
	m.note = ""
	if m.goal != nil {
		return m.choose(-n)
	}
	l := m.layout()
	for i, r := range l.rows {
		if r.area.has(e.X, e.Y) && !m.help && m.editor == nil {
			m.focus = i
			return m.turnKnob(m.knob(), func(k knob.Knob, s *knob.Scenario) { k.Step(s, n, false) })
		}
	}
	for i, r := range l.charts {
		if r.has(e.X, e.Y) && !m.help {
			if at, ok := m.picture(l.first+i, r).X(e.X - chartArea(r).x); ok {
				return m.zoom(l.first+i, n, at)
			}
			return m
		}
	}
	if l.table.has(e.X, e.Y) {
		return m.scrolled(-3 * n)
	}
	return m
}
