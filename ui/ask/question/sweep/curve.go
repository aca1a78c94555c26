package sweep

import (
	"math"
	"sort"

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
		for _, joined := range []joint{straight(c.LogX, false), straight(c.LogX, true)} {
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

// A joint interpolates a figure between two neighbouring rows.
type joint func(lo, hi row, x, from, to float64) float64

// steps keeps the value of the row before, because counts have no values in between.
func steps(_, _ row, _, from, _ float64) float64 { return from }

// straight returns a joint that is a straight line on linear or logarithmic axes.
func straight(logX, logY bool) joint {
	return func(lo, hi row, x, from, to float64) float64 {
		share := (x - lo.x) / (hi.x - lo.x)
		if logX {
			share = math.Log(x/lo.x) / math.Log(hi.x/lo.x)
		}
		if logY { // NaN from 0, which a logarithmic axis lacks
			return from * math.Pow(to/from, share)
		}
		return from + (to-from)*share
	}
}

// curve joins a figure of the rows, with gaps where it has no value.
func curve(rows []row, of func(row) float64, joined joint) answer.Curve {
	return answer.Curve{Cap: math.Inf(1), Capped: math.NaN(), Y: func(x float64) float64 {
		i := sort.Search(len(rows), func(i int) bool { return rows[i].x >= x })
		switch {
		case i == len(rows) || i == 0 && x < rows[0].x:
			return math.NaN()
		case rows[i].x == x:
			return of(rows[i])
		}
		return joined(rows[i-1], rows[i], x, of(rows[i-1]), of(rows[i]))
	}}
}
