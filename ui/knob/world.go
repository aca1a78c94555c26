package knob

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/system"
	"retune/ui/unit"
)

// An Engine works out what becomes of a fleet.
type Engine uint8

// The engines.
const (
	Auto       Engine = iota // the simulation where it is cheap, else the fluid model
	Flow                     // calc/fluid
	Simulation               // calc/des
)

// defaultSystem is the classic published fleet.
//
// Source: A. Smirnov, smira/exponential-backoff, 2014: a thousand clients that
// think for 10 s, wait for 2 s, and a server that answers in 100 ms until more
// than 30 attempts are in it.
func defaultSystem(p jitter.Policy) system.System {
	return system.System{
		Traffic: system.Traffic{Kind: system.Closed, Clients: 1000, Think: 10, Rate: 100},
		Client:  system.Client{Policy: p, Timeout: 2, Processes: 1},
		Server: system.Server{Kind: system.Slowing, Latency: 0.1, Limit: 30, Slowdown: 1.05, Look: 0.05,
			Workers: 10, Room: math.Inf(1), Capacity: 200},
		Horizon: 300, Step: 1,
	}
}

// mostCells is how many of the finest intervals that matter a horizon may hold:
// the engines count in those.
const mostCells = 200_000

// finest is the shortest interval that matters in the world of s, seconds.
func (s Scenario) finest() float64 {
	h := min(s.Step, s.Timeout/4, s.Server.Latency/2)
	if s.Server.Kind == system.Slowing {
		h = min(h, s.Server.Look)
	}
	return h
}

// fine is the number of a time that the horizon must not hold too often: a
// share of it is an interval that matters.
func fine(at func(*Scenario) *float64, share, lo, hi float64) number {
	v := limitOf(at, lo, hi)
	v.bounds = func(s Scenario) (float64, float64) { return max(lo, s.Horizon/mostCells/share), hi }
	return v
}

// World is the system that the scenario describes: with its faults, the outage the
// first of them, and the span in which its peak is counted, which is --window for
// clients that start together and else a second.
func (s Scenario) World() system.System {
	w := s.System
	w.Faults, w.Window = nil, 1
	if s.Traffic.Kind == system.Burst {
		w.Window = s.Window
	}
	if s.Outage.Length > 0 {
		w.Faults = append(w.Faults, s.Outage)
	}
	for _, f := range s.Also {
		if f.Length > 0 {
			w.Faults = append(w.Faults, f)
		}
	}
	return w
}

// The choices that tell which other knobs have an effect.
var (
	traffics = choice{words: []string{"closed", "open", "burst"},
		at: func(s *Scenario) index { return &kindOf[system.TrafficKind]{&s.Traffic.Kind} }}
	servers     = choice{words: []string{"slowing", "arrival", "queue", "limit"}, at: func(s *Scenario) index { return serverOf{s} }}
	outageKinds = choice{words: faultWords[:4], at: func(s *Scenario) index { return &kindOf[system.FaultKind]{&s.Outage.Kind} }}
	engines     = choice{words: []string{"auto", "flow", "sim"}, also: map[string]string{"fluid": "flow", "des": "sim", "simulation": "sim"},
		at: func(s *Scenario) index { return &kindOf[Engine]{&s.Engine} }}
)

// worldKnobs is what the fleet, its server and its faults consist of.
var worldKnobs = asked([]Knob{
	{Name: "scenario", Help: "a world by its name, which sets the other knobs; those that follow change it", Value: scenarios{}},
	{Name: "traffic", Help: "where requests come from: thinking clients, a stream, or all at once",
		Value: traffics},
	{Name: "think", Symbol: "Z", Help: "mean time for which a client of a closed fleet thinks", Idle: only("traffic", traffics, "closed"),
		Value: limitOf(func(s *Scenario) *float64 { return &s.Think }, 1e-3, MaxElapsed)},
	{Name: "rate", Help: "requests of open traffic", Idle: only("traffic", traffics, "open"), Value: number{at: func(s *Scenario) *float64 { return &s.Rate }, kind: unit.Rate, lo: 1e-6, hi: 1e12, rungs: rates}},
	{Name: "timeout", Symbol: "W", Help: "how long a client waits for an answer",
		Value: func() number {
			v := fine(func(s *Scenario) *float64 { return &s.Timeout }, 0.25, 1e-6, MaxElapsed)
			v.none, v.enter = true, func(Scenario) float64 { return Default().Timeout }
			return v
		}()},
	{Name: "failure-rate", Symbol: "q", Help: "share of attempts that fail at any time, outage or not",
		Value: number{at: func(s *Scenario) *float64 { return &s.FailureRate }, kind: unit.Share, lo: 0, hi: maxFailures, rungs: shares[:15], grid: 100}},
	{Name: "cancel", Help: "a call that timed out leaves the server at once", Value: toggle{func(s *Scenario) *bool { return &s.Cancel }}},
	{Name: "budget", Help: "what withholds retries: 10% of requests, throttle=10% (gRPC) or quota (AWS)", Value: budgets{}},
	{Name: "breaker", Help: "share of failed attempts that stops all attempts for a while", Value: breakers{}},
	{Name: "processes", Symbol: "P", Help: "processes that share out the clients, each with its own budget and breaker",
		Idle: func(s Scenario) string {
			if s.Budget.Kind != system.NoBudget || s.Breaker.Share > 0 {
				return ""
			}
			return "without --budget or --breaker"
		},
		Value: wholeOf(func(s *Scenario) *float64 { return &s.Processes }, 1)},
	{Name: "first-from-think", Help: "the first retry waits for the factor times the last think time", Value: toggle{func(s *Scenario) *bool { return &s.FirstFromThink }}},
	{Name: "server", Help: "how it answers: slower with every call, so at arrival, queue, limit",
		Value: servers},
	{Name: "latency", Help: "time that one call takes on the server", Value: fine(func(s *Scenario) *float64 { return &s.Server.Latency }, 0.5, 1e-6, day)},
	{Name: "limit", Help: "attempts in flight that do not slow the server", Idle: only("server", servers, "slowing", "arrival"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Server.Limit }, kind: unit.Count, lo: 0, hi: 1e12, rungs: counts, grid: 1, none: true,
			enter: func(Scenario) float64 { return Default().Server.Limit }}},
	{Name: "slowdown", Help: "factor of its latency for every 15 attempts more in flight", Idle: only("server", servers, "slowing", "arrival"), Value: number{at: func(s *Scenario) *float64 { return &s.Server.Slowdown }, kind: unit.Factor,
		lo: 1, hi: 1e6, rungs: factors, grid: 100}},
	{Name: "look", Help: "how often a slowing server looks whether a call is done", Idle: only("server", servers, "slowing"), Value: fine(func(s *Scenario) *float64 { return &s.Server.Look }, 1, 1e-3, hour)},
	{Name: "workers", Help: "attempts that a queueing server serves at a time", Idle: only("server", servers, "queue"), Value: wholeOf(func(s *Scenario) *float64 { return &s.Server.Workers }, 1)},
	{Name: "room", Help: "attempts that may wait in its queue", Idle: only("server", servers, "queue"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Server.Room }, kind: unit.Count, lo: 0, hi: 1e12, rungs: counts, grid: 1, none: true,
			enter: func(Scenario) float64 { return 100 }}},
	{Name: "capacity", Help: "attempts that a limiting server accepts in every second", Idle: only("server", servers, "limit"), Value: wholeOf(func(s *Scenario) *float64 { return &s.Server.Capacity }, 1)},
	{Name: "outage", Help: "how long the outage lasts; 0 is none",
		Value: number{at: func(s *Scenario) *float64 { return &s.Outage.Length }, kind: unit.Duration, lo: 0, hi: MaxElapsed, rungs: delays(1e-3, day)}},
	{Name: "outage-at", Help: "when it begins", Idle: noOutage,
		Value: number{at: func(s *Scenario) *float64 { return &s.Outage.At }, kind: unit.Duration, lo: 0, hi: MaxElapsed, rungs: delays(1e-3, day)}},
	{Name: "outage-kind", Help: "what it is: no answers, refusals, slow answers, or some failures", Idle: noOutage,
		Value: outageKinds},
	{Name: "outage-share", Help: "share of its capacity when slow, of the attempts that fail when partial",
		Idle: func(s Scenario) string {
			if why := noOutage(s); why != "" {
				return why
			}
			return only("outage-kind", outageKinds, "slow", "partial")(s)
		},
		Value: number{at: func(s *Scenario) *float64 { return &s.Outage.Share }, kind: unit.Share, lo: 1e-6, hi: 1, rungs: shares[1:16], grid: 100}},
	{Name: "also", Help: "what else goes wrong: spike=5@1m+20s is five times the traffic for 20s", Value: alsos{}},
	{Name: "horizon", Help: "how long the fleet is looked at",
		Value: func() number {
			v := limitOf(func(s *Scenario) *float64 { return &s.Horizon }, 0.1, 30*day)
			v.bounds = func(s Scenario) (float64, float64) { return 0.1, min(30*day, mostCells*s.finest()) }
			return v
		}()},
	{Name: "step", Help: "steps in which it is reported", Value: fine(func(s *Scenario) *float64 { return &s.Step }, 1, 1e-3, day)},
	{Name: "engine", Help: "auto is the simulation where it is cheap, else the fluid model (flow)",
		Value: engines},
	{Name: "runs", Help: "how often it is played", Idle: only("engine", engines, "auto", "sim"), Value: wholeOf(func(s *Scenario) *float64 { return &s.Runs }, 1e5)},
	{Name: "edges", Help: "find the longest outage that the fleet survives", Idle: noOutage, Value: toggle{func(s *Scenario) *bool { return &s.Edges }}},
})

// noOutage is the Idle of what says more of the outage.
func noOutage(s Scenario) string {
	if s.Outage.Length > 0 {
		return ""
	}
	return "with --outage 0s"
}

// maxFailures is the greatest share of attempts that may fail at any time.
const maxFailures = 0.999999

// asked marks knobs as questions that are always asked: they are no part of the
// policy, and have a default.
func asked(list []Knob) []Knob {
	for i := range list {
		list[i].Asks, list[i].Fleet, list[i].Usual = true, true, i > 0 // but the first sets others and holds nothing
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

// limitOf is the number of a time.
func limitOf(at func(*Scenario) *float64, lo, hi float64) number {
	return number{at: at, kind: unit.Duration, lo: lo, hi: hi, rungs: delays(max(lo, 1e-3), hi)}
}

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

// serverOf is the kind of the server as one number: a slowing server whose
// latency is fixed at arrival is a kind of its own.
type serverOf struct{ s *Scenario }

func (v serverOf) get() int {
	if v.s.Server.Kind == system.Slowing && v.s.Server.AtArrival {
		return 1
	}
	return []int{0, 2, 3}[v.s.Server.Kind]
}

func (v serverOf) set(i int) {
	v.s.Server.Kind = []system.ServerKind{system.Slowing, system.Slowing, system.Queue, system.Limited}[i]
	v.s.Server.AtArrival = i == 1
}

// Turning a knob into what would not stand beside the others, such as a first
// delay from the think time of clients that do not think, leaves it where it
// was. A number mostly stops at its limits before that.

// Step turns the knob by so many notches.
func (k Knob) Step(s *Scenario, notches int, coarse bool) {
	turn(s, func() { k.Value.Step(s, notches, coarse) })
}

// Limit turns the knob to its lower or upper limit.
func (k Knob) Limit(s *Scenario, end bool) { turn(s, func() { k.Value.Limit(s, end) }) }

// Move turns the knob to the value at that place of its track.
func (k Knob) Move(s *Scenario, place float64) { turn(s, func() { k.Value.Move(s, place) }) }

// Reset turns the knob to its default.
func (k Knob) Reset(s *Scenario) { turn(s, func() { k.Value.Reset(s) }) }

func turn(s *Scenario, change func()) {
	before := *s
	if change(); s.Check() != nil && before.Check() == nil {
		*s = before
	}
}
