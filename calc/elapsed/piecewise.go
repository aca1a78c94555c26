package elapsed

import (
	"math"
	"sort"
)

// A piecewise is a distribution whose CDF is straight between knots. Two knots at one time are a point.
type piecewise struct {
	x, cdf []float64 // knots, seconds, ascending, and P(X <= x) there
	exact            // moments and support of what it stands for, which the knots may miss
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

// knots returns n+1 knots of a CDF that is known at some times, between which all of it lies but for what is trimmed.
// By a quarter each they are even in probability, in what they contribute to the mean, in time, and in its logarithm.
func knots(at, cdf []float64, n int) []float64 {
	from, last := 0, len(at)-1
	for from+1 < last && cdf[from+1] < trimmed {
		from++
	}
	for last-1 > from && cdf[last-1] > cdf[len(at)-1]-trimmed {
		last--
	}
	at, cdf, last = at[from:last+1], cdf[from:last+1], last-from
	share, mean := make([]float64, len(at)), 0.0
	for j := 1; j <= last; j++ {
		mean += (cdf[j] - cdf[j-1]) * (at[j] + at[j-1]) / 2
		share[j] = mean
	}
	for j := range share {
		share[j] = share[j]/mean + (cdf[j]-cdf[0])/(cdf[last]-cdf[0]) +
			(at[j]-at[0])/(at[last]-at[0]) + math.Log(at[j]/at[0])/math.Log(at[last]/at[0])
	}
	x, j := make([]float64, n+1), 0
	for i := range x {
		want := 4 * float64(i) / float64(n)
		for j+1 < last && share[j+1] < want {
			j++
		}
		x[i] = at[j] * math.Pow(at[j+1]/at[j], min(1, (want-share[j])/(share[j+1]-share[j])))
	}
	return x
}

// weights returns which share of a cell each of its two values has, the lower one first, by the slope of the density
// g in ln t: it moves the mean by w^2 g'/12 g, w the width of the cell in ln t.
func weights(x, cdf []float64) []float64 {
	list := make([]float64, 0, 2*len(x))
	g, w := make([]float64, len(x)-1), make([]float64, len(x)-1)
	for i := range g {
		w[i] = math.Log(x[i+1] / x[i])
		g[i] = (cdf[i+1] - cdf[i]) / w[i]
	}
	for i := range g {
		move := 0.0
		if i > 0 && i+1 < len(g) {
			slope := (g[i+1] - g[i-1]) / (w[i-1]/2 + w[i] + w[i+1]/2) / g[i]
			if move = math.Sqrt(3) / 12 * w[i] * slope; math.IsNaN(move) || math.IsInf(move, 0) {
				move = 0 // next to a point
			}
		}
		move = min(0.5, max(-0.5, move))
		list = append(list, 0.5-move, 0.5+move)
	}
	return list
}
