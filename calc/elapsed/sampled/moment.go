package sampled

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A moment is what is known of delay and elapsed time at one retry without a sample:
// the support and, before a delay can reach the cap, mean and variance, which a few
// clients far out decide. There those of the next delay t', given the last, t, are
// b_0 + b_1 t and v_0 + v_1 t + v_2 t^2, so that
//
//	E t'        = b_0 + b_1 E t
//	Var t'      = b_1^2 Var t + v_0 + v_1 E t + v_2 (Var t + (E t)^2)
//	Cov(t', T') = b_1 Cov(t, T) + Var t'
//	Var T'      = Var T + 2 b_1 Cov(t, T) + Var t'
type moment struct {
	delayLo, delayHi, atLo, atHi                   float64
	mean, variance, atMean, atVariance, covariance float64
	known                                          bool // these are
	delayKnown                                     bool // those of the delay are, at least
}

// moment returns the moment at retry k. From where the support of the delay stays
// the same, that of elapsed time grows evenly.
func (c *Clients) moment(k int) moment {
	if !c.policy.Chained() {
		return c.plainMoment(k)
	}
	if k < len(c.moments) {
		return c.moments[k]
	}
	if l := c.settled; l.from > 0 { // it goes on evenly
		return l.at(k, c.policy.AttemptTime)
	}
	p, a := c.policy, c.policy.InitialDelay
	free := p
	free.Cap = math.Inf(1)
	h := a // the step between three delays, of which the moments are polynomials
	if a == 0 {
		h = 1
	}
	one, two, three := free.Next(a, false), free.Next(a+h, false), free.Next(a+2*h, false)
	b, v := (two.Mean()-one.Mean())/h, (three.Variance()-2*two.Variance()+one.Variance())/(2*h*h)
	for len(c.moments) <= k {
		c.work.Did(80)
		first := len(c.moments) == 1
		m := c.moments[len(c.moments)-1]
		if len(c.moments)%1024 == 0 && c.ctx.Err() != nil {
			return m
		}
		lo, hi := p.Next(m.delayLo, first), p.Next(m.delayHi, first)
		n := moment{mean: lo.Mean(), variance: lo.Variance()}
		n.delayLo, _ = lo.Support()
		_, n.delayHi = hi.Support()
		_, end := free.Next(m.delayHi, first).Support()
		n.known = first || linear(p) && m.known && end == n.delayHi && (math.IsInf(p.Cap, 1) || !math.IsInf(end, 1))
		if len(c.moments) > 1<<16 || !first && !n.known && n.delayLo == m.delayLo && n.delayHi == m.delayHi {
			if n.delayLo < m.delayLo {
				m.delayLo = 0
			}
			if n.delayHi > m.delayHi {
				m.delayHi = math.Inf(1)
			}
			m.known = false
			c.settled = settled{m, len(c.moments) - 1}
			return c.settled.at(k, p.AttemptTime)
		}
		n.atLo, n.atHi = m.atLo+(p.AttemptTime+n.delayLo), m.atHi+(p.AttemptTime+n.delayHi)
		if u := m.mean - a; !first { // polynomials in u = t - a
			n.mean = one.Mean() + b*u
			n.variance = (b*b+v)*m.variance + max(0, one.Variance()+u*((two.Variance()-one.Variance())/h+v*(u-h)))
		}
		n.covariance = b*m.covariance + n.variance
		n.atMean = m.atMean + p.AttemptTime + n.mean
		n.atVariance = m.atVariance + 2*b*m.covariance + n.variance
		for _, x := range []*float64{&n.mean, &n.variance, &n.covariance, &n.atMean, &n.atVariance} {
			if math.IsNaN(*x) { // 0 times what overflows
				*x = math.Inf(1)
			}
		}
		c.moments = append(c.moments, n)
	}
	return c.moments[k]
}

// A settled is the moment at the retry from which on the support of the delay stays the same.
type settled struct {
	moment
	from int // that retry; 0: none is known yet
}

// at returns the moment at retry k of those, each after an attempt.
func (s settled) at(k int, attempt float64) moment {
	more := float64(k - s.from)
	s.atLo, s.atHi = s.atLo+more*(attempt+s.delayLo), s.atHi+more*(attempt+s.delayHi)
	return s.moment
}

// linear reports whether mean and variance of a delay follow from the one before as above:
// nothing raises it or rounds it, and no retry has a distribution of its own.
func linear(p jitter.Policy) bool {
	return !p.Jitter.Type.Row().Own && p.Floor == 0 && p.Quantum.Size == 0 && p.Rule.Least == 0 && p.Rule.Teeth == 0
}

// most returns the longest delay, seconds, that a retry by x is followed by: it follows
// delays that are each as short as the next allows and, with their attempts, fit into x.
func (c *Clients) most(x float64) float64 {
	p, n := c.policy, int(min(c.policy.MostRetries(), longest))
	first := c.moment(1)
	if !p.Chained() {
		longest := first.delayHi
		for k := 2; k <= n && c.moment(k-1).atLo <= x && !math.IsInf(longest, 1); k++ {
			longest = max(longest, c.moment(k).delayHi)
		}
		return longest
	}
	if n < 2 || x < first.atLo {
		return 0
	}
	next := func(t float64) float64 {
		_, hi := p.Next(t, false).Support()
		return hi
	}
	by := func(t float64) (at float64) { // the least time by which a delay of t has passed
		for range n {
			c.work.Did(500)
			if at += p.AttemptTime + t; t <= first.delayHi || at > x {
				break
			}
			t = num.Least(next, t, 0, t)
		}
		return at
	}
	end := max(first.delayHi, c.moment(n-1).delayHi) // they rise or fall
	if !math.IsInf(x, 1) {
		end = num.Last(by, x, 0, min(end, x))
	}
	return next(end)
}
