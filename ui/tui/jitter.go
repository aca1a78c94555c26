package tui

import (
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/chart"
	"retune/ui/knob"
)

// boxed is the boxes in view, or nil.
func (m Model) boxed() []answer.Box {
	if len(m.answer.Charts()) == 0 || !m.showsCharts() {
		return nil
	}
	return m.answer.Charts()[0].Boxes
}

func (m Model) hasBoxes() bool { return len(m.boxed()) > 0 }

// pickingKeys is what keys do while one of the boxes is chosen: what they do else, but
// for those that choose.
func pickingKeys() []action {
	own := []action{
		act("choose", "choose", picking(-1), "up", "k", "K", "pgup"),
		act("choose", "choose", picking(1), "down", "j", "J", "pgdown"),
		act("", "choose", picking(-math.MaxInt8), "home"),
		act("", "choose", picking(math.MaxInt8), "end"),
		act("select", "select", plainly(Model.takeBox), "enter"),
		act("knobs", "back to the knobs", closed, "esc"),
	}
	taken := func(key string) bool {
		return slices.ContainsFunc(own, func(a action) bool { return slices.Contains(a.binding.Keys(), key) })
	}
	return append(own, slices.DeleteFunc(browsingKeys(), func(a action) bool { return slices.ContainsFunc(a.binding.Keys(), taken) })...)
}

// picking goes n boxes on, at first from the one that is that of the scenario.
func picking(n int) func(Model) (Model, tea.Cmd) {
	return plainly(func(m Model) Model { return m.pickBox(n) })
}

func (m Model) pickBox(n int) Model {
	at := m.pickedBox()
	m = m.browse()
	m.mode, m.box = choosingBox, max(0, min(at+n, len(m.boxed())-1))
	return m
}

// pickedBox is the box that is chosen: while none is, that of the scenario.
func (m Model) pickedBox() int {
	list := m.boxed()
	if m.mode == choosingBox {
		return max(0, min(m.box, len(list)-1))
	}
	return max(0, slices.IndexFunc(list, func(b answer.Box) bool { return b.Now }))
}

// takeBox sets the scenario to the box that is chosen, which u takes back.
func (m Model) takeBox() Model {
	list := m.boxed()
	if len(list) == 0 {
		return m.browse()
	}
	b := list[m.pickedBox()]
	k, _ := knob.Find(b.Knob)
	return m.try(k, b.Name)
}

// firstBox is the first one in sight of a chart in that box.
func (m Model) firstBox(r rect) int {
	return first(m.pickedBox(), len(m.boxed()), max(1, chartArea(r).h-chart.Beside))
}

// boxAt is the box on a line of the screen, or -1.
func (m Model) boxAt(r rect, y int) int {
	p := m.picture(0, r)
	i := m.firstBox(r) + y - chartArea(r).y - p.Top
	if y-chartArea(r).y < p.Top || y-chartArea(r).y >= p.Bottom || i >= len(m.boxed()) {
		return -1
	}
	return i
}

// grabBox chooses the box on a line, or takes it if it was chosen.
func (m Model) grabBox(r rect, y, chosen int) Model {
	i := m.boxAt(r, y)
	if i < 0 {
		return m
	}
	m.mode, m.box = choosingBox, i
	if i == chosen {
		return m.takeBox()
	}
	return m
}
