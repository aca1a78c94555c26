package sweep

import (
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// chart returns a chart of the first figure that has two different numbers, and its range in words. It returns no chart
// if there is none.
func (w *sweep) chart(rows []row, figures []column) (_ []answer.Chart, course string) {
	for _, f := range figures {
		least, most := extremes(numbers(f.of[0]))
		if least == most {
			continue
		}
		c := along(w.axis, f.DisplayName(), f.Kind)
		for _, joined := range []answer.Join{{LogX: c.LogX}, {LogX: c.LogX, LogY: true}} {
			if f.Kind == unit.Count { // which has no values in between
				joined = answer.Join{Holds: true}
			}
			c.Curves = nil
			for _, along := range f.of {
				c.Curves = append(c.Curves, answer.Curve{Points: through(rows, numbers(along), joined)})
			}
			if !c.Log(answer.ByData) {
				break
			}
		}
		if len(f.of) == 1 && f.of[0][len(rows)-1].Of(0).Status == answer.NotReached {
			c.EndText = "never from here on"
		}
		if w.one && !math.IsNaN(w.s.Wanted) {
			c.Limit = answer.Limit{Name: "limit", Y: w.s.Wanted}
		}
		at := func(i int) string {
			return fmt.Sprintf("%s at %s %s", f.of[0][i].Text(0), w.axis.Name(), w.axis.Kind.Format(rows[i].x))
		}
		return []answer.Chart{c}, fmt.Sprintf(": %s from %s to %s", c.Title, at(least), at(most))
	}
	if len(rows) > 1 && !slices.ContainsFunc(figures, column.varies) {
		course = ": no difference"
	}
	return nil, course
}

// along returns an empty chart over an axis.
func along(a setting.Axis, title string, y unit.Kind) answer.Chart {
	lo, hi := a.Values[0], a.Values[len(a.Values)-1]
	return answer.Chart{Title: title, XName: a.Name(), SampledAt: a.Values, X: a.Kind, Y: y, Lo: lo, Hi: hi, LogX: a.Log,
		Crosshair: math.NaN()}
}

// numbers returns the numbers of a figure, NaN for a value that is none.
func numbers(along []answer.Quantity) (list []float64) {
	for _, q := range along {
		v := q.Of(0)
		if v.Status != "" || v.Words != "" {
			v.Number = math.NaN()
		}
		list = append(list, v.Number)
	}
	return list
}

// extremes returns the indices of the least and the greatest number. They are equal unless two numbers differ.
func extremes(list []float64) (least, most int) {
	for i, y := range list {
		if !(list[least] <= y) && !math.IsNaN(y) {
			least = i
		}
		if !(list[most] >= y) && !math.IsNaN(y) {
			most = i
		}
	}
	return least, most
}

// through returns points through a number of each row, with gaps where it is NaN.
func through(rows []row, numbers []float64, joined answer.Join) answer.Points {
	p := answer.Points{Values: numbers, Join: joined}
	for _, r := range rows {
		p.At = append(p.At, r.x)
	}
	return p
}
