package jitter

import "math"

// A resolution says how fine the grid of the delays is.
type resolution struct {
	panels int     // at least so many
	width  float64 // of a panel, at most, in the scale ln(t + floor)
	floor  float64 // below this share of the low delays the scale is linear
	bends  int     // derivatives of the density whose jumps get an edge
	gap    float64 // marks nearer than this are one
	finer  float64 // how much finer the grid is where it shows in S_n
}

// A walk follows the law of the delay from retry to retry, and with it the
// first two moments of the time spent waiting.
//
//	m'_k = sum_j m_j row_j[k]
//	u'_k = sum_j u_j row_j[k] + (y_k - E t') m'_k
//	v'_k = sum_j v_j row_j[k] + 2 (y_k - E t') sum_j u_j row_j[k] + (y_k - E t')^2 m'_k
//
//	m_k  weight of the delay x_k before retry n, y_k before retry n+1
//	u_k  the mean of S_n - E S_n, on the event that the delay is x_k
//	v_k  the mean of its square
//
// so that E S_n is the sum of the means of the delays and Var S_n the sum of
// the v_k, without the difference of large numbers.
type walk struct {
	step
	res  resolution
	n    int
	g    *panels   // of the delay before retry n; nil at n = 0
	m    []float64 // its law, by node, and then of exactly 0 and exactly the top
	u, v []float64

	rows  [][]float64 // what led here: the row of each node of the grid before
	jumps []jump      // of the density and its derivatives
	mean  float64     // E S_n, seconds

	noise float64 // mean variance of the delay given the one before, seconds squared
	grain float64 // distance of the clumps in S_n, seconds; 0: none show
	blur  float64 // noise added to S_n since, seconds squared
	fine  bool    // the next grid is laid finer

	min, max         float64 // the support of the delay, seconds
	minSum, maxSum   float64 // and of S_n
	delay, variation float64 // mean and variance of the delay
}

func newWalk(s step, res resolution) *walk {
	return &walk{step: s, res: res, m: []float64{1}, u: []float64{0}, v: []float64{0}}
}

// base returns what the next delay is drawn around after the delay of weight k.
func (w *walk) base(k int) float64 {
	if w.g == nil {
		return w.first
	}
	return w.around(w.g.at(k))
}

// variance returns Var S_n, seconds squared.
func (w *walk) variance() (v float64) {
	for _, x := range w.v {
		v += x
	}
	return max(0, v)
}

// advance goes to the next retry, on a finer grid where the nodes of the usual
// one would show in the law of S_n.
func (w *walk) advance() {
	before := *w
	if w.fine {
		w.to(w.res.finer)
		w.fine = w.clumps(w.res.finer) > 0
	} else if w.to(1); w.n > 1 && w.clumps(1) > 0 {
		*w = before
		w.to(w.res.finer)
		w.fine = true
	}
	w.settle()
	w.support()
}

// to goes to the next retry on a grid so many times finer.
func (w *walk) to(finer float64) {
	live := w.live()
	g := w.next(live, finer)
	size := len(g.x) + 2
	m, u, v := make([]float64, size), make([]float64, size), make([]float64, size)
	w.rows = make([][]float64, len(w.m))
	w.noise = 0
	for _, j := range live {
		row := make([]float64, size)
		w.row(row, g, w.base(j))
		w.rows[j] = row
		mean, square := 0.0, 0.0
		for k, r := range row {
			if r == 0 {
				continue
			}
			mean += r * g.at(k)
			square += r * g.at(k) * g.at(k)
			m[k] += w.m[j] * r
			u[k] += w.u[j] * r
			v[k] += w.v[j] * r
		}
		w.noise += w.m[j] * max(0, square-mean*mean)
	}
	total := 0.0
	w.delay, w.variation = 0, 0
	for k, p := range m {
		if p != 0 {
			total += p
			w.delay += p * g.at(k)
		}
	}
	w.delay /= total
	for k := range m {
		if m[k] == 0 {
			continue
		}
		y := g.at(k) - w.delay
		m[k], u[k], v[k] = m[k]/total, u[k]/total, v[k]/total
		v[k] += 2*y*u[k] + y*y*m[k]
		u[k] += y * m[k]
		w.variation += y * y * m[k]
	}
	w.mean += w.delay
	w.n++
	w.g, w.m, w.u, w.v = g, m, u, v
}

// support carries the exact ends of the law to the next retry.
func (w *walk) support() {
	from, to := w.first, w.first
	if w.n > 1 {
		from, to = w.around(w.min), w.around(w.max)
	}
	w.min, _ = w.ends(from)
	_, w.max = w.ends(to)
	if w.normal() {
		w.min, w.max = 0, math.Inf(1)
	}
	w.min, w.max = min(w.min, w.top), min(w.max, w.top)
	w.minSum += w.min
	w.maxSum += w.max
}
