package simulate

// A slowing is the state of a slowing server. Attempts that came in the same tick form a cohort, and the server checks
// all attempts of a cohort together.
type slowing struct {
	inside        uint64         // C, the attempts in the server
	cohorts       ring           // attempts in the server whose end is not known
	waiting       []list         // events of these attempts whose clients still wait, by tick, in a ring
	leaves        []uint64       // attempts that leave in each tick, in a ring; for atArrival
	later         map[int]uint64 // attempts that leave in ticks beyond the ring
	kept          uint64         // attempts that stay for a day after the outages; for atArrival
	least         uint64         // latency of an empty server
	first         int            // ticks after which a cohort may be old enough to be checked
	oldest        int            // no cohort of an earlier tick is in the server
	noCheckBefore int            // no check in an earlier tick takes off an attempt
	last          knownLatency   // the latency computed last
	heads         []int          // next cohort to check, for each class of ticks that are checked together
	held          []held         // cohorts from before the last hang ended, in order of arrival
	heldAt        int            // the class with which held cohorts are checked
	hangs         [][2]int       // first tick and first tick after each hang that is not over
}

// knownLatency is a latency with its arguments.
type knownLatency struct {
	inside  uint64
	rate    float64
	latency uint64
}

// A held cohort was in the server when a hang ended. It has the tick in which it came and the tick from which its age
// counts.
type held struct{ came, born int }

// prepare empties the server and sets it up for c.
func (h *slowing) prepare(c *config) {
	*h = slowing{cohorts: h.cohorts, waiting: h.waiting[:0], leaves: h.leaves, heads: h.heads[:0], heldAt: -1}
	if c.server != polled && c.server != atArrival {
		return
	}
	h.cohorts.first += 1 << 32 // empties the ring
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
		h.first = c.ticks // or the end of the run
		if checks := (h.least-1)/(uint64(len(h.heads))*c.tick.unit) + 1; checks < uint64(c.ticks) {
			h.first = int(checks) * len(h.heads)
		}
	} else {
		h.leaves, h.later = zeroed(h.leaves, 1<<16), map[int]uint64{}
	}
	end := uint64(0)
	// ceil returns the first tick that starts at t or later.
	ceil := func(t uint64) int { return int(c.tick.of(t + c.tick.unit - 1)) }
	for _, a := range c.intervals {
		if a.hang > end { // other outages may split a hang into several intervals
			end = a.hang
			h.hangs = append(h.hangs, [2]int{ceil(a.start), ceil(end)})
		}
	}
}

// park adds an attempt that starts at t and whose end is not known yet.
func (s *simulation) park(t uint64, e event) {
	h := &s.slow
	if h.inside == 1 { // the server was empty before
		h.oldest = s.now
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

// leave records the end of an attempt at t in a server that slows at arrival.
func (s *simulation) leave(t uint64) {
	if s.server == atArrival {
		s.exit(max(int(s.tick.of(t)), s.now+1), 1)
	}
}

// exit makes n attempts leave a server that slows at arrival in tick i, which must not be over.
func (s *simulation) exit(i int, n uint64) {
	if i >= s.ticks {
		return
	}
	if h := &s.slow; i-s.now < len(h.leaves) {
		h.leaves[i%len(h.leaves)] += n
	} else {
		h.later[i] += n
	}
	s.visit(i)
}

// leaving returns how many attempts leave a server that slows at arrival in tick i, and forgets them.
func (h *slowing) leaving(i int) (n uint64) {
	at := &h.leaves[i%len(h.leaves)]
	n, *at = *at, 0
	if later, ok := h.later[i]; ok {
		n += later
		delete(h.later, i)
	}
	return n
}

// work performs the actions of a slowing server at the start of a tick. A tick without a visit needs none: in it no
// attempt leaves, no hang ends, no cohort times out and no cohort that is checked is old enough.
func (s *simulation) work() {
	h, i := &s.slow, s.now
	hangs := len(h.hangs) > 0 && i >= h.hangs[0][0]
	over := hangs && i >= h.hangs[0][1]
	switch {
	case s.server == atArrival:
		h.inside -= h.leaving(i)
		if over {
			s.settle()
		}
	case over:
		s.gather()
		fallthrough
	case !hangs:
		s.checkCohorts()
	}
	if over {
		h.hangs = h.hangs[1:]
		s.visit(i + 1) // the next hang may be over as well
	}
	// This includes a cohort that a check has just taken off as abandoned: its clients must still time out.
	if j := i - int(s.expiry); j >= 0 {
		if s.cancel {
			if s.server == polled { // with the other servers fate determines when attempts leave
				h.inside -= h.cohorts.of(j).n
			}
			h.cohorts.empty(j)
		}
		if h.waiting[j%len(h.waiting)] != 0 {
			s.release(j, func(e event, t uint64) event { return s.fate(e, t, never) })
		}
	}
}

// gather collects all cohorts in the server when a hang ends, in order of arrival.
func (s *simulation) gather() {
	h, i := &s.slow, s.now
	from := i
	for class, j := range h.heads {
		from = min(from, max(j, h.oldest))
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

// settle gives the attempts that came in the hang that has ended the current latency.
func (s *simulation) settle() {
	h, end := &s.slow, s.tickStart
	rate := s.intervals[s.timeline.at(end)].rate
	if s.random {
		s.settleRandom(rate)
		return
	}
	done := s.answered(end + s.latency(h.inside, rate))
	late := max(done, end+s.tick.unit) // for abandoned attempts: some may time out in this tick
	for j := max(0, h.hangs[0][0]-1); j < s.now; j++ {
		c := h.cohorts.of(j)
		if c.n == 0 {
			continue
		}
		h.cohorts.empty(j)
		if done >= s.horizon {
			h.kept += c.n
		}
		if uint64(s.now-j) <= s.expiry {
			s.release(j, func(e event, t uint64) event { return s.fate(e, t, done) })
		} else if late < s.duration {
			s.discard(late, c.n, c.n*late)
			s.exit(int(s.tick.of(late)), c.n)
		}
	}
}

// settleRandom is settle with random service times.
func (s *simulation) settleRandom(rate float64) {
	h, end, inside := &s.slow, s.tickStart, s.slow.inside
	drawn := func() uint64 {
		done := s.answered(end + s.drawn(inside, rate))
		if done >= s.horizon {
			h.kept++
		}
		return done
	}
	for j := max(0, h.hangs[0][0]-1); j < s.now; j++ {
		n := h.cohorts.of(j).n
		if n == 0 {
			continue
		}
		h.cohorts.empty(j)
		if uint64(s.now-j) <= s.expiry {
			s.release(j, func(e event, t uint64) event { return s.fate(e, t, drawn()) })
			continue
		}
		for range n {
			if late := max(drawn(), end+s.tick.unit); late < s.duration {
				s.discard(late, 1, late)
				s.exit(int(s.tick.of(late)), 1)
			}
		}
	}
}

// release ends the attempts that came in tick j and whose clients still wait.
func (s *simulation) release(j int, end func(e event, start uint64) event) {
	l := &s.slow.waiting[j%len(s.slow.waiting)]
	s.each(*l, func(_ *simulation, e event) event { return end(e, e.time()) })
	*l = 0
}
