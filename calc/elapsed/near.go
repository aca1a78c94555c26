package elapsed

import (
	"math"

	"retune/calc/jitter"
)

// ReconnectNear returns the mean and the longest reconnect delay, in seconds, after an
// outage that ends about the elapsed time at, whenever within the delay there.
//
//	mean     E (s+d)^2 / 2 E (s+d)     d the delay around t(T)
//	longest  s + the longest d
//
// The mean is what is left of an interval seen at a random time (the inspection
// paradox: W. Feller, An Introduction to Probability Theory, vol. 2, I.4). Both are NaN
// for stateful types, whose delay at a time has no distribution of its own.
func ReconnectNear(p jitter.Policy, at float64) (mean, longest float64) {
	if p.Stateful() {
		return math.NaN(), math.NaN()
	}
	e := p.NextDelay(at)
	if p.CapAfter { // the delay is drawn around one that no cap has cut
		e = p.InitialDelay * math.Exp(p.RetryAt(at)*math.Log(p.Factor))
	}
	d := p.One(e)
	interval := p.AttemptTime + d.Mean()
	_, hi := d.Support()
	return (interval*interval + d.Variance()) / (2 * interval), p.AttemptTime + hi
}

// ScaleFreeLongest returns the longest reconnect delay relative to the length of the
// outage, of a policy without a cap, the outage long against the initial delay:
// (r - 1) times what the jitter makes of a delay at most, where a fixed time no longer
// matters. It is NaN for stateful types.
func ScaleFreeLongest(p jitter.Policy) float64 {
	if p.Stateful() {
		return math.NaN()
	}
	p.Cap = math.Inf(1)
	if p.Jitter.Type.Row().Unit == jitter.Seconds {
		p.Jitter.Type = jitter.None
	}
	_, hi := p.One(p.Factor - 1).Support()
	return hi
}
