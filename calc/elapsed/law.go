package elapsed

import (
	"math"

	"retune/calc/num"
)

// A law is a measure that is asked for its CDF again and again.
type law struct {
	lattice
	sums []float64 // of the mass of the cells before each
}

// law returns the measure with its sums.
func (l lattice) law() law {
	sums := make([]float64, len(l.mass)+1)
	for j, m := range l.mass {
		sums[j+1] = sums[j] + m
	}
	return law{l, sums}
}

// upTo returns the mass up to x, seconds, a point at x included.
func (l law) upTo(x float64) float64 { return l.by(x + closePoint*math.Abs(x)) }

// below returns the mass before x, seconds, a point at x not included.
func (l law) below(x float64) float64 { return l.by(x - closePoint*math.Abs(x)) }

func (l law) by(x float64) (total float64) {
	for _, p := range l.points {
		if p.x > x {
			break
		}
		total += p.p
	}
	u := (x-l.at)/l.step + 0.5
	if l.whole {
		u = math.Floor(u + 0.5)
	}
	switch n := len(l.mass); {
	case !(u > 0):
		return total
	case u >= float64(n):
		return total + l.sums[n]
	}
	j := int(u)
	return total + l.sums[j] + (u-float64(j))*l.mass[j]
}

// quantile returns the least time with a share q of all mass up to it, seconds.
func (l law) quantile(q float64) float64 {
	lo, hi := l.span()
	return num.Least(l.upTo, q*l.upTo(hi), lo, hi)
}

// A startTime is the distribution of T_k, the time at which a retry starts.
type startTime struct {
	law
	exact
}

func newStartTime(l lattice, e exact) startTime { return startTime{l.law(), e} }

func (s startTime) Mean() float64             { return s.exact.mean }
func (s startTime) Variance() float64         { return s.exact.variance }
func (s startTime) Support() (lo, hi float64) { return s.lo, s.hi }
func (s startTime) CDF(x float64) float64     { return min(1, s.upTo(x)) }
func (s startTime) Atom(x float64) float64    { return max(0, s.upTo(x)-s.below(x)) }

// Quantile returns the least x with CDF(x) >= q, seconds.
func (s startTime) Quantile(q float64) float64 {
	switch {
	case q <= 0:
		return s.lo
	case q >= 1:
		return s.hi
	}
	return min(s.hi, max(s.lo, s.quantile(q)))
}
