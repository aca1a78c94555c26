package simulate

import "math"

const (
	refused = never + 1 // the attempt fails at once
	unknown = never + 2 // its end depends on later events
)

// admit returns when the attempt that starts at t, in interval i, leaves the server if its client does not time out;
// or refused, or unknown.
func (s *simulation) admit(t uint64, i int) uint64 {
	a := &s.intervals[i]
	switch s.server {
	case constant:
		return s.constant(t, i)
	case atArrival:
		s.slow.inside++
		if a.hang > 0 {
			return unknown
		}
		done := s.answered(t + s.drawn(s.slow.inside, a.rate))
		if done >= s.horizon {
			s.slow.kept++
		}
		return done
	case polled:
		s.slow.inside++
		return unknown
	case queued:
		return s.serve(t, a.hang > 0)
	default:
		return s.limited(t, a)
	}
}

// constant returns when a server that never slows answers an attempt whose answer an outage may affect: at the first
// check at which the attempt is old enough, or as soon as it is old enough without checks.
func (s *simulation) constant(t uint64, i int) uint64 {
	born := t // time from which its age counts
	if a := &s.intervals[i]; a.hang > 0 {
		born, i = a.hang, a.over
	}
	if s.system.Server.AtArrival {
		if s.random {
			return s.answered(born + s.drawn(0, s.intervals[i].rate))
		}
		return s.answered(born + s.intervals[i].plain)
	}
	check := born // time from which checks begin
	for ; i < len(s.intervals); i++ {
		a := &s.intervals[i]
		if a.hang > 0 {
			check = a.hang
			continue
		}
		done := s.seen(max(born+s.latency(0, a.rate), a.start), check)
		if done < a.end {
			return done
		}
	}
	return never
}

// limited returns when a limited server answers, or refused. In a brownout the server accepts a whole number of
// attempts each second and carries the fraction over to later seconds.
func (s *simulation) limited(t uint64, a *interval) uint64 {
	from := t
	if a.hang > 0 {
		from = a.hang
		a = &s.intervals[a.over]
	} else {
		i := s.second.of(t)
		if i != s.lastSecond {
			s.lastSecond, s.accepted = i, 0
		}
		each := s.system.Server.Capacity * a.rate
		if s.accepted >= math.Floor(each*float64(i+1)+1e-6)-math.Floor(each*float64(i)+1e-6) {
			return refused
		}
		s.accepted++
	}
	x := s.system.Server.ServiceTime
	if s.random {
		x *= s.system.Server.Law.Draw(s.Rand)
	}
	return s.answered(from + s.units(x/a.rate))
}
