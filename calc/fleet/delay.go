package fleet

import (
	"math"
	"math/rand/v2"
)

// meanDelay returns the mean delay before retry k, seconds. For a stateful policy it
// is the mean after a delay that was the mean before, which is the mean itself
// while the cap is far. Sorted delays add up to what they would unsorted.
func (c Client) meanDelay(k, before float64) float64 {
	if c.Jitter.Type.Row().Path != nil {
		k = min(k, farRetry)
	}
	return c.Following(k, before).Mean()
}

// farRetry is a retry whose delay on a path is at the cap, or beyond all numbers.
const farRetry = 2000

// LeastDelay returns the shortest delay that the client waits for, seconds: a
// hundredth of the first one where the delay drawn is multiplied for the next, and 0
// elsewhere.
func (c Client) LeastDelay() float64 {
	if c.Chained() && c.Jitter.Type.Row().After == nil {
		return c.InitialDelay / 100
	}
	return 0
}

// LongDelay returns the mean delay of a client that has retried for long, seconds:
// at the cap, or of any retry if the factor is 1. It is +Inf if the delays grow
// without a cap.
//
//	none, spread c    full c/2    equal 3c/4    decorrelated, c/a = 100: 0.527 c
//
// The mean of a stateful policy is taken over 2^16 delays of one client, always the
// same ones, and good to some percent.
func (c Client) LongDelay() float64 {
	same := c.SameFrom()
	switch row := c.Jitter.Type.Row(); {
	case row.Path != nil:
		return c.Path(farRetry).Mean()
	case math.IsInf(c.Cap, 1) && (row.After != nil || !c.Chained() && math.IsInf(same, 1)):
		return c.Cap
	case !c.Chained():
		return c.Retry(min(same, 1e9)).Mean()
	}
	if c.Jitter.Type.Row().After == nil {
		if capped := c.One(math.Inf(1)); capped.Quantile(1e-9)*c.Factor >= c.Cap {
			return capped.Mean() // what follows a delay at the cap is at the cap
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
