package jitter

import (
	"math"
	"sync"

	"retune/calc/num"
)

// Path returns the distribution of the delay before retry k of a type with a path, seen
// without what was drawn before: min(c, F(k-1+u) - F(k-2+v)), u and v uniform on [0, 1),
// and min(c, F(u)) for the first.
func (p Policy) Path(k float64) Dist {
	f := func(x float64) float64 { return p.Jitter.Type.Row().Path(p.Around(k, p.InitialDelay), x) }
	d := &path{f: f, k: k, c: p.CapOf(k)}
	if math.IsInf(f(k-1), 1) {
		return Constant(d.c)
	}
	if lo, hi := d.Support(); hi-lo <= 1e-13*f(k) { // lost in the rounding of F, or all of it far beyond the cap
		return Constant(hi)
	}
	d.moments = sync.OnceValues(func() (mean, variance float64) {
		mean = d.moment(1)
		return mean, max(0, d.moment(2)-mean*mean)
	})
	return d
}

// A path is the distribution of one step of a path, which rises.
//
//	P(t <= x) = integral over v from 0 to 1 of (G(x + F(k-2+v)) - (k-1)), cut to [0, 1]
//
// G is the inverse of F. The mean of min(c, t) is the integral of P(t > x) from 0 to c.
type path struct {
	f func(x float64) float64
	k float64
	c float64 // seconds

	inverted     sync.Once
	logs, places []float64                       // ln F(x) and x - (k-1) where the inverse is known
	moments      func() (mean, variance float64) // worked out when they are asked for
}

// invert finds G where ln F is at Chebyshev's points between those of k-1 and k: it is smooth, and
// next to a straight line.
func (d *path) invert() {
	if d.k == 1 || math.IsInf(d.f(d.k), 1) {
		return
	}
	const n = 16
	from, to := math.Log(d.f(d.k-1)), math.Log(d.f(d.k))
	for i := range n + 1 {
		x := from + (to-from)*(1-math.Cos(math.Pi*float64(i)/n))/2
		d.logs = append(d.logs, x)
		d.places = append(d.places, num.Least(d.f, math.Exp(x), d.k-1, d.k)-(d.k-1))
	}
}

// inverse returns G(z) - (k-1), cut to [0, 1], by the polynomial through what is known: Berrut
// and Trefethen's barycentric formula, SIAM Review 46 (2004).
func (d *path) inverse(z float64) float64 {
	if d.inverted.Do(d.invert); d.logs == nil {
		return num.Least(d.f, z, d.k-1, d.k) - (d.k - 1)
	}
	x, last := math.Log(z), len(d.logs)-1
	switch {
	case x <= d.logs[0]:
		return 0
	case x >= d.logs[last]:
		return 1
	}
	above, below, weight := 0.0, 0.0, 1.0
	for i, at := range d.logs {
		if x == at {
			return d.places[i]
		}
		w := weight / (x - at)
		if i == 0 || i == last {
			w /= 2
		}
		above, below, weight = above+w*d.places[i], below+w, -weight
	}
	return min(1, max(0, above/below))
}

// panels is how many panels an integral over v has, of ten points each.
const panels = 4

func (d *path) before(v float64) float64 {
	if d.k == 1 {
		return 0
	}
	return d.f(d.k - 2 + v)
}

func (d *path) Support() (lo, hi float64) {
	return min(d.c, d.f(d.k-1)-d.before(1)), min(d.c, d.f(d.k)-d.before(0))
}

func (d *path) uncut(x float64) float64 {
	if d.k == 1 {
		return d.inverse(x)
	}
	// Where G leaves [0, 1] the integrand has a kink: below v0 it is above 0, and below v1 it is 1.
	v0 := num.Least(d.before, d.f(d.k-1)-x, 0, 1)
	v1 := num.Least(d.before, d.f(d.k)-x, 0, 1)
	total := 1 - v1
	if v0 < v1 {
		total += num.Integrate(func(v float64) float64 { return d.inverse(x + d.before(v)) }, v0, v1, panels)
	}
	return total
}

func (d *path) CDF(x float64) float64 {
	lo, hi := d.Support()
	switch {
	case x >= hi:
		return 1
	case x < lo:
		return 0
	}
	return min(1, max(0, d.uncut(x)))
}

func (d *path) Quantile(q float64) float64 {
	lo, hi := d.Support()
	switch {
	case q <= 0:
		return lo
	case q >= 1:
		return hi
	case d.k == 1:
		return min(d.c, d.f(q))
	case hi == d.c && q > d.uncut(d.c): // all the others are cut
		return d.c
	}
	return num.Least(d.CDF, q, lo, hi)
}

func (d *path) Atom(x float64) float64 {
	if _, most := (&path{f: d.f, k: d.k, c: math.Inf(1)}).Support(); x != d.c || most <= d.c {
		return 0
	}
	return 1 - min(1, max(0, d.uncut(d.c)))
}

// moment returns E min(c, t)^n: for each v the integral over u to where the cap binds, and
// from there on c^n. In v there are kinks where the cap begins to bind, and where it binds
// whatever u is. F begins as a root does; in the root of v it is smooth.
func (d *path) moment(n float64) float64 {
	inner := func(v float64) float64 {
		before := d.before(v)
		end := 1.0
		if d.f(d.k)-before > d.c {
			end = d.inverse(d.c + before)
		}
		below := num.Integrate(func(u float64) float64 { return math.Pow(d.f(d.k-1+u)-before, n) }, 0, end, 1)
		if end < 1 {
			below += (1 - end) * math.Pow(d.c, n)
		}
		return below
	}
	kinks := [3]float64{num.Least(d.before, d.f(d.k-1)-d.c, 0, 1), num.Least(d.before, d.f(d.k)-d.c, 0, 1), 1}
	if d.k == 1 { // u alone
		inner = func(u float64) float64 { return math.Pow(min(d.c, d.f(u)), n) }
		kinks[0], kinks[1] = num.Least(d.f, d.c, 0, 1), 0
	}
	total, from := 0.0, 0.0
	for _, to := range kinks {
		if to = math.Sqrt(to); to > from {
			total += num.Integrate(func(w float64) float64 { return 2 * w * inner(w*w) }, from, to, 2)
			from = to
		}
	}
	return total
}

func (d *path) Mean() float64 {
	mean, _ := d.moments()
	return mean
}

func (d *path) Variance() float64 {
	_, variance := d.moments()
	return variance
}
