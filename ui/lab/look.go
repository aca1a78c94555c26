package lab

import (
	"time"
)

// looks are the attempts in a slowing server, by the turn in which the server looks at them. A check interval has as
// many turns as it can: an attempt is looked at in each interval after it came, when its turn comes.
type looks struct {
	each  float64 // from one turn to the next, seconds
	tick  int     // turns so far
	turns [][]*job

	least int // no look is taken with fewer attempts in the server
	until time.Time
}

// leastTurn is the shortest time between two turns by the clock, seconds.
const leastTurn = 1e-3

func (l *looks) prepare(interval, speed float64) {
	n := max(1, min(50, int(interval/speed/leastTurn)))
	l.each, l.turns = interval/float64(n), make([][]*job, n)
}

// add takes in an attempt. Its age begins with the next turn.
func (l *looks) add(j *job) {
	j.tick = l.tick + 1
	turn := j.tick % len(l.turns)
	l.turns[turn] = append(l.turns[turn], j)
}

// look ends the attempts that are old enough, for ever. After a stop of the process it goes on with the present.
func (s *server) look() {
	l := &s.looks
	for {
		s.mu.Lock()
		next := s.clock.span(float64(l.tick+1)*l.each - s.clock.now())
		s.mu.Unlock()
		time.Sleep(next)
		s.mu.Lock()
		now := int(s.clock.now() / l.each)
		if s.hanging() > 0 {
			l.tick = now
		}
		l.tick = max(l.tick, now-len(l.turns)) // a turn that is late is taken once
		for l.tick < now {
			l.tick++
			s.lookOnce()
		}
		s.mu.Unlock()
	}
}

// resume has the server take in nine tenths of the attempts that wait for it before it looks at any again, as those
// that come in a hang are in the server when it ends. It waits for them for 0.3 s at most.
func (s *server) resume(waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks.least, s.looks.until = waiting*9/10, time.Now().Add(300*time.Millisecond)
}

// lookOnce looks at the attempts of a turn, the oldest first: when one is not done, neither is a younger one.
func (s *server) lookOnce() {
	l := &s.looks
	if s.inside < l.least && time.Now().Before(l.until) {
		return
	}
	l.least = 0
	turn := &l.turns[l.tick%len(l.turns)]
	share := s.share()
	for len(*turn) > 0 {
		j := (*turn)[0]
		age := float64(l.tick-j.tick) * l.each
		if !j.ended && age < s.Server.LatencyAt(float64(s.inside))/share-1e-9 {
			return
		}
		*turn = (*turn)[1:]
		s.end(j)
	}
}
