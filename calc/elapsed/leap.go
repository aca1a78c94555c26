package elapsed

import (
	"context"
	"math"

	"retune/calc/numeric"
)

// A rate is the growth of T_k per retry once delays are alike.
type rate struct {
	from           int     // first retry from which on delays are alike
	mean, variance float64 // added to T_k by a retry, seconds and seconds squared; 0: delays are never alike
}

// leaps returns the rate at which clients leap, or its zero value if they make too few retries for that.
func (s *sample) leaps(ctx context.Context) (rate, error) {
	if s.policy.MostRetries() <= mostWalk/2 {
		return rate{}, nil
	}
	return s.rate(ctx)
}

// rate returns the rate, or its zero value if delays grow without limit.
func (s *sample) rate(ctx context.Context) (rate, error) {
	if s.grows == nil {
		r, err := s.computedRate(ctx)
		if err != nil {
			return r, err
		}
		s.grows = &r
	}
	return *s.grows, nil
}

// computedRate computes what rate returns.
func (s *sample) computedRate(ctx context.Context) (r rate, err error) {
	switch {
	case math.IsInf(s.policy.Cap, 1):
		return r, nil
	case s.chain == nil:
		from, ok := numeric.FirstWhole(func(k float64) bool {
			return s.policy.Following(k, 0).Mean() >= s.policy.Cap*(1-1e-9)
		}, 2, mostStarts)
		if ok {
			r = rate{int(from), s.policy.Cap + s.policy.AttemptTime, 0}
		}
		return r, nil
	}
	if err = s.chain.to(ctx, mostDelays); err == errUnsettled {
		return r, nil
	}
	last := len(s.chain.delays) - 1
	a, b := s.chain.start(last), s.chain.start(last+1)
	r = rate{last, b.mean - a.mean, max(0, b.variance-a.variance)}
	for end := s.chain.delays[last]; r.from > 1; r.from-- {
		d := s.chain.delays[r.from-1]
		if !same(d.x, end.x) || apart(d.cdf, end.cdf) > 1e-3 {
			break
		}
	}
	return r, err
}

// A leap moves clients over retries before X that do not affect the state at X, once delays are alike.
//
//	spread over some intervals before X: their phase there is lost
//	synchronized: the number of retries that brings them next to X, with their mean and variance
type leap struct {
	rate
	deadline float64
}

// leastLeap is the number of retries up to x from which on a client leaps.
const leastLeap = 2 * mostWalk

// over moves the time at of a client towards x, seconds, and returns the number of retries that takes, at most room. u
// is uniform in [0, 1), z standard normal, and spread the variance of T_k now, seconds squared.
func (l leap) over(at *float64, x, room, spread, u, z float64) (retries float64) {
	left := min(x, l.deadline) - *at
	n := left / l.mean
	if !(n > leastLeap) || math.IsInf(n, 1) {
		return 0
	}
	sd := math.Sqrt(l.variance * n)
	if math.Sqrt(spread+sd*sd) >= 1.5*l.mean && room > n+6*sd/l.mean+16 {
		left -= l.mean * (8 + 8*u)
		*at += left
		return left / l.mean
	}
	retries = math.Floor(min(n, room) - 6*sd/l.mean - 16)
	if retries <= 0 {
		return 0
	}
	*at += retries*l.mean + math.Sqrt(l.variance*retries)*z
	return retries
}

// leap moves the active clients of a crowd by a leap.
func (c *crowd) leap(l leap, retries float64, most []float64, active []int32, ends, made []float64) {
	var spread numeric.Mean
	for _, i := range active {
		spread.Add(c.at[i])
	}
	u, z := c.strata(), c.strata()
	for _, i := range active {
		room := min(retries, most[i]) - made[i]
		made[i] += l.over(&c.at[i], ends[i], room, spread.Variance(), u(int(i)), numeric.NormalQuantile(z(int(i))))
	}
}
