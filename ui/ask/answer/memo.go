package answer

import (
	"context"
	"sync"
)

// A memo caches answers by their questions.
type memo struct {
	sync.Mutex
	known map[any]any
}

// memoSize is the number of answers at which a memo is cleared.
const memoSize = 256

type memoKey struct{}

// Remembering returns a context in which [Once] computes each question only once.
func Remembering(ctx context.Context) context.Context {
	return context.WithValue(ctx, memoKey{}, &memo{known: map[any]any{}})
}

// Once returns f(). If ctx is from [Remembering], it returns the cached result of an earlier call with the same
// question. question must hold everything that f depends on, and callers must not change the result. The result of a
// cancelled call is not cached.
func Once[Q comparable, A any](ctx context.Context, question Q, f func() A) A {
	m, _ := ctx.Value(memoKey{}).(*memo)
	if m == nil {
		return f()
	}
	m.Lock()
	a, ok := m.known[question].(A)
	m.Unlock()
	if ok {
		return a
	}
	if a = f(); ctx.Err() == nil {
		m.Lock()
		defer m.Unlock()
		if len(m.known) >= memoSize {
			clear(m.known)
		}
		m.known[question] = a
	}
	return a
}
