package elapsed

import (
	"math"
)

// A period is the part of the distribution of the end of an outage between two times. They are equal for a fixed
// outage.
type period struct {
	Outage
	lo, hi float64 // seconds
}

// upTo returns the probability of an end in the period up to x.
func (s period) upTo(x float64) float64 {
	if x < s.lo {
		return 0
	}
	return s.CDF(min(s.hi, x)) - s.before()
}

// area returns the integral of upTo up to x, seconds.
func (s period) area(x float64) float64 {
	if x <= s.lo {
		return 0
	}
	to := min(s.hi, x)
	return x*s.upTo(to) - (s.Partial(to) - s.Partial(s.lo))
}

// within returns the mean of upTo over a cell, seconds.
func (s period) within(middle, step float64) float64 {
	if step == 0 {
		return s.upTo(middle)
	}
	return (s.area(middle+step/2) - s.area(middle-step/2)) / step
}

// until returns the measure of the time from the end to t, seconds, over clients that have started before the end, at
// any time of a measure.
func (s period) until(t float64, start lattice) lattice {
	first, _ := start.span()
	lo, hi := max(s.lo, first), min(s.hi, t)
	if !(lo < hi) {
		return lattice{}
	}
	starts := start.law()
	l := lattice{step: (hi - lo) / fewCells, mass: make([]float64, fewCells)}
	l.at = t - hi + l.step/2
	for j := range l.mass {
		x := hi - float64(j)*l.step
		l.mass[j] = (s.upTo(x) - s.upTo(x-l.step)) * starts.by(x-l.step/2)
	}
	return l
}

// relates reports whether E (1/X) is known and finite for an end X.
func (s period) relates() bool { return !s.IsFixed() && s.lo > 0 }

// inverse returns E (1/X) over the ends X in the period up to x, per second.
func (s period) inverse(x float64) float64 {
	return s.Inverse(min(s.hi, max(s.lo, x))) - s.Inverse(s.lo)
}

// relative returns E (w/X) of a client that starts retries at t and y, over the ends in the period. It is 0 if y is
// after the time by.
func (s period) relative(t, y, by float64) float64 {
	if y > by || !s.relates() {
		return 0
	}
	return s.relativeFrom(t)(y)
}

// relativeFrom returns E (w/X) of a client that starts a retry at t, as a function of the start y of the next one.
//
//	w/X = y/X - 1    t < X <= y
func (s period) relativeFrom(t float64) func(y float64) float64 {
	upTo, inverse := s.upTo(t), s.inverse(t)
	return func(y float64) float64 { return y*(s.inverse(y)-inverse) - (s.upTo(y) - upTo) }
}

// before returns the probability of an end before the period.
func (s period) before() float64 {
	if s.IsFixed() {
		return 0
	}
	return s.CDF(s.lo)
}

// all returns the period of all ends of an outage, except for a negligible tail.
func all(o Outage) period {
	lo, hi := o.Support()
	if math.IsInf(hi, 1) {
		hi = o.Quantile(1 - slight)
	}
	return period{o, lo, hi}
}

// cut returns the parts of the period before and from the time x on.
func (s period) cut(x float64) []period {
	if s.IsFixed() || x <= s.lo || x >= s.hi {
		return []period{s}
	}
	return []period{{s.Outage, s.lo, x}, {s.Outage, x, s.hi}}
}
