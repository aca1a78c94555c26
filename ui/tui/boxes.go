package tui

import (
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// boxed returns the boxes in view, or nil.
func (m Model) boxed() []answer.Box {
	if len(m.answer.Charts()) == 0 {
		return nil
	}
	return m.chart(0).Boxes
}

// noBoxes is the reason why no box can be chosen.
const noBoxes = "no box plots in view"

func (m Model) hasBoxes() bool { return len(m.boxed()) > 0 }

// pickingKeys returns the keys that work while a box is being chosen.
func pickingKeys() keyTable {
	return instead(slices.Concat(
		pair("choose", "choose", Model.pickBox, "up k K pgup", "down j J pgdown"),
		pairBy("", "choose", math.MaxInt8, Model.pickBox, "home", "end"),
		act("select", "select", Model.takeBox, "enter"),
		act("settings", "back to the settings", closed, "esc")))
}

// instead returns own and the browsing keys that own does not replace.
func instead(own keyTable) keyTable {
	taken := func(key string) bool {
		return slices.ContainsFunc(own, func(a action) bool { return slices.Contains(a.keys, key) })
	}
	return append(own, slices.DeleteFunc(browsingKeys(), func(a action) bool {
		return slices.ContainsFunc(a.keys, taken)
	})...)
}

// pickBox moves n boxes from the chosen one, at first from the scenario's own.
func (m Model) pickBox(n int) Model {
	at := m.pickedBox()
	m = m.browse()
	m.mode, m.box = choosingBox, max(0, min(at+n, len(m.boxed())-1))
	return m
}

// pickedBox returns the chosen box, or the scenario's own if none is chosen.
func (m Model) pickedBox() int {
	list := m.boxed()
	if m.mode == choosingBox {
		return max(0, min(m.box, len(list)-1))
	}
	return max(0, slices.IndexFunc(list, func(b answer.Box) bool { return b.Now }))
}

// takeBox sets the scenario to the chosen box. The u key undoes this.
func (m Model) takeBox() Model {
	list := m.boxed()
	if len(list) == 0 {
		return m.browse()
	}
	return m.turnUnless(list[m.pickedBox()].Take(m.scenario))
}

// boxLines returns the number of lines of each box.
func (m Model) boxLines() int {
	return chart.Plot{Boxes: []chart.Box{{Note: m.boxed()[0].Note}}}.BoxLines()
}

// firstBox returns the first box in sight of a chart in r.
func (m Model) firstBox(r rect) int {
	return first(m.pickedBox(), len(m.boxed()), max(1, (r.inside().h-chart.Beside)/m.boxLines()))
}

// leastFigures is the number of lines that a table head and some rows need; wide is the number of columns at which the
// heads of the table of jitters take few lines.
const leastFigures, wide = 10, 140

// placeBoxes places the distributions, which can be clicked, and all figures below them.
func (l *layout) placeBoxes(m Model, r rect) {
	if len(m.answer.Charts()) == 0 {
		l.placeFigures(m, r)
		return
	}
	above, below := split(r, min(r.h, len(m.boxed())*m.boxLines()+chart.Beside+1))
	l.charts = append(l.charts, above)
	l.add(block{
		paint: func(m Model, c canvas) { m.paintChart(c, 0) },
		grab:  Model.grabBox,
		wheel: func(m Model, n int) Model { return m.pickBox(-n) },
	}, above)
	if _, below = split(below, 1); below.h >= leastFigures && (r.w >= wide || m.tab().Layout == answer.Ranked) {
		l.placeFigures(m, below)
	}
}

// grabBox chooses the box on line y.
func (m Model) grabBox(r rect, _, y int) Model {
	p := m.drawing(0, r).picture
	y-- // below the title
	i := m.firstBox(r) + (y-p.Top)/m.boxLines()
	if y >= p.Top && y < p.Bottom && i < len(m.boxed()) {
		m.mode, m.box = choosingBox, i
	}
	return m
}
