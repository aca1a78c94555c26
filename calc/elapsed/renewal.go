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
	return e.lattice() && (e.policy.AttemptTime == 0 || e.one(e.settled).Atom(0) < hidden)
}

// twoDelays reports whether all delays are 0 or c in the end: see pause.
func (e *independent) twoDelays() bool { return e.lattice() && e.walkTo == int(e.settled)-1 }

// renewal returns between which times t up to by the clients have lost step, so far beyond
// the retry m after which all intervals are alike, and the policy still goes on for all of
// them; none where the policy does not come to m, or by is long before it. Then the
// expected number of retries by t is
//
//	m + (t - E T_m)/mu + (sigma^2 + mu^2)/(2 mu^2) - 1    mu, sigma  of an interval
//
// and what is left of an interval has the density P(interval > y)/mu. Source: Feller,
// An Introduction to Probability Theory and Its Applications, vol. 2, XI.4.
func (e *independent) renewal(by float64) (from, to float64) {
	if m := e.settled - 1; m > e.policy.Retries || m > mostStages && e.policy.Elapsed(m) > 16*by {
		return math.Inf(1), math.Inf(1)
	}
	d, mu := e.alike()
	if d == nil {
		return math.Inf(1), math.Inf(1)
	}
	m, cv := int(e.settled)-1, d.sd/mu
	first := e.sum(m)
	wait := 40 + 3/(cv*cv)
	switch phase := e.sum(m+1).phase - first.phase; {
	case e.lattice(): // how the clients start counts for ever
		wait = 2 * (e.policy.AttemptTime + e.policy.Cap) / mu
	case e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1):
		wait = max(wait, -25/phase)
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
	left, w := func(_ int, y float64) float64 { return e.left(y) }, (cv*cv+1)/2*mu // mean of w
	inStep, period := e.keepsStep(), e.policy.AttemptTime+e.policy.Cap
	if e.lattice() { // when X is counts, and so does what the deadline leaves of w
		o = o.finer(max(o.x[0], deadline-period), 64)
	}
	if inStep {
		longest, w = period, math.NaN()
		left = func(i int, y float64) float64 { return e.inStep(o.x[i], o.x[min(i+1, len(o.x)-1)], y) }
	}
	if e.twoDelays() && !inStep {
		longest = period
		if l, after := e.scattered(o); l != nil {
			inStep, left, w = true, l, after
		}
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
	if inStep && math.IsNaN(w) {
		w = longest - area.moment(longest, 1)
	}
	r.mean = all * w
	r.wasted = all * (float64(m-1) + (o.first()/all+w-e.sum(m).mean)/mu) // Wald's identity: w after X is the next one
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
			case inStep:
				total += m * left(i, min(y, deadline-(u+(v-u)/2)))
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

// scattered returns P(w <= y) of the ends i of o where intervals are s or s + c, and the mean
// of w, NaN if it is not known. A wide range sees the clients at any time of an interval;
// then it returns nil.
//
//	P(w > y) = sum over intervals I of P(I) U(x+y-I, x)    U(a, b) retries expected from a until b
func (e *independent) scattered(o ends) (left func(i int, y float64) float64, mean float64) {
	const most = 64
	q, s := e.noDelay(), e.policy.AttemptTime
	longest, first, last := s+e.policy.Cap, o.x[0], o.x[len(o.x)-1]
	if last-first > most*longest {
		n := len(o.m) - 1
		e.off(longest / 4 * (o.m[0]/(o.x[1]-first) + o.m[n]/(last-o.x[n])))
		return nil, 0
	}
	l := e.retries(first-1.02*longest, last, math.Inf(1))
	if first == last {
		started := l.moment(math.Nextafter(first, 0)*(1-4*slack), 0)
		after := func(interval float64) float64 { // the integral of U(x+y-I, x) over y
			return interval*started - l.moment(first, 1) + l.moment(first-interval, 1)
		}
		return func(_ int, y float64) float64 { return 1 - e.pause(l, first, y, started) }, q*after(s) + (1-q)*after(longest)
	}
	from := first - 1.01*longest // left of a grid there is nothing
	sum := gridOf(from, (last-from)/float64(2*e.cells), 2*e.cells, func(x float64) float64 { return l.moment(x, 1) })
	return func(i int, y float64) float64 {
		u, v := o.x[i], o.x[i+1]
		over := func(interval float64) float64 { // the integral of U(x+y-I, x) from u to v
			z := max(0, interval-y)
			return sum.moment(v, 0) - sum.moment(v-z, 0) - sum.moment(u, 0) + sum.moment(u-z, 0)
		}
		return min(1, max(0, 1-(q*over(s)+(1-q)*over(longest))/(v-u)))
	}, math.NaN()
}

// off says that a CDF may be off by as much.
func (e *independent) off(by float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.worst = max(e.worst, by)
}

// left returns the distribution function of what is left, or has gone by, of an interval
// seen at a random time, once all intervals are alike.
func (e *independent) left(y float64) float64 {
	d, mu := e.alike()
	return min(1, e.shorter(d, y)/mu)
}

// shorter returns E min(s + t, y) of the delay t, seconds, y finite.
func (e *independent) shorter(d *delay, y float64) float64 {
	total, y := y, y-e.policy.AttemptTime-d.ref
	for _, b := range d.pieces {
		if b.Lo == b.Hi {
			total -= b.Weight * power(y-b.Lo, 1)
		} else {
			total -= b.Weight * ramp(b, y, 1)
		}
	}
	return total
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
		_, step := e.one(float64(k + 1)).Support()
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
		cut := last(func(k int) bool { _, step := e.one(float64(k + 1)).Support(); return s+step <= deadline-e.sum(k).lo })
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
