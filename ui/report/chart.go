package report

import "retune/ui/answer"

// The size of a chart within text.
const chartWidth, chartHeight = 72, 14

// draw is a chart as lines of text.
func draw(c answer.Chart) string {
	return c.Plot(answer.View{}).Draw(chartWidth, chartHeight).String()
}
