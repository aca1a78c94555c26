package sweep

import (
	"math"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// charts returns a chart of the first figure that has two different numbers.
func (w *sweep) charts(rows []row, heads []answer.Quantity) []answer.Chart {
	for _, q := range heads {
		if !varies(rows, func(r row) float64 { return finiteOf(r.figure(q.Name).Of(0)) }) {
			continue
		}
		c := along(w.axis, q.Called(), q.Kind)
		n := policies(rows, q)
		for _, joined := range []answer.Joint{answer.Straight(c.LogX, false), answer.Straight(c.LogX, true)} {
			if q.Kind == unit.Count {
				joined = steps
			}
			c.Curves = nil
			for of := range n {
				figure := func(r row) float64 { return finiteOf(r.figure(q.Name).Of(of)) }
				c.Curves = append(c.Curves, curve(rows, figure, joined))
			}
			if !c.Log(answer.ByData) {
				break
			}
		}
		if last := rows[len(rows)-1].figure(q.Name); n == 1 && last.Of(0).Status == answer.NotReached {
			c.Ends = "never from here on"
		}
		if w.one && !math.IsNaN(w.s.Wanted) {
			c.Limit = answer.Limit{Name: "limit", Y: w.s.Wanted}
		}
		return []answer.Chart{c}
	}
	return nil
}

// finiteOf returns the number of a value, or NaN.
func finiteOf(v answer.Value) float64 {
	if v.Status != "" || v.Words != "" {
		return math.NaN()
	}
	return v.Number
}

// varies reports whether a figure has two different numbers in the rows.
func varies(rows []row, of func(row) float64) bool {
	first := math.NaN()
	for _, r := range rows {
		switch x := of(r); {
		case math.IsNaN(first):
			first = x
		case x != first && !math.IsNaN(x):
			return true
		}
	}
	return false
}

// steps keeps the value of the row before, because counts have no values in between.
func steps(_, _, _, from, _ float64) float64 { return from }

// curve joins a figure of the rows, with gaps where it has no value.
func curve(rows []row, of func(row) float64, joined answer.Joint) answer.Curve {
	at, y := make([]float64, len(rows)), make([]float64, len(rows))
	for i, r := range rows {
		at[i], y[i] = r.x, of(r)
	}
	return answer.Curve{Y: answer.Through(at, y, joined)}
}
