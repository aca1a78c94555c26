package jitter

import (
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc/num"
)

// A Dist is the distribution of a time, in seconds. It has no state and may be used
// by several goroutines at once.
type Dist interface {
	// Mean returns the expected value, seconds.
	Mean() float64
	// Variance returns the mean squared distance from Mean, seconds squared.
	Variance() float64
	// CDF returns P(X <= x), x in seconds.
	CDF(x float64) float64
	// Quantile returns the least x with CDF(x) >= q, seconds, 0 < q < 1, and the
	// ends of the support at q = 0 and 1.
	Quantile(q float64) float64
	// Support returns the least interval that X never leaves, seconds; hi may be
	// +Inf.
	Support() (lo, hi float64)
	// Atom returns P(X = x), which is not 0 only where a limit piles draws up or
	// nothing is drawn.
	Atom(x float64) float64
	// Sample draws X from r.
	Sample(r *rand.Rand) float64
}

// A Delay is the distribution of one delay: it is a mixture of uniforms and points,
// exactly or as nearly as n pieces come.
type Delay interface {
	Dist
	// Components returns the mixture, in ascending order: exactly where the
	// distribution is one, and with about n pieces of equal width, whose masses make
	// the mean and the variance right, where it is not.
	Components(n int) []Component
}

// A Component is a piece of a mixture: uniform on [Lo, Hi], or a point if they are
// the same.
type Component struct {
	Weight float64 // probability
	Lo, Hi float64 // seconds
}

// A constant is the distribution of a time that is not drawn, seconds.
type constant float64

func (c constant) Mean() float64              { return float64(c) }
func (c constant) Variance() float64          { return 0 }
func (c constant) Quantile(float64) float64   { return float64(c) }
func (c constant) Support() (lo, hi float64)  { return float64(c), float64(c) }
func (c constant) Sample(*rand.Rand) float64  { return float64(c) }
func (c constant) Components(int) []Component { return []Component{{1, float64(c), float64(c)}} }

func (c constant) CDF(x float64) float64 {
	if x >= float64(c) {
		return 1
	}
	return 0
}

func (c constant) Atom(x float64) float64 {
	if x == float64(c) {
		return 1
	}
	return 0
}

// Constant returns the distribution of a time that is certain, seconds.
func Constant(x float64) Delay { return constant(x) }

// between returns the distribution of min(c, U(lo, hi)).
//
//	lo >= c, or hi = +Inf    c, surely (+Inf without a cap)
//	hi <= c                  U(lo, hi)
//	otherwise                U(lo, c), or c with probability (hi-c)/(hi-lo)
//
//	lo, hi  seconds, 0 <= lo <= hi
//	c       cap, seconds, or +Inf
func between(lo, hi, c float64) Delay {
	switch {
	case lo >= c || math.IsInf(hi, 1):
		return constant(c)
	case lo == hi:
		return constant(lo)
	case hi <= c:
		return uniform{lo: lo, hi: hi}
	}
	return uniform{lo: lo, hi: c, atom: (hi - c) / (hi - lo)}
}

// A uniform is the distribution of a time drawn uniformly from an interval, with the
// part of it that a cap cut off as a point at the upper end.
//
//	P(X <= x) = (1-p) (x-lo)/(hi-lo)    lo <= x < hi
//	P(X = hi) = p
type uniform struct {
	lo, hi float64 // seconds, lo < hi
	atom   float64 // p, probability of exactly hi, 0 to 1
}

// Mean returns (1-p) (lo+hi)/2 + p hi.
func (u uniform) Mean() float64 {
	return u.lo + (u.hi-u.lo)*(1+u.atom)/2
}

// Variance returns w^2 ((1-p)/3 + p - ((1+p)/2)^2) = w^2 (1-p)(1+3p)/12 with
// w = hi-lo.
func (u uniform) Variance() float64 {
	w := u.hi - u.lo
	return w * w * (1 - u.atom) * (1 + 3*u.atom) / 12
}

func (u uniform) CDF(x float64) float64 {
	switch {
	case x >= u.hi:
		return 1
	case x <= u.lo:
		return 0
	}
	return (1 - u.atom) * ((x - u.lo) / (u.hi - u.lo))
}

func (u uniform) Quantile(q float64) float64 {
	if q >= 1-u.atom {
		return u.hi
	}
	return u.lo + (u.hi-u.lo)*(q/(1-u.atom))
}

func (u uniform) Support() (lo, hi float64) { return u.lo, u.hi }

func (u uniform) Atom(x float64) float64 {
	if x == u.hi {
		return u.atom
	}
	return 0
}

func (u uniform) Sample(r *rand.Rand) float64 { return u.Quantile(r.Float64()) }

func (u uniform) Components(int) []Component {
	if u.atom == 0 {
		return []Component{{1, u.lo, u.hi}}
	}
	return []Component{{1 - u.atom, u.lo, u.hi}, {u.atom, u.hi, u.hi}}
}

// A mixture is the distribution of a time that is one of several uniforms or points.
type mixture []Component

// newMixture returns the mixture cut at the limit, seconds, in ascending order.
func newMixture(pieces []Component, limit float64) mixture {
	var m mixture
	top := 0.0
	for _, c := range pieces {
		switch {
		case c.Lo >= limit:
			top += c.Weight
			continue
		case c.Hi > limit:
			over := c.Weight * (c.Hi - limit) / (c.Hi - c.Lo)
			top, c.Weight, c.Hi = top+over, c.Weight-over, limit
		}
		m = append(m, c)
	}
	if top > 0 {
		m = append(m, Component{top, limit, limit})
	}
	slices.SortFunc(m, func(a, b Component) int {
		switch {
		case a.Hi != b.Hi && a.Hi < b.Hi:
			return -1
		case a.Hi != b.Hi:
			return 1
		}
		return 0
	})
	return m
}

func (m mixture) Components(int) []Component { return m }

func (m mixture) Mean() float64 {
	total := 0.0
	for _, c := range m {
		total += c.Weight * (c.Lo + (c.Hi-c.Lo)/2)
	}
	return total
}

func (m mixture) Variance() float64 {
	mean, total := m.Mean(), 0.0
	for _, c := range m {
		off, w := c.Lo+(c.Hi-c.Lo)/2-mean, c.Hi-c.Lo
		total += c.Weight * (off*off + w*w/12)
	}
	return total
}

func (m mixture) CDF(x float64) float64 {
	_, hi := m.Support()
	if x >= hi {
		return 1
	}
	total := 0.0
	for _, c := range m {
		switch {
		case x >= c.Hi:
			total += c.Weight
		case x > c.Lo:
			total += c.Weight * (x - c.Lo) / (c.Hi - c.Lo)
		}
	}
	return total
}

func (m mixture) Quantile(q float64) float64 {
	lo, hi := m.Support()
	switch {
	case q <= 0:
		return lo
	case q >= 1:
		return hi
	}
	return num.Least(m.CDF, q, lo, hi)
}

func (m mixture) Support() (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, c := range m {
		lo, hi = math.Min(lo, c.Lo), math.Max(hi, c.Hi)
	}
	return lo, hi
}

func (m mixture) Atom(x float64) float64 {
	total := 0.0
	for _, c := range m {
		if c.Lo == x && c.Hi == x {
			total += c.Weight
		}
	}
	return total
}

func (m mixture) Sample(r *rand.Rand) float64 { return m.Quantile(r.Float64()) }
