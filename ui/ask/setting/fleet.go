package setting

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/unit"
)

// An Engine is the way in which a fleet is asked to be computed. There is one, the simulation, whatever
// is asked.
type Engine uint8

// The engines that may be asked for.
const (
	Auto       Engine = iota // the simulation
	Fluid                    // a fluid model, which there is no more
	Simulation               // calc/simulate
)

// defaultSystem is the classic published fleet.
//
// Source: A. Smirnov, smira/exponential-backoff, 2014: a thousand clients that
// think for 10 s, wait for 2 s, and a server that answers in 100 ms until more
// than 30 attempts are in it.
func defaultSystem(p jitter.Policy) fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: 1000, Think: 10, Rate: 100},
		Client:  fleet.Client{Policy: p, Timeout: 2, Processes: 1},
		Server: fleet.Server{Kind: fleet.Slowing, ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05, CheckInterval: 0.05,
			Workers: 10, QueueSize: math.Inf(1), Capacity: 200},
		Duration: math.Inf(1), Step: 1,
	}
}

// mostCells is how many of the finest intervals that matter a duration may hold:
// the engines count in those.
const mostCells = 200_000

// finest is the shortest interval that matters in the fleet of s, seconds.
func (s Scenario) finest() float64 {
	h := min(s.Step, s.Timeout/4, s.Server.ServiceTime/2)
	if s.Server.Kind == fleet.Slowing {
		h = min(h, s.Server.CheckInterval)
	}
	return h
}

// fine is the number of a time that the duration must not hold too often: a
// share of it is an interval that matters.
func fine(at func(*Scenario) *float64, share, lo, hi float64) number {
	v := limit(at, unit.Duration, lo, hi)
	v.bounds = func(s Scenario) (float64, float64) {
		if math.IsInf(s.Duration, 1) {
			return lo, hi
		}
		return max(lo, s.Duration/mostCells/share), hi
	}
	return v
}

// usualOutage is how long the outage of a fleet lasts of which nothing is said, seconds.
const usualOutage = 20

// OutageLength is how long the outage of the fleet lasts, seconds: the mean of a random
// one.
func (s Scenario) OutageLength() float64 {
	if math.IsNaN(s.Outage.A) {
		return usualOutage
	}
	return s.Outage.Mean()
}

// HasOutage tells whether an outage is asked about.
func (s Scenario) HasOutage() bool { return s.Outage.B > 0 }

// Fleet is the system that the scenario describes: with its outages, the outage the
// first of them, and the span in which its peak is counted, which is --window for
// clients that start together and else a second.
func (s Scenario) Fleet() fleet.System {
	w := s.System
	w.Outages, w.Window = nil, 1
	if s.Traffic.Kind == fleet.Burst {
		w.Window = s.Together
	}
	if f := s.ServerOutage; s.OutageLength() > 0 {
		f.Length = s.OutageLength()
		w.Outages = append(w.Outages, f)
	}
	for _, f := range s.Events {
		if f.Length > 0 {
			w.Outages = append(w.Outages, f)
		}
	}
	return w
}

// noOutage is the Idle of what says more of the outage.
func noOutage(s Scenario) string {
	if s.OutageLength() > 0 {
		return ""
	}
	return "with --outage 0s"
}

// maxFailures is the greatest share of attempts that may fail at any time.
const maxFailures = 0.999999

// asked marks settings as questions that are always asked: they are no part of the
// policy, and have a default.
func asked(list []Setting) []Setting {
	for i := range list {
		k := &list[i]
		k.Asks, k.Fleet, k.HasDefault = true, true, k.Asked(Default()) // the first sets others and holds nothing
	}
	return list
}

// rates are the rungs of a rate.
var rates = func() []float64 {
	var rungs []float64
	for e := -3; e < 9; e++ {
		for _, n := range []float64{1, 2, 5} {
			rungs = append(rungs, n*math.Pow(10, float64(e)))
		}
	}
	return rungs
}()

// wholeOf is the number of a count of at least 1.
func wholeOf(at func(*Scenario) *float64, hi float64) number {
	if hi == 1 {
		hi = 1e12
	}
	rungs := counts[1:]
	for rungs[len(rungs)-1] > hi {
		rungs = rungs[:len(rungs)-1]
	}
	return number{at: at, kind: unit.Count, lo: 1, hi: hi, rungs: rungs, grid: 1}
}

// perSecond is a whole number of events per second, which may be written with /s.
func perSecond(at func(*Scenario) *float64) number {
	v := wholeOf(at, 1)
	v.suffix = "/s"
	return v
}

// Turning a setting into what would not stand beside the others, such as a first
// delay from the think time of clients that do not think, leaves it where it
// was. A number mostly stops at its limits before that.

// Step turns the setting by so many notches.
func (k Setting) Step(s *Scenario, notches int, coarse bool) {
	turn(s, func() { k.Value.Step(s, notches, coarse) })
}

// Limit turns the setting to its lower or upper limit.
func (k Setting) Limit(s *Scenario, end bool) { turn(s, func() { k.Value.Limit(s, end) }) }

// Reset turns the setting to its default.
func (k Setting) Reset(s *Scenario) { turn(s, func() { k.Value.Reset(s) }) }

func turn(s *Scenario, change func()) {
	before := *s
	if change(); s.Check() != nil && before.Check() == nil {
		*s = before
	}
}
