package jitter

import (
	"math"
	"math/rand/v2"
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

// mid returns the middle, seconds.
func (c Component) mid() float64 {
	if c.Lo == c.Hi { // both may be infinite
		return c.Lo
	}
	return c.Lo + (c.Hi-c.Lo)/2
}

// Constant returns the distribution of a time that is certain, seconds.
func Constant(x float64) Delay { return mixture{{1, x, x}} }

// A mixture is the distribution of a time that is one of several uniforms or points, in
// ascending order, none within another.
type mixture []Component

// newMixture returns the mixture of such pieces cut at the limit, seconds: what is above
// it is a point there.
func newMixture(pieces []Component, limit float64) mixture {
	m := make(mixture, 0, len(pieces)+1)
	top := 0.0
	for _, c := range pieces {
		switch {
		case c.Lo >= limit || math.IsInf(c.Hi, 1):
			top += c.Weight
			continue
		case c.Hi > limit:
			over := c.Weight * ((c.Hi - limit) / (c.Hi - c.Lo))
			top, c.Weight, c.Hi = top+over, c.Weight-over, limit
		}
		m = append(m, c)
	}
	if top > 0 {
		m = append(m, Component{top, limit, limit})
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

func (m mixture) Sample(r *rand.Rand) float64 { return m.Quantile(r.Float64()) }
