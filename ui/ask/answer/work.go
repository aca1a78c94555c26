package answer

import "context"

// MostAttempts is the largest number of attempts that one question simulates, in all its runs together.
const MostAttempts = 5e7

// A Work is a computation in several parts whose partial answer is available meanwhile.
type Work interface {
	// Do computes the remaining parts on all cores. It returns soon after ctx is cancelled. After each part it calls
	// progress, unless nil, with the number of parts done, and returns if progress returns false. A later call continues.
	Do(ctx context.Context, progress func(done, all int) (more bool))

	// Answer returns the answer computed so far, with a warning if it is incomplete. It may be called while Do runs.
	Answer() Answer
}
