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
	b, err := c.comeBack(ctx, w, ends)
	if err != nil {
		return r, err
	}
	lost, err := c.wasted(ctx, ends, b.late)
	if r = NoReconnect(lost); err != nil {
		return r, err
	}
	if r.GaveUp = max(0, 1-b.share); b.share > 0.5 && math.IsInf(c.policy.Deadline, 1) { // more accurate
		r.GaveUp = w.spent(ends)
	}
	if c.endless() || r.GaveUp < 1e-9 {
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

// spent returns the probability that the last retry of the policy starts before an outage ends.
func (w window) spent(ends period) (total float64) {
	for _, p := range w.steps {
		if p.final {
			total += startedBefore(p.start, ends, math.Inf(1))
		}
	}
	return total
}

// A comeback has the clients that make a retry after an outage.
type comeback struct {
	waits       []lattice // measures of the reconnect delay
	share, late float64   // probability that a client comes back, and that it comes back after the gate
	relative    float64   // E w/X
}

// comeBack adds up the steps of a window.
func (c *clients) comeBack(ctx context.Context, w window, ends period) (b comeback, err error) {
	for _, p := range w.steps {
		if p.final {
			continue
		}
		for _, s := range p.gate.periods(ends, w.top) {
			if err := ctx.Err(); err != nil {
				return b, err
			}
			for _, l := range c.waits(p, s).by(p.gate, s) {
				b.waits = append(b.waits, l)
				b.share += l.total()
				if s.lo >= p.gate.starts {
					b.late += l.total()
				}
			}
		}
		b.relative += c.relative(p, ends)
	}
	return b, nil
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
func startedBefore(l lattice, s period, by float64) (total float64) {
	if s.IsFixed() {
		if by < s.hi {
			return l.before(by, true).total()
		}
		return l.before(s.hi, false).total()
	}
	l = l.before(by, true)
	for j, m := range l.mass {
		total += m * (1 - s.within(l.middle(j), 2*l.half()))
	}
	for _, p := range l.points {
		total += p.p * (1 - s.upTo(p.x))
	}
	return total
}

// relative returns E (w/X) over the clients of a step that come back, at time y:
//
//	w/X = y/X - 1    x = T_k < X <= y = T_(k+1)
//
// It sums over quantiles of the interval, and averages over X by E (1/X; X <= x).
func (c *clients) relative(p step, s period) (total float64) {
	if s.IsFixed() || s.lo == 0 {
		return 0
	}
	start := p.start.before(min(s.hi, p.gate.starts), false)
	_, top := reach(p.next)
	start = start.wider(c.policy.AttemptTime + top)
	delays := nodes(p.next)
	for _, d := range delays {
		interval := c.policy.AttemptTime + d
		total += start.sumOf(func(x float64) float64 {
			y := x + interval
			if p.gate.clip {
				y = min(y, p.gate.by)
			}
			if y > p.gate.by || y <= s.lo {
				return 0
			}
			return y*(s.Inverse(y)-s.Inverse(x)) - (s.CDF(y) - s.CDF(x))
		})
	}
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
