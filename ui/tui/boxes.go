package tui

import (
	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// boxed returns the boxes in view, or nil.
func (m Model) boxed() []answer.Box {
	if len(m.charts()) == 0 {
		return nil
	}
	return m.chart(0).Boxes
}

// noBoxes is the reason why no box can be chosen.
const noBoxes = "no box plots in view"

func (m Model) hasBoxes() bool { return len(m.boxed()) > 0 }

// boxLines returns the number of lines of each box.
func (m Model) boxLines() int {
	return chart.Plot{Boxes: []chart.Box{{Note: m.boxed()[0].Note}}}.BoxLines()
}

// firstBox returns the first box in sight of a chart in r.
func (m Model) firstBox(r rect) int {
	return first(m.picked()[1], len(m.boxed()), max(1, (r.inside().h-chart.Beside)/m.boxLines()))
}

// leastFigures is the number of lines that a table head and some rows need; wide is the number of columns at which the
// heads of the table of jitters take few lines.
const leastFigures, wide = 10, 140

// leastBoxes is the number of lines below which a second chart of boxes is left out.
const leastBoxes = 8

// placeBoxes places the distributions, which can be clicked, and all figures below them.
func (l *layout) placeBoxes(m Model, r rect) {
	above, below := split(r, min(r.h, len(m.boxed())*m.boxLines()+chart.Beside+1))
	l.addChart(0, above)
	if len(m.charts()) > 1 && below.h >= leastBoxes {
		above, below = split(below, min(below.h, len(m.boxed())+chart.Beside+1))
		l.addChart(1, above)
	}
	if _, below = split(below, 1); below.h >= leastFigures && r.w >= wide {
		l.placeFigures(m, below)
	}
}
