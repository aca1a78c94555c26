package elapsed

import (
	"math"
	"retune/calc/num"
)

// A shape is a distribution by its CDF alone: the mean and the variance are integrals
// of it.
type shape struct {
	cdf    func(x float64) float64
	lo, hi float64
	a, b   float64 // between which all of it is but about 1e-8, seconds
}

// newShape returns the distribution with that CDF on [lo, hi], seconds; hi may be +Inf.
func newShape(cdf func(x float64) float64, lo, hi float64) *shape {
	s := &shape{cdf: cdf, lo: lo, hi: hi, a: lo, b: hi}
	if math.IsInf(hi, 1) {
		for s.b = max(1e-9, 2*lo); cdf(s.b) < 1-1e-9 && s.b < 1e300; s.b *= 2 {
		}
	}
	for quarter := (s.b - s.a) / 4; quarter > 1e-12*s.b; quarter = (s.b - s.a) / 4 {
		switch {
		case cdf(s.a+quarter) < 1e-8:
			s.a += quarter
		case s.CDF(s.b-quarter) > 1-1e-8:
			s.b -= quarter
		default:
			return s
		}
	}
	return s
}

func (s *shape) Mean() float64             { return s.b - s.area(s.CDF) }
func (s *shape) Support() (lo, hi float64) { return s.lo, s.hi }

// Variance returns the integral of 2 (b-x) F less the square of that of F, over [a, b].
func (s *shape) Variance() float64 {
	first := s.area(s.CDF)
	return max(0, 2*s.area(func(x float64) float64 { return (s.b - x) * s.CDF(x) })-first*first)
}

// area returns the integral of f from a to b.
func (s *shape) area(f func(x float64) float64) float64 {
	return num.Area(f, s.a, s.b, 1e-6*(s.b-s.a), 24)
}

func (s *shape) CDF(x float64) float64 {
	switch {
	case x < s.lo:
		return 0
	case x >= s.hi:
		return 1
	}
	return min(1, max(0, s.cdf(x)))
}

func (s *shape) Atom(x float64) float64 {
	return max(0, s.CDF(x)-s.CDF(math.Nextafter(x, math.Inf(-1))*(1-4*slack)))
}

func (s *shape) Quantile(q float64) float64 {
	switch {
	case q <= 0:
		return s.lo
	case q >= 1:
		return s.hi
	}
	hi := s.hi
	if math.IsInf(hi, 1) {
		for hi = s.b; s.CDF(hi) < q && hi < 1e300; hi *= 2 {
		}
	}
	return num.Least(s.CDF, q, s.lo, hi)
}
