package answer

import (
	"context"
	"sync"
)

// A memo keeps answers by their questions.
type memo struct {
	sync.Mutex
	known map[any]any
}

// memoSize is after how many answers a memo forgets all of them.
const memoSize = 256

type memoKey struct{}

// Remembering returns a context whose questions are answered but once by [Once]: for a program
// that asks many that are alike.
func Remembering(ctx context.Context) context.Context {
	return context.WithValue(ctx, memoKey{}, &memo{known: map[any]any{}})
}

// Once returns what f works out, or what it did for the same question before if ctx is
// Remembering. The question holds all that f depends on; the result must not be changed.
// What was stopped is not kept.
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
