package num

import (
	"context"
	"math"
	"testing"
)

// TestWork holds that what is done counts for all that it is a part of, and that the context
// of as much as there may be ends.
func TestWork(t *testing.T) {
	WorkOf(context.Background()).Did(1)
	whole, all, release := Within(context.Background(), 1)
	defer release()
	part, some, done := Within(whole, 3e-8)
	defer done()
	if WorkOf(part).Did(3); part.Err() != nil || some.Over() {
		t.Errorf("%g seconds of 3e-8 are too much", some.Seconds())
	}
	WorkOf(part).Did(1)
	if part.Err() == nil || !some.Over() || whole.Err() != nil || all.Over() {
		t.Errorf("%g seconds of 3e-8, %g of 1: %v, %v", some.Seconds(), all.Seconds(), part.Err(), whole.Err())
	}
	if s := all.Seconds(); !(math.Abs(s-4e-8) < 1e-15) {
		t.Errorf("%g seconds of all", s)
	}
}
