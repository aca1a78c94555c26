package answer

import "context"

// A Work is an answer of many parts in the making, which can be looked at meanwhile.
type Work interface {
	// Do works it out, on all cores, and returns soon after ctx has ended. From time to time
	// it tells how many parts are done, of how many; told may be nil.
	Do(ctx context.Context, told func(done, all int))

	// Answer is the answer as far as it is worked out: with a warning where that is not
	// wholly. It may be asked for while Do goes on.
	Answer() Answer
}
