package answer

import (
	"context"
	"testing"
)

// TestCached checks that a context from WithCache computes each question once, unless the computation was cancelled,
// and other contexts compute it every time.
func TestCached(t *testing.T) {
	asked := 0
	ask := func(ctx context.Context, question int) int {
		return Cached(ctx, question, func() int { asked++; return 10 * question })
	}
	is := func(ctx context.Context, question, times int) {
		t.Helper()
		before := asked
		for range 3 {
			if a := ask(ctx, question); a != 10*question {
				t.Errorf("the answer to %d is %d", question, a)
			}
		}
		if asked-before != times {
			t.Errorf("question %d is worked out %d times of three, want %d", question, asked-before, times)
		}
	}
	plain := context.Background()
	one, other := WithCache(plain), WithCache(plain)
	is(plain, 1, 3)
	is(one, 1, 1)
	is(one, 2, 1)
	is(one, 1, 0)
	is(other, 1, 1)
	stopped, stop := context.WithCancel(one)
	is(stopped, 3, 1)
	stop()
	is(stopped, 4, 3)
	is(one, 4, 1)
	type same int // a distinct type with the same value
	if Cached(one, same(1), func() int { return 7 }) != 7 {
		t.Error("questions of two types are one")
	}
	for i := range cacheSize {
		ask(one, 100+i)
	}
	is(one, 1, 1) // the cache was cleared
}
