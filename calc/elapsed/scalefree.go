package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
	"retune/calc/num"
)

// ScaleFree returns the mean reconnect delay relative to the length of the outage,
// E (w/X), of a policy without a cap that never ends, the outage of unknown length:
// X log-uniform, and long against the initial delay.
//
//	E (t_(k+1)) E (1/T_k) / ln r - 1     k large, s = 0
//
// Without jitter it is (r-1)/ln r - 1. Where the jitter or the attempt time is a fixed
// time it no longer matters in the limit. It is 0 with a cap, and NaN for r = 1 and for
// stateful types.
func ScaleFree(ctx context.Context, p jitter.Policy) float64 {
	y := math.Log1p(p.Factor - 1)
	switch {
	case p.Factor == 1 || p.Stateful():
		return math.NaN()
	case !math.IsInf(p.Cap, 1):
		return 0
	case !p.Jitter.Draws() || p.Jitter.Type.Row().Unit == jitter.Seconds:
		return (p.Factor-1)/y - 1
	}
	p.InitialDelay, p.AttemptTime = 1, 0
	e := newIndependent(ctx, p, Fine)
	k := int(math.Ceil(math.Log(1/hidden) / y))
	l := e.distribution(k)
	lo, hi := l.near()
	lo = math.Max(lo, start{l}.Quantile(1e-12))
	inverse := 1/hi + num.Integrate(func(x float64) float64 { return l.moment(x, 0) / (x * x) }, lo, hi, 64)
	return e.one(k+1).Mean()*inverse/y - 1
}
