package simulate

import (
	"slices"

	"retune/calc/numeric"
)

// A workerQueue is the state of a queue with workers. They serve in order of arrival, so later arrivals do not change
// when an attempt begins or ends service: both are known at its arrival. A random service time may thus be drawn then,
// for an attempt that will be served.
type workerQueue struct {
	busy    fifo[uint64] // when each attempt that is being served or will be is done
	waiting fifo[uint64] // when each waiting attempt begins to be served, or is taken off
	free    workers      // instead of busy, with random service times
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
	if s.random {
		return s.serveRandom(t, hang)
	}
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

// workers are the times at which busy workers will have done all that is assigned to them.
type workers = numeric.Heap[uint64, struct{}]

// serveRandom is serve with random service times. The worker that is free first takes the attempt (Kiefer and
// Wolfowitz, 1955).
func (s *simulation) serveRandom(t uint64, hang bool) uint64 {
	w, q := &s.system.Server, &s.workers
	for len(q.free) > 0 && q.free[0].Key <= t {
		q.free.Pop()
	}
	begin, full := t, float64(len(q.free)) >= w.Workers
	if full {
		begin = q.free[0].Key
	}
	gone := never
	if s.cancel {
		gone = t + s.timeout
	}
	if full {
		q.waiting.drop(func(at *uint64) bool { return *at <= t })
		if float64(q.waiting.len()) >= w.QueueSize && !hang {
			return refused
		}
		q.waiting.add(min(begin, gone))
		if begin >= gone {
			return never
		}
	}
	time := s.units(w.ServiceTime * w.Law.Draw(s.Rand))
	done := s.after(&s.service, begin, max(1, time))
	if until := min(done, gone); full {
		q.free.Replace(until, struct{}{})
	} else {
		q.free.Push(until, struct{}{})
	}
	return done
}
