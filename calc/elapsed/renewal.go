package elapsed

import (
	"math"

	"retune/calc/num"
)

// A pace is how the clients go on about a time at which they have lost step.
type pace struct {
	k       float64 // the first retry that starts later on average
	mu      float64 // mean interval before it, seconds
	retries float64 // expected number until then
	late    float64 // V mu'/mu: see below
	ok      bool
}

// pace returns how the clients go on about t. ok says that they have lost step by then, that
// none has come to its last retry, and that the intervals hardly change over those retries that
// may be the next one at t: then what is left of an interval has the density P(interval > y)/mu,
// and the expected number of retries N by t is
//
//	M(N+1) = t + (sigma^2 + mu^2)/(2 mu) - V mu'/2    M(k) = E T_k, V the variance of N
//
// mu, sigma those of an interval, mu' by how much it grows from one to the next. As the delays
// that are waited at t vary with N, and the one before is shorter than the next, a CDF is off by
// mu'/mu/4 and V (mu'/mu)^2, which is also told by how the mean bends: by no more than slow,
// unless so many retries may be the next one that there is no other way.
// Sources: Feller, An Introduction to Probability Theory and Its Applications, vol. 2, XI.4;
// Wald's identity for a sum that grows slowly.
func (e *independent) pace(t, slow float64) (p pace) {
	e.mu.Lock()
	defer e.mu.Unlock()
	later := func(x float64) float64 { // the first retry that starts after x on average
		k, _ := num.FirstWhole(func(k float64) bool { return !(e.sumOf(k).mean <= x) || e.ctx.Err() != nil }, 1, 1<<50)
		return k
	}
	interval := func(k float64) float64 { return e.policy.AttemptTime + e.termAt(k).mean }
	p.k = later(t)
	p.mu = interval(p.k)
	d, n := e.termAt(p.k), e.sumOf(p.k).sd/p.mu // n: deviation of N
	first := math.Floor(p.k - 9*n)
	if e.twoDelays() || !(first >= 40) || !(n < 1<<40) {
		return p
	}
	from, to := interval(p.k-6*n)/p.mu, interval(p.k+6*n)/p.mu
	growth := (to - from) / (12 * n)
	off := math.Abs(growth)/4 + math.Abs(1-(from+to)/2)/9
	s, most := e.sumOf(first), math.Sqrt(3)*interval(first)
	lost := s.sd >= most
	if e.policy.CapAfter && !math.IsInf(e.policy.Cap, 1) && e.termAt(p.k+6*n).points > -20 { // many keep to multiples of the cap
		lost = lost && s.phase <= -25
	}
	if p.ok = lost && t < e.ending() && (off <= slow || n >= 250); p.ok {
		e.worst = max(e.worst, off)
	}
	z := t + (p.mu*p.mu+d.sd*d.sd)/(2*p.mu)
	next := later(z)
	before := e.sumOf(next - 1).mean
	p.late = growth * n * n
	p.retries = next - 2 + (z-before)/(e.sumOf(next).mean-before) - p.late/2
	return p
}

// ending returns a time at which every client has at least one retry to go, seconds.
func (e *independent) ending() float64 {
	n := e.policy.Retries
	if math.IsInf(n, 1) {
		return n
	}
	lo, _ := e.sumOf(n).near(e.nats)
	d := e.termAt(max(1, n))
	return lo - e.policy.AttemptTime - min(d.hi, d.mean+9*d.sd)
}

// waited returns the delay that is being waited, cut into so many strips: not that of retry
// E N + 1 but one that has grown for
//
//	A_2/A_1^2 - 2 A_3/(3 A_1 A_2) + V mu'/(2 mu)    A_p  E of the interval to the power p
//
// retries more, with which the mean of what is left of it is right to the order of mu'.
func (e *independent) waited(p pace, strips int) *delay {
	d := e.delay(math.Round(p.retries + 1))
	var a [4]float64
	for _, b := range d.pieces {
		lo, hi := e.policy.AttemptTime+d.ref+b.Lo, e.policy.AttemptTime+d.ref+b.Hi
		a[1] += b.Weight * (lo + hi) / 2
		a[2] += b.Weight * (lo*lo + lo*hi + hi*hi) / 3
		a[3] += b.Weight * (lo + hi) * (lo*lo + hi*hi) / 4
	}
	k := p.retries + 1 + a[2]/(a[1]*a[1]) - 2*a[3]/(3*a[1]*a[2]) + p.late/2
	if k >= e.settled {
		return e.delay(k)
	}
	if !e.policy.Usual() { // there are none between retries
		k = math.Round(k)
	}
	return e.cut(k, strips)
}

// slowest is what the pace may be off by where the outage ends at random, and all is an average.
const slowest = 1e-3

// A section is ends that are taken in one way: by the pace about them, or retry by retry.
type section struct {
	ends
	steady bool
}

// sections cuts ends where the clients come to lose step, and into parts over which the
// intervals grow by 2% at most.
func (e *independent) sections(o ends) (list []section) {
	switch {
	case len(o.m) == 0:
		return nil
	case o.order() == 0:
		return []section{{o, e.pace(o.x[0], e.slow).ok}}
	}
	from := o.x[0] // of retries that are taken one by one
	oneByOne := func(x float64) {
		if from < x {
			list = append(list, section{o.within(from, x), false})
		}
	}
	var cut func(u, v float64, pu, pv pace)
	cut = func(u, v float64, pu, pv pace) {
		x := u + (v-u)/2
		px := e.pace(x, slowest)
		switch same := pu.ok == px.ok && px.ok == pv.ok; {
		case e.ctx.Err() != nil || same && !px.ok || !same && pv.k-pu.k < 64:
		case same && pv.mu-pu.mu <= 0.02*pu.mu:
			oneByOne(u)
			list, from = append(list, section{o.within(u, v), true}), v
		default:
			cut(u, x, pu, px)
			cut(x, v, px, pv)
		}
	}
	e.mu.Lock()
	end := e.ending()
	e.mu.Unlock()
	for i := range o.m {
		if u, v := o.x[i], min(o.x[i+1], math.Nextafter(end, 0)); u < v {
			cut(u, v, e.pace(u, slowest), e.pace(v, slowest))
		}
	}
	oneByOne(o.x[len(o.x)-1])
	return list
}

// steady returns the share of ends about which the clients go on at one pace.
func (e *independent) steady(o ends) share {
	u, v := o.x[0], o.x[len(o.x)-1]
	p := e.pace(u+(v-u)/2, slowest)
	strips := e.strips
	if u < v && e.normal { // what is averaged over is smooth
		strips = 24
	}
	d := e.waited(p, strips)
	if u < v {
		p.retries = 0
		for _, at := range nodes {
			p.retries += e.pace(u+at*(v-u), slowest).retries / 2
		}
	}
	all, mu := o.total(), d.mean+e.policy.AttemptTime
	left := func(y float64) float64 { return e.left(d, y) }
	longest := e.policy.AttemptTime + d.top()
	if q := e.aligned(); q > 0 && u == v {
		x := halfway(u-q, 0, q)
		if n := u / q; math.Abs(n-math.Round(n)) > 4*slack*n { // u lies between two
			x += q
		}
		return share{all: all, wasted: all * e.pace(x, slowest).retries, mean: all * ((mu*mu+d.sd*d.sd)/(2*mu) - (u - x)),
			by: func(y float64) float64 {
				return all * left(max(0, halfway(min(u+min(y, longest), e.policy.Deadline), 0, q)-x))
			}}
	}
	return share{all: all, wasted: all * p.retries, mean: all * (mu*mu + d.sd*d.sd) / (2 * mu),
		by: e.leftOf(o.finer(e.policy.Deadline-longest, 64), longest, func(_ int, y float64) float64 { return left(y) })}
}

// aligned returns the quantum of which all retries start at multiples, seconds; 0 if there is none.
func (e *independent) aligned() float64 {
	q := e.policy.Quantum.Size
	if n := e.policy.AttemptTime / q; q > 0 && e.policy.Poll.Every == 0 && math.Abs(n-math.Round(n)) < 1e-9*(1+n) {
		return q
	}
	return 0
}

// halfway returns a time between the last quantum of size q after from by time x, and the
// next: what starts at quanta alone is as likely to have started by either as what starts at
// any time is by that.
func halfway(x, from, q float64) float64 {
	return from + (math.Floor((x-from)/q+4*slack*math.Abs(x)/q+1e-9)+0.5)*q
}

// leftOf returns the measure of the clients that are back after y, left(i, y) being the share of
// those whose outages end in part i, from which the deadline leaves left(min(y, D-X)), with X
// in the middle of the part.
func (e *independent) leftOf(o ends, longest float64, left func(i int, y float64) float64) func(y float64) float64 {
	return func(y float64) (total float64) {
		for i, m := range o.m {
			u, v := o.x[i], o.x[min(i+1, len(o.x)-1)]
			total += m * left(i, min(y, longest, e.policy.Deadline-(u+(v-u)/2)))
		}
		return total
	}
}

// left returns the distribution function of what is left, or has gone by, of an interval
// s + t seen at a random time: E min(s + t, y)/mu.
func (e *independent) left(d *delay, y float64) float64 {
	return min(1, e.shorter(d, y)/(d.mean+e.policy.AttemptTime))
}

// shorter returns E min(s + t, y) of the delay t, seconds, y finite.
func (e *independent) shorter(d *delay, y float64) float64 {
	d.work.Did(1 + len(d.pieces))
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
