package jitter

import (
	"math"
	"slices"
)

// A panels is a grid on which the law of a delay is kept: intervals that meet
// where the density jumps or bends, with six nodes in each. A law is a weight
// for each node, and two atoms beside the grid: the probabilities of exactly 0
// and of exactly the cap. Weights carry a law in the weak sense,
//
//	E f(t) = sum_k m_k f(x_k)
//
// for every f that is smooth within each panel, and m_k/w_k is the density at
// the node where that is smooth itself. A weight can be below 0 by the error
// of the grid.
type panels struct {
	edge []float64 // of the panels, seconds, increasing, one more than panels
	x    []float64 // nodes, seconds
	w    []float64 // weights of the rule, seconds: sum_k w_k f(x_k) = integral of f
	top  float64   // where the second atom is, seconds, or +Inf
}

// newPanels lays panels from lo to hi, with edges at the marks between them,
// none wider than width in the scale ln(x + floor). Marks nearer than gap to
// one before, in that scale, are left out.
func newPanels(lo, hi, top float64, marks []float64, floor, width, gap float64) *panels {
	scale := func(x float64) float64 { return math.Log(x + floor) }
	slices.Sort(marks)
	edge := []float64{lo}
	for _, m := range append(marks, hi) {
		last := edge[len(edge)-1]
		switch {
		case m == hi && len(edge) > 1 && scale(hi)-scale(last) < gap:
			edge[len(edge)-1] = hi
			continue
		case m != hi && (!(m > lo) || !(m < hi) || scale(m)-scale(last) < gap):
			continue
		}
		u, v := scale(last), scale(m)
		n := max(1, math.Ceil((v-u)/width-1e-6))
		for i := 1.0; i < n; i++ {
			edge = append(edge, math.Exp(u+(v-u)*i/n)-floor)
		}
		edge = append(edge, m)
	}
	g := &panels{edge: edge, top: top}
	for p := range len(edge) - 1 {
		mid, half := (edge[p]+edge[p+1])/2, (edge[p+1]-edge[p])/2
		for k := range order {
			g.x = append(g.x, mid+half*gaussNode[k])
			g.w = append(g.w, half*gaussWeight[k])
		}
	}
	return g
}

// find returns the panel that x is in, the nearest if it is in none.
func (g *panels) find(x float64) int {
	i, found := slices.BinarySearch(g.edge, x)
	if !found {
		i--
	}
	return min(max(i, 0), len(g.edge)-2)
}

// local returns the panel p that x is in and where: -1 and 1 are its edges.
func (g *panels) local(x float64) (p int, z float64) {
	p = g.find(x)
	lo, hi := g.edge[p], g.edge[p+1]
	return p, max(-1, min(1, (x-lo)/(hi-lo)*2-1))
}

// at returns the delay of weight k: a node or one of the two atoms.
func (g *panels) at(k int) float64 {
	switch k {
	case len(g.x):
		return 0
	case len(g.x) + 1:
		return g.top
	}
	return g.x[k]
}

// point adds the mass m at x to the weights out.
func (g *panels) point(out []float64, x, m float64) {
	p, z := g.local(x)
	l := lagrange(z)
	for k := range order {
		out[p*order+k] += m * l[k]
	}
}

// box adds the density f on [lo, hi] to the weights out.
func (g *panels) box(out []float64, lo, hi, f float64) {
	from, zlo := g.local(lo)
	to, zhi := g.local(hi)
	for k := from * order; k < (to+1)*order; k++ {
		out[k] += f * g.w[k]
	}
	// Too much was added before lo and after hi.
	before, until := antiderivative(zlo), antiderivative(zhi)
	for k := range order {
		out[from*order+k] -= f * before[k] * (g.edge[from+1] - g.edge[from]) / 2
		out[to*order+k] += f * (until[k]*(g.edge[to+1]-g.edge[to])/2 - g.w[to*order+k])
	}
}

// pour hands out the continuous part of a row as masses at many points of each
// panel, so many that a ladder with rungs so far apart is covered without
// gaps: the place, the mass, and its shares among the nodes from at on.
func (g *panels) pour(row []float64, apart func(y float64) float64, to func(y, mass float64, at int, shares [order]float64)) {
	for p := range len(g.edge) - 1 {
		k := p * order
		empty := true
		for a := range order {
			empty = empty && row[k+a] == 0
		}
		if empty {
			continue
		}
		width := g.edge[p+1] - g.edge[p]
		n := int(min(200, math.Ceil(width/(3*apart(g.edge[p])))))
		for i := range n {
			for b := range order {
				z := (2*float64(i)+1+gaussNode[b])/float64(n) - 1
				l := lagrange(z)
				density := 0.0
				for a := range order {
					density += row[k+a] / gaussWeight[a] * l[a]
				}
				to(g.edge[p]+width*(z+1)/2, density*gaussWeight[b]/float64(n), k, l)
			}
		}
	}
}
