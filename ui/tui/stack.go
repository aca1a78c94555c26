package tui

import (
	"math"
	"strings"

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
	n := len(m.answer.Bars.List)
	bars, below := split(r, min(r.h, max(2*n, min(5*n, r.h/2-3))+3))
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
	step := max(2, (r.h-3)/len(bars.List))
	for i, bar := range bars.List {
		y, look := r.y+1+step*i, m.aged(barRoles[bar.Rank])
		if y+1 >= r.y+r.h {
			break
		}
		x := c.text(r.x, y, r.w, bar.Name, label)
		c.clipped(x+2, y, r.x+r.w-x-2, bar.Text, look)
		draw := func(from, y, n int, with string) {
			c.text(r.x+from, y, r.w-from, strings.Repeat(with, n)+" ", look)
		}
		draw(0, y+1, column(bar.Value), "─")
		for _, part := range bar.Parts {
			from := column(part[0])
			for below := range max(1, step-2) { // a high bar has a gap below
				draw(from, y+1+below, max(1, column(part[1])-from), "█")
			}
		}
	}
	if y := r.y + 1 + step*len(bars.List); y < r.y+r.h {
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
