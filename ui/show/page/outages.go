package page

import (
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// roles are those of the policies in a picture of an outage.
var roles = [mostShown]chart.Role{chart.A, chart.B, chart.Goodput, chart.Fifth, chart.Sixth, chart.Offered}

// outages is a picture of each outage: the load of every policy, and under it the goodput, over one axis of time.
func (r Review) outages() Chapter {
	c := Chapter{Heading: "Through the outages"}
	for j, o := range r.File.Outages[:min(mostShown, len(r.File.Outages))] {
		f := Figure{Title: strings.TrimSpace("Load and goodput through the outage " + o.Name)}
		load, goodput := chart.Panel{Title: "load"}, chart.Panel{Title: "goodput"}
		var drawn answer.Chart
		end := 0.0
		for i, p := range r.File.Policies[:min(mostShown, len(r.File.Policies))] {
			a, ok := r.of(i, j)
			charts := a.Charts()
			if !ok || len(charts) == 0 {
				continue
			}
			f.Says = append(f.Says, strings.TrimPrefix(p.Name+": "+a.Summary, ": "))
			drawn, end = charts[0], max(end, shownUntil(charts[0], a))
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
			p.X.Lo, p.X.Hi = shownFrom(drawn), end
			panels[k].Plot.X, panels[k].Plot.Y, panels[k].Plot.Fills, panels[k].Plot.Cross = p.X, p.Y, p.Fills, math.NaN()
			panels[k].Plot.Lines = p.Lines
			panels[k].Desc = "over time, with the outage shaded"
		}
		f.Drawing = chart.Figure(panels...)
		c.Figures = append(c.Figures, f)
	}
	return c
}

// shownFrom and shownUntil are the part of the time that shows an outage and the recovery from it.
func shownFrom(c answer.Chart) float64 {
	if len(c.Spans) == 0 {
		return c.Lo
	}
	first := c.Spans[0]
	return max(c.Lo, first[0]-(first[1]-first[0])/2)
}

func shownUntil(c answer.Chart, a answer.Answer) float64 {
	if len(c.Spans) == 0 {
		return c.Hi
	}
	last := slices.MaxFunc(c.Spans, func(x, y [2]float64) int { return int(math.Copysign(1, x[1]-y[1])) })
	long := last[1] - c.Spans[0][0]
	recovery := a.Value("time to recovery", 0)
	if recovery.Status != "" {
		return min(c.Hi, last[1]+3*long)
	}
	return min(c.Hi, last[1]+max(long, 1.2*recovery.Number))
}
