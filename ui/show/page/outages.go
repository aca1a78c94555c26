package page

import (
	"fmt"
	"math"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// outages returns a chart of each outage: the load of every policy, and below it the goodput, over the same time axis.
func (r Review) outages() Chapter {
	c := Chapter{Heading: "Through the outages"}
	for j, o := range first(r.File.Outages) {
		f := Figure{Title: strings.TrimSpace("Load and goodput through the outage " + o.Name)}
		var load answer.Chart
		var goodput []answer.Curve
		for i, p := range first(r.File.Policies) {
			a := r.of(i, j)
			charts := a.Charts
			if len(charts) == 0 {
				continue
			}
			of := charts[0]
			from, until := of.VisibleRange(a)
			if len(f.Says) == 0 {
				load = answer.Chart{Title: "load", X: of.X, Y: of.Y, Lo: from, Hi: until, Limit: of.Limit, Outages: of.Outages,
					Crosshair: math.NaN()}
			}
			f.Says = append(f.Says, named(p.Name, a.Summary))
			load.Lo, load.Hi = min(load.Lo, from), max(load.Hi, until)
			load.Series = append(load.Series, answer.Curve{Name: p.Name, Role: answer.Roles[i], Points: of.Curves[0].Points,
				Peaks: true})
			for _, s := range of.Series {
				if s.Role == answer.Goodput {
					goodput = append(goodput, answer.Curve{Name: p.Name, Role: answer.Roles[i], Points: s.Points})
				}
			}
		}
		if len(f.Says) == 0 {
			continue
		}
		f.Title += fmt.Sprintf(", from %s to %s", unit.Duration.Rounded(load.Lo, 3), unit.Duration.Rounded(load.Hi, 3))
		panels := []chart.Panel{load.Panel()}
		load.Title, load.Series = "goodput", goodput
		panels = append(panels, load.Panel())
		for i := range panels {
			panels[i].Legend = nil // the curves are named at their ends
		}
		f.Drawing = chart.Figure(panels...)
		c.Figures = append(c.Figures, f)
	}
	return c
}
