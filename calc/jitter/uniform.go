package jitter

import (
	"math"
	"math/rand/v2"
)

// between returns the law of min(c, U(lo, hi)), which every law here but the
// normal ones is.
//
//	lo >= c, or hi = +Inf    c, surely (+Inf without a cap)
//	hi <= c                  U(lo, hi)
//	otherwise                U(lo, c), or c with probability (hi-c)/(hi-lo)
//
//	lo, hi  seconds, 0 <= lo <= hi
//	c       cap, seconds, or +Inf
func between(lo, hi, c float64) Dist {
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

// A uniform is the law of a time drawn uniformly from an interval, with the
// part of it that a cap cut off piled up at the upper end.
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

func (u uniform) Sample(r *rand.Rand) float64 {
	return u.Quantile(r.Float64())
}
