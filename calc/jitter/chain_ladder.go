package jitter

import "math"

// A ladder is a grid of times that is even near its foot and grows by a
// constant factor above it,
//
//	t_i = foot + rise (e^(h (i-spare)) - 1)    i = 0 .. n-1
//
// since elapsed time spans decades: steps of the size of the first delays
// would never reach the last.
type ladder struct {
	foot, rise, h float64
	n             int
	t             []float64 // of the rungs, seconds
}

// spare is the number of rungs beyond each end of what is to be covered. A
// density that jumps at the end needs them to be smoothed over.
const spare = 3

// newLadder returns a ladder of n rungs from lo to hi.
func newLadder(lo, hi, rise float64, n int) *ladder {
	l := &ladder{foot: lo, rise: rise, n: n, t: make([]float64, n)}
	l.h = math.Log1p((hi-lo)/rise) / float64(n-1-2*spare)
	for i := range l.t {
		l.t[i] = lo + rise*math.Expm1(l.h*float64(i-spare))
	}
	return l
}

// rung returns where x is between the rungs, in rungs.
func (l *ladder) rung(x float64) float64 {
	z := max(1+(x-l.foot)/l.rise, 1e-9)
	return max(0, min(float64(l.n-1), math.Log(z)/l.h+spare))
}

// shares returns how a mass at x is shared by the six rungs from i on: the
// values there of the polynomials that are 1 at one rung and 0 at the others.
// A function that is smooth over six rungs keeps its expected value with an
// error of sixth order in h.
func (l *ladder) shares(x float64) (i int, w [6]float64) {
	u := l.rung(x)
	i = min(max(int(u)-2, 0), l.n-6)
	d0 := u - float64(i)
	d1, d2, d3, d4, d5 := d0-1, d0-2, d0-3, d0-4, d0-5
	d01, d23, d45 := d0*d1, d2*d3, d4*d5
	d0123, d2345, d0145 := d01*d23, d23*d45, d01*d45
	w[0] = d2345 * d1 * (-1. / 120)
	w[1] = d2345 * d0 * (1. / 24)
	w[2] = d0145 * d3 * (-1. / 12)
	w[3] = d0145 * d2 * (1. / 12)
	w[4] = d0123 * d5 * (-1. / 24)
	w[5] = d0123 * d4 * (1. / 120)
	return i, w
}

// table returns the law with the weights m on the rungs and the atoms.
func (l *ladder) table(m []float64, atoms []atom) table {
	f, slope := l.curve(m)
	return newTable(append([]float64(nil), l.t...), f, slope, atoms)
}

// curve returns the CDF and, for both ends of each interval, the density of
// the weights m. The weights are h times the density over the rungs where that
// is smooth, and the CDF at a rung is by the formula of Euler and Maclaurin
//
//	F_i = sum_(k<i) m_k + m_i/2 - m'_i/12 + m'''_i/720
//
// with derivatives by the rung, taken from differences.
func (l *ladder) curve(m []float64) (f []float64, slope [][2]float64) {
	at := func(i int) float64 {
		if i < 0 || i >= len(m) {
			return 0
		}
		return m[i]
	}
	f, slope = make([]float64, l.n), make([][2]float64, l.n)
	sum := 0.0
	for i := range l.n {
		d1 := (at(i+1) - at(i-1)) / 2
		d3 := (at(i+2)-at(i-2))/2 - (at(i+1) - at(i-1))
		f[i] = sum + m[i]/2 - (d1-d3/6)/12 + d3/720
		sum += m[i]
		density := m[i] / (l.h * (l.t[i] - l.foot + l.rise))
		slope[i][0] = density
		if i > 0 {
			slope[i-1][1] = density
		}
	}
	return f, slope
}
