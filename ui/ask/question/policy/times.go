package policy

import (
	"context"
	"math"
	"sync/atomic"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
)

// A times answers questions about the clients of a policy. Without an answer a number is NaN, and why returns the
// reason.
type times struct {
	Delay, Start func(k int) jitter.Dist
	StartedBy    func(k int, t float64) float64
	RetriesBy    func(t float64) float64
	RetriesEach  func(times []float64) []float64 // by ascending times
	Last         func() jitter.Dist
	Waiting      func(t float64) jitter.Dist // nil: no client waits
	Reconnect    func(o elapsed.Outage) elapsed.Reconnect
	Success      func(p jitter.Policy, q float64) (elapsed.Success, error)
	why          func() error // nil: all questions so far had answers
}

// clients returns the times of the clients of a policy. They are computed until ctx is cancelled.
func clients(ctx context.Context, p jitter.Policy, effort answer.Effort) times {
	return timesOf(ctx, elapsed.New(p, precision(effort)))
}

// timesOf returns the times of clients.
func timesOf(ctx context.Context, c elapsed.Clients) times {
	var failed atomic.Pointer[error]
	fails := func(err error) bool {
		if err != nil && ctx.Err() == nil {
			failed.CompareAndSwap(nil, &err)
		}
		return err != nil
	}
	dist := func(d jitter.Dist, err error) jitter.Dist {
		if fails(err) {
			return jitter.Constant(math.NaN())
		}
		return d
	}
	number := func(x float64, err error) float64 {
		if fails(err) {
			return math.NaN()
		}
		return x
	}
	return times{
		Delay:     func(k int) jitter.Dist { return dist(c.Delay(ctx, k)) },
		Start:     func(k int) jitter.Dist { return dist(c.Start(ctx, k)) },
		StartedBy: func(k int, t float64) float64 { return number(c.StartedBy(ctx, k, t)) },
		RetriesBy: func(t float64) float64 { return number(c.RetriesBy(ctx, t)) },
		RetriesEach: func(times []float64) []float64 {
			list, err := elapsed.RetriesByEach(ctx, c, times)
			for fails(err); len(list) < len(times); {
				list = append(list, math.NaN())
			}
			return list
		},
		Last: func() jitter.Dist { return dist(c.Last(ctx)) },
		Waiting: func(t float64) jitter.Dist {
			d, _, err := c.Waiting(ctx, t)
			fails(err)
			return d
		},
		Reconnect: func(o elapsed.Outage) elapsed.Reconnect {
			r, err := c.Reconnect(ctx, o)
			if fails(err) {
				r = elapsed.NoReconnect(math.NaN())
				r.GaveUp = math.NaN()
			}
			return r
		},
		Success: func(p jitter.Policy, q float64) (elapsed.Success, error) {
			return elapsed.NewSuccess(ctx, p, q, c)
		},
		why: func() error {
			if err := failed.Load(); err != nil {
				return *err
			}
			return nil
		},
	}
}
