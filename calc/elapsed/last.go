package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
	"retune/calc/outage"
)

func (c *clients) RetriesBy(ctx context.Context, t float64) (float64, error) {
	n, d := c.policy.Retries, c.policy.Deadline
	g, _ := c.gate(0)
	ever := period{outage.Of(math.Inf(1)), math.Inf(1), math.Inf(1)}
	switch {
	case c.policy.Rule.Starts.Most > 0:
		return 0, errStarts
	case c.endless() && math.IsInf(t, 1):
		return t, nil
	case c.policy.Rule.Stop == jitter.CountAndAge:
		x := t * (1 + 2*closePoint) // an end just after t
		r, err := c.wasted(ctx, period{outage.Of(x), x, x}, 0)
		return r.Wasted, err
	case !(t >= g.starts):
		return c.count(ctx, n, ever, min(t, g.by))
	case math.IsInf(t, 1) && math.IsInf(d, 1):
		return n, nil
	}
	if math.IsInf(g.starts, 1) {
		return c.count(ctx, n, ever, min(t, g.by))
	}
	total, err := c.count(ctx, n, ever, g.starts*(1-2*closePoint))
	if err != nil {
		return 0, err
	}
	waits, err := c.pending(ctx, g.starts)
	for _, l := range waits {
		total += l.before(min(t, math.MaxFloat64)-g.starts, true).total()
	}
	return total, err
}

// pending returns what is left at x, seconds, of the intervals of the clients that have a
// retry left, and none made at x.
func (c *clients) pending(ctx context.Context, x float64) ([]lattice, error) {
	w, err := c.window(ctx, c.policy.Retries, x, x)
	if err != nil {
		return nil, err
	}
	var list []lattice
	for _, p := range w.steps {
		if p.final {
			continue
		}
		p.gate = gate{starts: math.Inf(1), by: math.Inf(1)}
		list = append(list, c.waits(p, period{outage.Of(x), x, x}))
	}
	return list, nil
}

func (c *clients) Last(ctx context.Context) (jitter.Dist, error) {
	n, d := c.policy.Retries, c.policy.Deadline
	g, _ := c.gate(0)
	switch {
	case c.policy.Rule.Starts.Most > 0:
		return nil, errStarts
	case c.endless():
		return nil, nil
	case c.policy.MostRetries() == 0 || !(g.starts > 0):
		return jitter.Constant(0), nil
	case math.IsInf(d, 1):
		return c.Start(ctx, int(n))
	case !math.IsInf(g.starts, 1):
		return c.lastAfter(ctx, g)
	}
	return c.lastBefore(ctx)
}

// lastAfter returns the distribution of the last retry where it is the first to start at a
// time after which no other may.
func (c *clients) lastAfter(ctx context.Context, g gate) (jitter.Dist, error) {
	list, err := c.pending(ctx, g.starts)
	if err != nil {
		return nil, err
	}
	hi := g.starts
	for i, l := range list {
		list[i] = l.shifted(g.starts)
		if g.clip {
			list[i] = list[i].clipped(g.by)
		}
		_, to := list[i].span()
		hi = max(hi, to)
	}
	lo := g.starts
	if n := c.policy.Retries; !math.IsInf(n, 1) {
		t, err := c.start(ctx, int(n))
		if err != nil {
			return nil, err
		}
		list = append(list, t.before(g.starts, false))
		lo, hi = min(lo, t.lo), max(min(hi, t.hi), min(lo, t.hi))
	}
	return newMixture(list, lo, hi), nil
}

// lastBefore returns the distribution of the last retry where all that start by the deadline
// D are made: a client has started retry k, and the next would be later,
//
//	P(T_k in dx) P(interval > D - x)    x <= D
//
// or it is the last of the policy.
func (c *clients) lastBefore(ctx context.Context) (jitter.Dist, error) {
	d := c.policy.Deadline
	most := c.policy.MostRetries()
	w, err := c.window(ctx, most, d, d)
	if err != nil {
		return nil, err
	}
	if len(w.steps) == 0 {
		return c.Start(ctx, int(most))
	}
	counted := math.IsInf(most, 1) && !math.IsInf(c.policy.Retries, 1) // the deadline counts after n retries
	hi, lo := 0.0, d
	var list []lattice
	for _, p := range w.steps {
		l := p.start.before(d, true)
		if !p.final {
			l = l.weighted(func(x float64) float64 { return 1 - p.next.CDF((d-x)*(1+closePoint)-c.policy.AttemptTime) })
		}
		e, err := c.exactly(ctx, p.k)
		if err != nil {
			return nil, err
		}
		if hi = max(hi, min(d, e.hi)); p.final {
			lo = min(lo, e.lo)
		} else {
			lo = min(lo, max(e.lo, d-w.top))
		}
		if counted && float64(p.k) < c.policy.Retries {
			continue
		}
		list = append(list, l)
	}
	if counted { // those that make n retries and are late then
		t, err := c.start(ctx, int(c.policy.Retries))
		if err != nil {
			return nil, err
		}
		list = append(list, t.flipped(0).before(-d, false).flipped(0))
		lo, hi = min(lo, t.lo), max(hi, t.hi)
	}
	return newMixture(list, max(0, lo), hi), nil
}

// weighted returns the measure with the mass at x times f(x).
func (l lattice) weighted(f func(x float64) float64) lattice {
	l = l.scaled(1)
	for j := range l.mass {
		l.mass[j] *= f(l.middle(j))
	}
	for i := range l.points {
		l.points[i].p *= f(l.points[i].x)
	}
	return l
}

// Waiting returns the distribution of the delay that is waited at t: that of a delay, times
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
		if p.gate.clip {
			by = math.Inf(1)
		}
		l := lattice{}
		if l.step, l.whole = c.widthFor(to - from); l.whole {
			l = putWhole(p.next, l.step)
		} else {
			l = put(p.next, l.step)
		}
		l = l.weighted(func(delay float64) float64 {
			return max(0, starts.upTo(min(t, by-s-delay))-starts.upTo(t-s-delay))
		})
		if l.total() > slightMass {
			list = append(list, l)
			from, to := p.next.Support()
			lo, hi = min(lo, from), max(hi, to)
		}
	}
	m := newMixture(list, lo, hi)
	if !(m.total > 1e-12) {
		return nil, 0, nil
	}
	return m, min(1, m.total), nil
}
