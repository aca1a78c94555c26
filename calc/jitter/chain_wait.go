package jitter

import "slices"

// A waited is the wait from the end of a fault to the next retry of a stateful
// plan: the overshoot.
type waited struct {
	Dist           // of the wait, seconds, given that a retry comes
	missed float64 // probability that the last retry started before the fault ended
	vain   float64 // expected number of retries that started before it ended
}

// chainWaits returns the wait from x to the next retry for each end x of the
// fault, of a stateful plan of n retries that goes back to call 0 at time 0.
//
//	P(wait > y) = sum_k P(T_k < x, T_(k+1) > x + y)     k = 0, 1, ..., n-1;  T_0 = 0
//	missed      = P(T_n < x)
//	vain        = sum_k P(T_k < x)                      k = 1, ..., n
//
//	x  seconds after call 0, > 0
//	y  seconds, >= 0
//
// The sum is over disjoint events and is 1 - missed at y = 0; the law returned
// is divided by that. Where missed is 1, Dist is nil. All ends share one pass,
// which stops when every x is passed: n may be as large as it likes if the
// delays do not shrink.
func chainWaits(p Plan, n int, ends []float64, effort Effort) []waited {
	a := effort.accuracy()
	w := newWalk(newStep(p), a.delays)
	j := newJoint(a.rungs)
	j.limit = 1.5 * slices.Max(ends)
	waits := make([]*wait, len(ends))
	for i, x := range ends {
		waits[i] = newWait(w, x, p.CallTime, a)
	}
	// One step more than there are retries, to count those that start before x.
	for k := range n + 1 {
		w.advance()
		v, paths := j.mix(w), j.paths(w)
		left := 0.0
		for _, t := range waits {
			t.count(w, j, v, paths, k)
			if k < n && t.before > 1e-12 {
				t.add(w, j, v, paths, k)
			}
			left = max(left, t.before)
		}
		if left < 1e-12 {
			break
		}
		j.advance(w, v, paths)
	}
	out := make([]waited, len(ends))
	for i, t := range waits {
		out[i] = t.result()
	}
	return out
}

// A wait gathers the law of the wait for one end of the fault.
type wait struct {
	end, call float64 // x and s, seconds
	l         *ladder // of waits, with its spare rungs below 0, where the law is cut
	f         []float64
	atoms     []atom
	pieces    int     // of the integral over S_k
	before    float64 // P(T_k < x) of the last k that was added
	vain      float64
	hi        float64 // no wait is longer
	grain     float64
}

func newWait(w *walk, x, call float64, a accuracy) *wait {
	// The delay in which x falls follows one that was shorter than x.
	_, hi := w.ends(w.around(x))
	_, first := w.ends(w.first)
	hi = min(max(hi, first), w.top) + call
	most := hi
	rise := hi / 100
	l := newLadder(0, hi, rise, 3*a.rungs)
	if w.normal() {
		most = w.top + call
	}
	return &wait{end: x, call: call, l: l, f: make([]float64, 3*a.rungs), pieces: a.pieces / 6, hi: most}
}

// put adds the mass m of the wait y.
func (t *wait) put(y, m float64) {
	if y < t.l.t[0] {
		return
	}
	i, s := t.l.shares(y)
	for b := range s {
		t.f[i+b] += m * s[b]
	}
}

// count adds up P(T_k < x) from the joint law of S_k and t_(k+1).
func (t *wait) count(w *walk, j *joint, v []column, paths []path, k int) {
	limit := t.end - float64(k)*t.call // T_k < x if S_k < limit
	t.before = 0
	if j.l != nil {
		cut := j.l.cut(limit)
		for i, m := range marginal(v, j.l.n) {
			t.before += m * cut.weight(i)
		}
	}
	for _, p := range paths {
		if w.time(p.caps) < limit {
			t.before += p.mass
		}
	}
	if k > 0 {
		t.vain += t.before
	}
}

// add adds the event that x falls between T_k and T_(k+1). The walk is at
// k+1, v and paths are the joint law of S_k and t_(k+1).
func (t *wait) add(w *walk, j *joint, v []column, paths []path, k int) {
	if j.l != nil {
		t.grain = max(t.grain, w.grain)
	}
	limit := t.end - float64(k)*t.call
	shift := float64(k+1)*t.call - t.end // wait = S_k + t_(k+1) + shift
	for c, col := range v {
		if col.from == col.to {
			continue
		}
		// S_k from where the wait is at the first rung up to the limit.
		y := w.g.at(c)
		from := max(j.l.t[col.from], t.l.t[0]-y-shift)
		to := min(j.l.t[col.to-1], limit)
		if from >= to {
			continue
		}
		pieces := t.pieces
		if c > len(w.g.x) { // the cap stands alone
			pieces *= 4
		}
		h := (to - from) / float64(2*pieces)
		for p := range pieces {
			mid := from + h*float64(2*p+1)
			for n := range order {
				x := mid + h*gaussNode[n]
				t.put(x+y+shift, h*gaussWeight[n]*j.l.density(col.f, x))
			}
		}
	}
	for _, p := range paths {
		at := w.time(p.caps)
		if at >= limit {
			continue
		}
		for e, y := range [2]float64{0, w.g.top} {
			if m := p.mass * p.row[len(p.row)-2+e]; m > 1e-15 && at+y+shift >= 0 {
				t.atoms = append(t.atoms, atom{at + y + shift, m})
			}
		}
		apart := func(float64) float64 { return t.l.h * t.l.rise }
		w.g.pour(p.row, apart, func(y, mass float64, _ int, _ [order]float64) {
			t.put(at+y+shift, p.mass*mass)
		})
	}
}

// result returns what was gathered: the curve above a wait of 0.
func (t *wait) result() waited {
	out := waited{missed: min(1, t.before), vain: t.vain}
	if out.missed < 1e-12 {
		out.missed = 0
	}
	l, m := t.l, t.f
	mass := 0.0
	for _, p := range m {
		mass += p
	}
	if t.grain > 0 && mass > 1e-9 {
		l, m = l.coarser(m, t.grain, max(0, l.middle(m)))
	}
	f, slope := l.curve(m)
	all := table{x: l.t, f: f, slope: slope}
	zero := all.smooth(0)
	total := f[l.n-1] - zero
	for _, a := range t.atoms {
		total += a.mass
	}
	if total < 1e-9 {
		return out
	}
	x, g, d := []float64{0}, []float64{0}, [][2]float64{{}}
	for i := range l.n {
		if l.t[i] <= 0 {
			d[0] = slope[i]
			continue
		}
		x = append(x, l.t[i])
		g = append(g, (f[i]-zero)/total)
		d = append(d, [2]float64{slope[i][0] / total, slope[i][1] / total})
	}
	d[0][0], d[0][1] = d[0][0]/total, d[0][1]/total
	for i := range t.atoms {
		t.atoms[i].mass /= total
	}
	law := newTable(x, g, d, t.atoms)
	law.lo, law.hi = 0, t.hi
	law.moments()
	out.Dist = law
	return out
}
