package simulate

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// A config is a system prepared for simulation, with times in units and every decision that does not depend on the run
// made in advance. It does not change.
type config struct {
	clock
	timeline
	delays sampler
	system fleet.System
	server int // the kind of server: constant, atArrival, ...

	// protected is set with a budget or a breaker: the end of an attempt then affects other clients and is an event of
	// its own.
	protected bool
	// events are simulated in order of time: the first client gets what the next one does not, a worker, a place or a
	// token
	inOrder     bool
	cancel      bool
	think       float64 // mean, units
	words       uint64  // words of an event that must be kept
	timeout     uint64
	expiry      uint64 // ticks after which the attempts of a tick have timed out
	deadline    uint64
	behind      bool // the deadline is compared with the end of the failed attempt, not with the start of the retry
	clips       bool // no retry starts after the deadline
	both        bool // the deadline ends a request only after the retries are used up
	retries     uint64
	starts      jitter.Starts
	within      uint64 // interval of the limit of starts
	reset       uint64 // pause after a success that resets the count of retries, units; 0: every success resets it
	processes   uint64
	protection  protection
	poll        uint64 // time between two checks of a server, units
	serviceTime uint64 // units
	random      bool   // the service time is drawn
	latencyAt   func(inside float64) float64
	second      grid
	horizon     uint64 // a day after the outages: a server that answers nothing until then is stuck
}

// The kinds of server, by when the latency of an attempt is known.
const (
	constant  = iota // the latency does not depend on the load: known at arrival
	atArrival        // slowing, by the load at arrival: known at arrival
	polled           // slowing, by the load when the server checks an attempt: known at the check
	queued           // workers serve in order of arrival: known at arrival
	limited          // a limited number of attempts per second: known at arrival
)

func serverOf(s fleet.Server) int {
	switch {
	case s.Kind == fleet.Queue:
		return queued
	case s.Kind == fleet.Limited:
		return limited
	case !s.Slows():
		return constant
	case s.AtArrival:
		return atArrival
	}
	return polled
}

// protected reports whether there is a budget or a breaker.
func protected(c fleet.Client) bool { return c.Budget.Kind != fleet.NoBudget || c.Breaker.Share > 0 }

// largeCapacity is the capacity per second from which a limited server takes the attempts of a tick in any order. A
// tick is then shorter than a thousandth of the second for which the server counts.
const largeCapacity = 10_000

// inOrder reports whether the first client gets what the next one does not, so that the order within a tick matters.
func inOrder(w fleet.System) bool {
	k := serverOf(w.Server)
	return k == queued || k == limited && w.Server.Capacity < largeCapacity || protected(w.Client)
}

// crowd reports whether a slowing server has so many clients that ticks may be longer.
func crowd(w fleet.System) bool {
	many := w.Traffic.Clients >= 100_000
	if w.Traffic.Kind == fleet.Open {
		many = w.Traffic.Rate*w.Duration >= 1e6
	}
	k := serverOf(w.Server)
	return many && (k == atArrival || k == polled) && !protected(w.Client)
}

// resets reports whether the count of retries outlives a success.
func resets(w fleet.System) bool {
	return w.Client.Rule.Reset > 0 && w.Traffic.Kind == fleet.Closed
}

// words returns how many words of an event are used.
func words(w fleet.System) uint64 {
	switch c := w.Client; {
	case c.Rule.Starts.Most > 0 || resets(w):
		return 4
	case protected(c) && c.Processes > 1:
		return 3
	case protected(c) || !math.IsInf(c.Deadline, 1) || c.FirstFromThink || c.Stateful():
		return 2
	}
	return 1
}

func newConfig(w fleet.System) *config {
	w.Client.Policy = w.Client.WithDefaults()
	c := &config{clock: newClock(w), system: w, server: serverOf(w.Server)}
	c.timeline = newTimeline(&c.clock, w)
	c.delays = newSampler(&c.clock, w)
	c.protected, c.cancel, c.think = protected(w.Client), w.Client.Cancel, w.Traffic.Think*c.perSecond
	c.inOrder = inOrder(w)
	w.Client.AttemptTime = 0 // the server determines how long an attempt takes
	p := w.Client.WithoutIdleStops()
	c.deadline = c.units(p.Deadline)
	if total := w.Client.TotalTimeout; total > p.Deadline {
		c.deadline = min(c.deadline, c.units(total)-1) // no retry starts at it
	}
	w.Client.Policy = p
	c.behind = p.Rule.Stop == jitter.LookBehind || p.Rule.Stop == jitter.Clip
	c.clips, c.both = p.Rule.Stop == jitter.Clip, p.Rule.Stop == jitter.CountAndAge
	c.starts, c.within = p.Rule.Starts, c.units(p.Rule.Starts.Within)
	if resets(w) {
		c.reset = c.units(p.Rule.Reset)
	}
	c.processes = 1
	if c.protected {
		c.processes = uint64(w.ProcessCount())
		c.protection = newProtection(&c.clock, w.Client)
	}
	c.words = words(w)
	c.latencyAt, c.serviceTime = w.Server.Latency(), c.units(w.Server.ServiceTime)
	c.random = w.Server.Law.Kind != fleet.Constant
	c.timeout = c.units(w.Client.Timeout)
	c.expiry = max(1, c.timeout/c.tick.unit)
	c.retries = math.MaxUint64
	if p.Retries < topRetry {
		c.retries = uint64(p.Retries)
	}
	c.poll = max(1, c.units(w.Server.CheckInterval))
	if c.server == polled {
		c.poll = (c.poll + c.tick.unit/2) / c.tick.unit * c.tick.unit
	}
	if c.server == constant && !c.random {
		for i := range c.intervals {
			a := &c.intervals[i]
			over := &c.intervals[a.over]
			a.plain, a.until = c.latency(0, over.rate), over.end
			if !w.Server.AtArrival {
				a.plain = c.seen(a.plain, 0)
			}
		}
	}
	c.second = newGrid(c.units(1))
	c.horizon = c.units(w.OutageEnd() + fleet.LastCheckpoint)
	return c
}

// latency returns the latency of a slowing server with inside attempts in it, units.
func (c *config) latency(inside uint64, rate float64) uint64 {
	return max(1, c.units(c.latencyAt(float64(inside))/rate))
}

// drawn returns the latency of an attempt on a server that slows at arrival, or never, with inside attempts in it,
// units. A random service time is drawn.
func (s *simulation) drawn(inside uint64, rate float64) uint64 {
	if !s.random {
		return s.latency(inside, rate)
	}
	w := &s.system.Server
	return max(1, s.units(w.Slowed(s.latencyAt(float64(inside)), w.Law.Draw(s.Rand))/rate))
}

// seen returns the first check at time t or later, if checks begin at from.
func (c *config) seen(t, from uint64) uint64 {
	t = max(t, from)
	return from + (t-from+c.poll-1)/c.poll*c.poll
}
