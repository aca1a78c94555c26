package sampled

import (
	"context"
	"math"
	"sync"

	"retune/calc/jitter"
)

// Clients are a sample of the clients of a stateful policy. They may be used by
// several goroutines at once.
type Clients struct {
	ctx    context.Context
	policy jitter.Policy
	most   int // clients of a walk of the first length
	seed   uint64

	mu     sync.Mutex // guards what follows, which grows as it is asked for
	walk   *walk
	length int // retries of the whole walk
	bounds bounds
	delays map[int]*sample
	starts map[int]*sample
	rest   *rest // beyond the walk; nil until it is needed
}

// New returns n clients of a stateful policy. It panics if the policy is not
// stateful; nothing is drawn before it is asked for. Once ctx is done nobody moves
// any more: the answers are soon there, and worth nothing.
//
//	p        passes Validate, Stateful
//	clients  50,000 for print, 4,000 for a first look
func New(ctx context.Context, p jitter.Policy, clients int, seed uint64) *Clients {
	if !p.Stateful() {
		panic("sampled: the policy is not stateful")
	}
	return &Clients{ctx: ctx, policy: p, most: clients, seed: seed, bounds: newBounds(p),
		delays: map[int]*sample{}, starts: map[int]*sample{}}
}

// The lengths of a walk are shortest, 4, 16 and 64 times that; pilots are the clients
// that choose, and the fewest of a walk.
const (
	shortest = 128
	longest  = 64 * shortest
	pilots   = 1000
)

// plan chooses the length of the walk: the least after which it is known how the
// delays go on, or that has twice the retries of the policy.
func (c *Clients) plan() {
	if c.walk != nil {
		return
	}
	c.length = shortest
	if c.policy.Retries > shortest/2 {
		w := newWalk(c.policy, min(pilots, c.most), c.seed+1)
		for {
			w.to(c.ctx, c.length)
			if newRest(w).error < unknown || float64(c.length) >= 2*c.policy.Retries || c.length == longest {
				break
			}
			c.length *= 4
		}
	}
	clients := max(c.most*shortest/c.length, min(pilots, c.most))
	c.walk = newWalk(c.policy, clients, c.seed)
}

// beyond returns what follows the walk.
func (c *Clients) beyond() *rest {
	if c.rest == nil {
		c.walk.to(c.ctx, c.length)
		c.rest = newRest(c.walk)
	}
	return c.rest
}

// Delay returns the distribution of the delay before retry k, whatever the delays
// before it were, in a policy that neither retries nor deadline end: k >= 1.
func (c *Clients) Delay(k int) jitter.Dist {
	if k == 1 {
		return c.policy.Next(0, true)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.delay(k)
}

func (c *Clients) delay(k int) *sample {
	c.plan()
	if k > c.length && c.beyond().settled && c.rest.hazard == 0 {
		k = c.length
	}
	if d := c.delays[k]; d != nil {
		return d
	}
	var x []float64
	if k <= c.length {
		c.walk.to(c.ctx, k)
		x = c.walk.delay[k]
	} else {
		x, _ = c.beyond().at(float64(k))
	}
	b := c.bounds.to(k)
	d := newSample(x, b.delayLo, b.delayHi)
	if b.known {
		d.mean, d.variance = b.mean, b.variance
	}
	return keep(c.delays, k, d)
}

// Start returns the distribution of T_k, the time at which retry k starts, in a
// policy that neither retries nor deadline end: k >= 1.
//
//	T_k = k s + t_1 + ... + t_k
func (c *Clients) Start(k int) jitter.Dist {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.start(k)
}

func (c *Clients) start(k int) *sample {
	c.plan()
	if d := c.starts[k]; d != nil {
		return d
	}
	var x []float64
	if k <= c.length {
		c.walk.to(c.ctx, k)
		x = c.walk.at[k]
	} else {
		_, x = c.beyond().at(float64(k))
	}
	b := c.bounds.to(k)
	d := newSample(x, b.atLo, b.atHi)
	if b.known {
		d.mean, d.variance = b.atMean, b.atVariance
	}
	return keep(c.starts, k, d)
}

// keep keeps a distribution; of those beyond the walk, a few thousand.
func keep(kept map[int]*sample, k int, d *sample) *sample {
	if len(kept) > longest+4096 {
		clear(kept)
	}
	kept[k] = d
	return d
}

// StartedBy returns the probability that retry k starts by time t, seconds: 0 for a
// retry that the policy does not make.
func (c *Clients) StartedBy(k int, t float64) float64 {
	switch {
	case float64(k) > c.policy.Retries:
		return 0
	case k == 0:
		return 1
	}
	return c.Start(k).CDF(min(t, c.policy.Deadline))
}

// AtLeast returns the probability that the policy makes at least k retries, if no
// attempt succeeds.
func (c *Clients) AtLeast(k int) float64 {
	if k <= 0 || float64(k) <= c.policy.Retries && math.IsInf(c.policy.Deadline, 1) {
		return 1
	}
	return c.StartedBy(k, c.policy.Deadline)
}

// Error returns how far a CDF of Start and Delay, and a probability that is made of
// them, may be off for the retries of the policy.
//
//	1 / sqrt(N)    N clients
//
// which is twice the largest standard error of independent clients. To retries beyond
// the walk is added what the rest may be off: 0.003 where delays have settled, 0.02
// where they grow for ever, and 0.05 where neither is seen.
func (c *Clients) Error() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plan()
	e := 1 / math.Sqrt(float64(c.walk.clients))
	if c.policy.Retries > float64(c.length) {
		e += c.beyond().error
	}
	return min(1, e)
}
