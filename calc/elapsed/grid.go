package elapsed

import (
	"cmp"
	"math"
	"slices"
)

// A grid is the CDF of a part of a distribution, in cells of equal width: a parabola
// in each, through its values at both ends and in the middle. Nothing ties one cell
// to the next, so that the density may jump where two cells meet. It is the distribution of
// a mass of at most 1, and 0 left of the first cell.
type grid struct {
	at, h float64   // where the first cell begins, the width of a cell, seconds
	per   float64   // 1/h
	v     []float64 // the CDF at both ends and in the middle of each cell: 2 cells + 1
	sum   []float64 // its integral up to the beginning of each cell, and to the end
	sum2  []float64 // the integral of that
}

// newGrid returns the grid with values of the CDF at both ends and in the middle of each
// cell, but for what rounding makes it fall.
func newGrid(at, h float64, v []float64) *grid {
	n := len(v) / 2
	g := &grid{at: at, h: h, per: 1 / h, v: v, sum: make([]float64, n+1), sum2: make([]float64, n+1)}
	for i := range v[1:] {
		if v[i+1] < v[i] {
			v[i+1] = v[i]
		}
	}
	for i := range n {
		a, b, c := g.cell(i)
		g.sum[i+1] = g.sum[i] + h*(a+b/2+c/3)
		g.sum2[i+1] = g.sum2[i] + h*g.sum[i] + h*h*(a/2+b/6+c/12)
	}
	return g
}

// gridOf returns the grid with the values of f at the nodes of n cells.
func gridOf(at, h float64, n int, f func(x float64) float64) *grid {
	v := make([]float64, 2*n+1)
	for i := range v {
		v[i] = max(0, f(at+h*float64(i)/2))
	}
	return newGrid(at, h, v)
}

// finer returns the grid of f with cells half as wide.
func (g *grid) finer(f func(x float64) float64) *grid {
	v, h := make([]float64, 2*len(g.v)-1), g.h/2
	for i := range v {
		if v[i] = g.v[i/2]; i%2 > 0 {
			v[i] = max(0, f(g.at+h*float64(i)/2))
		}
	}
	return newGrid(g.at, h, v)
}

// cell returns the parabola a + b u + c u^2 of cell i, u from 0 to 1 across it.
func (g *grid) cell(i int) (a, b, c float64) {
	a = g.v[2*i]
	d1, d2 := g.v[2*i+1]-a, g.v[2*i+2]-a
	return a, 4*d1 - d2, 2*d2 - 4*d1
}

// miss returns how far f is from the parabolas of the steepest cells, at a quarter and at
// three quarters of each.
func (g *grid) miss(f func(x float64) float64) (most float64) {
	cells := make([]int, len(g.sum)-1)
	for i := range cells {
		cells[i] = i
	}
	rise := func(i int) float64 { return g.v[2*i+2] - g.v[2*i] }
	slices.SortFunc(cells, func(i, j int) int { return cmp.Compare(rise(j), rise(i)) })
	for _, i := range cells[:min(16, len(cells))] {
		for _, u := range [...]float64{0.25, 0.75} {
			x := g.at + g.h*(float64(i)+u)
			most = max(most, math.Abs(g.moment(x, 0)-f(x)))
		}
	}
	return most
}

func (g *grid) mass() float64 { return g.v[len(g.v)-1] }
func (g *grid) end() float64  { return g.at + g.h*float64(len(g.sum)-1) }

// moment returns the CDF at x, or its integral from the left, once or twice.
func (g *grid) moment(x float64, p int) float64 {
	z := (x - g.at) * g.per
	n := len(g.sum) - 1
	if !(z > 0) {
		return 0
	}
	if z >= float64(n) {
		over := x - g.end()
		switch p {
		case 0:
			return g.mass()
		case 1:
			return g.sum[n] + g.mass()*over
		}
		return g.sum2[n] + g.sum[n]*over + g.mass()*over*over/2
	}
	i := int(z)
	u := z - float64(i)
	a, b, c := g.cell(i)
	switch p {
	case 0:
		return a + u*(b+u*c)
	case 1:
		return g.sum[i] + g.h*u*(a+u*(b/2+u*c*(1./3)))
	}
	return g.sum2[i] + g.h*u*(g.sum[i]+g.h*u*(a/2+u*(b/6+u*c/12)))
}

// trimmed returns the ends between which all of the mass is but a hair on each side.
func (g *grid) trimmed() (lo, hi float64) {
	const hair = 2e-14
	n := len(g.sum) - 1
	i, j := 0, n
	for i < n-1 && g.v[2*i+2] < hair {
		i++
	}
	for j > i+1 && g.mass()-g.v[2*j-2] < hair {
		j--
	}
	return g.at + g.h*float64(i), g.at + g.h*float64(j)
}
