package des

// A workerQueue is the state of a queue before workers. They serve in order of arrival,
// so that nothing that comes later changes when an attempt is begun or done: both are
// known when it comes.
type workerQueue struct {
	busy    fifo // when each attempt is done that is being served or will be
	waiting fifo // when each attempt that waits begins to be served, or is taken off
}

// A fifo is a queue of times, ascending.
type fifo struct {
	times []uint64
	head  int
}

func (f *fifo) len() int { return len(f.times) - f.head }

// until drops the times up to t.
func (f *fifo) until(t uint64) {
	for f.head < len(f.times) && f.times[f.head] <= t {
		f.head++
	}
	if 2*f.head > len(f.times) {
		f.times = f.times[:copy(f.times, f.times[f.head:])]
		f.head = 0
	}
}

func (f *fifo) add(t uint64) { f.times = append(f.times, t) }

// serve returns when an attempt is done that comes at t. In a hang the server takes
// every attempt, room or not, and works at none.
func (s *simulation) serve(t uint64, hang bool) uint64 {
	w, q := &s.system.Server, &s.workers
	q.busy.until(t)
	begin := t
	if ahead := float64(q.busy.len()); ahead >= w.Workers {
		begin = max(t, q.busy.times[len(q.busy.times)-int(w.Workers)])
	}
	gone := never // when its client takes it off
	if s.cancel {
		gone = t + s.timeout
	}
	if begin > t {
		q.waiting.until(t)
		if float64(q.waiting.len()) >= w.Room && !hang {
			return refused
		}
		q.waiting.add(min(begin, gone))
		if begin >= gone {
			return never // it is never served
		}
	}
	done := s.after(&s.service, begin, s.units(w.Latency))
	q.busy.add(min(done, gone))
	return done
}
