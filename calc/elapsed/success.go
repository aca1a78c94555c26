package elapsed

import (
	"fmt"
	"math"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A Success is what becomes of one request when every attempt fails with the
// probability q by itself, outage or not, until one succeeds or the policy ends. With
// n retries, retry k starting at T_k (T_0 = 0) and the deadline D
//
//	P(success) = sum over k = 0..n of q^k (1-q) P(T_k <= D),  1 - q^(n+1) without D
//	E attempts = sum over k = 0..n of q^k P(T_k <= D),  (1 - q^(n+1))/(1-q)
//
// A policy that ends otherwise has the probability that it makes retry k there, and that
// it has made it by t below.
//
// The time to success is that of the requests that succeed: when attempt k that
// succeeds has its answer, T_k + s, as any attempt takes the attempt time s.
//
//	P(time <= t) = sum over k of q^k (1-q) P(T_k <= min(t-s, D)) / P(success)
type Success struct {
	Probability float64 // that an attempt succeeds before the policy ends
	Failure     float64 // that none does: 1 - Probability without cancellation
	Attempts    float64 // mean number of attempts, those of requests that fail for good included

	policy  jitter.Policy
	q       float64
	clients Clients
	most    float64 // retries, n
	endless bool    // no deadline ends the policy
	terms   int     // retries that matter
}

// slight is a probability that is let go.
const slight = 1e-9

// mostTerms is how many retries are added up. At a failure rate of 99% what is beyond
// has a probability below slight.
const mostTerms = 2100

// NewSuccess returns what becomes of a request under p.
//
//	q        0 <= q < 1
//	clients  of p
//
// It is an error that more retries with jitter matter than can be added up.
func NewSuccess(p jitter.Policy, q float64, clients Clients) (Success, error) {
	p = p.WithoutIdleStops()
	s := Success{policy: p, q: q, clients: clients}
	n := p.MostRetries()
	if s.endless = math.IsInf(p.Deadline, 1) && p.Ahead(); p.Certain() {
		n, s.endless = p.Total(), true
	} else {
		most := 0.0
		if q > 0 {
			most = min(n, math.Ceil(math.Log(slight)/math.Log(q)))
		}
		if most > mostTerms && !(s.clients.StartedBy(mostTerms, math.Inf(1)) < slight) {
			return s, fmt.Errorf("at a failure rate of %g%% retry %.0f may still matter, and with jitter %d are added up", 100*q, most, mostTerms)
		}
		s.terms = int(min(most, mostTerms))
	}
	if s.most = n; s.endless {
		s.Probability, s.Attempts = thinned(q, n)
		s.Failure = math.Pow(q, n+1)
		return s, nil
	}
	s.Probability = s.by(math.Inf(1))
	s.Failure = max(0, 1-s.Probability)
	s.Attempts = s.Probability / (1 - q)
	return s, nil
}

// Mean returns the mean time to success, seconds; +Inf if the delays grow faster than the
// failures thin out.
func (s Success) Mean() float64 {
	p, q, n := s.policy, s.q, s.most
	if s.endless {
		wait := s.meanWait(n)
		if late := p.Policy.Elapsed(n) - p.StartOf(n); p.Certain() && late > 0 { // the last one is made at the deadline
			wait -= late * math.Pow(q, n) * (1 - q)
		}
		return p.AttemptTime + wait/s.Probability
	}
	mean, weight := p.AttemptTime, (1-q)/s.Probability
	for k := 1; k <= s.terms; k++ {
		if !p.Ahead() && s.clients.StartedBy(k, p.Latest()*(1-1e-9)) < 1 {
			return mean + s.meanFrom(k)/s.Probability
		}
		weight *= q
		mean += weight * meanBy(s.clients.Start(k), p.Latest())
	}
	return mean
}

// meanFrom returns the mean of T_j where attempt j >= k is the first that succeeds, times
// the probability of that, as right as a sample is.
func (s Success) meanFrom(k int) float64 {
	by := func(t float64) float64 { return s.from(k, t) }
	all, hi := by(math.Inf(1)), s.clients.Start(s.terms).Quantile(1-1e-12)
	if last := s.clients.Last(); last != nil {
		hi = min(hi, last.Quantile(1-1e-12))
	}
	lo, _ := s.clients.Start(k).Support()
	return hi*all - num.Area(by, min(lo, hi), hi, 1e-4*hi*all, 16)
}

// meanBy returns the mean of a time where it is at most d, times the probability of
// that, seconds.
func meanBy(t jitter.Dist, d float64) float64 {
	lo, hi := t.Support()
	if hi <= d {
		return t.Mean()
	}
	if near, ok := t.(interface{ near() (lo, hi float64) }); ok { // all of it but next to nothing
		a, b := near.near()
		lo, hi = max(lo, a), min(hi, b)
	} else {
		lo, hi = max(lo, t.Quantile(1e-12)), min(hi, t.Quantile(1-1e-12))
	}
	if lo >= d {
		return d * t.CDF(d) // 0 but for an atom at d
	}
	if hi <= d {
		return t.Mean()
	}
	const panels = 32
	by := t.CDF(d)
	return max(lo*by, d*by-num.Integrate(t.CDF, lo, d, panels)) // the two may be the same but for rounding
}

// thinned returns the probability of success and the mean number of attempts of n
// retries without a deadline.
func thinned(q, n float64) (success, attempts float64) {
	success = 1
	if q > 0 {
		success = -math.Expm1((n + 1) * math.Log(q))
	}
	return success, success / (1 - q)
}

// meanWait returns the mean of T_k where attempt k is the first that succeeds, of n
// retries, times the probability of success.
//
//	sum over j = 1..n of (E t_j + s) (q^j - q^(n+1))
//
// The delays are added up one by one until they do not matter, or until they grow
// by the same factor from one to the next, be it 1 from the cap on: the rest is a
// geometric series.
func (s Success) meanWait(n float64) float64 {
	if s.q == 0 || n == 0 {
		return 0
	}
	const longest = 100_000
	last := math.Pow(s.q, n+1)
	sum, total, weight, before := 0.0, 0.0, 1.0, 0.0
	for j := 1.0; j <= n; j++ {
		e := s.policy.AttemptTime + s.clients.Delay(int(j)).Mean()
		weight *= s.q
		sum += e * weight
		total += e
		growth := 1.0
		if before > 0 {
			growth = e / before
		}
		if ratio := growth * s.q; j == longest || e > 1e280 || s.policy.Stateful() && j == mostTerms || ratio < 1 && e*weight/(1-ratio) < 1e-17*sum {
			sum += e * weight * ratio * geometric(ratio, n-j)
			if last > 0 {
				total += e * growth * geometric(growth, n-j)
			}
			break
		}
		before = e
	}
	if last == 0 {
		return sum
	}
	return max(0, sum-last*total)
}

// geometric returns 1 + x + x^2 + ..., n terms, n >= 0 or +Inf, x >= 0.
func geometric(x, n float64) float64 {
	switch {
	case n == 0:
		return 0
	case x == 1:
		return n
	case math.IsInf(n, 1) && x > 1:
		return n
	case x == 0:
		return 1
	}
	return math.Expm1(n*math.Log(x)) / (x - 1)
}

// by returns the probability that an attempt which succeeds has started by t.
func (s Success) by(t float64) float64 {
	if t < 0 {
		return 0
	}
	return 1 - s.q + s.from(1, t)
}

// from is by of retry k and those after it.
func (s Success) from(k int, t float64) (sum float64) {
	for ; k <= s.terms; k++ {
		started := s.clients.StartedBy(k, t)
		if started == 0 { // nor do later ones
			break
		}
		sum += math.Pow(s.q, float64(k)) * (1 - s.q) * started
	}
	return sum
}

// Quantile returns the time to success that a share p of the requests which succeed
// do not exceed, seconds, 0 < p < 1.
func (s Success) Quantile(p float64) float64 {
	if p*s.Probability <= 1-s.q { // the first attempt
		return s.policy.AttemptTime
	}
	if s.policy.Certain() {
		k := math.Ceil(math.Log1p(-p*s.Probability)/math.Log(s.q)*(1-1e-14) - 1)
		return s.policy.StartOf(min(k, s.policy.Total())) + s.policy.AttemptTime
	}
	hi := s.policy.Latest()
	for t := max(s.policy.InitialDelay, 1e-9); t < hi; t *= 2 {
		if s.by(t) >= p*s.Probability {
			hi = t
			break
		}
		if math.IsInf(t, 1) {
			return t
		}
	}
	return s.policy.AttemptTime + num.Least(s.by, p*s.Probability, 0, hi)
}
