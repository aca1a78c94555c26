package tui

import (
	"math"
	"slices"
	"unicode/utf8"

	"retune/ui/answer"
	"retune/ui/chart"
	"retune/ui/unit"
)

// plot is a chart as it is looked at.
func (m Model) plot(c answer.Chart) chart.Plot {
	return c.Plot(answer.View{Log: m.log, Samples: m.samples, ASCII: m.options.ASCII})
}

// paintChart paints one chart in its box.
func (m Model) paintChart(c *canvas, r rect, q answer.Chart) {
	title := q.Title
	if m.log {
		title += ", log"
	}
	note := reading(q)
	if utf8.RuneCountInString(title+note+histogram(q.Density))+8 <= r.w {
		note += histogram(q.Density)
	}
	legend := q.Legend()
	if utf8.RuneCountInString(title+legend+note)+8 <= r.w {
		title += legend
	}
	c.box(r, title, note)
	in := chartArea(r)
	for y, row := range m.plot(q).Draw(in.w, in.h).Cells {
		for x, cell := range row {
			c.put(in.x+x, in.y+y, cell.Rune, chartRoles[cell.Role])
		}
	}
}

// reading is what the crosshair reads off the curves.
func reading(q answer.Chart) string {
	text := ""
	if q.X == unit.Duration && len(q.Curves[0].Bands) > 0 || q.Y != unit.Duration {
		return "" // at a time each client waits for another retry; wasted retries are in the list
	}
	for i, curve := range q.Curves {
		y := curve.Y(q.Cross)
		switch {
		case math.IsNaN(y), q.X == unit.Duration && len(curve.Bands) > 0:
			continue
		case q.X == unit.Count && i > 0: // B is waiting for another retry: this delay is in its schedule
			continue
		}
		if len(q.Curves) > 1 {
			text += " " + string("AB"[i])
		}
		text += " " + q.Y.Format(y)
	}
	if text == "" {
		return ""
	}
	name := ""
	if q.X == unit.Count {
		name = "retry "
	}
	return "┊ " + name + q.X.Format(q.Cross) + ":" + text
}

// histogram is a density as a row of bars.
func histogram(parts []float64) string {
	if len(parts) == 0 {
		return ""
	}
	bars := []rune("▁▂▃▄▅▆▇█")
	most := slices.Max(parts)
	row := make([]rune, len(parts))
	for i, p := range parts {
		row[i] = bars[min(len(bars)-1, int(p/most*float64(len(bars))))]
	}
	return " " + string(row)
}

// chartArea is the part of a chart's box that is drawn in: a blank keeps the
// curve off the border.
func chartArea(r rect) rect {
	in := r.inside()
	in.w = max(0, in.w-1)
	return in
}
