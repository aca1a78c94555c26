package jitter

import (
	"math"
	"math/rand/v2"
)

// none returns the law without jitter: the wait is the envelope.
//
//	t = min(c, d)
//
//	d  envelope, seconds
//	c  cap, seconds: either way round, cap before or after
func none(d, limit float64) Dist {
	return constant(math.Min(d, limit))
}

// A constant is the law of a time that is not drawn, seconds.
type constant float64

func (c constant) Mean() float64                   { return float64(c) }
func (c constant) Variance() float64               { return 0 }
func (c constant) Quantile(float64) float64        { return float64(c) }
func (c constant) Support() (lo, hi float64)       { return float64(c), float64(c) }
func (c constant) Sample(*rand.Rand) float64       { return float64(c) }
func (c constant) moment(x float64, p int) float64 { return power(x-float64(c), p) }

func (c constant) below(x float64) float64 {
	if x > float64(c) {
		return 1
	}
	return 0
}

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
