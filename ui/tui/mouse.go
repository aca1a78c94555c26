package tui

import (
	"math"
	"strings"

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
	knob  knob.Knob
	index int  // which chart
	area  rect // where it was when it was taken hold of
	moved bool // something has changed, and can be undone
}

type held uint8

const (
	heldNothing held = iota
	heldTrack
	heldChart
)

// grab takes hold of what is under the mouse. What is typed is set by a click
// elsewhere; where it is refused, typing goes on.
func (m Model) grab(x, y int) (Model, tea.Cmd) {
	l := m.layout()
	c := m.component()
	if y == l.keys.y && m.note == "" && c.foot == nil {
		for _, k := range m.footKeys(m.width) {
			if x >= k.x && x < k.x+k.w {
				return m.take(k.action)
			}
		}
	}
	if c.grab != nil && l.panel().has(x, y) {
		return c.grab(m, l, x, y)
	}
	if m = m.commit(); m.mode == typing {
		return m, nil
	}
	chosen, walked := m.pickedBox(), m.mode == walking
	m = m.browse()
	keys := headKeys(m.width)
	if at := x - (m.width - 1 - len(keys)); y == 0 && !l.tiny && at >= 0 {
		return opening(map[bool]mode{true: finding, false: helping}[at < strings.Index(keys, "?")-1])(m)
	}
	for i, tab := range l.tabs.places {
		if tab.has(x, y) {
			m.view = i
			return m.looking(), nil
		}
	}
	if !l.tiny && l.knobs.has(x, y) {
		return m.grabKnob(l, x, y), nil
	}
	if l.levers.has(x, y) {
		return m.grabLever(l.levers, y)
	}
	if q, ok := m.quantityAt(l, x, y); ok {
		if w, ok := query.Wanted.Of(q); ok && m.goalOf(w.Name) >= 0 {
			m.lastGoal = w.Name
			return m.seek(), nil
		}
		return m, nil
	}
	if l.heat.has(x, y) {
		return m.grabHeat(l.heat, x, y, walked), nil
	}
	for i, r := range l.charts {
		if m.hasBoxes() && r.has(x, y) {
			return m.grabBox(r, y, chosen), nil
		}
		if r.has(x, y) {
			m.held = hold{what: heldChart, index: l.first + i, area: r}
			return m.drag(x, y), nil
		}
	}
	return m, nil
}

// grabKnob has the knob under the mouse in focus, takes hold of its track, or opens its
// words; at the end of the list it goes on.
func (m Model) grabKnob(l layout, x, y int) Model {
	for i, r := range l.rows {
		if !r.area.has(x, y) {
			continue
		}
		m = m.focusOn(i)
		switch k := m.knob(); {
		case r.track.w == 0 && r.value.w == 0: // a heading
			return m.turnKnob(k, nil)
		case r.track.has(x, y):
			m.held = hold{what: heldTrack, knob: k, area: r.track}
			return m.drag(x, y)
		case r.value.has(x, y) && k.Switch():
			return m.turnKnob(k, toggled)
		case r.value.has(x, y) && wordy(k):
			return m.open()
		}
		return m
	}
	if l.inert.has(x, y) {
		return m.menuOf(finding)
	}
	switch y {
	case l.knobs.y:
		return m.focusBy(-l.rowsInSight())
	case l.knobs.y + l.knobs.h - 1:
		return m.focusBy(l.rowsInSight())
	}
	return m
}

// focusBy goes n knobs on, as far as there are any.
func (m Model) focusBy(n int) Model {
	return m.focusOn(max(0, min(m.focused()+n, len(m.rows())-1)))
}

// grabGoal chooses the result under the mouse, or takes the offer.
func (m Model) grabGoal(l layout, x, y int) (Model, tea.Cmd) {
	switch i := m.goalAt(l.panel().inside(), x, y); {
	case i < 0:
	case m.goal.asked == nil:
		m = m.pick(i)
	default:
		m = m.choose(i - m.goal.asked.choice).reach()
	}
	return m, nil
}

// drag moves what the mouse holds, which stays where it was taken hold of.
func (m Model) drag(x, y int) Model {
	before, area := m.scenario, m.held.area
	switch m.held.what {
	case heldTrack:
		s := m.turned()
		m.held.knob.Move(&s, float64(x-area.x)/float64(max(1, area.w-1)))
		m.scenario = s
		m.scenario = m.turned()
	case heldChart:
		if m.held.index >= len(m.answer.Charts()) {
			return m
		}
		at, ok := m.picture(m.held.index, area).X(x - chartArea(area).x)
		if !ok {
			return m
		}
		if m.tab().Layout != answer.Charted { // T is not asked about
			m.pointer, m.pointed = at, true
			return m
		}
		m.scenario = askAt(m.scenario, m.answer.Charts()[m.held.index], at)
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

// wheel changes the knob whose track is under the mouse, zooms a chart, and scrolls a list.
func (m Model) wheel(e tea.Mouse) Model {
	n := map[tea.MouseButton]int{tea.MouseWheelUp: 1, tea.MouseWheelDown: -1}[e.Button]
	if n == 0 {
		return m
	}
	l, c := m.layout(), m.component()
	if c.wheel != nil {
		return c.wheel(m, -n)
	}
	if m.mode == typing {
		return m
	}
	for i, r := range l.rows {
		if r.track.has(e.X, e.Y) {
			m = m.focusOn(i)
			return m.step(m.knob(), n, false)
		}
	}
	for i, r := range l.charts {
		if r.has(e.X, e.Y) {
			if at, ok := m.picture(l.first+i, r).X(e.X - chartArea(r).x); ok {
				return m.zoom(l.first+i, n, at)
			}
			return m
		}
	}
	switch {
	case l.knobs.has(e.X, e.Y):
		return m.focusBy(-n)
	case l.table.has(e.X, e.Y):
		return m.scrolled(-3 * n)
	case l.answers.has(e.X, e.Y):
		return m.leafed(-n)
	}
	return m
}
