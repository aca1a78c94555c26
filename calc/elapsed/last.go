package elapsed

import (
	"math"

	"retune/calc/jitter"
)

// Waiting takes, where clients have lost step, a delay in proportion to its interval,
// and else P(T_k <= t < T_(k+1) <= D, and the delay between is <= y).
func (e *independent) Waiting(t float64) (jitter.Dist, float64) {
	s, deadline := e.policy.AttemptTime, e.policy.Deadline
	if t > deadline {
		return nil, 0
	}
	if from, _ := e.onlyCaps(); from < t {
		return e.waitingOfTwo(t)
	}
	if p := e.pace(t, e.slow); p.ok {
		if d := e.waited(p, e.strips); t+d.hi+s <= deadline {
			all := e.seen(d, math.Inf(1)) // s + E t, but for the width of the strips
			return e.whole(newShape(func(y float64) float64 { return e.seen(d, y) / all }, d.lo, d.hi)), 1
		}
	}
	first, next := e.window(t)
	var steps []step
	var started []float64 // P(T_k <= t)
	lo, hi := math.Inf(1), 0.0
	for k := first; k < next && e.allowed(k+1); k++ {
		a, b := e.one(float64(k + 1)).Support()
		lo, hi = min(lo, a), max(hi, min(b, deadline))
		x := e.step(k)
		steps, started = append(steps, x), append(started, x.t.moment(t, 0))
	}
	by := func(y float64) (total float64) {
		for i := range steps {
			if e.ctx.Err() != nil {
				break
			}
			a := &steps[i]
			total += max(0, a.joint(0, t, started[i], 0, deadline, s+y)-a.joint(0, t, started[i], 0, t, s+y))
		}
		return total
	}
	p := by(math.Inf(1))
	if !(p > 1e-12) {
		return nil, 0
	}
	return e.whole(newShape(func(y float64) float64 { return by(y) / p }, lo, hi)), p
}

// A whole is a distribution of whole quanta, of which the shape has each spread by half of
// one to both sides, if there are many.
type whole struct {
	*shape
	size float64 // seconds
}

// whole returns the distribution of delays whose shape is known.
func (e *independent) whole(s *shape) jitter.Dist {
	if e.policy.Quantum.Size == 0 {
		return s
	}
	return whole{s, e.policy.Quantum.Size}
}

func (w whole) CDF(x float64) float64 {
	return w.shape.CDF(halfway(x, 0, w.size))
}

// Mean adds up P(delay > v) of all values v, if they are few.
func (w whole) Mean() float64 {
	if w.hi > 4096*w.size {
		return w.shape.Mean()
	}
	mean := 0.0
	for v := 0.0; v < w.hi; v += w.size {
		mean += w.size * (1 - w.CDF(v))
	}
	return mean
}

func (w whole) Quantile(q float64) float64 {
	return min(w.hi, math.Round(w.shape.Quantile(q)/w.size)*w.size)
}

// seen returns E (s + t; t <= y): a delay is seen in proportion to its interval.
func (e *independent) seen(d *delay, y float64) (total float64) {
	d.work.Did(1 + len(d.pieces))
	for _, b := range d.pieces {
		lo, hi := b.Lo+d.ref, min(b.Hi+d.ref, y)
		switch {
		case b.Lo == b.Hi && lo <= y:
			total += b.Weight * (e.policy.AttemptTime + lo)
		case lo < hi:
			total += b.Weight * (hi - lo) / (b.Hi - b.Lo) * (e.policy.AttemptTime + (lo+hi)/2)
		}
	}
	return total
}

func (e *independent) Last() jitter.Dist {
	n, end := e.policy.Retries, e.policy.Deadline
	if math.IsInf(end, 1) {
		if math.IsInf(n, 1) {
			return nil
		}
		if n == 0 {
			return jitter.Constant(0)
		}
		return e.Start(int(n))
	}
	if from, _ := e.onlyCaps(); from < end {
		return e.lastOfTwo()
	}
	if p := e.pace(end, e.slow); p.ok { // the age of an interval seen at the deadline
		d := e.waited(p, e.strips)
		return newShape(func(x float64) float64 { return 1 - e.left(d, end-x) }, max(0, end-d.hi-e.policy.AttemptTime), end)
	}
	from, to := e.window(end)
	if from == int(n) && e.allowed(from) {
		if from == 0 {
			return jitter.Constant(0)
		}
		return e.Start(from)
	}
	lo, _ := e.distribution(from).Support()
	hi := 0.0
	var steps []step
	for k := from; k < to && e.ctx.Err() == nil; k++ {
		_, b := e.distribution(k).Support()
		hi, steps = max(hi, min(end, b)), append(steps, e.step(k))
	}
	return newShape(func(x float64) (total float64) {
		for i, t := range steps {
			if e.ctx.Err() != nil {
				break
			}
			p := t.t.moment(x, 0)
			if total += p; p > none && e.allowed(from+i+1) {
				total -= t.joint(0, x, p, 0, end, math.Inf(1))
			}
		}
		return total
	}, lo, hi)
}

// waitingOfTwo is Waiting where delays are 0 or c.
func (e *independent) waitingOfTwo(t float64) (jitter.Dist, float64) {
	q, s, c := e.noDelay(), e.policy.AttemptTime, e.policy.Cap
	l := e.retries(t-s-c, t, e.policy.Retries-1)
	within := func(interval float64) float64 {
		return max(0, l.moment(min(t, e.policy.Deadline-interval), 0)-l.moment(t-interval, 0))
	}
	none, full := q*within(s), (1-q)*within(s+c)
	p := min(1, none+full)
	if !(p > 1e-12) {
		return nil, 0
	}
	return newShape(func(float64) float64 { return none / (none + full) }, 0, c), p
}

// lastOfTwo is Last where delays are 0 or c: no retry follows by the deadline, or it
// is the last of the policy.
func (e *independent) lastOfTwo() jitter.Dist {
	n, end := e.policy.Retries, e.policy.Deadline
	lo := max(0, end-e.policy.AttemptTime-e.policy.Cap)
	l := e.retries(lo, end, n-1)
	final := func(float64) float64 { return 0 }
	if !math.IsInf(n, 1) {
		t := e.distribution(int(n))
		low, _ := t.Support()
		lo, final = min(lo, low), func(x float64) float64 { return t.moment(x, 0) }
	}
	return newShape(func(x float64) float64 { return e.pause(l, x, end-x, l.moment(x, 0)) + final(x) }, lo, end)
}
