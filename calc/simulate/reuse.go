package simulate

import "retune/calc/numeric"

// reused keeps finished simulations for reuse, if they are small.
var reused numeric.Reuse[simulation]

// mostReused is the most memory of a simulation that later questions reuse, in bytes. It suffices for 100,000 clients.
const mostReused = 4 << 20

// A recycler has the memory for one run after another. A large simulation serves the next run, and is garbage when the
// runs of the question end: otherwise it would serve small questions and be live as long as they are asked.
type recycler struct{ large *simulation }

// take returns a simulation, in reused memory if available.
func (r *recycler) take() *simulation {
	if s := r.large; s != nil {
		r.large = nil
		return s
	}
	return reused.Take()
}

// keep keeps the memory of a finished simulation.
func (r *recycler) keep(s *simulation) {
	if s.bytes() > mostReused {
		r.large = s
		return
	}
	reused.Keep(s)
}

// bytes returns the memory that the next run in s reuses. It grows with the system, its duration or its load. Words
// have 8 bytes, other elements as many as the factors say.
func (s *simulation) bytes() int {
	q, h := &s.calendar, &s.slow
	words := cap(q.words) + cap(q.lists) + cap(q.busy) + cap(s.keys) + cap(s.attempts) + cap(h.waiting) +
		cap(h.leaves) + cap(h.heads)
	return 8*words + 24*cap(h.cohorts.slots) + 32*cap(s.batch) + 40*cap(s.due) + 128*cap(s.counts) +
		80*cap(s.processes) + 208*cap(s.pasts)
}
