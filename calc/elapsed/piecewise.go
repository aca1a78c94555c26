package elapsed

import (
	"sort"
)

// A piecewise is a distribution whose CDF is linear between knots. Two knots at one time are a point.
type piecewise struct {
	x, cdf []float64 // knots, seconds, ascending, and P(X <= x) there
	exact            // moments and support of the approximated distribution, which the knots may miss
}

func (d piecewise) Mean() float64             { return d.mean }
func (d piecewise) Variance() float64         { return d.variance }
func (d piecewise) Support() (lo, hi float64) { return d.lo, d.hi }
func (d piecewise) CDF(x float64) float64     { return d.upTo(x * (1 + closePoint)) }
func (d piecewise) Atom(x float64) float64    { return d.CDF(x) - d.upTo(x*(1-closePoint)) }

// upTo returns the CDF at x itself, seconds.
func (d piecewise) upTo(x float64) float64 {
	i := sort.Search(len(d.x), func(i int) bool { return d.x[i] > x })
	switch i {
	case 0:
		return 0
	case len(d.x):
		return 1
	}
	return d.cdf[i-1] + (d.cdf[i]-d.cdf[i-1])*(x-d.x[i-1])/(d.x[i]-d.x[i-1])
}

func (d piecewise) Quantile(q float64) float64 {
	i := sort.SearchFloat64s(d.cdf, q)
	switch {
	case q <= 0:
		return d.lo
	case q >= 1:
		return d.hi
	case i == 0 || i == len(d.x):
		return d.x[min(i, len(d.x)-1)]
	}
	return d.x[i-1] + (d.x[i]-d.x[i-1])*(q-d.cdf[i-1])/(d.cdf[i]-d.cdf[i-1])
}
