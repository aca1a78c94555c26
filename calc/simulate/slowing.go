package simulate

// A slowing is the state of a server that slows. Attempts that came in the same tick
// are a cohort: the server looks at them together, and so by cohort and not by attempt.
type slowing struct {
	inside  uint64   // C
	cohorts ring     // those in the server whose end is not known
	waiting []list   // of those the ones whose clients wait, by tick, in a ring
	leaves  []uint64 // attempts that leave in a tick; at arrival
	least   uint64   // latency of an empty server
	first   int      // ticks after which a cohort is looked at that is that old
	since   int      // no cohort of a tick before is in the server
	quiet   int      // no look takes one off in a tick before
	last    asked    // the latency that was asked for last
	heads   []int    // where to go on looking, of each class of ticks that are looked at together
	held    []held   // from before the last hang ended, in order of arrival
	heldAt  int      // the class with which they are looked at
	hangs   [][2]int // first tick, first tick after, of those to come and the present one
}

// asked is a latency and what it depends on.
type asked struct {
	inside  uint64
	rate    float64
	latency uint64
}

// A held cohort was in the server when a hang ended: the tick in which it came, and
// that from which its age counts.
type held struct{ came, born int }

// prepare empties the server and makes it the one of c.
func (h *slowing) prepare(c *config) {
	*h = slowing{cohorts: h.cohorts, waiting: h.waiting[:0], leaves: h.leaves, heads: h.heads[:0], heldAt: -1}
	if c.server != polled && c.server != atArrival {
		return
	}
	h.cohorts.first += 1 << 32 // empties it
	if len(h.cohorts.slots) == 0 {
		h.cohorts.slots = make([]cohort, 1<<10)
	}
	h.waiting = zeroed(h.waiting, int(min(uint64(c.ticks), c.expiry+2)))
	h.least = c.latency(0, 1)
	if c.server == polled {
		h.heads = zeroed(h.heads, int(min(c.poll/c.tick.unit, uint64(c.ticks))))
		for i := range h.heads {
			h.heads[i] = i
		}
		h.first = c.ticks // if that is in the run
		if looks := (h.least-1)/(uint64(len(h.heads))*c.tick.unit) + 1; looks < uint64(c.ticks) {
			h.first = int(looks) * len(h.heads)
		}
	} else {
		h.leaves = zeroed(h.leaves, c.ticks)
	}
	end := uint64(0)
	// ceil returns the first tick that starts at t or later.
	ceil := func(t uint64) int { return int(c.tick.of(t + c.tick.unit - 1)) }
	for _, a := range c.intervals {
		if a.hang > end { // a hang may be cut by other outages
			end = a.hang
			h.hangs = append(h.hangs, [2]int{ceil(a.start), ceil(end)})
		}
	}
}

// park takes in an attempt that starts at t and whose end is not known yet.
func (s *simulation) park(t uint64, e event) {
	h := &s.slow
	if h.inside == 1 { // this one
		h.since = s.now
	}
	c := h.cohorts.place(s.now)
	if c.n == 0 {
		s.visit(s.now + int(min(s.expiry, uint64(s.ticks))))
		if s.server == polled {
			s.visit(s.now + h.first)
		}
	}
	c.n++
	c.sum += t - s.tickStart
	s.calendar.add(&h.waiting[s.now%len(h.waiting)], &e)
}

// leave is the end of an attempt in a server that slows at arrival, at t.
func (s *simulation) leave(t uint64) {
	if s.server == atArrival {
		if i := max(int(s.tick.of(t)), s.now+1); i < s.ticks {
			s.slow.leaves[i]++
			s.visit(i)
		}
	}
}

// work does what a server that slows does at the start of a tick. It does nothing in a
// tick that no visit has asked for, in which no attempt leaves, no hang is over,
// none times out that came together, and no cohort is looked at that is old enough.
func (s *simulation) work() {
	h, i := &s.slow, s.now
	hangs := len(h.hangs) > 0 && i >= h.hangs[0][0]
	over := hangs && i >= h.hangs[0][1]
	switch {
	case s.server == atArrival:
		h.inside -= h.leaves[i]
		h.leaves[i] = 0
		if over {
			s.settle()
		}
	case over:
		s.gather()
		fallthrough
	case !hangs:
		s.look()
	}
	if over {
		h.hangs = h.hangs[1:]
		s.visit(i + 1) // if the next one is over as well
	}
	// Also of a cohort that a look has just taken off as abandoned: its clients are still
	// to be told.
	if j := i - int(s.expiry); j >= 0 {
		if s.cancel {
			if s.server == polled { // of the others fate says when they leave
				h.inside -= h.cohorts.of(j).n
			}
			h.cohorts.empty(j)
		}
		if h.waiting[j%len(h.waiting)] != 0 {
			s.release(j, func(e event, t uint64) event { return s.fate(e, t, never) })
		}
	}
}

// gather makes one line of all that is in the server when a hang ends.
func (s *simulation) gather() {
	h, i := &s.slow, s.now
	from := i
	for class, j := range h.heads {
		from = min(from, max(j, h.since))
		h.heads[class] = i + (class-i%len(h.heads)+len(h.heads))%len(h.heads)
	}
	for j := from; j < i; j++ {
		if h.cohorts.of(j).n > 0 {
			born := j
			if j >= h.hangs[0][0] {
				born = i
			}
			h.held = append(h.held, held{j, born})
		}
	}
	h.heldAt = i % len(h.heads)
}

// settle gives the attempts that came in a hang, which is over, the latency of this
// moment.
func (s *simulation) settle() {
	h, end := &s.slow, s.tickStart
	rate := s.intervals[s.timeline.at(end)].rate
	done := s.answered(end + s.latency(h.inside, rate))
	late := max(done, end+s.tick.unit) // of abandoned ones: some may time out in this tick
	for j := max(0, h.hangs[0][0]-1); j < s.now; j++ {
		c := h.cohorts.of(j)
		if c.n == 0 {
			continue
		}
		h.cohorts.empty(j)
		if uint64(s.now-j) <= s.expiry {
			s.release(j, func(e event, t uint64) event { return s.fate(e, t, done) })
		} else if late < s.duration {
			s.discard(late, c.n, c.n*late)
			h.leaves[s.tick.of(late)] += c.n
			s.visit(int(s.tick.of(late)))
		}
	}
}

// release ends the attempts that came in tick j and are still waited for.
func (s *simulation) release(j int, end func(e event, start uint64) event) {
	l := &s.slow.waiting[j%len(s.slow.waiting)]
	s.each(*l, func(_ *simulation, e event) event { return end(e, e.time()) })
	*l = 0
}
