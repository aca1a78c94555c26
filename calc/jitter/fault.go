package jitter

import (
	"math"

	"retune/calc/outage"
)

// A front is a fault seen from retry k: how the law of T_k, whose start may be
// before the end of the fault, averages over that end.
type front struct {
	fault   outage.Outage
	law     law     // of T_k
	lo, hi  float64 // between which all of it is but 1e-13, seconds, where over is used
	laplace float64 // E e^(-T_k/A), for outage.Exponential
}

// newFront returns the fault as seen from the retry with law l.
func newFront(f outage.Outage, l law, laplace float64) front {
	now := front{fault: f, law: l, laplace: laplace}
	if f.Kind == outage.Uniform || f.Kind == outage.LogUniform {
		now.lo, now.hi = l.Quantile(1e-13), l.Quantile(1-1e-13)
	}
	return now
}

// mean returns for p = 0 and v < 0 the probability P(T_k <= X + v), for v = 0
// P(T_k < X), and for p = 1 the integral of that over v from the left.
//
//	at X           M_p(X+v)
//	uniform        (M_(p+1)(B+v) - M_(p+1)(A+v)) / (B-A)
//	exponential    A^p e^(v/A) E e^(-T_k/A)
//	log-uniform    integral of M_p(x+v)/x from A to B, over ln(B/A)
//
//	M_p  p-fold integral of the CDF of T_k, E ((x-T_k)+)^p/p!
func (f front) mean(v float64, p int) float64 {
	switch x := f.fault; x.Kind {
	case outage.Uniform:
		return (f.law.moment(x.B+v, p+1) - f.law.moment(x.A+v, p+1)) / (x.B - x.A)
	case outage.Exponential:
		return math.Pow(x.A, float64(p)) * math.Exp(v/x.A) * f.laplace
	case outage.LogUniform:
		return f.over(v, p, 1, x.A, x.B) / math.Log(x.B/x.A)
	default:
		if v == 0 && p == 0 {
			return f.law.below(x.A)
		}
		return f.law.moment(x.A+v, p)
	}
}

// over returns the integral of M_p(x+v) x^-q dx from a to b, q = 1 or 2,
// p = 0 or 1.
//
// Left of the law M_p is 0; right of it it is 1 or x + v - E T, and the integral
// is a logarithm. Between the two it is taken by Gauss's rule, on panels equal
// in x or, if they span more than a factor of 4, in ln x.
func (f front) over(v float64, p, q int, a, b float64) float64 {
	l, lo, hi := f.law, f.lo, f.hi
	total := 0.0
	if from := math.Max(a, hi-v); from < b {
		up, down := math.Log(b/from), 1/from-1/b
		flat, slope := up, b-from
		if q == 2 {
			flat, slope = down, up
		}
		if p == 1 {
			flat = slope + (v-l.Mean())*flat
		}
		total += flat
	}
	from, to := math.Max(a, lo-v), math.Min(b, hi-v)
	panels := 8
	if v != 0 { // for a quantile, looked at some thirty times
		panels = 3
	}
	switch {
	case !(from < to):
	case from > 0 && to > 4*from:
		total += integrate(func(u float64) float64 {
			x := math.Exp(u)
			return l.moment(x+v, p) * math.Pow(x, float64(1-q))
		}, math.Log(from), math.Log(to), panels)
	default:
		total += integrate(func(x float64) float64 {
			return l.moment(x+v, p) * math.Pow(x, float64(-q))
		}, from, to, panels)
	}
	return total
}

// discounted returns E e^(-D/theta), the Laplace transform of the law of one
// delay.
//
//	uniform    (1-p) e^(-lo/theta) (1 - e^(-w/theta))/(w/theta) + p e^(-hi/theta)
//	normal     by integration
//
//	theta  seconds, > 0
func discounted(d Dist, theta float64) float64 {
	switch d := d.(type) {
	case constant:
		return math.Exp(-float64(d) / theta)
	case uniform:
		w := (d.hi - d.lo) / theta
		return (1-d.atom)*math.Exp(-d.lo/theta)*-math.Expm1(-w)/w + d.atom*math.Exp(-d.hi/theta)
	case normal:
		return d.expect(0, func(x float64) float64 { return math.Exp(-x / theta) })
	}
	panic("jitter: a law that depends on the delay before")
}

// expect returns E f(X) for an f that is smooth but at one point, by Gauss's
// rule on the density with the points added.
func (n normal) expect(kink float64, f func(float64) float64) float64 {
	lo, hi := math.Max(0, n.mu-9*n.sigma), math.Min(n.limit, n.mu+9*n.sigma)
	density := func(x float64) float64 { return bell((x-n.mu)/n.sigma) / n.sigma * f(x) }
	total := n.Atom(0) * f(0)
	if !math.IsInf(n.limit, 1) {
		total += n.Atom(n.limit) * f(n.limit)
	}
	mid := math.Min(hi, math.Max(lo, kink))
	for _, ends := range [2][2]float64{{lo, mid}, {mid, hi}} {
		if ends[0] < ends[1] {
			total += integrate(density, ends[0], ends[1], 6)
		}
	}
	return total
}
