package sampled

import (
	"math"

	"retune/calc/jitter"
)

// A moment is what is known without a sample of delay and elapsed time at one
// retry: the support and, where no cap can reach the delay, mean and variance.
//
// Without a cap the next delay given the last, t, has a mean and a variance that
// are polynomials in t for all types but normal jitter of fixed deviation, which is
// cut at 0:
//
//	E (t' | t) = b_0 + b_1 t      Var (t' | t) = v_0 + v_1 t + v_2 t^2
//
// so that, by the laws of total expectation, variance and covariance,
//
//	E t'        = b_0 + b_1 E t
//	Var t'      = b_1^2 Var t + v_0 + v_1 E t + v_2 (Var t + (E t)^2)
//	Cov(t', T') = b_1 Cov(t, T) + Var t'
//	Var T'      = Var T + 2 b_1 Cov(t, T) + Var t'
type moment struct {
	known              bool // mean and variance are
	delayLo, delayHi   float64
	atLo, atHi         float64
	mean, variance     float64 // of the delay
	atMean, atVariance float64
	covariance         float64 // of delay and elapsed time
}

// polynomials are b and v of a policy without its cap; ok is false where mean or
// variance are no such polynomials.
type polynomials struct {
	b  [2]float64
	v  [3]float64
	ok bool
}

// newPolynomials takes the coefficients from the mean at two delays and the
// variance at three, and checks them at another.
func newPolynomials(p jitter.Policy) (c polynomials) {
	p.Cap = math.Inf(1)
	a := p.InitialDelay
	var mean, variance [5]float64
	for i := range mean {
		d := p.Next(a*float64(i), false)
		mean[i], variance[i] = d.Mean(), d.Variance()
	}
	c.b[1] = (mean[2] - mean[1]) / a
	c.b[0] = mean[1] - c.b[1]*a
	second := (variance[3] - 2*variance[2] + variance[1]) / 2
	c.v[2] = second / (a * a)
	c.v[1] = (variance[2]-variance[1])/a - 3*c.v[2]*a
	c.v[0] = variance[1] - c.v[1]*a - c.v[2]*a*a
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) }
	c.ok = near(c.b[0]+c.b[1]*4*a, mean[4]) && near(c.v[0]+4*a*(c.v[1]+4*a*c.v[2]), variance[4])
	return c
}

// next returns the moments after one retry more; k is the number of retries of m.
func (c polynomials) next(p jitter.Policy, m moment, k int) moment {
	var n moment
	lo, hi := p.Next(m.delayLo, k == 0), p.Next(m.delayHi, k == 0)
	n.delayLo, _ = lo.Support()
	_, n.delayHi = hi.Support()
	n.atLo, n.atHi = m.atLo+(p.AttemptTime+n.delayLo), m.atHi+(p.AttemptTime+n.delayHi)
	if k == 0 {
		n.known = true
		n.mean, n.variance = lo.Mean(), lo.Variance()
		n.atMean, n.atVariance, n.covariance = p.AttemptTime+n.mean, n.variance, n.variance
		return n
	}
	if !m.known || !c.ok || math.IsInf(m.delayHi, 1) && !math.IsInf(p.Cap, 1) {
		return n
	}
	free := p
	free.Cap = math.Inf(1)
	if _, end := free.Next(m.delayHi, false).Support(); end != n.delayHi {
		return n
	}
	f := c.further(p, m)
	f.delayLo, f.delayHi, f.atLo, f.atHi = n.delayLo, n.delayHi, n.atLo, n.atHi
	return f
}

// further returns mean and variance after one retry more without the cap.
func (c polynomials) further(p jitter.Policy, m moment) (n moment) {
	n.known = true
	n.mean = c.b[0] + c.b[1]*m.mean
	n.variance = c.b[1]*c.b[1]*m.variance + max(0, c.v[0]+c.v[1]*m.mean+c.v[2]*m.mean*m.mean) + c.v[2]*m.variance
	n.covariance = c.b[1]*m.covariance + n.variance
	n.atMean = m.atMean + p.AttemptTime + n.mean
	n.atVariance = m.atVariance + 2*c.b[1]*m.covariance + n.variance
	return n
}
