package sampled

import (
	"math"
	"math/rand/v2"
	"sort"

	"retune/calc/jitter"
)

// A table is the distribution of a sample: its CDF by straight lines between some
// of the sorted values, and a step where many are the same.
type table struct {
	x, f           []float64 // x ascending, seconds; f its CDF; two points at one x are a step
	mean, variance float64
	lo, hi         float64 // support, seconds
	slack          float64 // relative: a time so close below a point counts as the point
}

// newTable returns the distribution of a sorted sample.
//
//	knots   of the CDF, about: as dense in probability everywhere but at the ends,
//	        where every value is one
//	lo, hi  the support, seconds
func newTable(y []float64, knots int, lo, hi float64) *table {
	n := len(y)
	t := &table{lo: lo, hi: hi, slack: 1e-13}
	t.mean, t.variance = moments(y)
	point := func(x, f float64) {
		t.x, t.f = append(t.x, x), append(t.f, f)
	}
	if !math.IsInf(hi, 1) && hi-lo <= 1e-15*hi {
		point(lo, 1)
		t.mean, t.variance = lo, 0
		return t
	}
	most := max(1, n/knots)
	many := max(4, n/4096) // as many alike are a step
	first := lo            // the sample says nothing of what lies far beyond it
	if n > 1 {
		first = max(lo, 2*y[0]-y[1])
	}
	point(first, 0)
	for i, last := 0, -1; i < n; {
		run := 1
		for i+run < n && y[i+run] == y[i] {
			run++
		}
		if run < many {
			run = 1
		}
		end := min(i, n-1-i)
		switch {
		case run > 1:
			point(y[i], float64(i)/float64(n))
			point(y[i], float64(i+run)/float64(n))
			last = i + run - 1
		case i-last >= min(most, 1+end/16) || i == n-1:
			point(y[i], (float64(i)+0.5)/float64(n))
			last = i
		}
		i += run
	}
	if last := y[n-1]; n > 1 && t.f[len(t.f)-1] < 1 {
		point(min(hi, last+(last-y[n-2])), 1)
	}
	return t
}

// moments returns mean and variance of a sorted sample; infinite where a value is.
func moments(y []float64) (mean, variance float64) {
	n := float64(len(y))
	if math.IsInf(y[len(y)-1], 1) {
		return math.Inf(1), math.Inf(1)
	}
	for _, v := range y {
		mean += v - y[0] // so that the mean of what is the same is that
	}
	mean = y[0] + mean/n
	for _, v := range y {
		variance += (v - mean) * (v - mean) / n
	}
	return mean, variance
}

// moved returns the distribution of what comes d later.
func (t *table) moved(d float64) *table {
	m := *t
	m.x = make([]float64, len(t.x))
	for i, x := range t.x {
		m.x[i] = x + d
	}
	m.mean, m.lo, m.hi = t.mean+d, t.lo+d, t.hi+d
	return &m
}

// thinned returns the distribution of what is 0 instead with probability 1-q.
func (t *table) thinned(q float64) *table {
	m := *t
	m.f = make([]float64, len(t.f))
	for i, f := range t.f {
		m.f[i] = 1 - (1-f)*q
	}
	if m.x[0] > 0 {
		m.x, m.f = append([]float64{0, 0}, t.x...), append([]float64{0, 1 - q}, m.f...)
		m.lo = 0
	}
	m.f[0] = 0
	m.mean = q * t.mean
	m.variance = q*(t.variance+t.mean*t.mean) - m.mean*m.mean
	return &m
}

// points returns n values of the distribution, equally likely.
func (t *table) points(n int) []float64 {
	y := make([]float64, n)
	for i := range y {
		y[i] = t.Quantile((float64(i) + 0.5) / float64(n))
	}
	return y
}

func (t *table) Mean() float64 { return t.mean }

func (t *table) Variance() float64 { return t.variance }

func (t *table) CDF(x float64) float64 {
	x += t.slack * math.Abs(x)
	if x >= t.hi {
		return 1
	}
	i := sort.Search(len(t.x), func(i int) bool { return t.x[i] > x }) // beyond x
	switch {
	case i == 0:
		return 0
	case i == len(t.x):
		return t.f[i-1]
	}
	return line(x, t.x[i-1], t.x[i], t.f[i-1], t.f[i])
}

// line returns y on the line from (a, c) to (b, d) at x in [a, b].
func line(x, a, b, c, d float64) float64 {
	if !(a < b) || math.IsInf(b, 1) {
		return c
	}
	return c + (d-c)*((x-a)/(b-a))
}

func (t *table) Quantile(q float64) float64 {
	switch {
	case q <= 0:
		return t.lo
	case q >= 1:
		return t.hi
	}
	i := sort.SearchFloat64s(t.f, q) // the first with f >= q
	switch {
	case i == len(t.f):
		return t.x[i-1]
	case i == 0 || math.IsInf(t.x[i], 1):
		return t.x[i]
	}
	return line(q, t.f[i-1], t.f[i], t.x[i-1], t.x[i])
}

func (t *table) Support() (lo, hi float64) { return t.lo, t.hi }

func (t *table) Atom(x float64) float64 {
	i := sort.Search(len(t.x), func(i int) bool { return t.x[i] >= x-t.slack*math.Abs(x) })
	step := 0.0
	for ; i+1 < len(t.x) && t.x[i+1] <= x+t.slack*math.Abs(x); i++ {
		if t.x[i] == t.x[i+1] {
			step += t.f[i+1] - t.f[i]
		}
	}
	if len(t.x) == 1 && math.Abs(t.x[0]-x) <= t.slack*math.Abs(x) {
		return 1
	}
	return step
}

func (t *table) Sample(r *rand.Rand) float64 { return t.Quantile(r.Float64()) }

// A later is a distribution of what comes a constant time after another.
type later struct {
	jitter.Dist
	by float64 // seconds, >= 0
}

func (l later) Mean() float64 { return l.by + l.Dist.Mean() }

func (l later) CDF(x float64) float64 { return l.Dist.CDF(l.back(x)) }

func (l later) Quantile(q float64) float64 { return l.by + l.Dist.Quantile(q) }

func (l later) Support() (lo, hi float64) {
	lo, hi = l.Dist.Support()
	return l.by + lo, l.by + hi
}

func (l later) Atom(x float64) float64 { return l.Dist.Atom(l.back(x)) }

func (l later) Sample(r *rand.Rand) float64 { return l.by + l.Dist.Sample(r) }

// back returns x less the constant, and an end of the support if it is that but for
// rounding.
func (l later) back(x float64) float64 {
	lo, hi := l.Dist.Support()
	for _, end := range [2]float64{lo, hi} {
		if math.Abs(x-(l.by+end)) <= rounding*x {
			return end
		}
	}
	return x - l.by
}
