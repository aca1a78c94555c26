package elapsed

import (
	"context"
	"errors"
	"math"
	"slices"

	"retune/calc/jitter"
)

// Clients answers questions about the elapsed times of the clients of one policy. Several goroutines may use it at
// once. It computes results on demand and keeps them. A method stops with the error of ctx when ctx is done. Any other
// error is one line that says why the question has no answer.
type Clients interface {
	// Delay returns the distribution of the delay before retry k >= 1.
	Delay(ctx context.Context, k int) (jitter.Dist, error)
	// Start returns the distribution of T_k, the time at which retry k starts, as if
	// there were no deadline.
	Start(ctx context.Context, k int) (jitter.Dist, error)
	// StartedBy returns P(T_k <= min(t, D)), and 0 for k > n. At t = +Inf it is the
	// probability that at least k retries are made.
	StartedBy(ctx context.Context, k int, t float64) (float64, error)
	// RetriesBy returns the expected number of retries that start by min(t, D), at most n.
	RetriesBy(ctx context.Context, t float64) (float64, error)
	// Last returns the distribution of the time at which the last retry starts. The time is 0, the first attempt, if
	// no retry is made. The result is nil for a policy that never ends.
	Last(ctx context.Context) (jitter.Dist, error)
	// Waiting returns the distribution of the delay before the next retry at time t, over the clients that make
	// another retry, and the probability that a client does. Clients do not wait for a retry that the deadline
	// forbids.
	Waiting(ctx context.Context, t float64) (jitter.Dist, float64, error)
	// Reconnect returns the figures of the clients after an outage.
	Reconnect(ctx context.Context, o Outage) (Reconnect, error)
}

// An Effort is a choice between speed and accuracy.
type Effort uint8

// Coarse is for the screen while a setting changes, Fine is for printed results.
const (
	Coarse Effort = iota
	Fine
	half // half of Fine, see Rougher
)

// cells returns the greatest number of cells of a distribution.
func (e Effort) cells() int { return [...]int{Coarse: 1024, half: 4096, Fine: 8192}[e] }

// Rougher returns clients of a policy whose answers tell the errors of those of New(p, Fine): of half as many cells or,
// for simulated clients, several groups of others that are as many together. There are none without jitter.
func Rougher(p jitter.Policy) (list []Clients) {
	const groups = 8
	c := New(p, half)
	switch s := c.(type) {
	case certain:
		return nil
	case *sample:
		s.bits, s.started = 14, nil
		s.started = s.crowd()
		for i := range groups - 1 {
			other := &sample{policy: s.policy, chain: s.chain, bits: s.bits, group: uint64(i + 1), mu: s.mu,
				starts: s.starts}
			other.started = other.crowd()
			list = append(list, other)
		}
	}
	return append(list, c)
}

// New returns the clients of a policy, which must pass Validate. It computes nothing yet.
func New(p jitter.Policy, effort Effort) Clients {
	p = p.WithoutIdleStops()
	switch {
	case p.Certain():
		p.Jitter, p.Feedback = jitter.Jitter{}, false
		return certain{p}
	case p.Jitter.OncePerCall && p.Jitter.Draws():
		return newOnce(p, effort)
	case p.Stateful():
		return newSample(p, effort)
	}
	return &clients{newIndependent(p, effort.cells()), p, effort.cells()}
}

// clients implements Clients for a policy with independent random delays.
type clients struct {
	*independent
	policy jitter.Policy
	cells  int
}

var errStarts = errors.New("with jitter, a limit of the starts within a time has no distribution")

// A gate is the condition that the deadline and the number of retries impose on a retry: retry k+1 is made if T_k <
// starts and T_(k+1) <= by, in seconds.
type gate struct {
	starts, by float64
	clip       bool // a retry that is due after by starts at by
}

// gate returns the gate from retry k to the next. ok is false if there is no next retry.
func (c *clients) gate(k int) (g gate, ok bool) {
	inf, d := math.Inf(1), c.policy.Deadline
	within := float64(k) < c.policy.Retries
	switch c.policy.Rule.Stop {
	case jitter.LookBehind:
		return gate{d - c.policy.AttemptTime, inf, false}, within
	case jitter.Clip:
		return gate{d - c.policy.AttemptTime, d, true}, within
	case jitter.CountAndAge:
		if !within {
			return gate{inf, d, false}, true
		}
		return gate{inf, inf, false}, true
	}
	return gate{inf, d, false}, within
}

func (c *clients) Delay(ctx context.Context, k int) (jitter.Dist, error) { return c.delay(ctx, k) }

func (c *clients) Start(ctx context.Context, k int) (jitter.Dist, error) {
	t, err := c.start(ctx, k)
	if err != nil {
		return nil, err
	}
	return t.dist(), nil
}

func (c *clients) StartedBy(ctx context.Context, k int, t float64) (float64, error) {
	// the whole distribution is not needed
	if g, ok := c.gate(k - 1); ok && math.IsInf(g.starts, 1) && c.policy.Rule.Starts.Most == 0 {
		e, err := c.exactly(ctx, k)
		if lo, hi := e.near(); err != nil || min(t, g.by) < lo || min(t, g.by) >= hi {
			return one(min(t, g.by) >= hi), err
		}
	}
	l, err := c.made(ctx, k)
	return min(1, l.before(t, true).total()), err
}

// made returns the measure of the start of retry k, over the clients that make it.
func (c *clients) made(ctx context.Context, k int) (l lattice, err error) {
	g, ok := c.gate(k - 1)
	switch {
	case c.policy.Rule.Starts.Most > 0:
		return l, errStarts
	case !ok:
		return l, nil
	case k == 0, math.IsInf(g.starts, 1):
		t, err := c.start(ctx, k)
		return t.before(g.by, true), err
	}
	p, err := c.part(ctx, k-1)
	l = p.start.before(g.starts, false)
	if l.total() < slightMass || err != nil {
		return l, err
	}
	if l = c.after(l, p.next); g.clip {
		l = l.clipped(g.by)
	}
	return l, nil
}

// clipped returns the measure with all mass after x moved to x, seconds.
func (l lattice) clipped(x float64) lattice {
	early := l.before(x, false)
	late := l.total() - early.total()
	early.points = mergedPoints(append(slices.Clone(early.points), point{x, late}))
	return early
}

// interval returns the distribution of the attempt time plus a delay, on cells of the width of a lattice.
func (c *clients) interval(next jitter.Dist, l lattice) lattice {
	return c.intervalUpTo(next, l, math.Inf(1))
}

// intervalUpTo is interval for a caller that needs intervals of up to most seconds.
func (c *clients) intervalUpTo(next jitter.Dist, l lattice, most float64) lattice {
	if l.whole && l.step == quantum(&c.policy) {
		lo, _ := reach(next)
		return putWhole(next, lo, l.step).shifted(c.policy.AttemptTime)
	}
	return putUpTo(next, l.step, most-c.policy.AttemptTime).shifted(c.policy.AttemptTime)
}

// empty returns a lattice without mass, with cells wide enough for times up to x, seconds.
func (c *clients) empty(x float64) lattice {
	if q := quantum(&c.policy); q*float64(c.cells) > x {
		return lattice{step: q, whole: true}
	}
	return lattice{step: x / float64(c.cells)}
}

// quantum returns the common divisor of all intervals, seconds; 0 if there is none.
func quantum(p *jitter.Policy) float64 {
	return p.Quantum.Size
}

// after returns the measure of the start of the next retry.
func (c *clients) after(l lattice, next jitter.Dist) lattice {
	first, last := l.span()
	lo, hi := reach(next)
	l = l.within(c.empty(last-first+hi-lo), (last-first+hi-lo)/float64(2*c.cells))
	return convolve(l, c.interval(next, l))
}

// within returns the measure on cells no narrower than least, seconds. A measure without cells gets the cell width of
// the other lattice.
func (l lattice) within(other lattice, least float64) lattice {
	if len(l.mass) == 0 {
		l.step, l.whole = other.step, other.whole
	}
	for l.step < least {
		if len(l.mass) == 0 {
			l.step = least
			break
		}
		l = l.coarsened()
	}
	return l
}
