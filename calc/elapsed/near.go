package elapsed

import (
	"context"
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// ReconnectNear returns the mean and the longest reconnect delay, in seconds, after an
// outage that ends about the elapsed time at, whenever within the delay there.
//
//	mean     E (s+d)^2 / 2 E (s+d)     d the delay around the one before jitter at T
//	longest  s + the longest d
//
// The mean delays say which retry is under way at T: with full jitter clients have made twice as many retries by T as
// without, and d is twice as long.
//
// The mean is what is left of an interval seen at a random time (the inspection
// paradox: W. Feller, An Introduction to Probability Theory, vol. 2, I.4). Both are NaN
// for stateful types, whose delay at a time has no distribution of its own. Of a policy
// that is not Usual it takes the delay of the retry that comes next without jitter.
func ReconnectNear(p jitter.Policy, at float64) (mean, longest float64) {
	if p.Stateful() {
		return math.NaN(), math.NaN()
	}
	if !p.Usual() {
		n, _ := math.Modf(p.RetryAt(at))
		return left(p, p.Retry(min(n, 1<<52)+1))
	}
	means, share := MeansOf(p)
	e := means.NextDelay(at) / share
	if p.CapAfter { // the delay is drawn around one that no cap has cut
		e = p.InitialDelay * math.Exp(means.RetryAt(at)*math.Log(p.Factor))
	}
	return left(p, p.One(e))
}

// MeansOf returns the policy whose delays are the mean delays of p, below the cap at least, and
// which share of a delay before jitter they are. A jitter that is a fixed time makes each longer
// by the same.
func MeansOf(p jitter.Policy) (means calc.Policy, share float64) {
	means, share = p.Policy, 1
	bare := p
	bare.Cap, bare.CapAfter = math.Inf(1), false
	switch mean := bare.One(p.InitialDelay).Mean(); {
	case p.Jitter.Type.Row().Unit == jitter.Seconds:
		means.AttemptTime += mean - p.InitialDelay
	case mean > 0 && p.Jitter.Draws():
		share = mean / p.InitialDelay
		if means.InitialDelay *= share; !p.CapAfter {
			means.Cap *= share
		}
	}
	return means, share
}

// left returns the mean of what is left of an interval seen at a random time, and the
// longest one, of delays d, seconds.
func left(p jitter.Policy, d jitter.Dist) (mean, longest float64) {
	interval := p.AttemptTime + d.Mean()
	_, hi := d.Support()
	return (interval*interval + d.Variance()) / (2 * interval), p.AttemptTime + hi
}

// ScaleFreeLongest returns the longest reconnect delay relative to the length of the
// outage, of a policy without a cap, the outage long against the initial delay:
// (r - 1) times what the jitter makes of a delay at most, over what it makes of it on
// average, where a fixed time no longer matters. It is NaN for stateful types and policies
// that are not Usual.
func ScaleFreeLongest(p jitter.Policy) float64 {
	if p.Stateful() || !p.Usual() {
		return math.NaN()
	}
	p.Cap = math.Inf(1)
	if p.Jitter.Type.Row().Unit == jitter.Seconds {
		p.Jitter.Type = jitter.None
	}
	_, share := MeansOf(p)
	_, hi := p.One((p.Factor - 1) / share).Support()
	return hi
}

// ScaleFree returns the mean reconnect delay relative to the length of the outage,
// E (w/X), of a policy without a cap that never ends, the outage of unknown length:
// X log-uniform, and long against the initial delay.
//
//	E (t_(k+1)) E (1/T_k) / ln r - 1     k large, s = 0
//
// Without jitter it is (r-1)/ln r - 1. Where the jitter or the attempt time is a fixed
// time it no longer matters in the limit. It is 0 with a cap, and NaN for r = 1, for
// stateful types and for policies that are not Usual.
func ScaleFree(ctx context.Context, p jitter.Policy) (float64, error) {
	y := math.Log1p(p.Factor - 1)
	switch {
	case p.Factor == 1 || p.Stateful() || !p.Usual():
		return math.NaN(), nil
	case !math.IsInf(p.Cap, 1):
		return 0, nil
	case !p.Jitter.Draws() || p.Jitter.Type.Row().Unit == jitter.Seconds:
		return (p.Factor-1)/y - 1, nil
	}
	p.InitialDelay, p.AttemptTime = 1, 0
	const forgotten = 1e-9 // of the first delay in T_k
	e := newIndependent(p, Fine.cells())
	k := min(1<<20, math.Ceil(-math.Log(forgotten)/y))
	t, err := e.start(ctx, int(k))
	if err != nil {
		return 0, err
	}
	inverse := t.weighted(func(x float64) float64 { return one(x > 0) / max(x, forgotten) }).total()
	return e.retry(k+1).Mean()*inverse/y - 1, nil
}
