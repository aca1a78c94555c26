package numeric

import "sync"

// A Spare keeps values that are no longer used, for the sake of their memory: to take one of them again is
// quicker than to collect it. What they hold is not to be read. The zero value is empty.
type Spare[T any] struct{ pool sync.Pool }

// Take returns a value that was kept, or a new one.
func (s *Spare[T]) Take() *T {
	if x, ok := s.pool.Get().(*T); ok {
		return x
	}
	return new(T)
}

// Keep keeps a value.
func (s *Spare[T]) Keep(x *T) { s.pool.Put(x) }
