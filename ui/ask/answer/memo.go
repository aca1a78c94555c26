package answer

import (
	"context"
	"sync"
)

// A memo caches the latest answers by their questions.
type memo struct {
	sync.Mutex
	known map[any]any
	order []any // the questions, the oldest first
}

// memoSize is the number of answers that a memo keeps: one of a fleet may hold the series of all its runs.
const memoSize = 12

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
		m.keep(question, a)
	}
	return a
}

// keep stores an answer and drops the oldest one beyond memoSize.
func (m *memo) keep(question, a any) {
	if _, ok := m.known[question]; !ok {
		m.order = append(m.order, question)
	}
	m.known[question] = a
	if len(m.order) > memoSize {
		delete(m.known, m.order[0])
		m.order = append(m.order[:0:0], m.order[1:]...)
	}
}
