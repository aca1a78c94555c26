// Package sampled has the distribution of elapsed time for stateful jitter, where a
// delay depends on what was drawn before it: decorrelated jitter and its kin, every type
// with feedback, delays that are sorted; and of any jitter how a policy ends that does not
// look ahead. It follows a sample of clients, and counts. It is pure: the same arguments
// give the same figures.
//
// At each retry the N clients draw from one each of N equal parts of [0, 1], shuffled
// anew: the first delay is right to 1/N, and a CDF of what depends on several no worse
// than that of independent clients. Source: McKay, Beckman, Conover, "A comparison of
// three methods for selecting values of input variables", Technometrics 21 (1979).
package sampled

import (
	"context"
	"math"
	"slices"
	"sync"

	"retune/calc/jitter"
	"retune/calc/num"
)

// Clients are a sample of the clients of a stateful policy, and answer as
// elapsed.Clients says.
type Clients struct {
	ctx    context.Context
	work   *num.Work // done for ctx
	policy jitter.Policy
	n      int // clients of a walk of the least length
	seed   uint64

	mu      sync.Mutex // guards what follows, which grows as it is asked for
	walk    *walk
	length  int // retries of the whole walk, K
	rest    *rest
	moments []moment
	settled settled
	kept    map[int]*sample // T_k by k, and the delay before it by -k
	held    int             // numbers in them

	countedBy float64   // time, seconds
	counted   []float64 // retries of each client by then, in ascending order

	within  func() bool       // whether the policy of every client ends in the walk
	lives   func() []life     // of all clients
	started map[int][]float64 // when clients start retry k, by k, seconds, in ascending order
}

// New returns n clients of a policy that passes Validate; fewer where each has many delays
// to sort. Once ctx is done nobody moves any more: the answers are soon there, and worth
// nothing.
func New(ctx context.Context, p jitter.Policy, n int, seed uint64) *Clients {
	if p = p.WithoutIdleStops(); p.Rule.Sorted {
		n = min(n, max(pilots, int(4e6/max(1, p.Retries))))
	}
	c := &Clients{ctx: ctx, work: num.WorkOf(ctx), policy: p, n: n, seed: seed, moments: []moment{{}}, kept: map[int]*sample{}, started: map[int][]float64{}}
	c.within, c.lives = sync.OnceValue(c.endInWalk), sync.OnceValue(c.wholeLives)
	return c
}

// first returns the distribution of the first delay; nil if it is the shortest of many.
func (c *Clients) first() jitter.Dist {
	switch p := c.policy; {
	case p.Rule.Sorted:
		return nil
	case p.Stateful():
		return p.Next(0, true)
	default:
		return p.Retry(1)
	}
}

const (
	shortest = 128           // retries of a walk, or 4, 16 or 64 times that
	longest  = 64 * shortest // of those
	pilots   = 1000          // clients that choose, and the fewest of a walk
	mostHeld = 3 << 22       // numbers in samples that are kept, 96 MB: those of a walk of the least length fit, and of 2,100 retries beyond it
)

// plan chooses the length of the walk: the least after which it is known how the
// delays go on, or that has twice the retries of the policy, or all within its deadline.
func (c *Clients) plan() {
	if c.walk != nil {
		return
	}
	c.length = shortest
	for w := newWalk(c.ctx, c.policy, min(pilots, c.n), c.seed+1); 2*c.policy.MostRetries() > float64(c.length) && c.length < longest; c.length *= 4 {
		if w.to(c.length); newRest(w).error < unknown || w.over() {
			break
		}
	}
	c.walk = newWalk(c.ctx, c.policy, max(c.n*shortest/c.length, min(pilots, c.n)), c.seed)
}

// beyond returns what follows the walk.
func (c *Clients) beyond() *rest {
	if c.rest == nil {
		c.walk.to(c.length)
		if c.rest = newRest(c.walk); c.policy.Rule.Starts.Most > 0 {
			c.rest.limited()
		}
	}
	return c.rest
}

// dist returns the distribution of T_k or of the delay before retry k.
func (c *Clients) dist(k int, delay bool) *sample {
	c.plan()
	if delay && k > c.length && c.beyond().steady() {
		k = c.length
	}
	key, m := k, c.moment(k)
	lo, hi, mean, variance := m.atLo, m.atHi, m.atMean, m.atVariance
	if delay {
		key, lo, hi, mean, variance = -k, m.delayLo, m.delayHi, m.mean, m.variance
	}
	if d := c.kept[key]; d != nil {
		return d
	}
	if c.ctx.Err() != nil { // what is stopped means nothing
		return newSample(c.work, slices.Repeat([]float64{lo}, 64), lo, hi)
	}
	var x []float64
	switch first := c.first(); {
	case k == 1 && first != nil: // its quantiles
		for i := range c.walk.clients {
			x = append(x, c.policy.AttemptTime+first.Quantile((float64(i)+0.5)/float64(c.walk.clients)))
		}
	case k > c.length:
		x = c.beyond().after(c.dist(c.length, delay), float64(k), delay)
	case delay:
		c.walk.to(k)
		x = c.walk.delay[k]
	default:
		c.walk.to(k)
		x = c.walk.at[k]
	}
	d := newSample(c.work, x, lo, hi)
	if (m.known || delay && m.delayKnown) && c.policy.Jitter.Type != jitter.NormalAbsolute && c.policy.Jitter.Type != jitter.Within { // cut at 0, their moments are no polynomials
		d.moments = func() (float64, float64) { return mean, variance }
	}
	n := len(x) // when they are sorted
	if k > c.length {
		n *= 2 // they are not those of the walk
	}
	if c.held += n; c.held > mostHeld {
		clear(c.kept)
		c.held = n
	}
	c.kept[key] = d
	return d
}

// Delay returns the distribution of the delay before retry k >= 1.
func (c *Clients) Delay(k int) jitter.Dist {
	switch first := c.first(); {
	case k == 1 && first != nil:
		return first
	case c.policy.Jitter.Type.Row().Path != nil:
		return c.policy.Path(float64(k))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dist(k, true)
}

// Start returns the distribution of T_k, k >= 1, as if there were no deadline.
func (c *Clients) Start(k int) jitter.Dist {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.plan(); k > far*c.length && c.beyond().steady() {
		m, last, r := c.moment(k), c.dist(c.length, false), c.beyond()
		n := float64(k - c.length)
		mean, sd := last.Mean()+n*(r.mean+c.policy.AttemptTime), math.Sqrt(last.Variance()+n*r.variance)
		return within{jitter.Normal(mean, sd), m.atLo, m.atHi}
	}
	return c.dist(k, false)
}

// Alike returns a retry from which on all delays have one distribution, +Inf if none is known.
func (c *Clients) Alike() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.plan(); c.policy.MostRetries() <= float64(c.length) || !c.beyond().steady() {
		return math.Inf(1)
	}
	return float64(c.length)
}

// far is how many walks away a sum of settled delays is normal within the error of them.
const far = 8

// A within is a distribution with the support of what it stands for.
type within struct {
	jitter.Dist
	lo, hi float64 // seconds
}

func (w within) Support() (lo, hi float64) { return w.lo, w.hi }

// Error returns how far a CDF, and a probability that is made of it, may be off for the
// retries of the policy: 1/sqrt(N), twice the largest standard error of independent
// clients, and to retries beyond the walk what the rest may be off.
func (c *Clients) Error() float64 {
	within := c.within()
	c.mu.Lock()
	defer c.mu.Unlock()
	e := 1 / math.Sqrt(float64(c.walk.clients))
	if !within {
		e += c.beyond().error
	}
	return min(1, e)
}

// endInWalk reports whether the policy of every client ends in the walk: by its retries, as
// the sum of the shortest delays is past the deadline, or as the clients walk.
func (c *Clients) endInWalk() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plan()
	soonest := c.moment(c.length).atLo
	_, goes := c.policy.Goes(float64(c.length), soonest, soonest)
	return c.policy.MostRetries() <= float64(c.length) || !goes || c.walk.overBy(c.length)
}
