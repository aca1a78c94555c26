package report

import (
	"math"

	"retune/ui/answer"
	"retune/ui/chart"
)

// chartHeight is the lines of a chart within text.
const chartHeight = 12

// pictures is the chart of the answer that is drawn in text, if one is: one says it.
func pictures(a answer.Answer, o Options) []answer.Chart {
	if a.InText && (o.Table == "" || o.Table == All) || o.Charts {
		list := a.Charts()
		return list[:min(1, len(list))]
	}
	return nil
}

// draw is a chart as lines of text: of one policy with its band, and with no
// crosshair, since what would be read there stands among the figures.
func draw(q answer.Chart, width int) string {
	q.Cross = math.NaN()
	return q.Plot(answer.View{}).Draw(min(width, 80), max(chartHeight, len(q.Boxes)+chart.Beside)).String()
}
