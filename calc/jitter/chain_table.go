package jitter

import (
	"math"
	"math/rand/v2"
	"sort"
)

// A table is the law of a time given by its CDF at points, with cubics between
// them, and by atoms. It is how a stateful plan answers.
type table struct {
	x     []float64    // points, seconds, increasing
	f     []float64    // the CDF there without the atoms, never decreasing
	slope [][2]float64 // density at both ends of the interval after each point
	atoms []atom       // by place

	mean, variance float64
	lo, hi         float64 // support
}

// An atom is a place that has a probability of its own.
type atom struct{ at, mass float64 }

// newTable makes the curve a CDF: f is never decreasing, starts at 0 and ends
// where the atoms leave off, and the cubics are monotone, by keeping slopes at
// or below three times the slope of the chord. Source: Fritsch and Carlson,
// SIAM J. Numer. Anal. 17 (1980).
func newTable(x, f []float64, slope [][2]float64, atoms []atom) table {
	rest := 1.0
	for _, a := range atoms {
		rest -= a.mass
	}
	if n := len(x); n > 0 {
		for i := range n {
			f[i] = max(0, min(rest, f[i]))
			if i > 0 {
				f[i] = max(f[i], f[i-1])
			}
		}
		f[0], f[n-1] = 0, max(0, rest)
		for i := range n - 1 {
			most := 3 * (f[i+1] - f[i]) / (x[i+1] - x[i])
			for e := range slope[i] {
				slope[i][e] = max(0, min(most, slope[i][e]))
			}
		}
	}
	sort.Slice(atoms, func(i, j int) bool { return atoms[i].at < atoms[j].at })
	return table{x: x, f: f, slope: slope, atoms: atoms}
}

// within returns the law on its support, lo to hi: what the curve, being
// smooth, has beyond is cut off and the rest is stretched to fill its place.
func (t table) within(lo, hi float64) table {
	n := len(t.x)
	if n == 0 || lo <= t.x[0] && hi >= t.x[n-1] || !(lo < hi) {
		return t
	}
	from, to := max(lo, t.x[0]), min(hi, t.x[n-1])
	low, rest := t.smooth(from), t.f[n-1]
	scale := rest / (t.smooth(to) - low)
	if !(scale > 0 && scale < 2) {
		return t
	}
	x, f, slope := []float64{from}, []float64{0}, [][2]float64{{}}
	for i := range n {
		s := [2]float64{t.slope[i][0] * scale, t.slope[i][1] * scale}
		switch {
		case t.x[i] <= from:
			slope[0] = s
		case t.x[i] < to:
			x, f, slope = append(x, t.x[i]), append(f, (t.f[i]-low)*scale), append(slope, s)
		}
	}
	x, f, slope = append(x, to), append(f, rest), append(slope, [2]float64{})
	return newTable(x, f, slope, t.atoms)
}

// moved returns the law of X + by.
func (t table) moved(by float64) table {
	x := make([]float64, len(t.x))
	for i := range x {
		x[i] = t.x[i] + by
	}
	atoms := make([]atom, len(t.atoms))
	for i, a := range t.atoms {
		atoms[i] = atom{a.at + by, a.mass}
	}
	t.x, t.atoms = x, atoms
	t.mean, t.lo, t.hi = t.mean+by, t.lo+by, t.hi+by
	return t
}

func (t table) Mean() float64               { return t.mean }
func (t table) Variance() float64           { return t.variance }
func (t table) Support() (lo, hi float64)   { return t.lo, t.hi }
func (t table) Sample(r *rand.Rand) float64 { return t.Quantile(r.Float64()) }

// near reports whether x is the place of an atom. The last bits are left to
// the order in which delays and call times are summed.
func (a atom) near(x float64) bool { return math.Abs(x-a.at) <= 1e-12*math.Abs(a.at) }

func (t table) Atom(x float64) float64 {
	total := 0.0
	for _, a := range t.atoms {
		if a.near(x) {
			total += a.mass
		}
	}
	return total
}

// CDF is 0 and 1 beyond the support, although the curve may be smooth there.
func (t table) CDF(x float64) float64 {
	switch {
	case x < t.lo*(1-1e-15):
		return 0
	case x >= t.hi:
		return 1
	}
	total := t.smooth(x)
	for _, a := range t.atoms {
		if x >= a.at || a.near(x) {
			total += a.mass
		}
	}
	return min(1, total)
}

// smooth returns the part of the CDF at x that is not from atoms.
func (t table) smooth(x float64) float64 {
	n := len(t.x)
	switch {
	case n == 0 || x <= t.x[0]:
		return 0
	case x >= t.x[n-1]:
		return t.f[n-1]
	}
	i := sort.Search(n, func(i int) bool { return t.x[i] > x }) - 1
	return t.cubic(i, (x-t.x[i])/(t.x[i+1]-t.x[i]))
}

// cubic returns Hermite's interpolation on interval i, z from 0 to 1.
func (t table) cubic(i int, z float64) float64 {
	w, d := t.x[i+1]-t.x[i], t.f[i+1]-t.f[i]
	a, b := t.slope[i][0]*w-d, d-t.slope[i][1]*w
	return t.f[i] + z*d + z*(1-z)*(a*(1-z)+b*z)
}

func (t table) Quantile(q float64) float64 {
	return max(t.lo, min(t.hi, t.quantile(q)))
}

// quantile goes up the steps of the atoms and inverts the cubic between them
// by bisection.
func (t table) quantile(q float64) float64 {
	switch {
	case q <= 0:
		return t.lo
	case q >= 1:
		return t.hi
	}
	for _, a := range t.atoms {
		below := t.smooth(a.at)
		if q <= below {
			break
		}
		if q <= below+a.mass {
			return a.at
		}
		q -= a.mass
	}
	n := len(t.x)
	if n == 0 {
		return t.atoms[len(t.atoms)-1].at
	}
	i := sort.Search(n, func(i int) bool { return t.f[i] >= q }) - 1
	switch {
	case i < 0:
		return t.x[0]
	case i >= n-1:
		return t.x[n-1]
	}
	lo, hi := 0.0, 1.0
	for range 60 {
		if z := (lo + hi) / 2; t.cubic(i, z) < q {
			lo = z
		} else {
			hi = z
		}
	}
	return t.x[i] + hi*(t.x[i+1]-t.x[i])
}
