package answer

import (
	"context"
	"sync"
)

// A cache caches the latest answers by their questions.
type cache struct {
	sync.Mutex
	known map[any]any
	order []any // the questions, the oldest first
}

// cacheSize is the number of answers that a cache keeps: one of a fleet may hold the series of all its runs.
const cacheSize = 12

type cacheKey struct{}

// WithCache returns a context in which [Cached] computes each question only once.
func WithCache(ctx context.Context) context.Context {
	return context.WithValue(ctx, cacheKey{}, &cache{known: map[any]any{}})
}

// Cached returns f(). If ctx is from [WithCache], it returns the cached result of an earlier call with the same
// question. question must hold everything that f depends on, and callers must not change the result. The result of a
// cancelled call is not cached.
func Cached[Q comparable, A any](ctx context.Context, question Q, f func() A) A {
	m, _ := ctx.Value(cacheKey{}).(*cache)
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

// keep stores an answer and drops the oldest one beyond cacheSize.
func (m *cache) keep(question, a any) {
	if _, ok := m.known[question]; !ok {
		m.order = append(m.order, question)
	}
	m.known[question] = a
	if len(m.order) > cacheSize {
		delete(m.known, m.order[0])
		m.order = append(m.order[:0:0], m.order[1:]...)
	}
}
