package answer

import (
	"cmp"
	"math"
	"strings"

	"retune/ui/show/chart"
)

// Plot returns the chart in the form that package chart draws.
func (c Chart) Plot(v View) chart.Plot {
	p := chart.Plot{X: c.Axis(v), Y: chart.Axis{Kind: c.Y, Log: c.Log(v.Scale)}, Cross: c.Crosshair, Glyphs: v.Glyphs,
		First: v.First}
	for _, column := range c.Columns {
		p.Heads = append(p.Heads, column.Name)
	}
	for _, b := range c.Boxes {
		p.Boxes = append(p.Boxes, b.plot(c.Columns))
	}
	for _, r := range c.readings() {
		if r.kind != edge {
			p.Curves = append(p.Curves, chart.Curve{Role: r.Role, Name: c.endLabel(r), Y: r.Y, Peaks: r.peaks()})
		}
	}
	for i := range c.Curves {
		c.limit(&p, i)
	}
	for _, x := range c.SampledAt {
		for i, curve := range c.Curves {
			p.Points = append(p.Points, chart.Point{X: x, Y: curve.Y(x), Role: Roles[i]})
		}
		if c.EndText != "" && !math.IsNaN(c.Curves[0].Y(x)) {
			p.Texts = []chart.Text{{X: x, Y: c.Curves[0].Y(x), Text: c.EndText, Role: chart.Label}}
		}
	}
	if c.Limit.Name != "" {
		c.Limit.Role = chart.Limit
		p.Lines = append(p.Lines, c.Limit)
	}
	p.Fills = c.fills()
	return p
}

// fills returns the shaded areas: the band of policy A, and the spans.
func (c Chart) fills() (list []chart.Fill) {
	if b := c.band(); b.Exists() {
		list = append(list, chart.Fill{Role: chart.Band, Lo: b.Lo.Y, Hi: b.Hi.Y, LoName: b.LoName, HiName: b.HiName})
	}
	for _, span := range c.Outages {
		list = append(list, chart.Shading(span[0], span[1]))
	}
	return list
}

// plot is the box in a picture, with the names of the other policies that it is of behind its own.
func (b Box) plot(columns []Column) chart.Box {
	drawn := chart.Box{Name: b.Name, Role: chart.Label, At: b.Percentiles, Note: b.Note}
	for i, x := range b.Figures {
		text := columns[i].Kind.Rounded(x, cmp.Or(b.Digits, 3))
		if math.IsNaN(x) {
			text = "-"
		}
		drawn.Cells = append(drawn.Cells, text)
	}
	if b.Of != nil {
		drawn.Role, drawn.Name = chart.B, b.Name+" ("+strings.Join(b.Of, ", ")+")"
	}
	if b.IsA {
		drawn.Role = chart.A
	}
	return drawn
}

// limit adds the line of the cap of curve i to p, and marks where the curve reaches it.
func (c Chart) limit(p *chart.Plot, i int) {
	curve, reached := c.Curves[i], c.Curves[i].Capped > 0
	role, name := chart.Mark, "cap"
	if i > 0 {
		role, name = Roles[i], "cap of "+c.nameOfPolicy(i)
	}
	drawn := (curve.Band.Exists() || curve.Rough) && curve.Cap > 0 && !math.IsInf(curve.Cap, 1)
	if i == 0 && (reached || drawn) || reached && curve.Cap != c.Curves[0].Cap {
		p.Lines = append(p.Lines, chart.Line{Y: curve.Cap, Name: name, Role: chart.Limit})
	}
	if reached {
		p.Points = append(p.Points, chart.Point{X: curve.Capped, Y: curve.Cap, Role: role})
	}
}

// peaks returns the function of the peaks of a curve that has some between columns, else nil.
func (c Curve) peaks() func(from, to float64) float64 {
	if !c.Peaks {
		return nil
	}
	return c.Peak
}
