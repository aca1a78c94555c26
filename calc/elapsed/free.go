package elapsed

import (
	"math"

	"retune/calc/jitter"
)

// A free computes the moments of a chain without a cap. The moments of a delay t' are polynomials in the last delay t.
// They depend on a few clients with very long delays, which no grid covers.
//
//	E (t' | t)   = linear in t, of slope b
//	Var (t' | t) = quadratic in t, of curvature v
//	E t'         = E (t' | t = E t)
//	Var t'       = Var (t' | t = E t) + (b^2 + v) Var t
//	Cov(t', T')  = b Cov(t, T) + Var t'
//	Var T'       = Var T + 2 b Cov(t, T) + Var t'
type free struct {
	policy     jitter.Policy
	hold       bool // these polynomials hold for the policy
	b, v       float64
	delay, at  exact
	covariance float64
	steps      int
}

func newFree(p jitter.Policy) free {
	f := free{policy: p}
	if !math.IsInf(p.Cap, 1) {
		return f
	}
	var mean, variance [4]float64
	for i := range mean {
		d := p.Next(float64(i+1)*p.InitialDelay, false)
		mean[i], variance[i] = d.Mean()/p.InitialDelay, d.Variance()/p.InitialDelay/p.InitialDelay
	}
	f.b, f.v = mean[1]-mean[0], (variance[2]-2*variance[1]+variance[0])/2
	f.hold = math.Abs(mean[3]-mean[2]-f.b) <= 1e-9*mean[3] &&
		math.Abs((variance[3]-2*variance[2]+variance[1])/2-f.v) <= 1e-9*mean[3]*mean[3]
	return f
}

// step advances to the next retry and sets its moments.
func (f *free) step(to *marginal) {
	if !f.hold {
		return
	}
	d := f.policy.Next(f.delay.mean, f.steps == 0)
	f.steps++
	f.delay.mean, f.delay.variance = d.Mean(), d.Variance()+(f.b*f.b+f.v)*f.delay.variance
	f.at.mean += f.policy.AttemptTime + f.delay.mean
	f.at.variance += 2*f.b*f.covariance + f.delay.variance
	f.covariance = f.b*f.covariance + f.delay.variance
	to.mean, to.variance = f.delay.mean, f.delay.variance
	to.start.mean, to.start.variance = f.at.mean, f.at.variance
}
