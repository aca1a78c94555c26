package elapsed

import (
	"math"

	"retune/calc/num"
	"retune/calc/outage"
)

// Reconnect returns how clients come back after an outage whose end X is independent
// of the jitter. For a fixed X
//
//	P(w <= y) = sum over k < n of P(T_k < X, T_(k+1) <= min(X+y, D)) - P(T_(k+1) < X)
//	wasted    = sum over k = 1..n of P(T_k < min(X, D+))
//
// as one and only one k has T_k < X <= T_(k+1). The mean without a deadline is Wald's
// identity, as whether delay k+1 is waited depends on T_k alone:
//
//	E (w; T_n >= X) = sum over k < n of (s + E t_(k+1)) P(T_k < X) - X + E (X - T_n)+
//
// Far beyond the retry from which all delays are alike the clients have lost step, and
// w is what is left of an interval seen at a random time (renewal theory: Feller, An
// Introduction to Probability Theory and Its Applications, vol. 2, XI.4). A random X
// is a mixture of fixed ones, in the middle of equal shares of its distribution.
func (e *independent) Reconnect(o outage.Outage) outage.Reconnect {
	nodes, rough := e.nodes(o)
	ends := make([]end, nodes)
	var r outage.Reconnect
	back, mean, relative, longest := 0.0, 0.0, 0.0, 0.0
	for i := range ends {
		at := 0.5
		if rough { // irregular, so that they do not keep in step with the retries
			_, at = math.Modf(float64(i+1) * math.Phi)
		}
		x := o.Quantile((float64(i) + at) / float64(nodes))
		n := e.end(x)
		ends[i] = n
		back += n.back / float64(nodes)
		mean += n.mean / float64(nodes)
		relative += n.mean / x / float64(nodes)
		r.Wasted += n.wasted / float64(nodes)
		if e.ctx.Err() != nil {
			return outage.None(math.NaN())
		}
	}
	r.GaveUp = math.Max(0, 1-back)
	if math.IsInf(e.policy.Retries, 1) && math.IsInf(e.policy.Deadline, 1) {
		r.GaveUp = 0
	}
	if !(back > 1e-12) {
		return outage.None(r.Wasted)
	}
	longest = e.longest(o)
	r.Mean, r.RelativeMean, r.Max = math.Max(0, mean)/back, math.Max(0, relative)/back, longest
	if lo, _ := o.Support(); lo == 0 {
		r.RelativeMean = math.Inf(1)
	}
	by := func(y float64) float64 {
		total := 0.0
		for i := range ends {
			total += ends[i].by(y)
			if i&15 == 0 && e.ctx.Err() != nil {
				return 1
			}
		}
		return total / (float64(nodes) * back)
	}
	hi := longest
	for h := 2*r.Mean + 1e-12; h < hi; h *= 2 {
		if by(h) >= 0.99 {
			hi = h
		}
	}
	tol := 0.0
	if nodes > 1 {
		tol = 1e-9
	}
	r.P50 = leastTo(by, 0.5, 0, hi, tol)
	r.P95 = leastTo(by, 0.95, r.P50, hi, tol)
	r.P99 = leastTo(by, 0.99, r.P95, hi, tol)
	r.Error = e.Error()
	if nodes > 1 {
		r.Error += 0.5 / float64(nodes)
	}
	if rough {
		r.Error += 0.25 / math.Sqrt(float64(nodes))
	}
	return r
}

// leastTo is num.Least, but for a function that meets y within tol at the lower end.
func leastTo(f func(float64) float64, y, lo, hi, tol float64) float64 {
	if f(lo) >= y-tol {
		return lo
	}
	return num.Least(f, y, lo, hi)
}

// nodes returns how many ends stand for those of a random outage, and whether they
// have to be irregular: many where delays are nearly fixed, since the reconnect delay
// then falls to 0 towards each retry and jumps up behind it.
func (e *independent) nodes(o outage.Outage) (n int, rough bool) {
	if o.IsFixed() {
		return 1, false
	}
	coarse := e.cells < 800 && !e.normal || e.cells < 400
	k := e.before(o.Quantile(0.5))
	if next := e.sum(k + 1); !(next.sd > (e.sum(k+2).mean-next.mean)/2) {
		if coarse {
			return 600, true
		}
		return 2000, true
	}
	if coarse {
		return 60, false
	}
	return 400, false
}

// An end is an outage that ends at x, seen by one client.
type end struct {
	x      float64
	wasted float64
	back   float64 // probability that the client comes back
	mean   float64 // E (w; it does), seconds
	by     func(y float64) float64
}

// end returns the figures of an outage that ends at x, seconds, > 0.
func (e *independent) end(x float64) end {
	deadline, s := e.policy.Deadline, e.policy.AttemptTime
	if x > deadline {
		return end{x: x, wasted: e.RetriesBy(deadline), by: func(float64) float64 { return 0 }}
	}
	if n, ok := e.renewals(x); ok {
		if e.lattice() && s == 0 {
			return e.inStep(x)
		}
		return e.far(x, n)
	}
	type across struct { // a step across X
		step
		next float64 // P(T_(k+1) < X)
	}
	var steps []across
	from := e.before(x)
	r := end{x: x, wasted: float64(from)}
	began := 1.0
	mean := e.sum(from).mean - x // Wald's identity from the retry that has surely started
	k := from
	for e.allowed(k+1) && e.ctx.Err() == nil {
		next := 0.0
		if lo, _ := e.bounds(k + 1); lo <= x {
			next = e.law(k + 1).below(x)
		}
		steps = append(steps, across{e.step(k, x, false), next})
		mean += (s + e.one(k+1).Mean()) * began
		r.wasted += next
		k++
		if began = next; next < none {
			break
		}
	}
	if began >= none { // the policy ended: T_n < X
		mean += e.law(k).moment(x, 1)
	}
	r.by = func(y float64) (total float64) {
		top := math.Min(x+y, deadline)
		for i := range steps {
			total += math.Max(0, steps[i].by(top, 0)-steps[i].next)
		}
		return total
	}
	if math.IsInf(deadline, 1) {
		r.back, r.mean = 1-began, mean
		if began < none {
			r.back = 1
		}
		return r
	}
	r.back = r.by(math.Inf(1))
	for _, t := range steps { // E (w; back) = (D-X) P(back) - integral of P(w <= y) from 0 to D-X
		r.mean -= t.by(deadline, 1) - t.by(x, 1) - (deadline-x)*t.next
	}
	r.mean += (deadline - x) * r.back
	return r
}

// alike returns the retry from which on all delays are alike and the interval between
// two of those retries; ok is false if there is none, or if they keep in step.
func (e *independent) alike() (from int, d *delay, mean, cv float64, ok bool) {
	if math.IsInf(e.settled, 1) || e.settled > 1<<40 || e.lattice() && e.walkTo != int(e.settled)-1 {
		return 0, nil, 0, 0, false
	}
	d = e.delay(int(e.settled))
	mean = d.mean + e.policy.AttemptTime
	return int(e.settled) - 1, d, mean, d.sd / mean, d.sd > 0
}

// renewals returns the expected number of retries by time t, if that is so far beyond
// the retry m after which all intervals are alike that the clients have lost step, and
// the policy still goes on for all of them.
//
//	m + (t - E T_m)/mu + (sigma^2 + mu^2)/(2 mu^2) - 1    mu, sigma  of an interval
func (e *independent) renewals(t float64) (n float64, ok bool) {
	m, d, mu, cv, ok := e.alike()
	if !ok {
		return 0, false
	}
	first := e.sum(m)
	wait := 40 + 3/(cv*cv)
	if phase := e.sum(m+1).phase - first.phase; e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1) && !e.lattice() {
		wait = math.Max(wait, -25/phase)
	}
	if !(t > first.mean+9*first.sd+wait*mu) {
		return 0, false
	}
	if !math.IsInf(e.policy.Retries, 1) {
		if lo, _ := e.bounds(int(e.policy.Retries)); lo <= t+d.hi {
			return 0, false
		}
	}
	return float64(m) + (t-first.mean)/mu + (cv*cv+1)/2 - 1, true
}

// far returns the figures of an outage that ends where renewals holds.
//
//	P(w <= y) = 1/mu times the integral of P(interval > u) from 0 to y
func (e *independent) far(x, wasted float64) end {
	_, d, mu, cv, _ := e.alike()
	left := e.left
	r := end{x: x, wasted: wasted, back: 1, mean: mu * (1 + cv*cv) / 2, by: left}
	if gap := e.policy.Deadline - x; !math.IsInf(gap, 1) {
		r.by = func(y float64) float64 { return left(math.Min(y, gap)) }
		r.back = math.Min(1, left(gap))
		const cells = 64
		g := newGrid(0, math.Min(gap, d.hi+e.policy.AttemptTime)/cells, cells, r.by)
		if hi := math.Min(gap, g.end()); hi > 0 {
			r.mean = hi*r.back - g.sum[cells]
		}
	}
	return r
}

// inStep returns the figures of an outage that ends far beyond the retry m after which
// all delays are 0, with probability q, or c, without attempt time: the clients keep to
// T_m and multiples of c, and
//
//	P(w <= y) = sum over j of P(X - j c <= T_m <= X + y - j c)    y < c
//	wasted    = m + q/(1-q) + ((X - E T_m + E w)/c - 1)/(1-q)
func (e *independent) inStep(x float64) end {
	m, d, _, _, _ := e.alike()
	l, c, q := e.law(m), e.policy.Cap, d.Atom(0)
	lo, hi := l.near()
	by := func(y float64) (total float64) {
		y = math.Min(y, e.policy.Deadline-x)
		if y >= c {
			return 1
		}
		for j := math.Floor((x - hi) / c); x-j*c >= lo-c; j++ {
			total += math.Max(0, l.moment(x+y-j*c, 0)-l.below(x-j*c))
		}
		return math.Min(1, total)
	}
	const cells = 128
	g := newGrid(0, c/cells, cells, by)
	mean := c - g.sum[cells]
	r := end{x: x, back: by(c), by: by, wasted: float64(m) + q/(1-q) + ((x-l.Mean()+mean)/c-1)/(1-q)}
	if r.mean = mean; e.policy.Deadline-x < c {
		gap := e.policy.Deadline - x
		r.mean = gap*r.back - g.moment(gap, 1)
	}
	return r
}

// left returns the distribution function of what is left, or has gone by, of an interval
// seen at a random time, once all intervals are alike.
func (e *independent) left(y float64) float64 {
	_, d, mu, _, _ := e.alike()
	total, y := y, y-e.policy.AttemptTime-d.ref
	for _, b := range d.pieces {
		if b.Lo == b.Hi {
			total -= b.Weight * power(y-b.Lo, 1)
		} else {
			total -= b.Weight * ramp(b, y, 1)
		}
	}
	return math.Min(1, total/mu)
}

// longest returns the longest possible wait that ends by the deadline: from X to the
// end of a step that begins at T_k < X. With a <= X <= b, the support of X, that is
//
//	hi(k+1) - a                             if T_k is always before a
//	min(s + hi of delay k+1, D - x)         else, x = max(a, lo(k)): X just after T_k
//
// The first grows with k, and so does the longest step: the last k of either kind
// counts, the last one that may start before a, and where the deadline takes over.
func (e *independent) longest(o outage.Outage) float64 {
	a, b := o.Support()
	s, deadline := e.policy.AttemptTime, e.policy.Deadline
	most := min(e.policy.Retries-1, 1<<50) // k
	if most < 0 {
		return 0
	}
	last := func(is func(k int) bool) int { // the last k for which it holds, 0 if for none
		lo, hi := 0, 1
		for float64(hi) <= most && is(hi) {
			lo, hi = hi, 2*hi
		}
		hi = int(min(float64(hi), most+1))
		for hi-lo > 1 {
			if mid := lo + (hi-lo)/2; is(mid) {
				lo = mid
			} else {
				hi = mid
			}
		}
		return lo
	}
	wait := func(k int) float64 {
		t := e.sum(k)
		_, step := e.one(k + 1).Support()
		if t.hi < a {
			return math.Min(t.hi+s+step, deadline) - a
		}
		x := math.Max(a, t.lo)
		return math.Min(s+step, deadline-x)
	}
	short := last(func(k int) bool { return e.sum(k).hi < a })
	early := last(func(k int) bool { return e.sum(k).lo <= a })
	late := last(func(k int) bool { lo := e.sum(k).lo; return lo < b && lo <= deadline })
	cut := last(func(k int) bool { _, step := e.one(k + 1).Support(); return s+step <= deadline-e.sum(k).lo })
	longest := 0.0
	for _, k := range []int{short, short + 1, early, late, cut, cut + 1} {
		if t := e.sum(k); float64(k) <= most && (k == 0 || t.lo < b && t.lo <= deadline) {
			longest = math.Max(longest, wait(k))
		}
	}
	return longest
}
