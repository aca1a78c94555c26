package elapsed

import (
	"context"
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A gap is the time between two starts of a client that makes a retry after an outage that ends between them.
type gap struct {
	from, to float64 // seconds
	before   float64 // probability of an end up to from
	weight   float64 // weight of the client
}

// Reconnect integrates over the end X of the outage between any two starts of a client:
//
//	P(w > y)   sum over k of P(T_(k-1) < X < T_k - y)
//	E w        sum over k of T_k P(T_(k-1) < X <= T_k) - E (X; T_(k-1) < X <= T_k)
func (o *once) Reconnect(ctx context.Context, outage Outage) (r Reconnect, err error) {
	s := all(outage)
	upTo := func(x float64) float64 { return s.upTo(x + closePoint*math.Abs(x)) }
	var gaps []gap
	back, mean, relative, lost, gone, most := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	times := []float64(nil)
	if s.IsFixed() {
		times = []float64{s.hi}
	}
	err = o.followAll(ctx, times, func(n node, k, at, _, next float64, goes bool) bool {
		before := upTo(at) * one(k > 1)
		if !goes {
			gone += n.weight * (1 - before)
			return false
		}
		after := upTo(next)
		if share := after - before; share > 0 {
			gaps = append(gaps, gap{at, next, before, n.weight})
			back += n.weight * share
			mean += n.weight * (next*share - s.ended(at, next, share))
			relative += n.weight * s.relativeOf(at, next, share)
			most = max(most, k)
		}
		lost += n.weight * (1 - after)
		return after < 1
	})
	if r = NoReconnect(lost); err != nil || !(back > 1e-9) {
		return r, err
	}
	if r.GaveUp = gone; math.IsInf(o.policy.MostRetries(), 1) && math.IsInf(o.policy.Deadline, 1) || gone < 1e-9 {
		r.GaveUp = 0
	}
	var waits jitter.Dist
	if s.IsFixed() {
		list := make([]point, len(gaps))
		for i, g := range gaps {
			list[i] = point{max(0, g.to-s.hi), g.weight}
		}
		waits = weighted(list, math.Inf(1))
	}
	longest := slices.MaxFunc(gaps, func(a, b gap) int { return int(math.Copysign(1, a.to-a.from-b.to+b.from)) })
	quantile := func(q float64) float64 {
		if waits != nil {
			return waits.Quantile(q)
		}
		return numeric.Least(func(y float64) (share float64) {
			for _, g := range gaps {
				share += g.weight * (upTo(g.to) - max(g.before, upTo(g.to-y)))
			}
			return share
		}, q*back, 0, longest.to-longest.from)
	}
	r.Mean, r.P50, r.P95, r.P99 = max(0, mean/back), quantile(0.5), quantile(0.95), quantile(0.99)
	if r.RelativeMean = relative / back; s.lo == 0 {
		r.RelativeMean = math.Inf(1)
	}
	lo, hi := outage.Support()
	r.Max = min(longestOfOne(&o.policy, lo, hi, int(most)), o.policy.LatestStart()-lo)
	return r, nil
}

// ended returns E (X; at < X <= next), where share is the probability of such an end.
func (s period) ended(at, next, share float64) float64 {
	if s.IsFixed() {
		return s.hi * share
	}
	return s.Partial(min(s.hi, next)) - s.Partial(min(s.hi, at))
}

// relativeOf returns E (w/X; at < X <= next), where share is the probability of such an end.
func (s period) relativeOf(at, next, share float64) float64 {
	if s.IsFixed() {
		return share * max(0, next/s.hi-1)
	}
	return s.relative(at, next, math.Inf(1))
}

// longestOfOne returns the longest reconnect delay, seconds, of clients with one draw u for all delays, after an outage
// of lo to hi seconds that ends before retry most at the latest. T_k(u) - max(lo, T_(k-1)(u)) rises with u, so the
// wait for retry k is longest for the greatest u with T_(k-1)(u) <= hi.
func longestOfOne(p *jitter.Policy, lo, hi float64, most int) (longest float64) {
	var delays []jitter.Dist
	start := func(k int, u float64) (at float64) {
		for _, d := range delays[:k] {
			at += p.AttemptTime + d.Quantile(u)
		}
		return at
	}
	for k := 1; k <= most && start(k-1, 0) <= hi; k++ {
		delays = append(delays, p.Following(float64(k), 0))
		u := 1.0
		if start(k-1, 1) > hi {
			least, over := 0.0, 1.0
			for over-least > 1e-12 {
				if u = (least + over) / 2; start(k-1, u) <= hi {
					least = u
				} else {
					over = u
				}
			}
			u = least
		}
		if at := start(k, u); math.IsInf(at, 1) {
			return at
		}
		longest = max(longest, start(k, u)-max(lo, start(k-1, u)))
	}
	return longest
}
