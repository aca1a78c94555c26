package knob

import (
	"math"
	"slices"

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
		Duration: 300, Step: 1,
	}
}

// mostCells is how many of the finest intervals that matter a duration may hold:
// the engines count in those.
const mostCells = 200_000

// finest is the shortest interval that matters in the world of s, seconds.
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
	v.bounds = func(s Scenario) (float64, float64) { return max(lo, s.Duration/mostCells/share), hi }
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

// World is the system that the scenario describes: with its outages, the outage the
// first of them, and the span in which its peak is counted, which is --window for
// clients that start together and else a second.
func (s Scenario) World() fleet.System {
	w := s.System
	w.Outages, w.Window = nil, 1
	if s.Traffic.Kind == fleet.Burst {
		w.Window = s.Window
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

// The words that tell which other knobs have an effect.
var (
	traffics = oneOf(func(s *Scenario) *fleet.TrafficKind { return &s.Traffic.Kind }, map[string]string{
		"closed-loop": "closed", "users": "closed", "think": "closed", "open-loop": "open", "poisson": "open", "stream": "open", "rate": "open",
		"all-at-once": "burst", "stampede": "burst", "herd": "burst", "thundering-herd": "burst"}, "closed", "open", "burst")
	servers = func() word {
		words := []string{"slowing", "slowing-at-arrival", "queue", "rate-limited"}
		v := oneOf[uint8](nil, nil, words...)
		v.find = known(words, map[string]string{
			"arrival": "slowing-at-arrival", "limit": "rate-limited", "limited": "rate-limited", "rate-limit": "rate-limited", "rate-limiter": "rate-limited",
			"token-bucket": "rate-limited", "tokenbucket": "rate-limited", "workers": "queue", "pool": "queue", "fifo": "queue", "mm1": "queue", "m/m/1": "queue", "mdc": "queue", "m/d/c": "queue"})
		v.get = func(s Scenario) string { // a slowing server whose latency is fixed at arrival is a kind of its own
			if s.Server.Kind == fleet.Slowing && s.Server.AtArrival {
				return words[1]
			}
			return words[[]int{0, 2, 3}[s.Server.Kind]]
		}
		v.put = func(s *Scenario, word string) {
			i := slices.Index(words, word)
			s.Server.Kind, s.Server.AtArrival = []fleet.ServerKind{fleet.Slowing, fleet.Slowing, fleet.Queue, fleet.Limited}[i], i == 1
		}
		return v
	}()
	outageKinds = oneOf(func(s *Scenario) *fleet.OutageKind { return &s.ServerOutage.Kind }, otherEvents, eventWords[:4]...)
	engines     = oneOf(func(s *Scenario) *Engine { return &s.Engine }, map[string]string{
		"flow": "fluid", "fluid-model": "fluid", "ode": "fluid", "expected": "fluid", "sim": "simulation", "simulate": "simulation", "des": "simulation", "monte-carlo": "simulation", "montecarlo": "simulation"},
		"auto", "fluid", "simulation")
)

// worldKnobs is what the fleet, its server and its outage consist of.
var worldKnobs = asked([]Knob{
	{Name: "scenario", Group: GroupQuestion, Names: "preset world",
		Help: "start from a named example; other flags change it", Value: scenarios},
	{Name: "traffic", Group: GroupTraffic, Names: "workload load-model arrivals",
		Help: "closed: users who think; open: a fixed rate; burst: everyone at once", Value: traffics},
	{Name: "think", Group: GroupTraffic, Symbol: "Z", Names: "think-time pause", Help: "mean think time of a client between its requests (closed traffic)",
		Idle: only("traffic", traffics, "closed"), Value: limit(func(s *Scenario) *float64 { return &s.Think }, unit.Duration, 1e-3, MaxElapsed)},
	{Name: "rate", Group: GroupTraffic, Names: "rps qps request-rate requests-per-second arrival-rate throughput requests offered offered-load",
		Help: "new requests per second (open traffic)", Idle: only("traffic", traffics, "open"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Rate }, kind: unit.Rate, lo: 1e-6, hi: 1e12, rungs: rates}},
	{Name: "timeout", Group: GroupClient, Symbol: "W", Millis: 100, Names: "client-timeout request-timeout attempt-timeout call-timeout per-try-timeout response-timeout patience",
		Help: "how long a client waits for the answer to an attempt",
		Value: func() number {
			v := fine(func(s *Scenario) *float64 { return &s.Timeout }, 0.25, 1e-6, MaxElapsed)
			v.none, v.enter = true, func(Scenario) float64 { return Default().Timeout }
			return v
		}()},
	{Name: "failure-rate", Row: "failures", Group: GroupOutage, Symbol: "q", Names: "failure-probability failures fail-rate failure-ratio error-probability p",
		Help:  "share of attempts that fail at any time, outage or not",
		Value: number{at: func(s *Scenario) *float64 { return &s.FailureRate }, kind: unit.Share, lo: 0, hi: maxFailures, rungs: shares[:15], grid: 100}},
	{Name: "cancel", Group: GroupClient, Names: "cancellation cancel-on-timeout propagate-deadline", Help: "the server drops an attempt when its client times out",
		Value: toggle{func(s *Scenario) *bool { return &s.Cancel }}},
	{Name: "budget", Group: GroupClient, Names: "retry-budget retry-throttling throttle throttling token-bucket retry-quota quota retry-ratio budget-percent",
		Help: "retry budget: 10% of requests, throttle=10% (gRPC), quota (AWS), concurrent=20% (Envoy) or expiring=20% (Finagle, Linkerd)", Value: budgets},
	{Name: "breaker", Group: GroupClient, Names: "circuit-breaker cb circuitbreaker", Help: "circuit breaker: the share of failed attempts that opens it", Value: breakers},
	{Name: "processes", Things: [2]string{"process", "processes"}, Group: GroupClient, Symbol: "P", Names: "procs nodes pods hosts instances", Help: "processes that the clients are spread over, each with its own budget and breaker",
		Idle: func(s Scenario) string {
			if s.Budget.Kind != fleet.NoBudget || s.Breaker.Share > 0 {
				return ""
			}
			return "without --budget or --breaker"
		},
		Value: wholeOf(func(s *Scenario) *float64 { return &s.Processes }, 1)},
	{Name: "first-from-think", Row: "from think", Group: GroupClient, Help: "the first retry waits for the factor times the last think time", Value: toggle{func(s *Scenario) *bool { return &s.FirstFromThink }}},
	{Name: "server", Group: GroupServer, Names: "server-model server-kind backend", Help: "server model: slowing with its load, a queue with workers, or rate-limited",
		Value: servers},
	{Name: "service-time", Group: GroupServer, Millis: 10, Names: "latency response-time processing-time service-latency", Help: "time that one attempt takes on the server, unloaded",
		Value: fine(func(s *Scenario) *float64 { return &s.Server.ServiceTime }, 0.5, 1e-6, day)},
	{Name: "concurrency", Group: GroupServer, Names: "limit max-concurrency concurrency-limit in-flight max-in-flight", Help: "attempts in flight that do not slow the server",
		Idle: only("server", servers, "slowing", "slowing-at-arrival"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Server.Concurrency }, kind: unit.Count, lo: 0, hi: 1e12, rungs: counts, grid: 1, none: true,
			enter: func(Scenario) float64 { return Default().Server.Concurrency }}},
	{Name: "slowdown", Group: GroupServer, Names: "degradation", Help: "growth of the latency for every 15 attempts in flight above --concurrency",
		Idle:  only("server", servers, "slowing", "slowing-at-arrival"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Server.Slowdown }, kind: unit.Factor, lo: 1, hi: 1e6, rungs: factors, grid: 100}},
	{Name: "check-interval", Group: GroupServer, Names: "look poll-interval", Help: "how often a slowing server completes the attempts that are done",
		Idle: only("server", servers, "slowing"), Value: fine(func(s *Scenario) *float64 { return &s.Server.CheckInterval }, 1, 1e-3, hour)},
	{Name: "workers", Things: [2]string{"worker", "workers"}, Group: GroupServer, Names: "servers threads pool pool-size server-threads replicas", Help: "attempts that a queueing server serves at once",
		Idle: only("server", servers, "queue"), Value: wholeOf(func(s *Scenario) *float64 { return &s.Server.Workers }, 1)},
	{Name: "queue-size", Group: GroupServer, Names: "room queue max-queue queue-limit queue-length queue-capacity max-queue-size max-pending-requests backlog",
		Help: "attempts that may wait in the queue of the server; more are rejected", Idle: only("server", servers, "queue"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Server.QueueSize }, kind: unit.Count, lo: 0, hi: 1e12, rungs: counts, grid: 1, none: true,
			enter: func(Scenario) float64 { return 100 }}},
	{Name: "capacity", Group: GroupServer, Names: "rate-limit max-rps server-capacity server-rate", Help: "attempts per second that a rate-limited server accepts",
		Idle: only("server", servers, "rate-limited"), Value: wholeOf(func(s *Scenario) *float64 { return &s.Server.Capacity }, 1)},
	{Name: "outage", Group: GroupOutage, Symbol: "X", Names: "fault downtime outage-duration outage-length fault-duration", Help: "how long the outage lasts; 0 is none", Value: outages},
	{Name: "outage-at", Row: "  at", Group: GroupOutage, Names: "outage-start outage-begin fault-at", Help: "when the outage begins", Moment: true, Idle: noOutage,
		Value: number{at: func(s *Scenario) *float64 { return &s.ServerOutage.At }, kind: unit.Duration, lo: 0, hi: MaxElapsed, rungs: delays(1e-3, day)}},
	{Name: "outage-kind", Row: "  kind", Group: GroupOutage, Names: "outage-type fault-kind fault-type", Help: "kind of outage: no answers, rejections, less capacity, or some errors", Idle: noOutage,
		Value: outageKinds},
	{Name: "outage-share", Row: "  share", Group: GroupOutage, Names: "capacity-left error-rate severity", Help: "capacity that a brownout leaves; share of attempts that fail with errors",
		Idle: func(s Scenario) string {
			if why := noOutage(s); why != "" {
				return why
			}
			return only("outage-kind", outageKinds, "brownout", "errors")(s)
		},
		Value: number{at: func(s *Scenario) *float64 { return &s.ServerOutage.Share }, kind: unit.Share, lo: 1e-6, hi: 1, rungs: shares[1:16], grid: 100}},
	{Name: "event", Group: GroupOutage, Names: "also events spike", Help: "further events: spike=5@1m+20s is five times the traffic for 20s from 1m on", Value: events},
	{Name: "duration", Group: GroupSimulation, Names: "horizon simulated-time sim-time length", Help: "simulated time",
		Value: func() number {
			v := limit(func(s *Scenario) *float64 { return &s.Duration }, unit.Duration, 0.1, 30*day)
			v.bounds = func(s Scenario) (float64, float64) { return 0.1, min(30*day, mostCells*s.finest()) }
			return v
		}()},
	{Name: "step", Group: GroupSimulation, Names: "resolution bucket time-step interval-length", Help: "interval between the rows of the timeline", Value: fine(func(s *Scenario) *float64 { return &s.Step }, 1, 1e-3, day)},
	{Name: "engine", Group: GroupSimulation, Names: "method solver", Help: "how a fleet is computed: always by simulation; fluid, of earlier versions, is simulated too",
		Value: engines},
	{Name: "runs", Group: GroupSimulation, Names: "trials iterations repetitions samples", Help: "number of simulation runs", Value: wholeOf(func(s *Scenario) *float64 { return &s.Runs }, 1e5)},
	{Name: "scale", Group: GroupSimulation, Names: "shrink reduction", Help: "simulate a fleet so many times smaller, its server too; 1: as it is",
		Value: number{at: func(s *Scenario) *float64 { return &s.Scale }, kind: unit.Count, lo: 1, hi: 1e9, none: true, auto: true, rungs: counts[1:], grid: 1,
			enter: func(Scenario) float64 { return 1 }}},
	{Name: "max-outage", Group: GroupQuestion, Names: "edges edge longest-outage", Help: "find the longest outage from which the fleet recovers", Idle: noOutage, Value: toggle{func(s *Scenario) *bool { return &s.MaxOutage }}},
})

// noOutage is the Idle of what says more of the outage.
func noOutage(s Scenario) string {
	if s.OutageLength() > 0 {
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
		k := &list[i]
		k.Asks, k.Fleet, k.Usual = true, true, k.Asked(Default()) // the first sets others and holds nothing
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
