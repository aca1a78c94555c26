package fleet

import (
	"math"
	"math/rand/v2"
)

// meanDelay returns the mean delay before retry k, seconds. before is the mean delay before retry k-1. For a stateful
// policy the result is the mean after a delay of before, which is exact while the cap is far.
func (c Client) meanDelay(k, before float64) float64 {
	if c.Jitter.Type.Row().Path != nil {
		k = min(k, farRetry)
	}
	return c.Following(k, before).Mean()
}

// farRetry is a retry whose delay on a path is at the cap or overflows.
const farRetry = 2000

// LeastDelay returns the shortest delay of the client, seconds: a hundredth of the initial delay under Feedback, and 0
// elsewhere.
func (c Client) LeastDelay() float64 {
	if c.Chained() && c.Jitter.Type.Row().After == nil {
		return c.InitialDelay / 100
	}
	return 0
}

// LongDelay returns the mean delay after many retries, seconds: at the cap, or the mean of every retry if the factor
// is 1. It is +Inf if the delays grow without a cap.
//
//	none, spread c    full c/2    equal 3c/4    decorrelated, c/a = 100: 0.527 c
//
// For a stateful policy it is the mean of 2^16 delays of one client with a fixed seed, accurate to a few percent.
func (c Client) LongDelay() float64 {
	same := c.SameFrom()
	switch row := c.Jitter.Type.Row(); {
	case row.Path != nil:
		return c.Path(farRetry).Mean()
	case math.IsInf(c.MostDelay(), 1) && (row.After != nil || !c.Chained() && math.IsInf(same, 1)):
		return c.MostDelay()
	case !c.Chained():
		return c.Retry(min(same, 1e9)).Mean()
	}
	if c.Jitter.Type.Row().After == nil {
		if capped := c.One(math.Inf(1)); capped.Quantile(1e-9)*c.Factor >= c.MostDelay() {
			return capped.Mean() // after a delay at the cap every delay is at the cap
		}
	}
	const early, delays = 1 << 10, 1 << 16
	r := rand.New(rand.NewPCG(0x7265, 0x74756e65))
	s, t, sum := c.Sampler(), 0.0, 0.0
	for k := range early + delays {
		_, t = s.Draw(float64(k+1), t, r.Float64, r.NormFloat64)
		if t = max(c.LeastDelay(), t); k >= early {
			sum += t / delays
		}
	}
	return sum
}
