package page

import (
	"math"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// roles are the roles of the policies in the chart of an outage.
var roles = [mostShown]chart.Role{chart.A, chart.B, chart.Goodput, chart.Fifth, chart.Sixth, chart.Offered}

// outages returns a chart of each outage: the load of every policy, and below it the goodput, over the same time axis.
func (r Review) outages() Chapter {
	c := Chapter{Heading: "Through the outages"}
	for j, o := range r.File.Outages[:min(mostShown, len(r.File.Outages))] {
		f := Figure{Title: strings.TrimSpace("Load and goodput through the outage " + o.Name)}
		load, goodput := chart.Panel{Title: "load"}, chart.Panel{Title: "goodput"}
		var drawn answer.Chart
		lo, hi := math.Inf(1), math.Inf(-1)
		for i, p := range r.File.Policies[:min(mostShown, len(r.File.Policies))] {
			a, ok := r.of(i, j)
			charts := a.Charts()
			if !ok || len(charts) == 0 {
				continue
			}
			f.Says = append(f.Says, strings.TrimPrefix(p.Name+": "+a.Summary, ": "))
			drawn = charts[0]
			from, until := drawn.Shown(a)
			lo, hi = min(lo, from), max(hi, until)
			of := charts[0].Curves[0]
			load.Plot.Curves = append(load.Plot.Curves, chart.Curve{Role: roles[i], Name: p.Name, Y: of.Y, Peaks: of.Peaks})
			for _, s := range charts[0].Series {
				if s.Role == answer.Goodput {
					goodput.Plot.Curves = append(goodput.Plot.Curves, chart.Curve{Role: roles[i], Name: p.Name, Y: s.Y})
				}
			}
		}
		if len(load.Plot.Curves) == 0 {
			continue
		}
		panels := []chart.Panel{load, goodput}
		for k := range panels {
			p := drawn.Plot(answer.View{})
			p.X.Lo, p.X.Hi = lo, hi
			panels[k].Plot.X, panels[k].Plot.Y, panels[k].Plot.Fills, panels[k].Plot.Cross = p.X, p.Y, p.Fills, math.NaN()
			panels[k].Plot.Lines = p.Lines
			panels[k].Desc = "over time, with the outage shaded"
		}
		f.Drawing = chart.Figure(panels...)
		c.Figures = append(c.Figures, f)
	}
	return c
}
