package simulate

// checkCohorts checks the attempts of a slowing server, which leaves it at a check (see [fleet.Slowing]). The attempts
// that came in one tick are a cohort and are checked together. checkCohorts takes the cohorts that are due in this
// tick, the oldest first, until one is not done.
func (s *simulation) checkCohorts() {
	h := &s.slow
	if h.inside == 0 || s.now < h.noCheckBefore {
		return
	}
	classes := len(h.heads)
	class := s.now % classes
	if class == h.heldAt {
		for len(h.held) > 0 && s.cohortDone(h.held[0].came, h.held[0].born) {
			h.held = h.held[1:]
		}
		if len(h.held) > 0 {
			s.visit(s.now + classes)
		}
	}
	j := h.heads[class]
	if j < h.oldest {
		j = h.oldest + (class-h.oldest%classes+classes)%classes
	}
	for j < s.now && (h.cohorts.of(j).n == 0 || s.cohortDone(j, j)) {
		j += classes
	}
	if h.heads[class] = j; j < s.now && !s.skipChecks() {
		s.visit(max(s.now+classes, j+h.first))
	}
}

// skipChecks reports whether no check in the next ticks can take off an attempt, and skips these checks until the
// oldest attempts are as old as the latency is now, or the rate changes. Only without Cancel: attempts then leave at
// checks alone, and the latency does not fall in between. Otherwise a server that is down for long would check in every
// tick in vain.
func (s *simulation) skipChecks() bool {
	h := &s.slow
	a := &s.intervals[s.timeline.at(s.tickStart)]
	if s.cancel || h.last.rate != a.rate || h.last.inside > h.inside {
		return false
	}
	for h.cohorts.of(h.oldest).n == 0 {
		h.oldest++
	}
	classes := len(h.heads)
	until := min(h.oldest+int(min(h.last.latency, s.duration)/s.tick.unit), int(min(a.end, s.duration)/s.tick.unit))
	if until < s.now+2*classes {
		return false
	}
	h.noCheckBefore = until
	for i := range classes {
		s.visit(until + i)
	}
	return true
}

// cohortDone reports whether the cohort of tick j is out of the server after a check.
func (s *simulation) cohortDone(j, born int) bool {
	h := &s.slow
	c := h.cohorts.of(j)
	if c.n == 0 {
		return true
	}
	now := s.tickStart
	old := uint64(s.now-born) * s.tick.unit
	if old < h.least || !s.exceedsLatency(old) {
		return false
	}
	age := uint64(s.now-j) * s.tick.unit
	if age >= s.timeout && s.cancel {
		return true // it times out in this tick and is taken off then
	}
	h.inside -= c.n
	h.cohorts.empty(j)
	if age < s.timeout {
		s.release(j, func(e event, t uint64) event { return s.fate(e, t, t+age) })
		return true
	}
	// In a tick in which a step ends they leave at the end of the tick, not before its timeouts.
	last := now + s.tick.unit - 1
	switch {
	case last >= s.duration: // after the end of the run
	case s.at(now) == s.at(last):
		s.discard(now, c.n, c.n*now+c.sum)
	default:
		s.discard(last, c.n, c.n*last)
	}
	return true
}

// exceedsLatency reports whether an age is at least the current latency. Computing a latency takes as long as the rest
// of a check, so it is computed only if the last one does not decide.
func (s *simulation) exceedsLatency(age uint64) bool {
	h := &s.slow
	rate := s.intervals[s.timeline.at(s.tickStart)].rate
	if h.last.rate == rate {
		if over := age >= h.last.latency; over && h.inside <= h.last.inside || !over && h.inside >= h.last.inside {
			return over
		}
	}
	h.last = knownLatency{h.inside, rate, s.latency(h.inside, rate)}
	return age >= h.last.latency
}

// discard takes n abandoned attempts off the server, at times near t with the given sum.
func (s *simulation) discard(t, n, sum uint64) {
	y := s.at(t)
	y.abandoned += n
	y.staleIn -= sum
	y.inServer -= sum
}
