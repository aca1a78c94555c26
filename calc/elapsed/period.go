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
	to := min(s.hi, max(s.lo, x))
	return to*s.upTo(to) - (s.Partial(to) - s.Partial(s.lo)) + (x-to)*s.upTo(x)
}

// within returns the mean of upTo over a cell, seconds.
func (s period) within(middle, step float64) float64 {
	if step == 0 {
		return s.upTo(middle)
	}
	return (s.area(middle+step/2) - s.area(middle-step/2)) / step
}

// until returns the distribution of the time from the end to t, seconds.
func (s period) until(t float64) lattice {
	if s.hi <= s.lo {
		return pointAt(max(0, t-s.hi))
	}
	l := lattice{step: (s.hi - s.lo) / pieces, mass: make([]float64, pieces)}
	l.at = t - s.hi + l.step/2
	all := s.upTo(s.hi)
	before := all
	for j := range l.mass {
		upTo := s.upTo(s.hi - float64(j+1)*l.step)
		l.mass[j], before = (before-upTo)/all, upTo
	}
	return l
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

// pieces is the number of pieces into which the ends that the deadline affects are cut. Within a piece the end counts
// as independent of the wait.
const pieces = 16

// periods returns the ends of an outage, cut where a gate begins to matter for clients with intervals up to top. It
// leaves out ends after which no client comes back.
func (g gate) periods(s period, top float64) (list []period) {
	add := func(lo, hi float64) {
		if lo, hi = max(lo, s.lo), min(hi, s.hi); lo < hi {
			list = append(list, period{s.Outage, lo, hi})
		}
	}
	if s.IsFixed() {
		return []period{s}
	}
	free := min(g.starts, g.by-top)
	add(0, free)
	if math.IsInf(g.by, 1) {
		add(free, math.Inf(1))
		return list
	}
	from := max(free, s.lo)
	for i := range pieces {
		width := (min(g.by, s.hi) - from) / pieces
		add(from+float64(i)*width, from+float64(i+1)*width)
	}
	return list
}
