package fluid

import (
	"math"

	"retune/calc/system"
)

// A breaker is the circuit breaker of a fleet.
type breaker struct {
	system.Breaker
	window       []ends  // the cells before this one, by cell modulo the length
	good, bad    float64 // attempts that ended in this cell
	sum          ends    // of the window
	since        int     // the first cell that counts: after the breaker was open
	opens, shuts float64 // when it last did, seconds
	tripped      bool    // in this cell
}

// ends are attempts that ended well and badly.
type ends struct{ good, bad float64 }

// newBreaker returns the breakers of all processes as one: each sees an equal part of
// the attempts, so that all open and close together.
func newBreaker(c system.Client, g grid) breaker {
	b := c.Breaker
	b.Least *= c.ProcessCount()
	s := breaker{Breaker: b, opens: math.Inf(1), shuts: math.Inf(-1)}
	if b.Share > 0 {
		s.window = make([]ends, max(1, int(math.Round(min(b.Window/g.h, float64(g.n+1))))))
	}
	return s
}

// stops tells whether the breaker is open at time t.
func (s *breaker) stops(t float64) bool { return t >= s.opens && t < s.shuts }

// left returns how many attempts more have to fail before the breaker opens, at
// most bad of them.
func (s *breaker) left(bad float64) float64 {
	if s.Share == 0 || s.tripped {
		return bad
	}
	b, all := s.sum.bad+s.bad, s.sum.bad+s.bad+s.sum.good+s.good
	if s.Share == 1 && b < all {
		return bad
	}
	// b + x >= Share (all + x) and all + x >= Least
	x := s.Least - all
	if b < s.Share*all {
		x = max(x, (s.Share*all-b)/(1-s.Share))
	}
	return min(bad, max(0, x))
}

// trip opens the breaker at time t.
func (s *breaker) trip(t float64) {
	s.opens, s.shuts, s.tripped = t, t+s.Pause, true
}

// close ends cell j, which is over at time end. Whether to open is asked when an attempt
// ends, not when one is forgotten.
func (s *breaker) close(j int, end float64) {
	if s.Share == 0 {
		return
	}
	if all := s.sum.good + s.sum.bad + s.good + s.bad; s.good+s.bad > 0 && s.Opens(all, s.sum.bad+s.bad) && !s.tripped && !s.stops(end-eps) {
		s.trip(end)
	}
	if s.tripped || s.stops(end) {
		s.sum, s.good, s.bad, s.tripped, s.since = ends{}, 0, 0, false, j+1
		return
	}
	n, gone := len(s.window), ends{}
	if j-n >= s.since {
		gone = s.window[j%n] // cell j-n
	}
	s.sum.good = max(0, s.sum.good+s.good-gone.good)
	s.sum.bad = max(0, s.sum.bad+s.bad-gone.bad)
	s.window[j%n] = ends{s.good, s.bad}
	s.good, s.bad = 0, 0
}
