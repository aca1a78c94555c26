package elapsed

import (
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A shape is the shape of the distribution of the last T_K of a walk, from which limit extrapolates. The distance of
// the standardized quantile of T_K from the quantile z of the normal distribution
//
//	x(z) = (T_K(z) - E T_K)/sd T_K - z
//
// has an even part, from the skewness, that shrinks as 1/sqrt k, and an odd part, from the kurtosis, that shrinks as
// 1/k:
//
//	E T_k + sd T_k (z + f (x(z) + x(-z))/2 + g (x(z) - x(-z))/2)
//
//	f  (skewness of T_k)/(skewness of T_K)
//	g  (excess kurtosis of T_k)/(excess kurtosis of T_K)
//
// This is the expansion of Cornish and Fisher to the second order, whose terms are cumulants.
type shape struct{ z, cdf, even, odd []float64 }

// newShape returns the shape of a distribution.
func newShape(d jitter.Dist) (s shape) {
	const n = 2 * fewCells
	const reach = 7.0
	off, sd := make([]float64, n+1), deviation(d.Variance())
	for j := range off {
		z := reach * (2*float64(j)/n - 1)
		s.z, s.cdf = append(s.z, z), append(s.cdf, numeric.NormalCDF(z))
		if sd > 0 {
			off[j] = (d.Quantile(s.cdf[j])-d.Mean())/sd - z
		}
	}
	for j := range off {
		s.even, s.odd = append(s.even, (off[j]+off[n-j])/2), append(s.odd, (off[j]-off[n-j])/2)
	}
	s.cdf[0], s.cdf[n] = 0, 1
	return s
}

// limit returns the distribution of T_k with the given moments and support.
func (s shape) limit(to exact, f, g float64) piecewise {
	p := piecewise{x: make([]float64, len(s.z)), cdf: s.cdf, exact: to}
	sd := deviation(to.variance)
	for j, z := range s.z {
		p.x[j] = min(to.hi, max(to.lo, to.mean+sd*(z+f*s.even[j]+g*s.odd[j])))
	}
	slices.Sort(p.x)
	return p
}
