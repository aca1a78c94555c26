package sampled

import (
	"math"
	"math/rand/v2"

	"retune/calc/num"
)

// A sum is the distribution of a sample with a sum of many delays added: a mixture
// over how many those are.
type sum struct {
	parts          []part
	mean, variance float64
	lo, hi         float64
}

// A part is one of a few points, equally likely, with a sum added.
type part struct {
	weight float64
	points []float64 // seconds
	table  *table    // instead of the points if nothing is drawn
	shift  float64   // mean of what is added, seconds
	sd     float64   // its standard deviation, seconds
	skew   float64   // its skewness
}

// add adds the part of clients at t that wait m delays more and then pause.
func (s *sum) add(weight float64, t *table, pause, m float64, r *rest) {
	p := part{weight: weight, shift: pause + m*r.mean, sd: math.Sqrt(m * r.variance)}
	if p.sd > 1e-9*(t.mean+p.shift) {
		n := 64
		if 4*p.sd*p.sd < t.variance {
			n = 256
		}
		p.points, p.skew = t.points(n), r.cumulant*m/(p.sd*p.sd*p.sd)
	} else {
		p.table, p.sd = t, 0
	}
	s.parts = append(s.parts, p)
	// Mean and variance of a mixture, one part at a time.
	total := 0.0
	for _, p := range s.parts {
		total += p.weight
	}
	d := t.mean + p.shift - s.mean
	share := weight / total
	s.mean += share * d
	s.variance = (1-share)*s.variance + share*(t.variance+p.sd*p.sd) + share*(1-share)*d*d
}

func (s *sum) Mean() float64 { return s.mean }

func (s *sum) Variance() float64 { return s.variance }

func (s *sum) CDF(x float64) float64 {
	switch {
	case x < s.lo:
		return 0
	case x >= s.hi:
		return 1
	}
	total := 0.0
	for _, p := range s.parts {
		if p.table != nil {
			total += p.weight * p.table.CDF(x-p.shift)
			continue
		}
		sum := 0.0
		for _, y := range p.points {
			sum += skewed((x-y-p.shift)/p.sd, p.skew)
		}
		total += p.weight * sum / float64(len(p.points))
	}
	return total
}

func (s *sum) Quantile(q float64) float64 {
	switch {
	case q <= 0:
		return s.lo
	case q >= 1:
		return s.hi
	}
	reach := 100 * math.Sqrt(s.variance)
	return num.Least(s.CDF, q, max(s.lo, s.mean-reach), min(s.hi, s.mean+reach))
}

func (s *sum) Support() (lo, hi float64) { return s.lo, s.hi }

func (s *sum) Atom(float64) float64 { return 0 }

func (s *sum) Sample(r *rand.Rand) float64 { return s.Quantile(r.Float64()) }

// skewed returns the CDF of a gamma distribution moved and scaled to mean 0 and
// deviation 1, by its skewness g, or its mirror image where that is negative: a
// normal distribution at g = 0. With shape a = 4/g^2 the cube root of gamma over a
// is nearly normal, mean 1 - 1/(9a), variance 1/(9a).
//
// Source: Wilson, Hilferty, "The distribution of chi-square", Proceedings of the
// National Academy of Sciences 17 (1931).
func skewed(y, g float64) float64 {
	switch {
	case g < 0:
		return 1 - skewed(-y, -g)
	case g < 1e-4:
		return num.NormalCDF(y)
	}
	a := 4 / (g * g)
	z := 1 + y/math.Sqrt(a)
	if z <= 0 {
		return 0
	}
	return num.NormalCDF(3 * math.Sqrt(a) * (math.Cbrt(z) - 1 + 1/(9*a)))
}

// skewedQuantile returns the inverse of skewed, 0 < q < 1.
func skewedQuantile(q, g float64) float64 {
	switch {
	case g < 0:
		return -skewedQuantile(1-q, -g)
	case g < 1e-4:
		return num.NormalQuantile(q)
	}
	a := 4 / (g * g)
	root := max(0, num.NormalQuantile(q)/(3*math.Sqrt(a))+1-1/(9*a))
	return (root*root*root - 1) * math.Sqrt(a)
}
