package sampled

import (
	"math"
	"slices"
	"sort"

	"retune/calc/jitter"
	"retune/calc/outage"
)

// StartedBy returns the probability that retry k starts by time t, seconds: 0 for a
// retry that the policy does not make.
func (c *Clients) StartedBy(k int, t float64) float64 {
	switch {
	case float64(k) > c.policy.MostRetries():
		return 0
	case !c.policy.Ahead():
		if starts, ok := c.starts(k); ok {
			by := sort.Search(len(starts), func(i int) bool { return starts[i] > t*(1+rounding) })
			return float64(by) / float64(c.walk.clients)
		}
		made := c.counts(t)
		before, _ := slices.BinarySearch(made, float64(k))
		return float64(len(made)-before) / float64(len(made))
	case k <= 0 || math.IsInf(min(t, c.policy.Deadline), 1):
		return 1
	}
	return c.Start(k).CDF(min(t, c.policy.Deadline))
}

// RetriesBy returns the expected number of retries that start by time t.
// It is +Inf where the delays of a policy that never ends die out before t.
func (c *Clients) RetriesBy(t float64) float64 {
	if c.policy.Ahead() && math.IsInf(min(t, c.policy.Deadline), 1) {
		return c.policy.Retries
	}
	made, total := c.counts(t), 0.0
	for _, n := range made {
		total += n
	}
	return total / float64(len(made))
}

// starts returns when the clients that make retry k >= 1 do so, seconds, in ascending order;
// ok is false where the policy of some may go on after the walk.
func (c *Clients) starts(k int) (starts []float64, ok bool) {
	if k < 1 || !c.within() {
		return nil, false
	}
	lives := c.lives()
	c.mu.Lock()
	defer c.mu.Unlock()
	if starts, ok := c.started[k]; ok || k >= len(c.walk.at) {
		return starts, true
	}
	for i, t := range c.walk.at[k] {
		if lives[i].retries >= float64(k) {
			if c.policy.Rule.Stop == jitter.Clip {
				t = min(t, c.policy.Deadline)
			}
			starts = append(starts, t)
		}
	}
	c.work.Did(2 * len(lives))
	starts = sorted(starts, 0, math.Inf(1))
	c.started[k] = starts
	return starts, true
}

// A life is what a client does in all: how many retries it makes, and when it starts the last
// one, seconds; both +Inf without end.
type life struct{ retries, last float64 }

// wholeLives returns what each client does in all.
func (c *Clients) wholeLives() (list []life) {
	for _, x := range c.cross(true, func(float64) float64 { return math.Inf(1) }) {
		list = append(list, life{x.retries, x.before})
	}
	return list
}

// counts returns how many retries each client starts by t, in ascending order; those of
// the last t are kept.
func (c *Clients) counts(t float64) []float64 {
	c.mu.Lock()
	by, made := c.countedBy, c.counted
	c.mu.Unlock()
	if made != nil && by == t {
		return made
	}
	made = nil
	if math.IsInf(t, 1) {
		for _, x := range c.lives() {
			made = append(made, x.retries)
		}
	} else {
		for _, x := range c.cross(true, func(float64) float64 { return t }) {
			made = append(made, x.retries)
		}
	}
	slices.Sort(made)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.countedBy, c.counted = t, made
	return made
}

// end returns a time after which no retry starts, seconds.
func (c *Clients) end() float64 {
	switch c.policy.Rule.Stop {
	case jitter.LookBehind, jitter.CountAndAge:
		return math.Inf(1)
	}
	return c.policy.Deadline
}

// Last returns the distribution of the time at which the last retry starts, seconds: 0
// without one, +Inf where a limit of the starts never ends the policy of a client, and nil
// for a policy that never ends.
func (c *Clients) Last() jitter.Dist {
	switch p := c.policy; {
	case p.MostRetries() == 0:
		return jitter.Constant(0)
	case math.IsInf(p.Deadline, 1) && math.IsInf(p.Retries, 1) && p.Rule.Starts.Most == 0:
		return nil
	case math.IsInf(p.Deadline, 1) && p.Rule.Starts.Most == 0:
		return c.Start(int(p.Retries))
	}
	var last []float64
	for _, x := range c.lives() {
		last = append(last, x.last)
	}
	if !slices.ContainsFunc(last, func(t float64) bool { return !math.IsInf(t, 1) }) {
		return nil
	}
	return newSample(c.work, last, 0, c.end())
}

// Waiting returns the distribution of the delay, its attempt before it included, that
// clients wait in at time t, of those whose policy goes on, and the probability that it
// does; nil without such clients.
func (c *Clients) Waiting(t float64) (jitter.Dist, float64) {
	var delays []float64
	for _, x := range c.cross(true, func(float64) float64 { return t }) {
		if !x.over {
			delays = append(delays, x.delay)
		}
	}
	if len(delays) == 0 {
		return nil, 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	first := c.moment(1)
	lo := min(first.delayLo, c.moment(int(min(c.policy.Retries, longest))).delayLo)
	if c.policy.Rule.Stop == jitter.Clip {
		lo = 0
	}
	hi := min(max(first.delayHi, c.most(t)), c.end())
	return newSample(c.work, delays, lo, hi), float64(len(delays)) / float64(c.walk.clients)
}

// Reconnect returns how the clients come back after an outage, w = T_k - X at the first
// retry with T_k >= X.
func (c *Clients) Reconnect(o outage.Outage) outage.Reconnect {
	list := c.cross(false, o.Quantile)
	over, wasted, relative := 0.0, 0.0, 0.0
	var wait []float64
	for _, x := range list {
		wasted += x.retries / float64(len(list))
		if x.over {
			over++
		} else if !math.IsInf(x.after, 1) { // else it never comes back, and never gives up
			wait = append(wait, max(0, x.after-x.target))
			relative += max(0, x.after-x.target) / x.target
		}
	}
	r := outage.None(wasted)
	if r.GaveUp = over / float64(len(list)); len(wait) == 0 {
		return r
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.policy
	lo, hi := o.Support()
	r.Max = max(c.moment(1).atHi-lo, p.AttemptTime+c.most(max(lo, min(hi, p.Deadline))))
	if c.policy.MostRetries() <= longest {
		r.Max = min(r.Max, c.moment(int(p.Retries)).atHi-lo)
	}
	r.Max = max(0, min(r.Max, c.end()-lo))
	w := newSample(c.work, wait, 0, r.Max)
	r.Mean, r.P50, r.P95, r.P99 = w.Mean(), w.Quantile(0.5), w.Quantile(0.95), w.Quantile(0.99)
	r.Error = min(1, 1/math.Sqrt(float64(len(wait))))
	if r.RelativeMean = relative / float64(len(wait)); lo == 0 {
		r.RelativeMean = math.Inf(1)
	}
	return r
}
