package simulate

// The behaviour of clients: each method handles an event of a client and returns the client's next event.

// act handles an event.
func (s *simulation) act(e event) event {
	switch e.kind() {
	case timesOut:
		return s.late(e, e.time(), s.at(e.time()))
	case succeeds:
		return s.success(e, e.start(), e.time(), s.at(e.time()))
	case arrives:
		// Schedule the next arrival; the request of this one goes on.
		s.schedule(s.arrival(e.time()))
		e = s.request(e.time())
	}
	return s.attempt(e)
}

// attempt starts an attempt.
func (s *simulation) attempt(e event) event {
	t, k := e.time(), e.retry()
	y := s.at(t)
	if k > 0 {
		y.waiting -= t
		y.retries++
	} else {
		y.first++
	}
	if s.protected && s.stops(e, t) {
		y.stopped++
		return s.failure(e, t, y, false)
	}
	s.attempts[s.bin.of(t)]++
	i := s.timeline.at(t)
	a := &s.intervals[i]
	if a.fail > 0 {
		if x, falls := s.falls(a.fail); falls {
			return s.failure(e, t, y, x >= a.quiet)
		}
	}
	done := max(t, a.hang) + a.plain
	if done >= a.until {
		if done = s.admit(t, i); done == refused {
			return s.failure(e, t, y, true)
		}
	}
	y.inServer += t
	if done == unknown {
		s.park(t, e)
		return none()
	}
	return s.fate(e, t, done)
}

// stops records an attempt that starts at t in its process, and reports whether the breaker stops it.
func (s *simulation) stops(e event, t uint64) bool {
	p := &s.processes[e.owner]
	if e.retry() == 0 {
		s.protection.request(p, t)
	} else {
		s.protection.retry(p, t)
	}
	b := &s.protection.breaker
	if b.Adaptive > 0 {
		s.protection.forget(&p.breaker, s.now)
		reject := b.Rejects(float64(p.all), float64(p.bad))
		return reject > 0 && s.Float64() < reject
	}
	return p.open(t) && !(b.RetriesOnly && e.retry() == 0)
}

// fate determines how an attempt ends that started at t and that the server finishes at done, and when it leaves the
// server.
func (s *simulation) fate(e event, t, done uint64) event {
	u := min(done, t+s.timeout)
	if u >= s.duration {
		s.underWay++
		return none()
	}
	y := s.at(u)
	if u == done && done < t+s.timeout {
		y.inServer -= u
		s.leave(u)
		if s.protected {
			next := e.then(u, succeeds)
			next.from = t<<fromShift | e.from&memory // the start of the request is no longer needed
			return next
		}
		return s.success(e, t, u, y)
	}
	if s.cancel {
		y.inServer -= u
		s.leave(u)
	} else {
		y.staleIn += u
		if done < s.duration {
			s.discard(done, 1, done)
			s.leave(done)
		}
	}
	if s.protected {
		return e.then(u, timesOut)
	}
	return s.late(e, u, y)
}

// success ends an attempt that started at t with an answer at u.
func (s *simulation) success(e event, t, u uint64, y *counts) event {
	y.successes++
	s.lastEnd = max(s.lastEnd, u)
	y.age += u - t
	if s.protected {
		s.protection.success(&s.processes[e.owner], s.now, u, e.retry() > 0, e.late())
	}
	next := s.rest(e, u)
	if s.reset > 0 && !next.isNone() && next.time()-u < s.reset { // the count of retries continues
		next.more = e.more + e.retry()
		next.from |= e.from & memory
	}
	return next
}

// late ends an attempt that times out at u.
func (s *simulation) late(e event, u uint64, y *counts) event {
	y.timeouts++
	return s.again(e, u, y, lateBit, 0)
}

// failure ends an attempt at once. rejected is set if the server rejected it.
func (s *simulation) failure(e event, t uint64, y *counts, rejected bool) event {
	y.failures++
	asked := 0.0
	if a := s.system.Server.RetryAfter; rejected && a.Least > 0 {
		asked = a.Least + a.Spread*s.Float64()
	}
	return s.again(e, t, y, 0, asked)
}

// again returns the retry after an attempt that ended badly at u, or gives up. late is lateBit after a timeout, and
// asked is the wait that the server asked for, seconds.
func (s *simulation) again(e event, u uint64, y *counts, late uint64, asked float64) event {
	k := e.retry() + 1
	n := k // number of retries that count
	if s.reset > 0 {
		n += e.more
	}
	if s.ends(&e, n, u) {
		return s.giveUp(e, u, s.closes(&e, n, u), y)
	}
	t, kept, ok := s.next(&e, n, u, asked)
	if !ok {
		return s.giveUp(e, u, u, y)
	}
	if !s.behind && (n > s.retries || !s.both) && t > s.deadline && t > e.start()+s.deadline {
		end := u
		if s.system.Client.WaitAfterLast {
			end = max(u, e.start()+s.deadline)
		}
		return s.giveUp(e, u, end, y)
	}
	next := event{at: t<<atShift | late | min(k, topRetry), from: e.from&^memory | kept, owner: e.owner, more: e.more}
	if s.starts.Most > 0 && !s.lets(&next, t) {
		return s.giveUp(e, u, u, y)
	}
	if s.protected && !s.protection.reserves(&s.processes[e.owner], u, late != 0) {
		return s.giveUp(e, u, u, y)
	}
	y.waiting += u
	y.back = max(y.back, t)
	if t >= s.duration {
		return none()
	}
	return next
}

// ends reports whether an attempt that ended badly at u, before retry n, is the last of its request.
func (s *simulation) ends(e *event, n, u uint64) bool {
	if s.protected && !s.protection.failure(&s.processes[e.owner], s.now, u, e.retry() > 0) {
		return true
	}
	return n > s.retries && !s.both || s.behind && u >= e.start()+s.deadline
}

// next draws when retry n starts after an attempt that ended at u and asked for a wait, seconds. kept is what the
// client remembers of the delay. ok is false if the client gives up.
func (s *simulation) next(e *event, n, u uint64, asked float64) (t, kept uint64, ok bool) {
	delay := uint64(0)
	if s.delays.last > 0 {
		delay = s.delays.uniform(n, &s.rng)
	} else {
		delay, kept = s.delays.draw(n, e.remembers(), &s.rng)
	}
	if asked > 0 {
		wait, ok := s.system.Client.Honor.Wait(s.seconds(delay), asked, s.Float64)
		if !ok {
			return never, kept, false
		}
		delay = s.units(wait)
	}
	t = u + max(1, delay) // a client with zero delays must not retry endlessly
	if s.clips {
		t = max(u+1, min(t, e.start()+s.deadline))
	}
	return t, kept, true
}

// giveUp ends a request whose last attempt failed at u. The call ends at end.
func (s *simulation) giveUp(e event, u, end uint64, y *counts) event {
	y.givenUp++
	s.lastEnd = max(s.lastEnd, u)
	return s.rest(e, end)
}

// closes returns when a call ends if its last attempt, the one before retry n, ended at u.
func (s *simulation) closes(e *event, n, u uint64) uint64 {
	if !s.system.Client.WaitAfterLast || n <= s.retries {
		return u
	}
	t, _, _ := s.next(e, n, u, 0)
	if t > s.deadline {
		t = min(t, max(u, e.start()+s.deadline))
	}
	return t
}

// lets reports whether the limit of starts lets an attempt start at t, and counts it.
func (s *simulation) lets(e *event, t uint64) bool {
	switch opened, after := e.more>>fromShift, e.more&memory; {
	case t >= opened+s.within:
		e.more = t << fromShift
	case float64(after+1) >= s.starts.Most:
		return false
	case after < memory:
		e.more++
	}
	return true
}
