package tui

import (
	"math"
	"slices"
	"unicode/utf8"

	"retune/ui/answer"
	"retune/ui/chart"
	"retune/ui/unit"
)

// plot turns a chart in numbers into one to be drawn.
func (m Model) plot(q answer.Chart) chart.Plot {
	p := chart.Plot{
		X:     chart.Axis{Kind: q.X, Lo: q.Lo, Hi: q.Hi},
		Y:     chart.Axis{Kind: q.Y, Log: m.log},
		Cross: q.Cross,
		ASCII: m.options.ASCII,
	}
	if m.log && q.X == unit.Duration && !m.showsFleet() { // its time is that of the clock
		p.X.Log = true
		p.X.Lo = max(q.Lo, min(m.scenario.InitialDelay, q.Hi/10))
	}
	for i, curve := range q.Curves {
		r := []chart.Role{chart.A, chart.B}[i]
		p.Curves = append(p.Curves, chart.Curve{Role: r, Y: curve.Y, Peaks: curve.Peaks})
		if i == 0 { // two bands over each other would say nothing
			for j, b := range curve.Bands {
				p.Fills = append(p.Fills, chart.Fill{Role: []chart.Role{chart.Band, chart.Fringe}[j], Lo: b.Lo, Hi: b.Hi})
			}
		}
		if m.samples {
			for _, s := range curve.Samples {
				p.Points = append(p.Points, chart.Point{X: s[0], Y: s[1], Role: chart.Sample})
			}
		}
		if math.IsNaN(curve.Capped) {
			if i == 0 && len(curve.Bands) > 0 && !math.IsInf(curve.Cap, 1) {
				p.Lines = append(p.Lines, chart.Line{Y: curve.Cap, Name: "cap", Role: chart.Limit})
			}
		} else {
			mark := []chart.Role{chart.Mark, chart.B}[i]
			p.Points = append(p.Points, chart.Point{X: curve.Capped, Y: curve.Cap, Role: mark})
			if i == 0 || curve.Cap != q.Curves[0].Cap {
				name := []string{"cap", "cap of B"}[i]
				p.Lines = append(p.Lines, chart.Line{Y: curve.Cap, Name: name, Role: chart.Limit})
			}
		}
	}
	for _, span := range q.Spans {
		inside := func(y float64) func(float64) float64 {
			return func(x float64) float64 {
				if span[0] <= x && x < span[1] {
					return y
				}
				return math.NaN()
			}
		}
		p.Fills = append(p.Fills, chart.Fill{Role: chart.Fringe, Lo: inside(0), Hi: inside(math.Inf(1))})
	}
	return p
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
	legend := ""
	switch {
	case len(q.Spans) > 0:
		legend = "  ░ fault"
		if len(q.Curves) > 1 {
			legend += "  ── A  ·· B"
		}
		if len(q.Curves[0].Bands) > 0 {
			legend += "  ▒ most runs"
		}
	case len(q.Curves) > 1:
		legend = "  ── A  ·· B"
	case len(q.Curves[0].Bands) > 0:
		legend = "  ─ mean  ▒ 5 to 95%  ░ all but 0.2%"
		if q.X == unit.Duration {
			legend = "  ─ mean  ▒ starts of 5 to 95%  ░ of all but 0.2%"
		}
	}
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
