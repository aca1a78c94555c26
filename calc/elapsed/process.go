package elapsed

import (
	"context"

	"retune/calc/jitter"
)

// A part is clients that have started the same retry and draw the next delay alike.
type part struct {
	start lattice     // when they have started it, seconds; its total is their share
	next  jitter.Dist // the delay that follows
}

// A process is how the clients of one policy go from retry to retry, whatever retries and
// deadline say. All its methods stop with the error of ctx once that is done; they are safe
// for concurrent use, and keep what they have computed.
type process interface {
	// delay returns the distribution of the delay before retry k >= 1.
	delay(ctx context.Context, k int) (jitter.Dist, error)
	// start returns the distribution of T_k, k >= 0, with exact mean and variance.
	start(ctx context.Context, k int) (startTime, error)
	// parts returns the clients that have started retry k >= 0; together their shares are 1.
	parts(ctx context.Context, k int) ([]part, error)
	// alike returns a retry from which on all delays have one distribution, and do not
	// depend on T_k by more than the promise allows; +Inf if there is none.
	alike(ctx context.Context) (float64, error)
}
