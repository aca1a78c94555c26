package jitter

import (
	"math"
)

// A tail is an exponential distribution of which only what is between two times counts.
//
//	P(X <= x) = (e^(-lo/mu) - e^(-x/mu)) / (e^(-lo/mu) - e^(-hi/mu))    lo <= x <= hi
//
// In y = x - lo the density is e^(-y/mu)/(mu p), p = 1 - e^(-w/mu), w = hi - lo.
type tail struct {
	mu, lo, hi float64 // seconds
	p          float64
}

// newTail returns the distribution of an exponential of that mean within [lo, hi],
// seconds.
func newTail(mean, lo, hi float64) Delay {
	if !(lo < hi) {
		return Constant(lo)
	}
	return tail{mean, lo, hi, -math.Expm1(-(hi - lo) / mean)}
}

func (t tail) Support() (lo, hi float64) { return t.lo, t.hi }
func (t tail) Atom(float64) float64      { return 0 }

// Mean returns lo + mu - w e^(-w/mu)/p.
func (t tail) Mean() float64 {
	w := t.hi - t.lo
	return t.lo + t.mu - w*(1-t.p)/t.p
}

// Variance returns mu^2 - w^2 e^(-w/mu)/p^2.
func (t tail) Variance() float64 {
	w := t.hi - t.lo
	return max(0, t.mu*t.mu-w*w*(1-t.p)/(t.p*t.p))
}

func (t tail) CDF(x float64) float64 {
	return -math.Expm1(-min(t.hi-t.lo, max(0, x-t.lo))/t.mu) / t.p
}

func (t tail) Quantile(q float64) float64 {
	return min(t.hi, t.lo-t.mu*math.Log1p(-q*t.p))
}

// Components cuts it into n strips of equal width, each with the mass of it. A strip
// spread evenly has its mean too late by v^2/12 mu, v its width; all are moved by that.
func (t tail) Components(n int) []Component {
	list := make([]Component, n)
	v := (t.hi - t.lo) / float64(n)
	below := 0.0
	shift := t.Mean()
	for i := range list {
		lo := t.lo + float64(i)*v
		upTo := t.CDF(lo + v)
		list[i] = Component{upTo - below, lo, lo + v}
		below = upTo
		shift -= list[i].Weight * (lo + v/2)
	}
	// Mass goes from the last strip to the first until the mean is right.
	move := -shift / (t.hi - t.lo - v)
	if n > 1 && move > 0 && move < list[n-1].Weight {
		list[0].Weight += move
		list[n-1].Weight -= move
	}
	return list
}
