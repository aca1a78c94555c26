package jitter

import (
	"math"
	"math/rand/v2"
)

// A sum is the law of a sum of independent delays and of constants: the terms
// of its mixture with few draws in closed form, all others as one series.
//
//	F(x) = sum of weight F_term(x - shift) + F_series(x - shift)
type sum struct {
	shift    float64 // the constants, seconds
	average  float64 // seconds, the constants included
	variance float64 // seconds squared
	lo, hi   float64 // support without the constants, seconds
	cells    []cell
	series   *series // nil if nothing is left to it
	errors   float64 // bound of the error of the CDF
	delays   []Dist  // what is summed, to sample
	calls    float64 // what is not drawn of it: the time of the calls, seconds
}

// A law is a Dist that also knows the integrals of its CDF.
type law interface {
	Dist
	// moment returns E ((x-X)+)^p / p!, p = 0, 1, 2.
	moment(x float64, p int) float64
	// below returns P(X < x).
	below(x float64) float64
}

func (s *sum) Mean() float64     { return s.average }
func (s *sum) Variance() float64 { return s.variance }

func (s *sum) Support() (lo, hi float64) { return s.shift + s.lo, s.shift + s.hi }

func (s *sum) CDF(x float64) float64 {
	return s.moment(x, 0)
}

func (s *sum) moment(x float64, p int) float64 {
	x = s.place(x)
	switch {
	case x < s.lo:
		return 0
	case x >= s.hi:
		return beyond(x-(s.average-s.shift), s.variance, p)
	}
	total := 0.0
	for i := range s.cells {
		total += s.cells[i].moment(x, p)
	}
	if s.series != nil {
		total += s.series.moment(x, p)
	}
	if p == 0 {
		return math.Min(1, math.Max(0, total)) // the series swings by its error around 0 and 1
	}
	return math.Max(0, total)
}

// rounding is the relative distance within which a time is a point: a sum of
// delays that are exactly the cap depends on the order of the addition.
const rounding = 0x1p-50

// place returns the time x without the constants, and exactly that of a point
// or an end of the support that x is within rounding of.
func (s *sum) place(x float64) float64 {
	y, slack := x-s.shift, rounding*math.Abs(x)
	switch {
	case math.IsInf(y, 0):
		return y
	case math.Abs(y-s.hi) <= slack:
		return s.hi
	case math.Abs(y-s.lo) <= slack:
		return s.lo
	}
	for i := range s.cells {
		if c := &s.cells[i]; c.point() && math.Abs(y-c.at) <= slack {
			return c.at
		}
	}
	return y
}

func (s *sum) Atom(x float64) float64 {
	x = s.place(x)
	total := 0.0
	for i := range s.cells {
		if c := &s.cells[i]; c.point() && c.at == x {
			total += c.weight
		}
	}
	return total
}

func (s *sum) below(x float64) float64 { return math.Max(0, s.CDF(x)-s.Atom(x)) }

// Quantile looks at the points first, where the CDF jumps, and searches
// between them.
func (s *sum) Quantile(q float64) float64 {
	lo, hi := s.Support()
	switch {
	case q <= 0:
		return lo
	case q >= 1:
		return hi
	}
	near := 4*math.Sqrt(s.variance) + 0x1p-50*s.average
	for reach := near; reach > 0 && s.average+reach < hi; reach *= 2 {
		if s.CDF(s.average+reach) >= q {
			hi = s.average + reach
			break
		}
		lo = s.average + reach
	}
	for reach := near; reach > 0 && s.average-reach > lo; reach *= 2 {
		if s.CDF(s.average-reach) < q {
			lo = s.average - reach
			break
		}
		hi = s.average - reach
	}
	for _, c := range s.cells {
		at := s.shift + c.at
		if !c.point() || at < lo || at > hi {
			continue
		}
		above := s.CDF(at)
		switch {
		case above < q:
			lo = math.Max(lo, at)
		case above-s.Atom(at) < q:
			return at
		default:
			hi = math.Min(hi, at)
		}
	}
	return root(s.CDF, q, lo, hi)
}

// Sample draws every delay and adds up.
func (s *sum) Sample(r *rand.Rand) float64 {
	t := s.calls
	for _, d := range s.delays {
		t += d.Sample(r)
	}
	return t
}
