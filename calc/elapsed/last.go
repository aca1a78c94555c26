package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
)

// RetriesBy returns the retries wasted by an outage that ends just after t.
func (c *clients) RetriesBy(ctx context.Context, t float64) (float64, error) {
	g, _ := c.gate(0)
	ends := all(OutageOf(math.Nextafter(t*(1+2*closePoint), math.Inf(1))))
	switch {
	case c.policy.Rule.Starts.Most > 0:
		return 0, errStarts
	case math.IsInf(t, 1) && math.IsInf(c.policy.Deadline, 1):
		return c.policy.Retries, nil
	case t > g.starts && !math.IsInf(t, 1):
		r, err := c.Reconnect(ctx, ends.Outage)
		return r.Wasted, err
	}
	return c.wasted(ctx, ends, 0)
}

// Last sums the starts of retry k over the clients whose next retry would be after the deadline,
//
//	P(T_k in dx) P(interval > D - x)    x <= D
//
// If the deadline looks behind it takes the next retry instead. It adds the clients that make the last retry of the
// policy.
func (c *clients) Last(ctx context.Context) (jitter.Dist, error) {
	n := c.policy.Retries
	g, _ := c.gate(0)
	d := min(g.starts, c.policy.Deadline)
	behind, both := !math.IsInf(g.starts, 1), c.policy.Rule.Stop == jitter.CountAndAge
	switch {
	case c.policy.Rule.Starts.Most > 0:
		return nil, errStarts
	case c.endless():
		return nil, nil
	case c.policy.MostRetries() == 0 || !(d > 0):
		return jitter.Constant(0), nil
	case math.IsInf(d, 1):
		return c.Start(ctx, int(n))
	}
	w, err := c.window(ctx, c.policy.MostRetries(), d, d)
	if err == nil && len(w.steps) == 0 {
		return c.Start(ctx, int(n))
	}
	hi := d
	if behind {
		hi = min(g.by, d+w.top)
	}
	var list []lattice
	for _, p := range w.steps {
		if !both || float64(p.k) >= n {
			list = append(list, c.lastStarts(p, d, behind, g)...)
		}
	}
	if !math.IsInf(n, 1) {
		e := c.at(ctx, n, &err)
		if hi = min(hi, e.hi); both { // a client that is late with retry n makes it and no further one
			t, failed := c.start(ctx, int(n))
			list, hi, err = append(list, t.after(d)), max(d, e.hi), failed
		}
	}
	lo := hi
	for _, l := range list {
		first, _ := l.span()
		lo = max(0, min(lo, first))
	}
	return newMixture(list, lo, hi), err
}

// lastStarts returns the times at which the clients of a step start their last retry, as measures. The clients wait for
// their next retry when the deadline d comes. What happens to that retry depends on the rule:
//
//	final       there is none: the retry of the step is the last
//	not behind  it is not made: the retry of the step is the last
//	behind      it is made, and is the last; the gate may clip its start
func (c *clients) lastStarts(p step, d float64, behind bool, g gate) []lattice {
	switch {
	case p.final:
		return []lattice{p.start.before(d, !behind)}
	case !behind:
		return c.startsBeforeLost(p.start.lattice, p.next, d)
	}
	_, top := reach(p.next)
	l := c.waits(p.start.before(d, false), all(OutageOf(d)), c.policy.AttemptTime+top, func(like lattice) lattice {
		return c.interval(p.next, like)
	}).shifted(d)
	if g.clip {
		l = l.clipped(g.by)
	}
	return []lattice{l}
}

// Waiting returns the distribution of the delay under way at t: the distribution of a delay, weighted by
//
//	P(t - interval < T_k <= t, T_k + interval <= D)
func (c *clients) Waiting(ctx context.Context, t float64) (jitter.Dist, float64, error) {
	if c.policy.Rule.Starts.Most > 0 {
		return nil, 0, errStarts
	}
	g, _ := c.gate(0)
	w, err := c.window(ctx, c.policy.MostRetries(), t, t)
	if err != nil || t >= g.by {
		return nil, 0, err
	}
	var list []lattice
	s, lo, hi := c.policy.AttemptTime, math.Inf(1), 0.0
	for _, p := range w.steps {
		if p.final {
			continue
		}
		from, to := reach(p.next)
		starts := p.start.before(p.gate.starts, false).law()
		by := p.gate.by
		l := c.interval(p.next, c.empty(to-from)).shifted(-s).weighted(func(delay float64) float64 {
			return max(0, starts.upTo(min(t, by-s-delay))-starts.upTo(t-s-delay))
		})
		if l.total() > slightMass {
			list = append(list, l)
			from, to := p.next.Support()
			lo, hi = min(lo, from), max(hi, to)
		}
		if p.gate.clip { // a longer delay ends at the deadline
			late := p.start.before(min(t, p.gate.starts), true).weighted(func(x float64) float64 {
				return 1 - p.next.CDF(by-s-x)
			})
			list, lo = append(list, late.flipped(by-s)), min(lo, max(0, by-s-t))
			hi = max(hi, to)
		}
	}
	m := newMixture(list, lo, hi)
	if !(m.total > 1e-12) {
		return nil, 0, nil
	}
	return m, min(1, m.total), nil
}
