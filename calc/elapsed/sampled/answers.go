package sampled

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/outage"
)

// RetriesBy returns the expected number of retries that start by time t.
//
//	E N(t) = sum over k = 1..n of P(T_k <= min(t, D))
//
//	t     seconds, >= 0
//	n, D  retries and deadline of the policy
//
// Beyond the walk it is the mean over the clients. It is +Inf where the delays of a
// policy that never ends die out before t.
func (c *Clients) RetriesBy(t float64) float64 {
	p := c.policy
	if t = min(t, p.Deadline); math.IsInf(t, 1) {
		return p.Retries
	}
	total, k := 0.0, 0
	for f := 1.0; f > 0 && k < int(min(p.Retries, longest)); {
		k++
		f = c.Start(k).CDF(t)
		total += f
		if k == c.length && float64(k) < p.Retries && f > 0 {
			var more num.Mean
			for _, x := range c.cross(func(float64) float64 { return t }, true) {
				more.Add(max(0, x.retries-float64(k)))
			}
			return total + more.Value()
		}
	}
	return total
}

// values returns a figure of the crossings that have it.
func values(list []crossing, of func(crossing) (x float64, ok bool)) (y []float64) {
	for _, c := range list {
		if x, ok := of(c); ok {
			y = append(y, x)
		}
	}
	return y
}

// Last returns the distribution of the time at which the last retry starts that
// retries and deadline allow, 0 for a policy that makes none, seconds.
func (c *Clients) Last() jitter.Dist {
	p := c.policy
	switch {
	case p.Retries == 0:
		return jitter.Constant(0)
	case math.IsInf(p.Deadline, 1) && math.IsInf(p.Retries, 1):
		return nil
	case math.IsInf(p.Deadline, 1):
		return c.Start(int(p.Retries))
	}
	list := c.cross(func(float64) float64 { return math.Inf(1) }, true)
	return newSample(values(list, func(x crossing) (float64, bool) { return x.before, true }), 0, p.Deadline)
}

// Waiting returns the distribution of the delay that clients wait in at time t, of
// those whose policy goes on, and the probability that it does. A client waits in
// delay k from T_(k-1), its attempt included, until T_k; a delay that ends after the
// deadline is not waited. Without such clients the distribution is nil.
func (c *Clients) Waiting(t float64) (jitter.Dist, float64) {
	list := c.cross(func(float64) float64 { return t }, true)
	y := values(list, func(x crossing) (float64, bool) { return x.delay, !x.over })
	if len(y) == 0 {
		return nil, 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	first := c.bounds.to(1)
	lo, hi := 0.0, min(c.bounds.longest(math.Inf(1), c.policy.Retries), c.policy.Deadline)
	if t < first.atLo {
		lo, hi = first.delayLo, min(first.delayHi, c.policy.Deadline)
	}
	return newSample(y, lo, hi), float64(len(y)) / float64(len(list))
}

// Reconnect returns how the clients come back after an outage.
//
//	w = T_k - X, k the first retry with T_k >= X
func (c *Clients) Reconnect(o outage.Outage) outage.Reconnect {
	list := c.cross(o.Quantile, false)
	var over, wasted, relative num.Mean
	for _, x := range list {
		wasted.Add(x.retries)
		gaveUp := 0.0
		if x.over {
			gaveUp = 1
		} else if !math.IsInf(x.after, 1) {
			relative.Add(max(0, x.after-x.target) / x.target)
		}
		over.Add(gaveUp)
	}
	y := values(list, func(x crossing) (float64, bool) {
		return max(0, x.after-x.target), !x.over && !math.IsInf(x.after, 1) // else it never comes back, and never gives up
	})
	if len(y) == 0 {
		none := outage.None(wasted.Value())
		none.GaveUp = over.Value()
		return none
	}
	most := c.longestWait(o)
	w := newSample(y, 0, most)
	r := outage.Reconnect{Mean: w.mean, P50: w.Quantile(0.5), P95: w.Quantile(0.95), P99: w.Quantile(0.99), Max: most,
		RelativeMean: relative.Value(), Wasted: wasted.Value(), GaveUp: over.Value(), Error: min(1, 1/math.Sqrt(float64(len(y))))}
	if lo, _ := o.Support(); lo == 0 {
		r.RelativeMean = math.Inf(1)
	}
	return r
}

// longestWait returns the longest reconnect delay that the supports allow.
//
// From a last failed retry with a delay t the next takes s and at most hi(t), and t is
// the longest that a client can have waited by X. At a given X the wait ends by the
// end of the support of T_n, and the first delay is one like the others.
func (c *Clients) longestWait(o outage.Outage) float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.policy
	lo, hi := o.Support()
	hi = max(lo, min(hi, p.Deadline))
	most := c.bounds.to(1).atHi - lo
	if p.Retries > 1 {
		_, next := p.Next(c.bounds.longest(hi, p.Retries-1), false).Support()
		wait := p.AttemptTime + next
		if p.Retries <= longest {
			wait = min(wait, c.bounds.to(int(p.Retries)).atHi-lo)
		}
		most = max(most, wait)
	}
	return max(0, min(most, p.Deadline-lo))
}
