package elapsed

import (
	"math"

	"retune/calc/jitter"
)

// A part is a group of clients that have started the same retry and draw the next delay from the same distribution.
type part struct {
	start law         // measure of the start of the retry, seconds; its total is the share of these clients
	next  jitter.Dist // distribution of the next delay
}

// An exact has the exact moments and the support of T_k.
type exact struct {
	mean, variance float64 // seconds, seconds squared
	lo, hi         float64 // support, seconds
}

// near returns an interval beyond which T_k has a negligible probability, seconds.
func (s exact) near() (lo, hi float64) {
	const deviations = 9
	if math.IsInf(s.variance, 1) || math.IsInf(s.mean, 1) {
		return s.mean, math.Inf(1)
	}
	sd := deviations * deviation(s.variance)
	return max(s.lo, s.mean-sd), min(s.hi, s.mean+sd)
}

// deviation returns the square root of a variance, 0 for a negative one.
func deviation(variance float64) float64 { return math.Sqrt(max(0, variance)) }
