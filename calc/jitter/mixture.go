package jitter

import (
	"math"
	"slices"
)

// A mixture is the distribution of a time that is one of several uniforms or points, in
// ascending order, none within another.
type mixture []Component

// split returns such pieces up to x, seconds, and those beyond it.
func split(pieces []Component, x float64) (below, above mixture) {
	below = make(mixture, 0, len(pieces)+1)
	for _, c := range pieces {
		switch {
		case c.Lo > x || c.Lo == x && c.Hi > x || math.IsInf(c.Hi, 1):
			above = append(above, c)
		case c.Hi > x:
			over := c.Weight * ((c.Hi - x) / (c.Hi - c.Lo))
			below, above = append(below, Component{c.Weight - over, c.Lo, x}), append(above, Component{over, x, c.Hi})
		default:
			below = append(below, c)
		}
	}
	return below, above
}

func (m mixture) weight() (total float64) {
	for _, c := range m {
		total += c.Weight
	}
	return total
}

// newMixture returns the mixture of such pieces in which all above the limit is a point there.
func newMixture(pieces []Component, limit float64) mixture {
	m, rest := split(pieces, limit)
	above := rest.weight()
	if last := len(m) - 1; last >= 0 && m[last].Lo == limit {
		m[last].Weight += above
	} else if above > 0 {
		m = append(m, Component{above, limit, limit})
	}
	return m
}

func (m mixture) Components(n int) []Component {
	if n == Evenly {
		return m.spread()
	}
	return m
}

func (m mixture) Mean() float64 {
	total := 0.0
	for _, c := range m {
		total += c.Weight * c.mid()
	}
	return total
}

func (m mixture) Variance() float64 {
	if lo, hi := m.Support(); lo == hi {
		return 0
	}
	mean, total := m.Mean(), 0.0
	for _, c := range m {
		off, w := c.mid()-mean, c.Hi-c.Lo
		total += c.Weight * (off*off + w*w/12)
	}
	return total
}

func (m mixture) CDF(x float64) float64 {
	if _, hi := m.Support(); x >= hi {
		return 1
	}
	total := 0.0
	for _, c := range m {
		switch {
		case x >= c.Hi:
			total += c.Weight
		case x > c.Lo:
			total += c.Weight * ((x - c.Lo) / (c.Hi - c.Lo))
		}
	}
	return total
}

func (m mixture) Quantile(q float64) float64 {
	lo, hi := m.Support()
	if q <= 0 {
		return lo
	}
	for _, c := range m {
		if q < c.Weight {
			return c.Lo + (c.Hi-c.Lo)*(q/c.Weight)
		}
		if q -= c.Weight; q == 0 {
			return c.Hi
		}
	}
	return hi
}

func (m mixture) Support() (lo, hi float64) { return m[0].Lo, m[len(m)-1].Hi }

func (m mixture) Atom(x float64) float64 {
	for _, c := range m {
		if c.Lo == x && c.Hi == x {
			return c.Weight
		}
	}
	return 0
}

// spread spreads 8 points or more of one weight at one distance evenly over what they stand
// for, half a distance to each side. The mean stays.
func (m mixture) spread() (list []Component) {
	for i := 0; i < len(m); {
		end, gap := i+1, 0.0
		for ; end < len(m) && m[i].Lo == m[i].Hi && m[end].Lo == m[end].Hi && math.Abs(m[end].Weight-m[i].Weight) <= 1e-9; end++ {
			next := m[end].Lo - m[end-1].Lo
			if end > i+1 && math.Abs(next-gap) > 1e-6*gap {
				break
			}
			gap = next
		}
		if end-i >= 8 {
			list = append(list, Component{Weight: float64(end-i) * m[i].Weight, Lo: m[i].Lo - gap/2, Hi: m[end-1].Lo + gap/2})
		} else {
			list = append(list, m[i:end]...)
		}
		i = end
	}
	return list
}

// raised returns the mixture of what is at least the floor, seconds: what is below is a
// point there.
func raised(m mixture, floor float64) mixture {
	if m[0].Lo >= floor {
		return m
	}
	below, above := split(m, floor)
	return append(mixture{{below.weight(), floor, floor}}, above...)
}

// redrawn returns the mixture in which what is above c is drawn anew from U(c/2, c).
func redrawn(m mixture, c float64) mixture {
	list, rest := split(m, c)
	if rest == nil {
		return list
	}
	return overlaid(append(list, Component{rest.weight(), c / 2, c}))
}

// overlaid returns the mixture of uniforms that may overlap, cut where one of them begins
// or ends.
func overlaid(list []Component) mixture {
	var edges []float64
	for _, b := range list {
		edges = append(edges, b.Lo, b.Hi)
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	var m mixture
	for i, x := range edges {
		point := Component{0, x, x}
		for _, b := range list {
			if b.Lo == x && b.Hi == x {
				point.Weight += b.Weight
			}
		}
		if point.Weight > 0 {
			m = append(m, point)
		}
		if i+1 == len(edges) {
			break
		}
		piece := Component{0, x, edges[i+1]}
		for _, b := range list {
			if b.Lo < b.Hi && b.Lo <= x && edges[i+1] <= b.Hi {
				piece.Weight += b.Weight * (piece.Hi - piece.Lo) / (b.Hi - b.Lo)
			}
		}
		if piece.Weight > 0 {
			m = append(m, piece)
		}
	}
	return m
}
