package numeric

import "sync"

// A Reuse keeps values that are no longer used, to reuse their memory. Callers must not rely on the contents of a
// value that Take returns. The zero value is empty.
type Reuse[T any] struct{ pool sync.Pool }

// Take returns a value that was kept, or a new one.
func (s *Reuse[T]) Take() *T {
	if x, ok := s.pool.Get().(*T); ok {
		return x
	}
	return new(T)
}

// Keep adds a value that Take may return.
func (s *Reuse[T]) Keep(x *T) { s.pool.Put(x) }
