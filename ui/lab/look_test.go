package lab

import (
	"testing"
	"testing/synctest"
	"time"

	"retune/calc/fleet"
)

// A stopped server is one whose process was stopped in a hang from 10 s to 16 s. The test takes its turns itself, and
// so holds back the tick.
type stopped struct {
	*server
	t *testing.T
}

// newStopped returns a server with ten attempts from before the stop, at the time at which the process is resumed.
func newStopped(t *testing.T) stopped {
	w := fleet.System{Outages: []fleet.Outage{{Kind: fleet.Hang, At: 10, Length: 6}}, Server: fleet.Server{
		Kind: fleet.Slowing, ServiceTime: 0.1, Concurrency: 6, Slowdown: 1.2763, CheckInterval: 0.05}}
	s := stopped{newServer(Plan{System: w, Speed: 5, Seed: 1}, false, time.Now()), t}
	s.close()
	s.at(9.99)
	s.take()
	s.admitted(10)
	s.at(16.002)
	return s
}

// at waits until a time of the fleet.
func (s stopped) at(seconds float64) { time.Sleep(s.clock.span(seconds - s.clock.now())) }

// admitted admits n attempts.
func (s stopped) admitted(n int) {
	for range n {
		s.admit(0)
	}
}

// turns takes n turns.
func (s stopped) turns(n int) {
	for range n {
		time.Sleep(s.clock.span(s.looks.each))
		s.take()
	}
}

// holds checks the number of attempts in the server.
func (s stopped) holds(n int, when string) {
	s.t.Helper()
	if s.inside != n {
		s.t.Errorf("%s %d attempts are in the server, want %d", when, s.inside, n)
	}
}

// TestResumed resumes a stopped server whose tick is still that before the stop. Attempts of the hang may be admitted
// before the first turn, and before the clients tell how many there are: their age begins when they are admitted. With
// 180 in the server an attempt takes 1.7 s.
func TestResumed(t *testing.T) {
	for name, steps := range map[string]func(s stopped){
		"admitted, told":        func(s stopped) { s.admitted(180); s.resume(190) },
		"told, admitted":        func(s stopped) { s.resume(190); s.admitted(180) },
		"turn, told, admitted":  func(s stopped) { s.take(); s.resume(190); s.admitted(180) },
		"admitted, turn, told":  func(s stopped) { s.admitted(180); s.take(); s.resume(190) },
		"told, turns, admitted": func(s stopped) { s.resume(190); s.turns(mostQuiet - 1); s.admitted(180) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStopped(t)
				steps(s)
				s.holds(190, "at first")
				s.turns(20)
				s.holds(180, "after 0.1 s") // those from before the hang have had their time
				s.turns(300)
				s.holds(180, "after 1.6 s")
			})
		})
	}
}

// TestBusyMachine resumes a stopped server on a machine that is busy for seconds: no attempt ends while those of the
// hang arrive.
func TestBusyMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopped(t)
		for range 18 {
			time.Sleep(time.Second)
			s.take()
			s.admitted(10)
		}
		s.holds(190, "before the clients tell how many there are")
		s.resume(200)
		time.Sleep(time.Second)
		s.take()
		s.holds(190, "before the last arrive")
	})
}

// TestLostAttempts resumes a server to which most attempts of the hang never come: it then serves those that do.
func TestLostAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopped(t)
		s.resume(1000)
		s.turns(mostQuiet - 1)
		s.holds(10, "while others may arrive")
		s.turns(60)
		s.holds(0, "when none has arrived for long")
	})
}

// TestNoTime gives the process no time for 2 s, in which the attempts in the server grow old enough to end. Those that
// were sent meanwhile are in the server before they do: 380 attempts take 47 s.
func TestNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopped(t)
		s.resume(190)
		s.admitted(180)
		s.turns(100)
		s.holds(180, "without those from before the hang")
		time.Sleep(s.clock.span(2))
		s.take()
		s.admitted(200)
		s.turns(200)
		s.holds(380, "after a time without turns")
	})
}
