package tui

import (
	"math"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// placeStack places a bar over time for each layer of retries, the outermost first, and all figures below them.
func (l *layout) placeStack(m Model, r rect) {
	if m.answer.Bars == nil {
		l.placeFigures(m, r)
		return
	}
	bars, below := split(r, min(r.h, 2*len(m.answer.Bars.List)+3))
	l.add(block{paint: Model.paintBars}, bars)
	l.placeFigures(m, below)
}

// barRoles are the roles of bars by rank.
var barRoles = []role{policyA, warning, warning, limit}

// paintBars paints the bars over one axis, each below its name and its figures. Attempts are solid; waits are lines.
func (m Model) paintBars(c *canvas, r rect) *tea.Cursor {
	bars := *m.answer.Bars
	c.titled(r, bars.Title, "")
	most := bars.Panel().Bars.Longest()
	column := func(t float64) int {
		if most == 0 || math.IsInf(t, 1) {
			return r.w
		}
		return min(r.w, int(math.Round(t/most*float64(r.w-1))))
	}
	for i, bar := range bars.List {
		y, look := r.y+1+2*i, m.aged(barRoles[bar.Rank])
		if y+1 >= r.y+r.h {
			break
		}
		x := c.text(r.x, y, r.w, bar.Name, label)
		c.clipped(x+2, y, r.x+r.w-x-2, bar.Text, look)
		for at := range column(bar.Value) {
			c.put(r.x+at, y+1, '─', look)
		}
		for _, part := range bar.Parts {
			for at := column(part[0]); at < max(column(part[1]), column(part[0])+1) && at < r.w; at++ {
				c.put(r.x+at, y+1, '█', look)
			}
			if end := column(part[1]); end < r.w {
				c.put(r.x+end, y+1, ' ', look)
			}
		}
	}
	if y := r.y + 1 + 2*len(bars.List); y < r.y+r.h && most > 0 {
		c.text(r.x, y, r.w, "0s", muted)
		c.right(r.x+r.w, y, unit.Duration.Format(most), muted)
	}
	return nil
}

// tabs returns the views that tab visits. The layers view is included only if there are layers or it is in view.
func (m Model) tabs() []answer.Question {
	last := len(views) - 1
	if views[last].Layout == answer.Nested && m.scenario.Layers == nil && m.view != last {
		return views[:last]
	}
	return views
}
