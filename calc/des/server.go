package des

import (
	"math"

	"retune/calc/system"
)

// The servers, by when the fate of a call is known.
const (
	steady  = iota // its latency does not depend on the load: known when it comes
	entry          // slowing, by its load when a call comes
	looking        // slowing, by its load when it looks at a call: known then
	queuing        // workers in order of arrival: known when it comes, as all before it are
	limited        // so many a second: likewise
)

func kindOf(s system.Server) int {
	switch {
	case s.Kind == system.Queue:
		return queuing
	case s.Kind == system.Limited:
		return limited
	case math.IsInf(s.Limit, 1) || s.Slowdown == 1:
		return steady
	case s.AtArrival:
		return entry
	}
	return looking
}

// A server is what the calls of one part of the fleet go to. Of a slowing one each
// part has its own image, which is put right after every tick: see host.
type server struct {
	rules    // a copy, since they are asked at every call
	host     *host
	part     uint64
	came     uint64 // calls in this tick, of a slowing one
	parked   cohort // of those, the ones whose fate is not known yet
	leaves   []uint32
	lines    lines
	second   uint64 // for which a limited one counts
	accepted float64
}

const (
	refused = never + 1 // the call fails at once
	unknown = never + 2 // its fate depends on what is yet to happen
)

// admit returns when the call that starts at t leaves the server, if its client
// waits for it; or refused, or unknown.
func (s *server) admit(t uint64, i int) uint64 {
	a := &s.spells[i]
	switch s.kind {
	case steady:
		return s.steady(t, i)
	case entry:
		// The other parts have had about as many calls in this tick.
		c := s.host.inside + s.came*s.parts + s.part + 1
		s.came++
		if a.hang > 0 {
			s.parked.add(t - s.host.start)
			return unknown
		}
		return s.weather.answered(t + s.latency(c, a.rate))
	case looking:
		s.came++
		s.parked.add(t - s.host.start)
		return unknown
	case queuing:
		return s.serve(t, a.hang > 0)
	default:
		return s.limited(t, a)
	}
}

// latency returns the latency of a slowing server, units.
func (r *rules) latency(c uint64, rate float64) uint64 {
	return max(1, r.units(r.world.Server.LatencyAt(float64(c))/rate))
}

// steady returns when a server answers that never slows, where a fault begins
// or ends before: at the first look at which the call is old enough, or without
// looks as soon as it is.
func (s *server) steady(t uint64, i int) uint64 {
	born := t // from when its age counts
	if a := &s.spells[i]; a.hang > 0 {
		born, i = a.hang, a.over
	}
	if s.world.Server.AtArrival {
		return s.weather.answered(born + s.spells[i].plain)
	}
	look := born // from when it is looked at
	for ; i < len(s.spells); i++ {
		a := &s.spells[i]
		if a.hang > 0 {
			look = a.hang
			continue
		}
		done := s.seen(max(born+s.latency(0, a.rate), a.start), look)
		if done < a.end {
			return done
		}
	}
	return never
}

// seen returns the first look at time t or later, of those from a time on.
func (r *rules) seen(t, from uint64) uint64 {
	t = max(t, from)
	return from + (t-from+r.look-1)/r.look*r.look
}

// limited returns when a server answers that accepts so many calls a second,
// of a slow one the whole part of its capacity: what is left over is made good
// in later seconds.
func (s *server) limited(t uint64, a *spell) uint64 {
	from := t
	if a.hang > 0 {
		from = a.hang
		a = &s.spells[a.over]
	} else {
		i := s.whole.of(t)
		if i != s.second {
			s.second, s.accepted = i, 0
		}
		each := s.world.Server.Capacity * a.rate
		if s.accepted >= math.Floor(each*float64(i+1)+1e-6)-math.Floor(each*float64(i)+1e-6) {
			return refused
		}
		s.accepted++
	}
	return s.weather.answered(from + s.units(s.world.Server.Latency/a.rate))
}
