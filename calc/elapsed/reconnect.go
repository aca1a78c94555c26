package elapsed

import (
	"cmp"
	"context"
	"math"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// Reconnect sums over all steps the clients that have started retry k before the end X of the outage and start the
// next retry at X or later:
//
//	A = X - T_k > 0,  w = interval - A >= 0
func (c *clients) Reconnect(ctx context.Context, o Outage) (r Reconnect, err error) {
	if c.policy.Rule.Starts.Most > 0 {
		return r, errStarts
	}
	ends := all(o)
	g, _ := c.gate(0)
	last := min(g.starts, g.by)
	w, err := c.window(ctx, c.policy.MostRetries(), min(last, ends.lo), min(last, ends.hi))
	if err != nil {
		return r, err
	}
	b, err := c.sumReturning(ctx, w, ends)
	if err != nil {
		return r, err
	}
	lost, err := c.wasted(ctx, ends, b.late)
	if r = NoReconnect(lost); err != nil {
		return r, err
	}
	if r.GaveUp = c.gaveUp(w, ends, b.share); c.endless() || r.GaveUp < 1e-9 {
		r.GaveUp = 0
	}
	if !(b.share > 1e-9) {
		return r, nil
	}
	if r.Max, err = c.longest(ctx, ends); err != nil {
		return r, err
	}
	m := newMixture(b.waits, 0, r.Max)
	r.Mean, r.P50, r.P95, r.P99 = m.Mean(), m.Quantile(0.5), m.Quantile(0.95), m.Quantile(0.99)
	switch r.RelativeMean = b.relative / b.share; {
	case o.IsFixed():
		r.RelativeMean = r.Mean / o.A
	case ends.lo == 0:
		r.RelativeMean = math.Inf(1)
	}
	return r, nil
}

// Beyond returns the probability of a reconnect delay above y after an outage of x, both in seconds and finite. It is
// for endless policies, and many times as fast as Reconnect for independent delays.
//
//	P(w > y) = sum over k of P(T_k < x, T_(k+1) > x + y)
func Beyond(ctx context.Context, all Clients, x, y float64) (share float64, err error) {
	c, ok := all.(*clients)
	if !ok {
		r, err := all.Reconnect(ctx, OutageOf(x))
		return one(r.P99 > y) * 0.02, err // only the 99th percentile is known
	}
	w, err := c.window(ctx, c.policy.MostRetries(), x, x)
	for _, p := range w.steps {
		for _, l := range c.startsBeforeLost(p.start.before(x, false), p.next, x+y) {
			share += l.total()
		}
	}
	return share, err
}

// gaveUp returns the probability that the last retry of the policy starts before an outage ends. share is the
// probability of a retry after it.
func (c *clients) gaveUp(w window, ends period, share float64) (total float64) {
	g, _ := c.gate(0)
	if !math.IsInf(g.starts, 1) || c.policy.Rule.Stop == jitter.CountAndAge || len(w.steps) == 0 {
		return max(0, 1-share)
	}
	for _, p := range w.steps {
		last := []lattice{p.start.before(g.by, true)}
		switch {
		case !p.final && math.IsInf(p.gate.by, 1):
			continue
		case !p.final:
			last = c.startsBeforeLost(p.start.lattice, p.next, p.gate.by)
		}
		for _, l := range last {
			total += startedBefore(l.law(), ends, math.Inf(1))
		}
	}
	return min(1, total)
}

// endless reports whether nothing ends the policy.
func (c *clients) endless() bool {
	return math.IsInf(c.policy.MostRetries(), 1) && math.IsInf(c.policy.Deadline, 1)
}

// wasted returns the expected number of retries before an outage ends. late is the probability of coming back with a
// retry that is the last because it starts too late for a gate.
func (c *clients) wasted(ctx context.Context, ends period, late float64) (total float64, err error) {
	n := c.policy.Retries
	g, _ := c.gate(0)
	switch {
	case !(g.starts > 0): // the first attempt fails too late for any retry
		return 0, nil
	case g.starts < ends.hi: // clients that wait at the gate make one more retry, which may be too early
		total = c.count(ctx, n, ends, earlier(g.starts), &err)
		gone, failed := 0.0, error(nil)
		if !math.IsInf(n, 1) {
			gone, failed = c.StartedBy(ctx, int(n), earlier(g.starts))
		}
		return total + max(0, (1-ends.upTo(g.starts))*(1-gone)-late), cmp.Or(err, failed)
	case c.policy.Rule.Stop == jitter.CountAndAge:
		total = c.count(ctx, n, ends, math.Inf(1), &err) - c.count(ctx, n, ends, c.policy.Deadline, &err)
		n, g.by = math.Inf(1), c.policy.Deadline
	}
	return total + c.count(ctx, n, ends, g.by, &err), err
}

// count returns the expected number of retries, at most n, that start before an outage ends and by the time by,
// seconds.
func (c *clients) count(ctx context.Context, n float64, ends period, by float64, err *error) float64 {
	if by < 0 || n == 0 {
		return 0
	}
	w, failed := c.window(ctx, n, min(by, ends.lo), min(by, ends.hi))
	*err = cmp.Or(*err, failed)
	total := w.passed
	for _, p := range w.steps {
		if p.k > 0 {
			total += p.ahead + startedBefore(p.start, ends, by)
		}
	}
	return total
}

// startedBefore returns P(T < X, T <= by).
func startedBefore(l law, s period, by float64) (total float64) {
	switch {
	case s.IsFixed() && by < s.hi:
		return l.upTo(by)
	case s.IsFixed():
		return l.below(s.hi)
	}
	cells := l.before(by, true)
	half := cells.half()
	area := s.area(cells.at - half)
	for j, m := range cells.mass {
		if half == 0 {
			total += m * (1 - s.upTo(cells.middle(j)))
			continue
		}
		before := area
		area = s.area(cells.middle(j) + half)
		total += m * (1 - (area-before)/cells.step)
	}
	for _, p := range cells.points {
		total += p.p * (1 - s.upTo(p.x))
	}
	return total
}

// related returns E (w/X) over clients with these starts and next delays, after an attempt of s seconds each. It sums
// over quantiles of the delay.
func related(start lattice, next jitter.Dist, attempt float64, s period) (total float64) {
	_, top := reach(next)
	start = start.before(s.hi, false).wider(attempt + top)
	delays := nodes(next)
	total = start.sumOf(func(t float64) (sum float64) {
		relative := s.relativeFrom(t)
		for _, d := range delays {
			sum += relative(t + attempt + d)
		}
		return sum
	})
	return total / float64(len(delays))
}

// nodes returns equally likely values that approximate a distribution, with its mean and variance.
func nodes(d jitter.Dist) []float64 {
	list := make([]float64, 16)
	mean, second := 0.0, 0.0
	for i := range list {
		list[i] = d.Quantile((float64(i) + 0.5) / float64(len(list)))
		mean += list[i] / float64(len(list))
	}
	for _, x := range list {
		second += (x - mean) * (x - mean) / float64(len(list))
	}
	for i, x := range list {
		if second > 0 {
			list[i] = max(0, d.Mean()+(x-mean)*math.Sqrt(d.Variance()/second))
		}
	}
	return list
}

// sumOf returns the sum of the mass times a function, evaluated at a few hundred places.
func (l lattice) sumOf(f func(x float64) float64) (total float64) {
	each := 1 + len(l.mass)/fewCells
	for j := 0; j < len(l.mass); j += each {
		m, first := 0.0, 0.0
		for i, x := range l.mass[j:min(j+each, len(l.mass))] {
			m, first = m+x, first+x*float64(i)
		}
		if m > 0 {
			total += m * f(l.middle(j)+first/m*l.step)
		}
	}
	for _, p := range l.points {
		total += p.p * f(p.x)
	}
	return total
}

// longest returns the longest reconnect delay, seconds. It is the longest interval before any retry that may come
// next, limited by the end of the outage and by the deadline. If delays may fall it checks only the first mostSteps
// retries.
func (c *clients) longest(ctx context.Context, s period) (float64, error) {
	lo, hi := s.Support()
	n := min(c.policy.MostRetries(), mostRetries)
	var err error
	longest := func(k float64) float64 {
		_, top := c.next(ctx, k, &err).Support()
		g, _ := c.gate(int(k))
		return min(c.at(ctx, k+1, &err).hi-lo, c.policy.AttemptTime+top, g.by-lo)
	}
	from, _ := numeric.FirstWhole(func(k float64) bool { return c.at(ctx, k+1, &err).hi >= lo || err != nil }, 0, n)
	to, _ := numeric.FirstWhole(func(k float64) bool { return c.at(ctx, k, &err).lo >= hi || err != nil }, from, n)
	if alike, _ := c.alike(ctx); to == mostRetries && math.IsInf(alike, 1) { // delays grow without limit
		return math.Inf(1), err
	}
	most := longest(max(from, to-1))
	for k := from; k < min(to, from+mostSteps) && err == nil; k++ {
		most = max(most, longest(k))
	}
	return most, err
}
