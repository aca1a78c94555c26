package simulate

import "slices"

// A workerQueue is the state of a queue with workers. They serve in order of arrival, so later arrivals do not change
// when an attempt begins or ends service: both are known at its arrival.
type workerQueue struct {
	busy    fifo[uint64] // when each attempt that is being served or will be is done
	waiting fifo[uint64] // when each waiting attempt begins to be served, or is taken off
}

// A fifo is a queue, first in, first out.
type fifo[T any] struct {
	items []T
	head  int
}

func (f *fifo[T]) len() int { return len(f.items) - f.head }

// drop removes items from the front as long as gone reports true.
func (f *fifo[T]) drop(gone func(*T) bool) {
	for f.head < len(f.items) && gone(&f.items[f.head]) {
		f.head++
	}
	if 2*f.head > len(f.items) {
		f.items = f.items[:copy(f.items, f.items[f.head:])]
		f.head = 0
	}
}

// add adds an item at the end. The memory doubles if it is full.
func (f *fifo[T]) add(x T) {
	if n := len(f.items); n == cap(f.items) {
		f.items = slices.Grow(f.items, n+1)
	}
	f.items = append(f.items, x)
}

// serve returns when an attempt that arrives at t is done, or refused if the queue is full. In a hang the server takes
// every attempt, even into a full queue, and works on none.
func (s *simulation) serve(t uint64, hang bool) uint64 {
	w, q := &s.system.Server, &s.workers
	past := func(at *uint64) bool { return *at <= t }
	q.busy.drop(past)
	begin := t
	if ahead := float64(q.busy.len()); ahead >= w.Workers {
		begin = max(t, q.busy.items[len(q.busy.items)-int(w.Workers)])
	}
	gone := never // when its client cancels it
	if s.cancel {
		gone = t + s.timeout
	}
	if begin > t {
		q.waiting.drop(past)
		if float64(q.waiting.len()) >= w.QueueSize && !hang {
			return refused
		}
		q.waiting.add(min(begin, gone))
		if begin >= gone {
			return never // it is never served
		}
	}
	done := s.after(&s.service, begin, s.serviceTime)
	q.busy.add(min(done, gone))
	return done
}
