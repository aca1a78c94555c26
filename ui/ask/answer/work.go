package answer

import "context"

// MostAttempts is how many attempts one question may simulate, in all its runs together.
const MostAttempts = 1e8

// A Work is an answer of many parts in the making, which can be looked at meanwhile.
type Work interface {
	// Do works it out, on all cores, and returns soon after ctx has ended. After each part it
	// tells how many are done, of how many, and pauses where told says so by false; told may
	// be nil. Done again it goes on with those that are not done.
	Do(ctx context.Context, told func(done, all int) (more bool))

	// Answer is the answer as far as it is computed, with a warning if that is not all. It may be
	// asked for while Do goes on.
	Answer() Answer
}
