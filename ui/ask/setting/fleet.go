package setting

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/unit"
)

// defaultSystem returns a fleet in which the policy decides: a thousand clients with a think time of 10 s use two
// thirds of a queue of 15 workers, and after an outage of [usualOutage] some common policies recover and others do not.
//
// The slowing server has the published values of the preset outage.
func defaultSystem(p jitter.Policy) fleet.System {
	server := fleet.NewQueue(15, 0.1)
	server.Concurrency, server.Slowdown, server.CheckInterval, server.Capacity = 30, 1.05, 0.05, 200
	return fleet.New(fleet.Traffic{Kind: fleet.Closed, Clients: 1000, Think: 10, Rate: 100},
		fleet.Client{Policy: p, Timeout: 2, Processes: 1}, server)
}

// mostChecks is the largest number of checks of a slowing server in a run.
const mostChecks = 60e6

// checks returns the interval between two checks of a slowing server, seconds; +Inf for other servers.
func (s Scenario) checks() float64 {
	if s.Server.Kind == fleet.Slowing && !s.Server.AtArrival {
		return s.Server.CheckInterval
	}
	return math.Inf(1)
}

// checkInterval returns the setting of the interval between two checks, which limits the duration.
func checkInterval(at field[float64], lo, hi float64) number {
	return ranged(at, unit.Duration, lo, hi).within(func(s *Scenario) (float64, float64) {
		if math.IsInf(s.Duration, 1) {
			return lo, hi
		}
		return max(lo, s.Duration/mostChecks), hi
	})
}

// usualOutage is the default length of a fleet's outage, in seconds.
const usualOutage = 30

// OutageLength returns the length of the fleet's outage in seconds; for a random outage, the mean.
func (s Scenario) OutageLength() float64 {
	if math.IsNaN(s.Outage.A) {
		return usualOutage
	}
	return s.Outage.Mean()
}

// HasOutage reports whether the question includes an outage.
func (s Scenario) HasOutage() bool { return s.Outage.B > 0 }

// Fleet returns the system that s describes. Its outages are the outage of s, then the events. Its window for counting
// the peak load is --window for clients that start together, within less than 1 s, else 1 s.
func (s Scenario) Fleet() fleet.System {
	w := s.System
	w.Outages, w.Window = nil, 1
	if s.whyNotTogether() == "" {
		w.Window = s.CollisionWindow
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
	if s.Library.FromThink() && s.Traffic.Kind != fleet.Closed { // there is no time between requests
		w.Client.FirstFromThink = false
	}
	return w
}

// whyNotTogether says why clients do not start together, or returns "".
func (s *Scenario) whyNotTogether() string {
	if why := effectiveWith("traffic", "burst")(s); why != "" || s.Traffic.Spread < 1 {
		return why
	}
	return "with --start-spread " + unit.Duration.Exact(s.Traffic.Spread)
}

// noOutage is the Idle of settings that describe the outage.
func noOutage(s *Scenario) string {
	if s.OutageLength() > 0 {
		return ""
	}
	return "with --outage 0s"
}

// maxFailures is the largest failure rate outside outages.
const maxFailures = 0.999999

// asked marks settings as questions, which are not part of the policy. The questions about fleets read all of them if
// fleet is true.
func asked(fleet bool, list ...Setting) []Setting {
	for i := range list {
		k := &list[i]
		k.OfQuestion, k.Fleet = true, k.Fleet || fleet
	}
	return list
}

// perSecond returns a number setting for whole events per second. The text may end in /s.
func perSecond(at field[float64]) number {
	v := ranged(at, unit.Count, 1, 1e12)
	v.suffix = "/s"
	return v
}

// Stepping a setting to a value that [Scenario.Check] refuses leaves it unchanged. An example is an initial delay from
// the think time of clients without one. A number mostly stops at its limits before that.

// Step moves the setting by the given number of steps.
func (k Setting) Step(s *Scenario, steps int, coarse bool) {
	if t := k.track(s); t != nil {
		turn(s, func() { t.Step(s, steps, coarse) })
	}
}

// Limit moves the setting to its lower or upper limit.
func (k Setting) Limit(s *Scenario, end bool) {
	if t := k.track(s); t != nil {
		turn(s, func() { t.Limit(s, end) })
	}
}

// Reset sets the setting to its default.
func (k Setting) Reset(s *Scenario) { turn(s, func() { k.Value.Reset(s) }) }

func turn(s *Scenario, change func()) {
	before := *s
	if change(); s.Check() != nil && before.Check() == nil {
		*s = before
	}
}
