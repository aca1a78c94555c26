package elapsed

import (
	"math"

	"retune/calc/num"
	"retune/calc/outage"
)

// alike returns the delay of all retries from settled on and the mean of their
// interval, seconds; nil if there is none, or if they keep in step.
func (e *independent) alike() (d *delay, mean float64) {
	if math.IsInf(e.settled, 1) || e.settled > 1<<40 || e.lattice() && e.walkTo != int(e.settled)-1 {
		return nil, 0
	}
	if d = e.delay(int(e.settled)); d.sd == 0 && !e.lattice() {
		return nil, 0
	}
	return d, d.mean + e.policy.AttemptTime
}

// keepsStep reports whether all intervals are a multiple of one in the end, so that the
// clients keep to T_m and multiples of that.
func (e *independent) keepsStep() bool {
	return e.lattice() && (e.policy.AttemptTime == 0 || e.one(int(e.settled)).Atom(0) < hidden)
}

// renewal returns between which times t the clients have lost step, so far beyond the
// retry m after which all intervals are alike, and the policy still goes on for all of
// them. Then the expected number of retries by t is
//
//	m + (t - E T_m)/mu + (sigma^2 + mu^2)/(2 mu^2) - 1    mu, sigma  of an interval
//
// and what is left of an interval has the density P(interval > y)/mu. Source: Feller,
// An Introduction to Probability Theory and Its Applications, vol. 2, XI.4.
func (e *independent) renewal() (from, to float64) {
	d, mu := e.alike()
	if d == nil {
		return math.Inf(1), math.Inf(1)
	}
	m, cv := int(e.settled)-1, d.sd/mu
	first := e.sum(m)
	wait := 40 + 3/(cv*cv)
	if phase := e.sum(m+1).phase - first.phase; e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1) && !e.lattice() {
		wait = max(wait, -25/phase)
	}
	if e.keepsStep() {
		wait = 2
	}
	from, to = first.mean+9*first.sd+wait*mu, math.Inf(1)
	if !math.IsInf(e.policy.Retries, 1) {
		lo, _ := e.bounds(int(e.policy.Retries))
		to = lo - d.top()
	}
	return from, to
}

// top returns what a delay is seldom above, seconds.
func (d *delay) top() float64 { return d.ref + d.pieces[len(d.pieces)-1].Hi }

// far returns the share of ends within renewal.
func (e *independent) far(o ends) share {
	const cells = 256
	d, mu := e.alike()
	m, cv, all := int(e.settled)-1, d.sd/mu, o.total()
	r := share{all: all}
	deadline, longest := e.policy.Deadline, e.policy.AttemptTime+d.top()
	left := func(_ int, y float64) float64 { return e.left(y) }
	inStep, period := e.keepsStep(), e.policy.AttemptTime+e.policy.Cap
	if inStep {
		longest = period
		left = func(i int, y float64) float64 { return e.inStep(o.x[i], o.x[min(i+1, len(o.x)-1)], y) }
	}
	var area *grid // integral of left, in the mean over all ends
	mean := func(y float64) float64 {
		if !inStep {
			return e.left(y)
		}
		total := 0.0
		for i, m := range o.m {
			total += m / all * left(i, y)
		}
		return total
	}
	area = gridOf(0, longest/cells, cells, mean)
	w := longest - area.moment(longest, 1)
	r.mean = all * w
	if t := o.first() / all; inStep {
		q := d.Atom(0)
		r.wasted = all * (float64(m) + q/(1-q) + ((t-e.sum(m).mean+w)/period-1)/(1-q))
	} else {
		r.wasted = all * (float64(m) + (t-e.sum(m).mean)/mu + (cv*cv+1)/2 - 1)
	}
	if deadline-o.x[len(o.x)-1] >= longest {
		r.by = func(y float64) float64 { return all * mean(min(y, longest)) }
		return r
	}
	r.by = func(y float64) (total float64) { // the mean of left(min(y, D-X)) of each part
		for i, m := range o.m {
			u, v := o.x[i], o.x[min(i+1, len(o.x)-1)]
			switch knee := max(u, deadline-y); {
			case u == v:
				total += m * left(i, min(y, deadline-u))
			case knee >= v:
				total += m * left(i, y)
			default:
				whole := area.moment(deadline-knee, 1) - area.moment(deadline-v, 1)
				if knee > u {
					whole += (knee - u) * left(i, y)
				}
				total += m * whole / (v - u)
			}
		}
		return total
	}
	return r
}

// inStep returns P(w <= y) of X uniform from u to v, or u, so far beyond the retry m
// after which all intervals are 0 or c, that the clients keep to T_m and multiples of c.
// Over a whole number of them w is uniform; for the rest, and y < c
//
//	P(w <= y) = sum over j of P(X - j c <= T_m <= X + y - j c)
func (e *independent) inStep(u, v, y float64) (total float64) {
	l, c := e.distribution(int(e.settled)-1), e.policy.AttemptTime+e.policy.Cap
	if y >= c {
		return 1
	}
	lo, hi := l.near()
	whole := math.Floor((v - u) / c)
	rest := max(0, v-u-whole*c)
	if whole > 1e6 {
		return y / c
	}
	for j := math.Floor((u - hi) / c); u+rest-j*c >= lo-c; j++ {
		x := u - j*c
		if u == v {
			total += max(0, l.moment(x+y, 0)-l.below(x))
		} else {
			total += l.moment(x+rest+y, 1) - l.moment(x+y, 1) - l.moment(x+rest, 1) + l.moment(x, 1)
		}
	}
	if u < v {
		total = (total + whole*y) / (v - u)
	}
	return min(1, max(0, total))
}

// left returns the distribution function of what is left, or has gone by, of an interval
// seen at a random time, once all intervals are alike.
func (e *independent) left(y float64) float64 {
	d, mu := e.alike()
	total, y := y, y-e.policy.AttemptTime-d.ref
	for _, b := range d.pieces {
		if b.Lo == b.Hi {
			total -= b.Weight * power(y-b.Lo, 1)
		} else {
			total -= b.Weight * ramp(b, y, 1)
		}
	}
	return min(1, total/mu)
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
		next, _ := num.FirstWhole(func(k float64) bool { return k > most || !is(int(k)) }, 1, most+1)
		return int(next) - 1
	}
	wait := func(k int) float64 {
		t := e.sum(k)
		_, step := e.one(k + 1).Support()
		if t.hi < a {
			return min(t.hi+s+step, deadline) - a
		}
		x := max(a, t.lo)
		return min(s+step, deadline-x)
	}
	short := last(func(k int) bool { return e.sum(k).hi < a })
	early := last(func(k int) bool { return e.sum(k).lo <= a })
	late := last(func(k int) bool { lo := e.sum(k).lo; return lo < b && lo <= deadline })
	longest, tries := 0.0, []int{short, short + 1, early, late}
	if !math.IsInf(deadline, 1) {
		cut := last(func(k int) bool { _, step := e.one(k + 1).Support(); return s+step <= deadline-e.sum(k).lo })
		tries = append(tries, cut, cut+1)
	}
	if !e.policy.Usual() { // a first delay may be longer than those after it, and a list has any order
		for k := 0; k < mostStages && e.sum(k).lo < min(b, deadline); k++ {
			tries = append(tries, k)
		}
	}
	for _, k := range tries {
		if t := e.sum(k); float64(k) <= most && (k == 0 || t.lo < b && t.lo <= deadline) {
			longest = max(longest, wait(k))
		}
	}
	return longest
}
