package elapsed

import (
	"math"
	"sync"
)

// A limit is the distribution that T_k tends to, but for its mean and its deviation, where delays
// grow without a cap: of that many retries those before the last K are next to nothing.
type limit struct {
	start
	quantiles sync.Map // that were asked for
}

// limitFrom returns the number of retries K after which T_k has the limit T_K, +Inf if they
// never have one: those before the last K add hidden of it.
func (e *independent) limitFrom() float64 {
	if !e.scales || !math.IsInf(e.policy.Cap, 1) || e.growth == 0 {
		return math.Inf(1)
	}
	return 1 + math.Ceil(-math.Log(hidden)/e.growth)
}

// image returns the distribution of T_k, whose sum is t, k > K.
func (e *independent) image(t sum) image {
	if e.limit == nil {
		k := int(e.limitFrom())
		e.limit = &limit{start: start{e.distributionOf(k, e.sumOf(float64(k)))}}
	}
	return image{t, e.limit}
}

// An image is the distribution of a limit with another mean and deviation.
type image struct {
	sum
	limit *limit
}

func (i image) ratio() float64          { return i.sd / i.limit.Deviation() }
func (i image) from(x float64) float64  { return i.limit.Mean() + (x-i.mean)/i.ratio() }
func (i image) to(x float64) float64    { return i.mean + (x-i.limit.Mean())*i.ratio() }
func (i image) below(x float64) float64 { return i.limit.below(i.from(x)) }
func (i image) off() float64            { return i.limit.off() + hidden }

func (i image) near() (lo, hi float64) {
	lo, hi = i.limit.near()
	return max(i.lo, i.to(lo)), min(i.hi, i.to(hi))
}

func (i image) moment(x float64, p int) float64 {
	if p == 0 && x >= i.hi {
		return 1
	}
	return i.limit.moment(i.from(x), p) * math.Pow(i.ratio(), float64(p))
}

// quantile returns the image of that of the limit.
func (i image) quantile(q float64) (float64, bool) {
	x, ok := i.limit.quantiles.Load(q)
	if !ok {
		x = i.limit.Quantile(q)
		i.limit.quantiles.Store(q, x)
	}
	return min(i.hi, max(i.lo, i.to(x.(float64)))), true
}
