package report

import (
	"retune/ui/answer"
	"retune/ui/chart"
)

// The size of a chart within text.
const chartWidth, chartHeight = 72, 14

// draw is a chart as lines of text.
func draw(q answer.Chart) string {
	p := chart.Plot{X: chart.Axis{Kind: q.X, Lo: q.Lo, Hi: q.Hi}, Y: chart.Axis{Kind: q.Y}, Cross: q.Cross}
	for i, c := range q.Curves {
		p.Curves = append(p.Curves, chart.Curve{Role: []chart.Role{chart.A, chart.B}[i], Y: c.Y})
	}
	for _, m := range q.Marks {
		p.Points = append(p.Points, chart.Point{X: m[0], Y: m[1], Role: chart.Mark})
	}
	return p.Draw(chartWidth, chartHeight).String()
}
