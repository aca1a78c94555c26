package tui

import (
	"math"

	"retune/ui/chart"
	"retune/ui/query"
	"retune/ui/unit"
)

// plot turns a chart in numbers into one to be drawn.
func (m Model) plot(q query.Chart) chart.Plot {
	p := chart.Plot{
		X:     chart.Axis{Kind: q.X, Lo: q.Lo, Hi: q.Hi},
		Y:     chart.Axis{Kind: q.Y, Log: m.log},
		Cross: q.Cross,
		ASCII: m.options.ASCII,
	}
	if m.log && q.X == unit.Duration {
		p.X.Log = true
		p.X.Lo = max(q.Lo, min(m.scenario.First, q.Hi/10))
	}
	for i, curve := range q.Curves {
		r := []chart.Role{chart.A, chart.B}[i]
		p.Curves = append(p.Curves, chart.Curve{Role: r, Y: curve.Y})
		if !math.IsNaN(curve.Capped) {
			mark := []chart.Role{chart.Mark, chart.B}[i]
			p.Points = append(p.Points, chart.Point{X: curve.Capped, Y: curve.Cap, Role: mark})
			if i == 0 || curve.Cap != q.Curves[0].Cap {
				name := []string{"cap", "cap of B"}[i]
				p.Lines = append(p.Lines, chart.Line{Y: curve.Cap, Name: name, Role: chart.Limit})
			}
		}
	}
	return p
}

// paintChart paints one chart in its box.
func (m Model) paintChart(c *canvas, r rect, q query.Chart) {
	title := q.Title
	if m.log {
		title += ", log"
	}
	const legend = "  ── A  ·· B"
	if len(q.Curves) > 1 && len(title)+len(legend)+len(reading(q)) < r.w {
		title += legend
	}
	c.box(r, title, reading(q))
	in := chartArea(r)
	for y, row := range m.plot(q).Draw(in.w, in.h).Cells {
		for x, cell := range row {
			c.put(in.x+x, in.y+y, cell.Rune, chartRoles[cell.Role])
		}
	}
}

// reading is what the crosshair reads off the curve of A.
func reading(q query.Chart) string {
	y := q.Curves[0].Y(q.Cross)
	if math.IsNaN(y) {
		return ""
	}
	name := ""
	if q.X == unit.Count {
		name = "retry "
	}
	return "┊ " + name + q.X.Format(q.Cross) + ": " + q.Y.Format(y)
}

// chartArea is the part of a chart's box that is drawn in: a blank keeps the
// curve off the border.
func chartArea(r rect) rect {
	in := r.inside()
	in.w = max(0, in.w-1)
	return in
}
