package elapsed

import (
	"context"
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// ReconnectNear returns the mean and the longest reconnect delay, in seconds, after an outage that ends near the
// elapsed time at, at a random time within the delay under way.
//
//	mean     E (s+d)^2 / 2 E (s+d)     d the delay around the one before jitter at T
//	longest  s + the longest d
//
// The mean delays determine which delay before jitter is under way at T: full jitter halves the delays, so at T the
// delay before jitter is about twice as long as without jitter.
//
// The mean is the mean residual of an interval seen at a random time (the inspection paradox: W. Feller, An
// Introduction to Probability Theory, vol. 2, I.4). Both are NaN for stateful types, whose delay at a time does not
// depend on the time alone. For a policy that is not ByDelayAlone d is the delay of the retry that comes next without
// jitter.
func ReconnectNear(p jitter.Policy, at float64) (mean, longest float64) {
	if p.Stateful() {
		return math.NaN(), math.NaN()
	}
	if !p.ByDelayAlone() {
		n, _ := math.Modf(p.RetryAt(at))
		return left(p, p.Retry(min(n, 1<<52)+1))
	}
	means, share := MeansOf(p)
	e := means.NextDelay(at) / share
	if p.CapAfter { // the delay is drawn around an uncapped delay
		e = p.InitialDelay * math.Exp(means.RetryAt(at)*math.Log(p.Factor))
	}
	return left(p, p.One(e))
}

// MeansOf returns a policy without jitter whose delays are the mean delays of p, at least below the cap, and the ratio
// of a mean delay to the delay before jitter. Jitter of a fixed time adds the same time to each delay instead.
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

// left returns the mean residual of an interval with delay d seen at a random time, and the longest interval, seconds.
func left(p jitter.Policy, d jitter.Dist) (mean, longest float64) {
	interval := p.AttemptTime + d.Mean()
	_, hi := d.Support()
	return (interval*interval + d.Variance()) / (2 * interval), p.AttemptTime + hi
}

// ScaleFreeLongest returns the longest reconnect delay divided by the length of the outage, for a policy without a cap
// and an outage much longer than the initial delay. It is (r - 1) times the longest jittered delay over the mean one;
// jitter of a fixed time no longer matters. It is NaN for stateful types and policies that are not ByDelayAlone.
func ScaleFreeLongest(p jitter.Policy) float64 {
	if p.Stateful() || !p.ByDelayAlone() {
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

// ScaleFree returns the mean of the reconnect delay divided by the length of the outage, E (w/X), for a policy without
// a cap that never ends and an outage of unknown length: X is log-uniform and much longer than the initial delay.
//
//	E (t_(k+1)) E (1/T_k) / ln r - 1     k large, s = 0
//
// Without jitter it is (r-1)/ln r - 1. Jitter of a fixed time and the attempt time do not matter in the limit. It is 0
// with a cap, and NaN for r = 1, for stateful types and for policies that are not ByDelayAlone.
func ScaleFree(ctx context.Context, p jitter.Policy) (float64, error) {
	y := math.Log1p(p.Factor - 1)
	switch {
	case p.Factor == 1 || p.Stateful() || !p.ByDelayAlone():
		return math.NaN(), nil
	case !math.IsInf(p.MostDelay(), 1):
		return 0, nil
	case !p.Jitter.Draws() || p.Jitter.Type.Row().Unit == jitter.Seconds:
		return (p.Factor-1)/y - 1, nil
	}
	p.InitialDelay, p.AttemptTime = 1, 0
	const forgotten = 1e-9 // remaining share of the first delay in T_k
	e := newIndependent(p, Fine.cells())
	k := min(1<<20, math.Ceil(-math.Log(forgotten)/y))
	t, err := e.start(ctx, int(k))
	if err != nil {
		return 0, err
	}
	inverse := t.weighted(func(x float64) float64 { return one(x > 0) / max(x, forgotten) }).total()
	return e.retry(k+1).Mean()*inverse/y - 1, nil
}
