package jitter

import (
	"math"
	"slices"
)

// A mixture is the distribution of a time that is one of several uniforms or points, in
// ascending order, none within another.
type mixture []Component

// cut returns such pieces up to the limit, seconds, and the weight of what is above it.
func cut(pieces []Component, limit float64) (m mixture, above float64) {
	m = make(mixture, 0, len(pieces)+1)
	for _, c := range pieces {
		switch {
		case c.Lo > limit || c.Lo == limit && c.Hi > limit || math.IsInf(c.Hi, 1):
			above += c.Weight
			continue
		case c.Hi > limit:
			over := c.Weight * ((c.Hi - limit) / (c.Hi - c.Lo))
			above, c.Weight, c.Hi = above+over, c.Weight-over, limit
		}
		m = append(m, c)
	}
	return m, above
}

// newMixture returns the mixture of such pieces in which all above the limit is a point there.
func newMixture(pieces []Component, limit float64) mixture {
	m, above := cut(pieces, limit)
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
	list, low := make(mixture, 1, len(m)+1), 0.0
	for _, b := range m {
		switch {
		case b.Hi <= floor:
			low += b.Weight
			continue
		case b.Lo < floor:
			under := b.Weight * ((floor - b.Lo) / (b.Hi - b.Lo))
			low, b.Weight, b.Lo = low+under, b.Weight-under, floor
		}
		list = append(list, b)
	}
	if list[0] = (Component{low, floor, floor}); low == 0 {
		return list[1:]
	}
	return list
}

// redrawn returns the mixture in which what is above c is drawn anew from U(c/2, c).
func redrawn(m mixture, c float64) mixture {
	list, above := cut(m, c)
	if above == 0 {
		return list
	}
	return overlaid(append(list, Component{above, c / 2, c}))
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
