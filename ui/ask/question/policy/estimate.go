package policy

import (
	"math"

	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// estimate returns an estimate of the error of x, a figure of distributions, from n values of the same figure that are
// less accurate, or 0 if there are none, or if they all equal x, which then is exact. The estimate is twice the
// distance of x from their mean m, which shrinks with the cells of a lattice, and for groups of simulated clients 3.5
// standard errors of m, the 99th percentile of Student's distribution for eight groups:
//
//	2 |x - m| + 3.5 sd/sqrt n + 1e-5 |x|, of a share + 1e-5
//
// The last term is for lattices that agree by chance.
func estimate(x float64, kind unit.Kind, n int, less func(i int) float64) float64 {
	var m numeric.Mean
	apart := false
	for i := range n {
		y := less(i)
		m.Add(y)
		apart = apart || !(math.Abs(x-y) <= 1e-12*math.Abs(x))
	}
	if !apart || !unit.Finite(x) || !unit.Finite(m.Value()) {
		return 0
	}
	off := 2*math.Abs(x-m.Value()) + 1e-5*math.Abs(x)
	if kind == unit.Share {
		off += 1e-5
	}
	if n > 1 {
		off += 3.5 * m.Error()
	}
	return off
}

// withErrors returns values with estimates of their errors, from the same values of the rougher timelines.
func (l timeline) withErrors(of func(timeline) []float64) []answer.Value {
	var others [][]float64
	for _, rough := range l.coarser {
		others = append(others, of(rough))
	}
	row := answer.Numbers(of(l)...)
	for j := range row[:len(row)*min(1, len(others))] {
		row[j].ErrorEstimate = estimate(row[j].Number, unit.Duration, len(others),
			func(i int) float64 { return others[i][j] })
	}
	return row
}
