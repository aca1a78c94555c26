package jitter

import "math"

// A joint follows the law of the time spent waiting together with the delay,
//
//	(S_n, t_n) -> (S_n + t_(n+1), t_(n+1))
//
// as weights on a ladder of times for each node of the walk's grid of delays.
// A step mixes the columns by the rows of the walk, and then moves column k up
// the ladder by its delay y_k: the weight at t_i goes to the six rungs around
// t_i + y_k. Each retry has a ladder of its own, laid over what the law has
// reached. Nothing of this rounds a time to a rung: the mean and the variance
// of S_n on the ladder are those of the walk to about 1e-8, after 150 retries
// as after 15.
//
// What is certain given how often the cap was waited, the paths on which every
// delay is exactly 0 or exactly the cap, is kept beside the ladder: it is what
// the law of S_n has in atoms.
type joint struct {
	size int      // rungs
	l    *ladder  // of S_n; nil at n = 0
	f    []column // by weight of the walk
	foot float64  // a low S_n less the least, seconds: where the ladder bends

	// The probability of k delays of the cap and n-k of 0, the last 0 or the cap.
	zero, top []float64
}

// A column is the law of S_n, on the rungs, on the event of one delay.
type column struct {
	f        []float64 // by rung; nil: nothing there
	from, to int       // beyond there is next to nothing
}

// trim sets the bounds of c.
func (c *column) trim() {
	const least = 1e-17
	c.from, c.to = 0, len(c.f)
	for c.from < c.to && math.Abs(c.f[c.from]) < least {
		c.from++
	}
	for c.to > c.from && math.Abs(c.f[c.to-1]) < least {
		c.to--
	}
}

func newJoint(size int) *joint { return &joint{size: size} }

// mix returns the joint law of S_n and t_(n+1) on the ladder, from the rows of
// the walk, which is already at retry n+1.
func (j *joint) mix(w *walk) []column {
	v := make([]column, len(w.m))
	if j.l == nil {
		return v
	}
	type share struct {
		p float64
		column
	}
	nothing := column{f: make([]float64, j.l.n), from: j.l.n}
	var parts []share
	for k := range v {
		parts = parts[:0]
		for i, row := range w.rows {
			if row != nil && j.f[i].f != nil && math.Abs(row[k]) > 1e-18 {
				parts = append(parts, share{row[k], j.f[i]})
			}
		}
		if len(parts) == 0 {
			continue
		}
		for len(parts)%4 != 0 {
			parts = append(parts, share{0, nothing})
		}
		sum := make([]float64, j.l.n)
		for q := parts; len(q) > 0; q = q[4:] {
			from := min(q[0].from, q[1].from, q[2].from, q[3].from)
			to := max(q[0].to, q[1].to, q[2].to, q[3].to, from)
			p0, p1, p2, p3 := q[0].p, q[1].p, q[2].p, q[3].p
			s := sum[from:to]
			f0, f1, f2, f3 := q[0].f[from:to], q[1].f[from:to], q[2].f[from:to], q[3].f[from:to]
			for i := range s {
				s[i] += (p0*f0[i] + p1*f1[i]) + (p2*f2[i] + p3*f3[i])
			}
		}
		v[k].f = sum
		v[k].trim()
	}
	return v
}

// advance follows the walk to the retry where it is, v being from mix and
// paths from paths.
func (j *joint) advance(w *walk, v []column, paths []path) {
	old := j.l
	end := len(w.g.x)
	least, most := w.reach()
	lo, hi := math.Inf(1), 0.0
	first, last := 0, -1
	if old != nil {
		first, last = trimmed(marginal(v, old.n))
		lo, hi = old.t[first]+least, old.t[last]+most
	}
	for _, p := range paths {
		lo = min(lo, w.time(p.caps)+least)
		hi = max(hi, w.time(p.caps)+most)
	}
	j.foot += w.below(0.1) - least
	rise := max(j.foot, 1e-9*(hi-lo))
	l := newLadder(lo, hi, rise, j.size)
	f := make([]column, len(w.m))
	for k, c := range v {
		if c.from == c.to {
			continue
		}
		y := w.g.at(k)
		to := make([]float64, l.n)
		f[k].f = to
		for i := max(c.from, first); i < min(c.to, last+1); i++ {
			m := c.f[i]
			if math.Abs(m) < 1e-17 {
				continue
			}
			at, s := l.shares(old.t[i] + y)
			t := to[at : at+6 : at+6]
			t[0] += m * s[0]
			t[1] += m * s[1]
			t[2] += m * s[2]
			t[3] += m * s[3]
			t[4] += m * s[4]
			t[5] += m * s[5]
		}
	}
	zero, top := make([]float64, w.n+1), make([]float64, w.n+1)
	for _, p := range paths {
		zero[p.caps] += p.mass * p.row[end]
		top[p.caps+1] += p.mass * p.row[end+1]
		at := w.time(p.caps)
		apart := func(y float64) float64 { return l.h * (at + y - l.foot + l.rise) }
		w.g.pour(p.row, apart, func(y, mass float64, node int, shares [order]float64) {
			i, s := l.shares(at + y)
			for a, share := range shares {
				c := &f[node+a]
				if c.f == nil {
					c.f = make([]float64, l.n)
				}
				for b := range s {
					c.f[i+b] += p.mass * mass * share * s[b]
				}
			}
		})
	}
	for k := range f {
		f[k].trim()
	}
	j.l, j.f, j.zero, j.top = l, f, zero, top
	j.foot = j.low() - lo
}

// marginal returns the sum of the columns.
func marginal(v []column, n int) []float64 {
	sum := make([]float64, n)
	for _, c := range v {
		for i := c.from; i < c.to; i++ {
			sum[i] += c.f[i]
		}
	}
	return sum
}

// low returns a low S_n: one in ten of those that are not certain is lower.
func (j *joint) low() float64 {
	sum := marginal(j.f, j.l.n)
	total, p := 0.0, 0.0
	for _, x := range sum {
		total += x
	}
	for i, x := range sum {
		if p += x; p > 0.1*total {
			return j.l.t[i]
		}
	}
	return j.l.t[0]
}

// law returns the law of S_n.
func (j *joint) law(w *walk) table {
	var atoms []atom
	for k := range j.zero {
		if p := j.zero[k] + j.top[k]; p > 1e-15 {
			atoms = append(atoms, atom{w.time(k), p})
		}
	}
	sum, l := marginal(j.f, j.l.n), j.l
	if w.grain > 0 {
		l, sum = l.coarser(sum, w.grain, w.mean)
	}
	t := l.table(sum, atoms).within(w.minSum, w.maxSum)
	t.mean, t.variance, t.lo, t.hi = w.mean, w.variance(), w.minSum, w.maxSum
	return t
}
