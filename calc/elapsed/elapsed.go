package elapsed

import (
	"context"

	"retune/calc/elapsed/sampled"
	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/outage"
)

// Clients answers every question about the elapsed times of the clients of one
// policy. It may be used by several goroutines at once; what is asked for is
// computed when it is asked for, and kept.
type Clients interface {
	// Delay returns the distribution of the delay before retry k >= 1.
	Delay(k int) jitter.Dist
	// Start returns the distribution of T_k, the time at which retry k starts, as if
	// there were no deadline.
	Start(k int) jitter.Dist
	// StartedBy returns P(T_k <= min(t, D)), and 0 for k > n. At t = +Inf it is the
	// probability that at least k retries are made.
	StartedBy(k int, t float64) float64
	// RetriesBy returns the expected number of retries that start by min(t, D), of n
	// at most.
	RetriesBy(t float64) float64
	// Last returns the distribution of the time at which the last retry starts,
	// which is 0, the first attempt, where none is made. It is nil for a policy that
	// never ends.
	Last() jitter.Dist
	// Waiting returns the distribution of the delay of the retry that comes next at
	// time t, of the clients that make one, and the probability that one does. A
	// retry that the deadline forbids is not waited for.
	Waiting(t float64) (jitter.Dist, float64)
	// Reconnect returns how clients come back after an outage.
	Reconnect(o outage.Outage) outage.Reconnect
	// Error returns how far a CDF of what has been asked for may be off.
	Error() float64
}

// An Effort says how long to compute.
type Effort uint8

// Coarse aims at errors of a CDF below 1e-4, Fine at errors below 1e-5 (where normals
// are cut, 1e-4); of stateful policies, which are sampled, below 0.016 and 0.0045 where
// no more than 128 retries decide. Clients.Error says what it is.
const (
	Coarse Effort = iota // for the screen, while a knob turns
	Fine                 // for print
)

// Sample is how many clients of a stateful policy are drawn.
func (e Effort) Sample() int {
	if e == Coarse {
		return 4_000
	}
	return 50_000
}

// New returns the clients of a policy, which passes Validate. Nothing is computed
// before it is asked for. Once ctx is done the answers are soon there, and worth
// nothing.
func New(ctx context.Context, p jitter.Policy, effort Effort) Clients {
	switch p = p.WithoutIdleStops(); {
	case p.Certain():
		return certain{p, num.WorkOf(ctx)}
	case p.Stateful():
		return sampled.New(ctx, p, effort.Sample(), 1)
	case !p.Ahead():
		return stopped{newIndependent(ctx, p, effort), sampled.New(ctx, p, effort.Sample(), 1)}
	}
	return newIndependent(ctx, p, effort)
}

// A stopped is the clients of a policy with independent delays that a deadline ends
// otherwise than by looking ahead, or a limit of the starts: how many retries are made, and what depends on it, is
// counted in a sample; when each would start is not.
type stopped struct {
	*independent
	sample *sampled.Clients
}

func (s stopped) StartedBy(k int, t float64) float64         { return s.sample.StartedBy(k, t) }
func (s stopped) RetriesBy(t float64) float64                { return s.sample.RetriesBy(t) }
func (s stopped) Last() jitter.Dist                          { return s.sample.Last() }
func (s stopped) Waiting(t float64) (jitter.Dist, float64)   { return s.sample.Waiting(t) }
func (s stopped) Reconnect(o outage.Outage) outage.Reconnect { return s.sample.Reconnect(o) }
func (s stopped) Error() float64                             { return s.sample.Error() }
