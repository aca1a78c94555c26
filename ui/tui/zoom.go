package tui

import (
	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// plotted returns the plot of a chart. A fleet's chart shows the surroundings of its outage unless the whole run is
// wanted, because a run goes on until nothing more happens.
func (m Model) plotted(q answer.Chart) chart.Plot {
	p := q.Plot(m.look(q))
	if m.showsFleet() && !m.whole {
		p.X.Lo, p.X.Hi = q.VisibleRange(m.answer)
	}
	return p
}

// rescaled switches the axes of all charts between linear and logarithmic, starting from the first chart in view.
func (m Model) rescaled() Model {
	if m.chart(0).Log(m.scale) {
		m.scale = answer.Linear
	} else {
		m.scale = answer.Logarithmic
	}
	return m
}

// readAt moves the cursor of the charts by n steps of a fiftieth of the visible axis.
func (m Model) readAt(n int) Model {
	q := m.chart(0)
	axis := m.plotted(q).X
	at := q.Crosshair
	if !(at >= axis.Lo && at <= axis.Hi) {
		at = (axis.Lo + axis.Hi) / 2
	}
	m.pointer, m.pointed = min(max(at+float64(n)*(axis.Hi-axis.Lo)/50, axis.Lo), axis.Hi), true
	return m
}
