package report

import (
	"bufio"
	"math"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// chartHeight is the number of lines of a chart in text.
const chartHeight = 12

// pictures returns the charts drawn in text: at most one.
func pictures(a answer.Answer, o Options) []answer.Chart {
	if a.ChartInText && (o.Table == "" || o.Table == All) || o.Charts {
		return a.Charts[:min(1, len(a.Charts))]
	}
	return nil
}

// draw returns a chart as lines of text, without the crosshair, because the figures include its values.
func draw(q answer.Chart, o Options) string {
	q.Crosshair = math.NaN()
	p := q.Plot(answer.View{Glyphs: o.glyphs()})
	return p.Draw(min(o.Width, 80), max(chartHeight, len(q.Boxes)*p.BoxLines()+chart.Beside)).String()
}

// glyphs returns the characters to draw with.
func (o Options) glyphs() chart.Glyphs {
	if o.ASCII {
		return chart.ASCII
	}
	return chart.Strokes
}

// drawing writes the charts of an answer as SVG.
func drawing(w *bufio.Writer, r Result, _ Options) {
	var panels []chart.Panel
	if r.Answer.Map != nil {
		panels = append(panels, r.Answer.Map.Panel())
	}
	if r.Answer.Bars != nil {
		panels = append(panels, r.Answer.Bars.Panel())
	}
	for _, c := range r.Answer.Charts {
		p := c.WithExactCurves().Panel()
		p.Plot.X.Lo, p.Plot.X.Hi = c.VisibleRange(r.Answer)
		panels = append(panels, p)
	}
	_ = chart.SVG(w, r.Command, r.Answer.Summary, panels)
}
