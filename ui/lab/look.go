package lab

import (
	"time"
)

// looks schedules the checks of attempts in a slowing server. A check interval is divided into as many turns as
// possible; an attempt is checked in each interval when its turn comes.
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

// look checks attempts turn by turn, without end. After a stop of the process it continues with the present turn.
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
		l.tick = max(l.tick, now-len(l.turns)) // late turns are made up for by one round at most
		for l.tick < now {
			l.tick++
			s.lookOnce()
		}
		s.mu.Unlock()
	}
}

// resume lets the server admit nine tenths of the waiting attempts before it checks any again, since attempts that
// arrive in a hang are in the server when it ends. It waits for 0.3 s at most.
func (s *server) resume(waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks.least, s.looks.until = waiting*9/10, time.Now().Add(300*time.Millisecond)
}

// lookOnce checks the attempts of a turn, the oldest first. If one is not done, no younger one is.
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
