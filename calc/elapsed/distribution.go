package elapsed

import (
	"retune/calc/jitter"
	"retune/calc/num"
)

// A distribution is the distribution of T_k in one of the ways in which it is kept: exactly,
// on a grid, or by an expansion.
type distribution interface {
	Mean() float64
	Deviation() float64        // standard deviation, seconds
	Support() (lo, hi float64) // seconds
	near() (lo, hi float64)    // between which all of it is but about 1e-13, seconds
	// moment returns E ((x-T)+)^p / p!, p = 0, 1, 2: the CDF and its integrals.
	moment(x float64, p int) float64
	below(x float64) float64 // P(T < x)
	off() float64            // how far the CDF may be off
	numbers() int            // how many it holds, about
}

// A start is the distribution of the time at which a retry starts.
type start struct{ distribution }

func (s start) Variance() float64     { return s.Deviation() * s.Deviation() }
func (s start) CDF(x float64) float64 { return min(1, max(0, s.moment(x, 0))) } // but for rounding

func (s start) Atom(x float64) float64 {
	if _, ok := s.distribution.(*series); ok {
		return 0 // it has no points
	}
	return max(0, s.moment(x, 0)-s.below(x))
}

func (s start) Quantile(q float64) float64 {
	lo, hi := s.Support()
	switch {
	case q <= 0 || lo == hi:
		return lo
	case q >= 1:
		return hi
	}
	if l, ok := s.distribution.(interface{ quantile(float64) (float64, bool) }); ok {
		if x, ok := l.quantile(q); ok {
			return x
		}
	}
	from, to := s.near()
	if s.moment(from, 0) >= q {
		from = lo
	}
	if s.moment(to, 0) < q {
		return hi
	}
	return num.Least(s.CDF, q, from, to)
}

// rising returns the quantiles of shares that rise.
func rising(d jitter.Dist) func(q float64) float64 {
	if s, ok := d.(start); ok {
		if l, ok := s.distribution.(*series); ok {
			return l.rising(d.Quantile)
		}
	}
	return d.Quantile
}

// power returns x^p / p! for x > 0, and 0 else; for p = 0 it is 1 at 0, too.
func power(x float64, p int) float64 {
	switch {
	case x < 0:
		return 0
	case p == 0:
		return 1
	case p == 1:
		return x
	}
	return x * x / 2
}

// beyond returns E (x-T)^p / p! for an x that T is never above, z = x - E T.
func beyond(z, variance float64, p int) float64 {
	switch p {
	case 0:
		return 1
	case 1:
		return z
	}
	return (z*z + variance) / 2
}

// A tally is of what is over by a time: W, the sum of the weights, and S_1 and S_2, those of
// the weights times the first and second moments.
type tally [3]float64

// with returns the tally with one more of a weight.
func (s tally) with(weight, mean, variance float64) tally {
	return tally{s[0] + weight, s[1] + weight*mean, s[2] + weight*(mean*mean+variance)}
}

// moment returns the sum of the weights times E (x-T)^p / p!:
//
//	W,  x W - S_1,  (x^2 W - 2 x S_1 + S_2)/2    p = 0, 1, 2
func (s tally) moment(x float64, p int) float64 {
	switch p {
	case 0:
		return s[0]
	case 1:
		return x*s[0] - s[1]
	}
	return (x*x*s[0] - 2*x*s[1] + s[2]) / 2
}
