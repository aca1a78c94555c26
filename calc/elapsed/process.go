package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
)

// A process is how the clients of one policy go from retry to retry, whatever retries and
// deadline say. All its methods stop with the error of ctx once that is done. They are safe
// for concurrent use, and keep what they have computed.
type process interface {
	// delay returns the distribution of the delay before retry k >= 1.
	delay(ctx context.Context, k int) (jitter.Dist, error)
	// exactly returns mean, variance and support of T_k, k >= 0, without its distribution.
	exactly(ctx context.Context, k int) (exact, error)
	// start returns the distribution of T_k, k >= 0.
	start(ctx context.Context, k int) (startTime, error)
	// parts returns the clients that have started retry k >= 0; their shares add up to 1.
	parts(ctx context.Context, k int) ([]part, error)
	// alike returns a retry from which on all delays have one distribution, and depend on
	// T_k by no more than the promise allows; +Inf if there is none.
	alike(ctx context.Context) (float64, error)
}

// A part is clients that have started the same retry and draw the next delay alike.
type part struct {
	start lattice     // when they have started it, seconds; its total is their share
	next  jitter.Dist // the delay that follows
}

// An exact is what is known of T_k exactly.
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

// certain reports whether T_k is one time, but for rounding.
func (s exact) certain() bool { return deviation(s.variance) <= 1e-7*s.mean }

// deviation returns the standard deviation of a variance.
func deviation(variance float64) float64 { return math.Sqrt(max(0, variance)) }
