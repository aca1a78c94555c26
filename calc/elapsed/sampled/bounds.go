package sampled

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A moment is what is known of delay and elapsed time at one retry without a
// sample: the support and, without a cap, mean and variance, which a few clients far
// out decide where delays grow by chance.
type moment struct {
	delayLo, delayHi   float64
	atLo, atHi         float64
	known              bool    // what follows is
	mean, variance     float64 // of the delay
	atMean, atVariance float64
	covariance         float64 // of delay and elapsed time
}

// bounds are the moments, from retry 0 on. Without a cap the next delay given the
// last, t, has a mean and a variance that are polynomials in t for all types but
// normal jitter of fixed deviation, which is cut at 0:
//
//	E (t' | t) = b_0 + b_1 t      Var (t' | t) = v_0 + v_1 t + v_2 t^2
//
// so that, by the laws of total expectation, variance and covariance,
//
//	E t'        = b_0 + b_1 E t
//	Var t'      = b_1^2 Var t + v_0 + v_1 E t + v_2 (Var t + (E t)^2)
//	Cov(t', T') = b_1 Cov(t, T) + Var t'
//	Var T'      = Var T + 2 b_1 Cov(t, T) + Var t'
type bounds struct {
	policy jitter.Policy
	b      [2]float64
	v      [3]float64
	list   []moment
}

func newBounds(p jitter.Policy) bounds {
	c := bounds{policy: p}
	a := p.InitialDelay
	var mean, variance [4]float64
	for i := range mean {
		d := p.Next(a*float64(i), false)
		mean[i], variance[i] = d.Mean(), d.Variance()
	}
	c.b[1] = (mean[2] - mean[1]) / a
	c.b[0] = mean[1] - c.b[1]*a
	c.v[2] = (variance[3] - 2*variance[2] + variance[1]) / 2 / (a * a)
	c.v[1] = (variance[2]-variance[1])/a - 3*c.v[2]*a
	c.v[0] = variance[1] - c.v[1]*a - c.v[2]*a*a
	c.list = []moment{{known: math.IsInf(p.Cap, 1) && p.Jitter.Type != jitter.NormalAbsolute}}
	return c
}

// to returns the moments at retry k. From where the support of the delay stays the
// same, that of elapsed time grows evenly.
func (c *bounds) to(k int) moment {
	p := c.policy
	for len(c.list) <= k {
		first := len(c.list) == 1
		m := c.list[len(c.list)-1]
		lo, hi := p.Next(m.delayLo, first), p.Next(m.delayHi, first)
		n := moment{known: m.known}
		n.delayLo, _ = lo.Support()
		_, n.delayHi = hi.Support()
		if !first && !m.known && n.delayLo == m.delayLo && n.delayHi == m.delayHi {
			more := float64(k - len(c.list) + 1)
			m.atLo, m.atHi = m.atLo+more*(p.AttemptTime+m.delayLo), m.atHi+more*(p.AttemptTime+m.delayHi)
			return m
		}
		n.atLo, n.atHi = m.atLo+(p.AttemptTime+n.delayLo), m.atHi+(p.AttemptTime+n.delayHi)
		if n.mean, n.variance = lo.Mean(), lo.Variance(); !first {
			n.mean = c.b[0] + c.b[1]*m.mean
			n.variance = c.b[1]*c.b[1]*m.variance + max(0, c.v[0]+c.v[1]*m.mean+c.v[2]*m.mean*m.mean) + c.v[2]*m.variance
		}
		n.covariance = c.b[1]*m.covariance + n.variance
		n.atMean = m.atMean + p.AttemptTime + n.mean
		n.atVariance = m.atVariance + 2*c.b[1]*m.covariance + n.variance
		for _, x := range []*float64{&n.mean, &n.variance, &n.covariance, &n.atMean, &n.atVariance} {
			if math.IsNaN(*x) { // 0 times what overflows
				*x = math.Inf(1)
			}
		}
		c.list = append(c.list, n)
	}
	return c.list[k]
}

// longest returns the end of the support of the delays that clients can have waited
// by x, in n retries: of all that can follow delays which are each as short as the
// next one allows and, with their attempts, fit into x.
func (c *bounds) longest(x, n float64) float64 {
	p := c.policy
	k := int(min(n, longest))
	first, end := c.to(1).delayHi, c.to(k).delayHi
	if math.IsInf(x, 1) {
		return end
	}
	// shortest returns the least time at which a delay of t can have been waited.
	shortest := func(t float64) (at float64) {
		for range k {
			if at += p.AttemptTime + t; t <= first || at > x {
				break
			}
			t = num.Least(func(before float64) float64 {
				_, hi := p.Next(before, false).Support()
				return hi
			}, t, 0, t)
		}
		return at
	}
	return num.Last(shortest, x, 0, min(end, x))
}
