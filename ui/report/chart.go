package report

import (
	"math"

	"retune/ui/answer"
	"retune/ui/chart"
)

// chartHeight is the lines of a chart within text.
const chartHeight = 12

// draw is a chart as lines of text.
func draw(q answer.Chart, width int) string {
	p := chart.Plot{X: chart.Axis{Kind: q.X, Lo: q.Lo, Hi: q.Hi}, Y: chart.Axis{Kind: q.Y}, Cross: q.Cross}
	for i, c := range q.Curves {
		p.Curves = append(p.Curves, chart.Curve{Role: []chart.Role{chart.A, chart.B}[i], Y: c.Y, Peaks: c.Peaks})
		if len(q.Curves) > 1 {
			continue
		}
		for j, b := range c.Bands {
			p.Fills = append(p.Fills, chart.Fill{Role: []chart.Role{chart.Band, chart.Fringe}[min(j, 1)], Lo: b.Lo, Hi: b.Hi})
		}
		if c.Cap > 0 && !math.IsInf(c.Cap, 1) {
			p.Lines = append(p.Lines, chart.Line{Y: c.Cap, Name: "cap", Role: chart.Limit})
		}
	}
	for _, m := range q.Marks {
		p.Points = append(p.Points, chart.Point{X: m[0], Y: m[1], Role: chart.Mark})
	}
	for _, span := range q.Spans {
		inside := func(at float64) func(x float64) float64 {
			return func(x float64) float64 {
				if x >= span[0] && x < span[1] {
					return at
				}
				return math.NaN()
			}
		}
		p.Fills = append(p.Fills, chart.Fill{Role: chart.Fringe, Lo: inside(0), Hi: inside(math.Inf(1))})
	}
	return p.Draw(min(width, 80), chartHeight).String()
}
