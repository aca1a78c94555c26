package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
)

// A Success has the figures of one request whose attempts each fail independently with probability q, outage or not,
// until one succeeds or the policy ends. With n retries, retry k starting at T_k (T_0 = 0) and the deadline D
//
//	P(success) = sum over k = 0..n of q^k (1-q) P(T_k <= D),  1 - q^(n+1) without D
//	E attempts = sum over k = 0..n of q^k P(T_k <= D),  (1 - q^(n+1))/(1-q)
//
// The time to success is over the requests that succeed. Attempt k has its answer at T_k + s, because every attempt
// takes the attempt time s.
//
//	P(time <= t) = sum over k of q^k (1-q) P(T_k <= min(t-s, D)) / P(success)
type Success struct {
	Probability float64 // probability that an attempt succeeds before the policy ends
	Failure     float64 // 1 - Probability, without cancellation
	Attempts    float64 // mean number of attempts, including requests that fail for good
	Mean        float64 // mean time to success, seconds; +Inf if the delays grow faster than the failures become rare

	policy jitter.Policy
	q      float64
	times  jitter.Dist // T_k of the successful attempt; nil for a policy without random delays
}

// slight is a negligible probability.
const slight = 1e-9

// succeeding returns the time at which the successful attempt starts, with n retries, and the probability that an
// attempt succeeds.
type succeeding interface {
	succeed(ctx context.Context, q, n float64) (times jitter.Dist, share float64, err error)
}

// NewSuccess returns the figures of a request.
//
//	q  0 <= q < 1
//	c  clients of p
func NewSuccess(ctx context.Context, p jitter.Policy, q float64, c Clients) (Success, error) {
	p = p.WithoutIdleStops()
	s := Success{policy: p, q: q}
	n, share := p.MostRetries(), 0.0
	endless := math.IsInf(p.Deadline, 1) && p.Rule.Starts.Most == 0
	if p.Certain() {
		n, endless = p.RetriesMade(), true
	} else {
		var err error
		if s.times, share, err = c.(succeeding).succeed(ctx, q, n); err != nil {
			return s, err
		}
	}
	if endless {
		s.Probability = 1
		if q > 0 {
			s.Probability = -math.Expm1((n + 1) * math.Log(q))
		}
		s.Failure = math.Pow(q, n+1)
		wait, err := s.meanWait(ctx, c, n)
		// the last retry is made at the deadline
		if late := p.Policy.Elapsed(n) - p.StartOf(n); p.Certain() && late > 0 {
			wait -= late * s.Failure / q * (1 - q)
		}
		s.Attempts, s.Mean = s.Probability/(1-q), p.AttemptTime+wait/s.Probability
		return s, err
	}
	s.Probability = min(1, share)
	s.Failure = 1 - s.Probability
	s.Attempts, s.Mean = s.Probability/(1-q), p.AttemptTime+s.times.Mean()
	return s, nil
}

// succeed adds up the measures of T_k over the retries.
func (c *clients) succeed(ctx context.Context, q, n float64) (jitter.Dist, float64, error) {
	list := []lattice{pointAt(0).scaled(1 - q)}
	weight := 1.0
	for k := 1.0; k <= n && weight*q > slight; {
		run := min(n-k+1, max(1, math.Floor(k/walkAlike)))
		share := 1 - math.Pow(q, run) // share of the clients at the start of the run that succeed in it
		made, err := c.made(ctx, int(k+math.Floor(run/2)))
		if err != nil {
			return nil, 0, err
		}
		weight *= q
		list = append(list, made.scaled(weight*share))
		if weight *= math.Pow(q, run-1); made.total() < slight {
			break
		}
		k += run
	}
	latest := 0.0
	for _, l := range list {
		_, hi := l.span()
		latest = max(latest, hi)
	}
	m := newMixture(list, 0, latest)
	return m, m.total, nil
}

// meanWait returns the mean start of the first successful attempt, with n retries, times the probability of success.
//
//	sum over j = 1..n of (E t_j + s) (q^j - q^(n+1))
//
// It adds up the delays one by one until they are negligible, or until they grow by a constant factor, which is 1 from
// the cap on. The rest is a geometric series.
func (s *Success) meanWait(ctx context.Context, c Clients, n float64) (float64, error) {
	if s.q == 0 || n == 0 {
		return 0, nil
	}
	const longest = 2_000
	last := math.Pow(s.q, n+1)
	sum, total, weight, before := 0.0, 0.0, 1.0, 0.0
	for j := 1.0; j <= n; j++ {
		d, err := c.Delay(ctx, int(j))
		if err != nil {
			return 0, err
		}
		e := s.policy.AttemptTime + d.Mean()
		weight *= s.q
		sum, total = sum+e*weight, total+e
		growth := 1.0
		if before > 0 {
			growth = e / before
		}
		if ratio := growth * s.q; j == longest || e > 1e280 || ratio < 1 && e*weight/(1-ratio) < 1e-17*sum {
			sum += e * weight * ratio * geometric(ratio, n-j)
			if last > 0 {
				total += e * growth * geometric(growth, n-j)
			}
			break
		}
		before = e
	}
	if last == 0 {
		return sum, nil
	}
	return max(0, sum-last*total), nil
}

// geometric returns 1 + x + x^2 + ..., n terms, n >= 0 or +Inf, x >= 0.
func geometric(x, n float64) float64 {
	switch {
	case n == 0:
		return 0
	case x == 1 || math.IsInf(n, 1) && x > 1:
		return n
	case x == 0:
		return 1
	}
	return math.Expm1(n*math.Log(x)) / (x - 1)
}

// Quantile returns the p-quantile of the time to success over the requests that succeed, seconds, 0 < p < 1.
func (s *Success) Quantile(p float64) float64 {
	switch {
	case p*s.Probability <= 1-s.q: // the first attempt
		return s.policy.AttemptTime
	case s.policy.Certain():
		k := math.Ceil(math.Log1p(-p*s.Probability)/math.Log(s.q)*(1-1e-14) - 1)
		return s.policy.StartOf(min(k, s.policy.RetriesMade())) + s.policy.AttemptTime
	}
	return s.policy.AttemptTime + s.times.Quantile(p)
}
