package lab

import (
	"time"

	"retune/calc/fleet"
)

// looks schedules the checks of attempts in a slowing server. A check interval is divided into as many turns as
// possible; an attempt is checked in each interval when its turn comes.
type looks struct {
	each  float64 // from one turn to the next, seconds
	tick  int     // turns so far
	turns [][]*job

	// After a hang no attempt is checked until those that were sent in the hang are in the server.
	resumed int // hangs that have ended
	waiting int // attempts that were sent
	most    int // most attempts in the server since then
	quiet   int // turns since there were so many

	skipped int // turns that were left out since the process got no time
}

// leastTurn is the shortest time between two turns by the clock, seconds.
const leastTurn = 1e-3

// mostQuiet is the number of turns without one more attempt after which the attempts that wait are lost.
const mostQuiet = 50

func (l *looks) prepare(interval, speed float64) {
	n := max(1, min(50, int(interval/speed/leastTurn)))
	l.each, l.turns = interval/float64(n), make([][]*job, n)
}

// A turn is late by more than mostLate turns if the process got no time. Attempts that were sent meanwhile are then
// admitted for as many turns before the next check, since they would be in the server by now.
const mostLate = 5

// at returns the turn at a time, seconds. The time of a turn counts as its own, in spite of rounding.
func (l *looks) at(now float64) int { return int(now/l.each + 1e-6) }

// add takes in an attempt at a time, seconds. Its age begins with the next turn by the clock: after a stop of the
// process l.tick may still be the turn before the stop.
func (l *looks) add(j *job, now float64) {
	j.tick = max(l.tick, l.at(now)) + 1
	turn := j.tick % len(l.turns)
	l.turns[turn] = append(l.turns[turn], j)
}

// look checks attempts turn by turn until the server ends. After a stop of the process it continues with the present
// turn.
func (s *server) look() {
	l := &s.looks
	for {
		s.mu.Lock()
		next := s.clock.span(float64(l.tick+1)*l.each - s.clock.now())
		if l.skipped > 0 {
			next = s.clock.span(l.each)
		}
		s.mu.Unlock()
		select {
		case <-time.After(next):
			s.take()
		case <-s.closed:
			return
		}
	}
}

// take takes the turns that are due. Late turns are made up for by one round at most.
func (s *server) take() {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := &s.looks
	now := l.at(s.clock.now())
	if s.hanging() > 0 || s.arriving() {
		l.tick = max(l.tick, now)
	}
	if now-l.tick > mostLate && l.skipped < mostLate {
		l.skipped++
		return
	}
	l.skipped = 0
	l.tick = max(l.tick, now-len(l.turns))
	for l.tick < now {
		l.tick++
		s.lookOnce()
	}
}

// arriving reports whether attempts that were sent in a hang may still arrive. It counts turns and not time, since a
// busy machine may keep the attempts from arriving.
func (s *server) arriving() bool {
	l := &s.looks
	if !s.hangs && l.resumed < s.ended(fleet.Hang) { // the number of the waiting attempts is still to come
		return true
	}
	if l.quiet++; s.inside > l.most {
		l.most, l.quiet = s.inside, 0
	}
	if s.inside >= l.waiting || l.quiet > mostQuiet {
		l.waiting = 0
	}
	return l.waiting > 0
}

// resume tells the server that a hang has ended, and how many attempts the clients have begun and the server has not
// finished. These are in the server when the hang ends, but the process has to accept them first.
func (s *server) resume(waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := &s.looks
	l.resumed, l.waiting, l.most, l.quiet = l.resumed+1, waiting, 0, 0
}

// lookOnce checks the attempts of a turn, the oldest first. If one is not done, no younger one is.
func (s *server) lookOnce() {
	l := &s.looks
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
