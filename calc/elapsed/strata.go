package elapsed

import (
	"math"
	"retune/calc/jitter"
	"sort"
)

// A stratum is a part of a distribution: uniform from lo to hi, or a point.
type stratum struct {
	lo, hi float64 // seconds
	p      float64 // probability
	before float64 // probability of all that is below
}

// strata are the strata of a distribution in ascending order.
type strata []stratum

// newStrata cuts a distribution into parts of equal probability. A point is found
// where quantiles repeat or, if it is a smaller one, at the ends of the support; it is
// a part of its own, whatever of it would belong to others.
func newStrata(d jitter.Dist, parts int) (s strata) {
	lo, hi := d.Support()
	low, high := d.Atom(lo), 0.0
	if hi > lo && !math.IsInf(hi, 1) {
		high = d.Atom(hi)
	}
	add := func(lo, hi, p float64) {
		switch last := len(s) - 1; {
		case p <= 0:
		case last >= 0 && lo == hi && s[last].lo == lo && s[last].hi == hi:
			s[last].p += p
		default:
			s = append(s, stratum{lo: lo, hi: hi, p: p})
		}
	}
	add(lo, lo, low)
	x, q, quantile := lo, low, rising(d)
	for i := 1; i <= parts; i++ {
		next := float64(i) / float64(parts)
		if next <= q {
			continue
		}
		y := quantile(next)
		if i == parts {
			y = hi
			for tail := 1e-9; math.IsInf(y, 1) && tail < 1/float64(parts); tail *= 10 { // as far out as d is known
				y = d.Quantile(1 - tail)
			}
			if math.IsInf(y, 1) {
				y = x
			}
		}
		if next > 1-high { // the point at the end is all that is left
			next = max(q, 1-high)
			add(x, max(x, min(y, d.Quantile(next))), next-q)
			q = next
			break
		}
		if y <= x {
			if atom := d.Atom(x); atom > 0 {
				next = max(next, d.CDF(x))
				if last := len(s) - 1; last >= 0 && s[last].lo < x { // the part that ends there has some of it
					over := min(s[last].p, max(0, q-(next-atom)))
					if s[last].p, q = s[last].p-over, q-over; s[last].p < 1e-12 {
						s = s[:last]
					}
				}
			}
		}
		add(x, max(x, y), next-q)
		x, q = max(x, y), next
	}
	add(hi, hi, high)
	total := 0.0
	for i := range s {
		s[i].before = total
		total += s[i].p
	}
	return s
}

// split cuts each part that is no point into so many of equal probability.
func (s strata) split(parts int) (list strata) {
	list = make(strata, 0, parts*len(s))
	for _, c := range s {
		n, lo := float64(parts), c.lo
		if c.lo == c.hi {
			n = 1
		}
		for i := 1.; i <= n; i++ {
			hi := c.lo + (c.hi-c.lo)*(i/n)
			list = append(list, stratum{lo: lo, hi: hi, p: c.p / n, before: c.before + (i-1)*c.p/n})
			lo = hi
		}
	}
	return list
}

// nearby is how far apart, relative to a time, two times still are the same.
const nearby = 1e-13

// find returns the part that holds x, which no part before from does, and the share of it
// that is below x: a point is not below itself.
func (s strata) find(x float64, from int) (i int, share float64) {
	x -= nearby * math.Abs(x)
	for i = from; i < len(s) && s[i].hi < x; i++ {
	}
	switch {
	case i == len(s):
		return i - 1, 1
	case x <= s[i].lo:
		return i, 0
	}
	return i, (x - s[i].lo) / (s[i].hi - s[i].lo)
}

// below returns P(T < x).
func (s strata) below(x float64) float64 {
	i, share := s.find(x, sort.Search(len(s), func(i int) bool { return s[i].hi >= x-nearby*math.Abs(x) }))
	return s[i].before + share*s[i].p
}

// near returns the probability that two clients start within w of each other.
func (s strata) near(w float64) (p float64) {
	for _, c := range s {
		x := c.lo + (c.hi-c.lo)/2
		p += c.p * (s.below(x+w) - s.below(x-w))
	}
	return p
}
