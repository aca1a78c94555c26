package tui

import (
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// placeStack places a bar over time for each layer of retries, the outermost first, and all figures below them. The
// bars have what the figures leave of a high area.
func (l *layout) placeStack(m Model, r rect) {
	if m.answer.Bars == nil {
		l.placeFigures(m, r)
		return
	}
	n := len(m.answer.Bars.List)
	const axis = 3 // lines for the title, the axis and a gap
	high := max(2*n, min(5*n, r.h/2-axis))
	if r.h >= 2*leastPicture {
		high = max(high, r.h-len(m.figuresText(r.w))-axis)
	}
	bars, below := split(r, min(r.h, high+axis))
	l.add(block{paint: Model.paintBars}, bars)
	l.placeFigures(m, below)
}

// barRoles are the roles of bars by rank.
var barRoles = []role{policyA, warning, warning, limit}

// paintBars paints the bars over one axis, each below its name and its figures. Attempts are solid; waits are lines.
func (m Model) paintBars(c canvas) {
	bars := *m.answer.Bars
	c = c.titled(bars.Title, "")
	most := bars.List.Longest()
	column := func(t float64) int {
		if most == 0 || math.IsInf(t, 1) {
			return c.w
		}
		return min(c.w, int(math.Round(t/most*float64(c.w-1))))
	}
	step := max(2, (c.h-2)/len(bars.List))
	for i, bar := range bars.List {
		y, look := step*i, m.aged(barRoles[bar.Rank])
		x := c.text(0, y, bar.Name, label)
		c.clipped(x+2, y, c.w, bar.Text, look)
		draw := func(from, y, n int, with string) { c.text(from, y, strings.Repeat(with, n)+" ", look) }
		draw(0, y+1, column(bar.Value), "─")
		for _, part := range bar.Parts {
			from := column(part[0])
			for below := range max(1, step-2) { // a high bar has a gap below
				draw(from, y+1+below, max(1, column(part[1])-from), "█")
			}
		}
	}
	y := step * len(bars.List)
	c.text(0, y, "0s", muted)
	c.right(c.w, y, unit.Duration.Format(most), muted)
}

// tabs returns the views that tab visits. A view of layers is included only if there are layers or it is in view.
func (m Model) tabs() []answer.Question {
	return slices.DeleteFunc(slices.Clone(views), func(q answer.Question) bool {
		return q.Layers && m.scenario.Layers == nil && q.Name != m.tab().Name
	})
}
