package simulate

import "retune/calc/fleet"

// rest returns the first attempt after the think time that follows a request that ended at u.
func (s *simulation) rest(e event, u uint64) event {
	if s.system.Traffic.Kind != fleet.Closed {
		return none()
	}
	think := s.ExpFloat64() * s.think
	t := u + uint64(think)
	if !s.traffic.even {
		t = s.after(&s.traffic, u, uint64(think))
	}
	if t >= s.duration {
		return none()
	}
	next := event{at: t << atShift, from: t << fromShift, owner: e.owner, more: s.opens(t)}
	if s.delays.fromThink {
		next.from |= encode(s.seconds(t - u))
	}
	return next
}

// arrival returns the next arrival after t of an open stream.
func (s *simulation) arrival(t uint64) event {
	t = s.after(&s.traffic, t, s.units(s.ExpFloat64()/s.system.Traffic.Rate))
	if t >= s.duration {
		return none()
	}
	return event{at: t<<atShift | arrives<<(retryBits+1)}
}

// request returns the first attempt of a request that arrives at t at a random process.
func (s *simulation) request(t uint64) event {
	e := event{at: t << atShift, from: t << fromShift, more: s.opens(t)}
	if len(s.processes) > 1 {
		e.owner = s.below(uint64(len(s.processes)))
	}
	return e
}

// opens returns event.more of a first attempt at t.
func (s *simulation) opens(t uint64) uint64 {
	if s.starts.Most > 0 {
		return t << fromShift
	}
	return 0
}
