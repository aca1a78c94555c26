package jitter

import (
	"math"

	"retune/calc"
)

// mostPoints is the greatest number of multiples of a quantum that are kept as points. More are spread evenly, which
// changes a CDF by less than 1e-4.
const mostPoints = 1 << 13

// inQuanta returns the distribution of p rounded to a quantum. Each multiple has the probability of the values that
// round to it.
func (p piecewise) inQuanta(q calc.Quantum) piecewise {
	lo, hi := p.ends()
	if q.Size == 0 || math.IsInf(hi/q.Size, 1) {
		return p
	}
	if lo == hi {
		return constant(q.Size * multiple(lo/q.Size, q.Round))
	}
	first, last := multiple(lo/q.Size, q.Round), multiple(hi/q.Size, q.Round)
	if p.CDF(lo) == 0 && q.Round == calc.Up { // the ends of a range have no probability
		first = math.Floor(near(lo/q.Size)) + 1
	}
	if p.below(hi) == 1 {
		last = lastBelow(hi/q.Size, q.Round)
	}
	n := last - first + 1
	switch {
	case n < 2:
		return constant(q.Size * first)
	case n > mostPoints:
		return p.stretched(q.Size*first, q.Size*last)
	}
	at, weight := make([]float64, int(n)), make([]float64, int(n))
	before := 0.0
	for i := range at {
		m := first + float64(i)
		at[i] = max(0, m*q.Size)
		upTo := 1.0
		if i < len(at)-1 {
			upTo = p.roundedTo(m, q)
		}
		weight[i], before = upTo-before, upTo
	}
	d := points(at, weight)
	d.endless = p.endless
	return d
}

// roundedTo returns the probability of the values that round to m quanta or fewer.
func (p piecewise) roundedTo(m float64, q calc.Quantum) float64 {
	switch tiny := 1e-13 * q.Size * max(1, math.Abs(m)); q.Round {
	case calc.Down:
		return p.below((m+1)*q.Size - tiny)
	case calc.Nearest:
		return p.below((m+0.5)*q.Size - tiny)
	default:
		return p.CDF(m*q.Size + tiny)
	}
}

// stretched returns p moved and scaled to the support from lo to hi, seconds.
func (p piecewise) stretched(lo, hi float64) piecewise {
	from, to := p.ends()
	x := make([]float64, len(p.x))
	for i := range x {
		x[i] = lo + (hi-lo)*((p.x[i]-from)/(to-from))
	}
	return piecewise{x, p.f, p.endless}
}

// near returns the nearest whole number if x differs from it by rounding errors only, or x.
func near(x float64) float64 {
	if n := math.Round(x); math.Abs(x-n) <= 0x1p-40*max(1, math.Abs(n)) {
		return n
	}
	return x
}

// multiple returns the whole number to which x is rounded.
func multiple(x float64, r calc.Rounding) float64 {
	switch x = near(x); r {
	case calc.Down:
		return math.Floor(x)
	case calc.Nearest:
		return math.Floor(x + 0.5)
	}
	return math.Ceil(x)
}

// lastBelow returns the largest whole number to which anything below x is rounded.
func lastBelow(x float64, r calc.Rounding) float64 {
	switch x = near(x); r {
	case calc.Down:
		return math.Ceil(x) - 1
	case calc.Nearest:
		return math.Ceil(x+0.5) - 1
	}
	return math.Ceil(x)
}
