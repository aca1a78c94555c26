package elapsed

import (
	"math"

	"retune/calc/jitter"
)

// A part is clients that have started the same retry and draw the next delay alike.
type part struct {
	start lattice     // when they have started it, seconds; its total is their share
	next  jitter.Dist // the delay that follows
}

// An exact is the moments and the support of T_k.
type exact struct {
	mean, variance float64 // seconds, seconds squared
	lo, hi         float64 // support, seconds
}

// near returns the interval that holds all of T_k but next to nothing, seconds.
func (s exact) near() (lo, hi float64) {
	const deviations = 9
	if math.IsInf(s.variance, 1) || math.IsInf(s.mean, 1) {
		return s.mean, math.Inf(1)
	}
	sd := deviations * deviation(s.variance)
	return max(s.lo, s.mean-sd), min(s.hi, s.mean+sd)
}

// deviation returns the standard deviation of a variance.
func deviation(variance float64) float64 { return math.Sqrt(max(0, variance)) }
