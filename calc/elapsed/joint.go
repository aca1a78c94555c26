package elapsed

import (
	"math"

	"retune/calc/num"
)

// A step is a retry k and the next one, with the delay t between them, attempt
// included. All that depends on two retries in turn is an average over t: see joint.
type step struct {
	t distribution // of T_k
	d *delay       // before retry k+1
	s float64

	first bool // k = 0

	size, from float64 // of delays that are whole quanta: a quantum, and T_(k+1) less whole quanta, seconds
}

// step returns the step from retry k.
func (e *independent) step(k int) step {
	t := step{t: e.distribution(k), d: e.delay(float64(k + 1)), s: e.policy.AttemptTime, first: k == 0}
	if e.policy.Poll.Every == 0 {
		t.size, t.from = e.policy.Quantum.Size, float64(k+1)*t.s
	}
	return t
}

// joint returns the average over the delay t <= longest of E f, p = 0 or 1,
//
//	f = (x-T)+^p                                          for t <= D - x
//	f = (D-t-T)+^p + p [T <= D-t] (x + min(t, y) - D)     else, which is for p = 0
//	    the probability P(T <= x, T+t <= D)
//
// where before is P(T < x) or P(T <= x), whichever counts. With p = 1 it is the sum
// over x of P(T < X, T+t <= min(X+y, D)) of an X whose density changes by 1 at x; then
// D >= x, and D stands for min(x+y, D). Over a delay U(lo, hi) the average of (D-t-T)+^p
// is (G(D-lo) - G(D-hi))/(hi-lo), G the next integral of the CDF of T.
func (t *step) joint(p int, x, before, y, end, longest float64) float64 {
	if t.first && p == 0 { // T_0 = 0, and the delay has its exact CDF
		return before * t.d.CDF(min(end, longest)-t.s)
	}
	t.d.work.Did(8 + 2*len(t.d.pieces))
	if p == 0 && t.size > 0 && !math.IsInf(end, 1) { // as many T_(k+1) are at most as that
		end = halfway(end, t.from, t.size)
	}
	total, l := 0.0, t.t
	over := p == 1 && end < x+y // the deadline decides
	edge, up := math.NaN(), 0.0
	for _, b := range t.d.pieces {
		lo, hi := t.s+t.d.ref+b.Lo, t.s+t.d.ref+b.Hi
		knee := end - x
		if b.Lo == b.Hi {
			switch {
			case lo > longest:
			case lo <= knee+slack*math.Abs(end):
				total += b.Weight * before
			default:
				total += b.Weight * l.moment(end-lo, p)
				if over {
					total += b.Weight * l.moment(end-lo, 0) * (x + min(lo, y) - end)
				}
			}
			continue
		}
		top := min(hi, longest)
		if top <= lo {
			continue
		}
		whole := 0.0
		if knee = max(lo, min(top, knee)); knee > lo {
			whole = (knee - lo) * before
		}
		if knee < top {
			if knee != edge {
				up = l.moment(end-knee, p+1)
			}
			down := l.moment(end-top, p+1)
			whole += up - down
			edge = top
			if over { // by parts
				mid := max(knee, min(top, y))
				m := l.moment(end-mid, 1)
				whole += (x+knee-end)*l.moment(end-knee, 1) - (x+mid-end)*m + up - l.moment(end-mid, 2)
				if mid < top {
					whole += (x + y - end) * (m - l.moment(end-top, 1))
				}
			}
			up = down
		}
		total += b.Weight * whole / (hi - lo)
	}
	return total
}

// bounds returns between which times T_k lies but for about 1e-13, seconds, without
// walking there.
func (e *independent) bounds(k int) (lo, hi float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	t := e.sumOf(float64(k))
	if s := e.stages.of[float64(k)]; s != nil {
		return s.near()
	}
	return t.near(e.nats)
}

// before returns the last retry that has surely started by time x, of n at most; that
// is 0 if none has.
func (e *independent) before(x float64) int {
	most := min(e.policy.Retries, 1<<53)
	next, _ := num.FirstWhole(func(k float64) bool {
		if k > most || e.ctx.Err() != nil {
			return true
		}
		_, hi := e.bounds(int(k))
		return !(hi < x)
	}, 1, most+1)
	return int(next) - 1
}

// allowed reports whether the policy makes retry k if there is time for it.
func (e *independent) allowed(k int) bool { return float64(k) <= e.policy.Retries }

// none is a probability that counts for nothing.
const none = 1e-15

func (e *independent) StartedBy(k int, t float64) float64 {
	t = min(t, e.policy.Deadline)
	switch {
	case !e.allowed(k) || t < 0:
		return 0
	case k == 0:
		return 1
	}
	if lo, hi := e.bounds(k); t < lo && lo > 0 {
		return 0
	} else if t >= hi && hi > lo {
		return 1
	}
	return e.distribution(k).moment(t, 0)
}

func (e *independent) RetriesBy(t float64) float64 {
	t = min(t, e.policy.Deadline)
	if math.IsInf(t, 1) {
		return e.policy.Retries
	}
	if from, to := e.onlyCaps(); from < t && t < to {
		return e.capped(ends{x: []float64{t * (1 + 8*slack)}, m: []float64{1}}).wasted // a retry at t counts
	}
	if p := e.pace(t, e.slow); p.ok {
		if q := e.aligned(); q > 0 {
			p = e.pace(halfway(t, 0, q), e.slow)
		}
		return p.retries
	}
	return e.count(func(k int) float64 { return e.StartedBy(k, t) }, t)
}

// count returns the sum of the probabilities that retry k = 1, 2, ... of the policy
// has started by about t.
func (e *independent) count(started func(k int) float64, t float64) float64 {
	k := e.before(t)
	total := float64(k)
	for e.ctx.Err() == nil {
		k++
		if !e.allowed(k) {
			break
		}
		p := started(k)
		if total += p; p < none {
			break
		}
	}
	return total
}

// window returns the retries k between the last that has surely started by x and the
// first that surely has not, of n at most.
func (e *independent) window(x float64) (from, to int) {
	from = e.before(x)
	for to = from + 1; e.allowed(to) && e.ctx.Err() == nil; to++ {
		if lo, _ := e.bounds(to); lo > x || e.distribution(to).moment(x, 0) < none {
			break
		}
	}
	return from, to
}
