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
	n      int // clients at the start
	seed   uint64

	mu     sync.Mutex // guards what follows, which grows as it is asked for
	walk   *walk
	coefs  polynomials
	last   moment
	steps  []step
	stage  int
	starts [2][]float64 // T_k of all clients in the middle of the stage and after three quarters
	rest   *rest        // what follows the steps, once that is known
}

// A step is the distributions of one retry.
type step struct {
	delay, at *table
}

// New returns n clients of a stateful policy. It panics if the policy is not
// stateful; nothing is drawn before it is asked for. Once ctx is done one client is
// left: the answers are soon there, and worth nothing.
//
//	p        passes Validate, Stateful
//	clients  50,000 for print, 4,000 for a first look
func New(ctx context.Context, p jitter.Policy, clients int, seed uint64) *Clients {
	if !p.Stateful() {
		panic("sampled: the policy is not stateful")
	}
	return &Clients{ctx: ctx, policy: p, n: clients, seed: seed, walk: newWalk(p, clients, seed), coefs: newPolynomials(p)}
}

// The first stage has base retries, and fewest is the least number of clients of a
// stage.
const (
	base   = 128
	stages = 6
	fewest = 512
)

// stageEnd returns the number of retries at the end of a stage.
func stageEnd(stage int) int { return base * (1<<(stage+1) - 1) }

// to walks on to retry k, or to where all that follows is known, and returns the
// steps so far and the rest, nil if it is not known.
func (c *Clients) to(k int) ([]step, *rest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.steps) < k && c.rest == nil {
		c.advance()
	}
	return c.steps, c.rest
}

// advance makes one step and, at the end of a stage, looks whether the chain has
// settled.
func (c *Clients) advance() {
	w := c.walk
	if c.ctx.Err() != nil {
		w.keep([]uint32{0})
	}
	w.step()
	c.last = c.coefs.next(c.policy, c.last, w.k-1)
	knots := 1024
	if c.stage > 0 {
		knots = 256
	}
	m := c.last
	delay := newTable(sorted(w.delay, w.byDelay), knots, m.delayLo, m.delayHi)
	at := newTable(sorted(w.at, w.byAt), knots, m.atLo, m.atHi)
	if m.known {
		delay.mean, delay.variance = m.mean, m.variance
		at.mean, at.variance = m.atMean, m.atVariance
	}
	c.steps = append(c.steps, step{delay, at})
	end := stageEnd(c.stage)
	length := base << c.stage
	switch end - w.k {
	case length / 2:
		c.starts[0] = append([]float64(nil), w.at...)
	case length / 4:
		c.starts[1] = append([]float64(nil), w.at...)
	case 0:
		c.rest = newRest(c, length/2)
		c.stage++
		if c.rest == nil && len(w.at) > min(c.n, fewest) {
			w.halve()
		}
	}
}

// Delay returns the distribution of the delay before retry k, whatever the delays
// before it were, in a policy that neither retries nor deadline end: k >= 1.
func (c *Clients) Delay(k int) jitter.Dist {
	if k == 1 {
		return c.policy.Next(0, true)
	}
	steps, rest := c.to(k)
	if k <= len(steps) {
		return steps[k-1].delay
	}
	return rest.delayBefore(float64(k))
}

// Start returns the distribution of T_k, the time at which retry k starts, in a
// policy that neither retries nor deadline end: k >= 1.
//
//	T_k = k s + t_1 + ... + t_k
func (c *Clients) Start(k int) jitter.Dist {
	if k == 1 {
		return later{c.policy.Next(0, true), c.policy.AttemptTime}
	}
	steps, rest := c.to(k)
	if k <= len(steps) {
		return steps[k-1].at
	}
	return rest.start(float64(k))
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
	if k <= 0 {
		return 1
	}
	if float64(k) <= c.policy.Retries && math.IsInf(c.policy.Deadline, 1) {
		return 1
	}
	return c.StartedBy(k, c.policy.Deadline)
}

// Error returns how far a CDF of Start and Delay, and a probability that is made of
// them, may be off for the retries of the policy.
//
//	0.6 / sqrt(N)    N the clients of the last stage that is needed
//
// Independent clients would have a standard error of up to 0.5/sqrt(N); that of
// these is near 0.1/sqrt(N). To retries beyond the walk 0.003 is added, 0.01 where
// delays grow for ever, and 0.05 where the chain has not settled by then.
func (c *Clients) Error() float64 {
	steps, rest := c.to(int(min(c.policy.Retries, 1e6)))
	n := c.n
	for stage := 0; stage < stages && stageEnd(stage) < len(steps); stage++ {
		n = max(n/2, min(n, fewest))
	}
	e := 0.6 / math.Sqrt(float64(n))
	if c.policy.Retries > float64(len(steps)) {
		e += rest.error()
	}
	return min(1, e)
}
