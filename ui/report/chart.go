package report

import (
	"math"

	"retune/ui/answer"
	"retune/ui/chart"
)

// chartHeight is the lines of a chart within text.
const chartHeight = 12

// draw is a chart as lines of text: of one policy with its band, and with no
// crosshair, since what would be read there stands among the figures.
func draw(q answer.Chart, width int) string {
	q.Cross = math.NaN()
	return q.Plot(answer.View{}).Draw(min(width, 80), max(chartHeight, len(q.Boxes)+chart.Beside)).String()
}
