package setting

import (
	"slices"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// The words that decide which other settings have an effect.
var (
	traffics = oneOf(func(s *Scenario) *fleet.TrafficKind { return &s.Traffic.Kind }, spellings{
		"closed closed-loop users think", "open open-loop poisson stream rate",
		"burst all-at-once reconnect stampede herd thundering-herd"})
	servers = func() word {
		v := oneOf(func(s *Scenario) *fleet.ServerKind { return &s.Server.Kind }, spellings{
			"slowing", "slowing-at-arrival arrival", "queue workers pool fifo mm1 m/m/1 mdc m/d/c",
			"rate-limited limit limited rate-limit rate-limiter token-bucket tokenbucket"})
		words := v.words()
		v.get = func(s *Scenario) string { // a slowing server whose latency is fixed at arrival is a separate word
			i := int(s.Server.Kind)
			if i > 0 || s.Server.AtArrival {
				i++
			}
			return words[i]
		}
		v.put = func(s *Scenario, word string) {
			i := slices.Index(words, word)
			s.Server.Kind, s.Server.AtArrival = fleet.ServerKind(max(0, i-1)), i == 1
		}
		return v
	}()
	outageKinds = oneOf(func(s *Scenario) *fleet.OutageKind { return &s.ServerOutage.Kind }, eventKinds[:4])
)

// fleetSettings are the settings of the fleet, its server and its outage.
var fleetSettings = asked(true, []Setting{
	{
		Name:  "scenario",
		Names: "preset world",
		Help:  "start from a named example; other flags change it",
		Value: scenarios,
	},
	{
		Name:  "traffic",
		Group: GroupTraffic,
		Names: "workload load-model arrivals",
		Help: "closed, open or burst; closed: clients wait for answers, then think; open: a mean rate; burst: all " +
			"clients at once, or within --start-spread",
		Value: traffics,
	},
	{
		Name:   "think",
		Group:  GroupTraffic,
		Symbol: "Z",
		Names:  "think-time pause",
		Help:   "mean think time of a client between two requests (closed traffic)",
		Idle:   effectiveWith("traffic", "closed"),
		Value:  ranged(func(s *Scenario) *float64 { return &s.Think }, unit.Duration, 1e-3, MaxElapsed),
	},
	{
		Name:  "rate",
		Group: GroupTraffic,
		Names: "rps qps request-rate requests-per-second arrival-rate throughput requests offered offered-load",
		Help:  "new requests per second (open traffic)",
		Idle:  effectiveWith("traffic", "open"),
		Value: ranged(func(s *Scenario) *float64 { return &s.Rate }, unit.Rate, 1e-6, 1e12),
	},
	{
		Name:         "start-spread",
		Group:        GroupTraffic,
		Names:        "splay startup-spread start-jitter ramp-up stagger randomized-delay",
		Help:         "time within which the clients of a burst start, each at a uniform random time",
		UsualTargets: "--peak-load 50/s --scenario cron",
		Idle:         effectiveWith("traffic", "burst"),
		Rare:         true,
		Value:        ranged(func(s *Scenario) *float64 { return &s.Traffic.Spread }, unit.Duration, 0, day).from(1e-2),
	},
	{
		Name:         "timeout",
		Group:        GroupClient,
		Symbol:       "W",
		Names:        "client-timeout request-timeout attempt-timeout per-try-timeout response-timeout patience",
		Help:         "how long a client waits for an answer",
		UsualTargets: "--false-timeouts 0.1% --service-time lognormal=p50:40ms,p99:800ms",
		MillisFrom:   100,
		Value: ranged(func(s *Scenario) *float64 { return &s.Timeout }, unit.Duration, 1e-6, MaxElapsed).
			orNone(always(Default().Timeout)),
	},
	{
		Name:       "failure-rate",
		ShortLabel: "failures",
		Group:      GroupOutage,
		Symbol:     "q",
		Names:      "failure-probability failures fail-rate failure-ratio error-probability p",
		Help:       "share of attempts that fail, in an outage or not",
		Rare:       true,
		Value:      ranged(func(s *Scenario) *float64 { return &s.FailureRate }, unit.Share, 0, maxFailures),
	},
	{
		Name:  "cancel",
		Group: GroupClient,
		Names: "cancellation cancel-on-timeout propagate-deadline",
		Help:  "the server drops attempts that have timed out",
		Value: toggle(func(s *Scenario) *bool { return &s.Cancel }),
	},
	{
		Name:  "budget",
		Group: GroupClient,
		Names: "retry-budget retry-throttling throttle throttling token-bucket retry-quota quota retry-ratio budget-percent",
		Help: "retry budget: 10% of requests; throttle=10% (gRPC), quota (AWS), concurrent=20% (Envoy) or expiring=20% " +
			"(Finagle, Linkerd)",
		Value: budgets(),
	},
	{
		Name:  "breaker",
		Group: GroupClient,
		Names: "circuit-breaker cb circuitbreaker adaptive-throttling client-side-throttling",
		Help: "share of failures that opens a circuit breaker; retries=50% stops only retries; adaptive=2 " +
			"throttles as in the SRE book",
		Value: breakers(),
	},
	honorSetting,
	{
		Name:   "processes",
		Nouns:  [2]string{"process", "processes"},
		Group:  GroupClient,
		Symbol: "P",
		Names:  "procs nodes pods hosts instances",
		Help:   "number of client processes, each with its own budget and breaker",
		Idle: func(s *Scenario) string {
			if s.Budget.Kind != fleet.NoBudget || s.Breaker.Share > 0 {
				return ""
			}
			return "without --budget or --breaker"
		},
		Rare:  true,
		Value: ranged(func(s *Scenario) *float64 { return &s.Processes }, unit.Count, 1, 1e12),
	},
	{
		Name:       "first-from-think",
		ShortLabel: "from think",
		Group:      GroupClient,
		Help:       "the first delay is the factor times the last think time",
		Rare:       true,
		Value:      toggle(func(s *Scenario) *bool { return &s.FirstFromThink }),
	},
	{
		Name:  "server",
		Group: GroupServer,
		Names: "server-model server-kind backend",
		Help:  "server model: slowing, queue or rate-limited; a slowing server takes longer under load",
		Value: servers,
	},
	{
		Name:  "service-time",
		Group: GroupServer,
		Names: "latency response-time processing-time service-latency",
		Help: "time of one attempt on a server without load; or a distribution, from which it is drawn when the server " +
			"starts to serve the attempt: lognormal, exponential or a file",
		MillisFrom: 10,
		Value:      serviceTimes,
	},
	{
		Name:  "concurrency",
		Group: GroupServer,
		Names: "limit max-concurrency concurrency-limit in-flight max-in-flight",
		Help:  "attempts in flight before a slowing server's latency rises",
		Idle:  effectiveWith("server", "slowing", "slowing-at-arrival"),
		Rare:  true,
		Value: ranged(func(s *Scenario) *float64 { return &s.Server.Concurrency }, unit.Count, 0, 1e12).
			orNone(always(Default().Server.Concurrency)),
	},
	{
		Name:  "slowdown",
		Group: GroupServer,
		Names: "degradation",
		Help:  "growth of the latency for every 15 attempts in flight above --concurrency, or a time per attempt: 10ms",
		Idle:  effectiveWith("server", "slowing", "slowing-at-arrival"),
		Rare:  true,
		Value: slowdowns,
	},
	{
		Name:  "check-interval",
		Group: GroupServer,
		Names: "look poll-interval",
		Help:  "how often a slowing server checks whether attempts have ended",
		Idle:  effectiveWith("server", "slowing"),
		Rare:  true,
		Value: checkInterval(func(s *Scenario) *float64 { return &s.Server.CheckInterval }, 1e-3, hour),
	},
	{
		Name:  "workers",
		Nouns: [2]string{"worker", "workers"},
		Group: GroupServer,
		Names: "servers threads pool pool-size server-threads replicas",
		Help:  "attempts that a queue serves at a time",
		Idle:  effectiveWith("server", "queue"),
		Value: ranged(func(s *Scenario) *float64 { return &s.Server.Workers }, unit.Count, 1, 1e12),
	},
	{
		Name:  "queue-size",
		Group: GroupServer,
		Names: "room queue max-queue queue-limit queue-length queue-capacity max-queue-size max-pending-requests backlog",
		Help:  "attempts that may wait in the queue; others are rejected",
		Idle:  effectiveWith("server", "queue"),
		Value: ranged(func(s *Scenario) *float64 { return &s.Server.QueueSize }, unit.Count, 0, 1e12).
			orNone(always(100)),
	},
	{
		Name:  "capacity",
		Group: GroupServer,
		Names: "rate-limit max-rps server-capacity server-rate",
		Help:  "attempts per second that the server takes",
		Idle:  effectiveWith("server", "rate-limited"),
		Value: perSecond(func(s *Scenario) *float64 { return &s.Server.Capacity }),
	},
	retryAfterSetting,
	spreadSetting,
	{
		Name:   "outage",
		Group:  GroupOutage,
		Symbol: "X",
		Names:  "fault downtime outage-duration outage-length fault-duration",
		Help:   "length of the outage; 0 is no outage",
		Value:  outages(),
	},
	{
		Name:        "outage-at",
		ShortLabel:  "  at",
		Group:       GroupOutage,
		Names:       "outage-start outage-begin fault-at",
		Help:        "start of the outage; a burst starts with it unless this is given",
		NeverSolved: true,
		Idle:        noOutage,
		Rare:        true,
		Value:       ranged(func(s *Scenario) *float64 { return &s.ServerOutage.At }, unit.Duration, 0, MaxElapsed),
	},
	{
		Name:       "outage-kind",
		ShortLabel: "  kind",
		Group:      GroupOutage,
		Names:      "outage-type fault-kind fault-type",
		Help:       "hang, reject, brownout (less capacity) or errors",
		Idle:       noOutage,
		Value:      outageKinds,
	},
	{
		Name:       "outage-share",
		ShortLabel: "  share",
		Group:      GroupOutage,
		Names:      "capacity-left severity",
		Help:       "capacity left in a brownout; share of attempts that fail with errors",
		Idle: func(s *Scenario) string {
			if why := noOutage(s); why != "" {
				return why
			}
			return effectiveWith("outage-kind", "brownout", "errors")(s)
		},
		Rare:  true,
		Value: ranged(func(s *Scenario) *float64 { return &s.ServerOutage.Share }, unit.Share, 1e-6, 1),
	},
	{
		Name:  "event",
		Group: GroupOutage,
		Names: "also events spike",
		Help:  "further events: spike=5@1m+20s is five times the traffic from 1m on for 20s",
		Idle:  onlySpikes,
		Rare:  true,
		Value: events(),
	},
	{
		Name:  "duration",
		Group: GroupSimulation,
		Names: "horizon simulated-time sim-time length",
		Help:  "simulated time; auto: until the fleet is settled",
		Value: ranged(func(s *Scenario) *float64 { return &s.Duration }, unit.Duration, 0.1, 30*day).
			orAuto(always(300)).
			within(func(s *Scenario) (float64, float64) { return 0.1, min(30*day, mostChecks*s.checks()) }),
	},
	{
		Name:  "step",
		Group: GroupSimulation,
		Names: "resolution bucket time-step interval-length",
		Help:  "interval between the rows of the timeline, longer if there would be more than 100,000 rows",
		Rare:  true,
		Value: ranged(func(s *Scenario) *float64 { return &s.Step }, unit.Duration, 1e-3, day),
	},
	{
		Name:  "runs",
		Group: GroupSimulation,
		Names: "trials iterations repetitions samples",
		Help:  "number of simulation runs",
		Rare:  true,
		Value: ranged(func(s *Scenario) *float64 { return &s.Runs }, unit.Count, 1, 1e5),
	},
	{
		Name:  "recovers-share",
		Group: GroupSimulation,
		Names: "confidence required-share",
		Help:  "share of the runs that must recover to keep the limit recovers",
		Rare:  true,
		Value: ranged(func(s *Scenario) *float64 { return &s.RecoversShare }, unit.Share, 0.5, 0.9999).
			over(1000, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999),
	},
	{
		Name:  "allow-lost",
		Group: GroupSimulation,
		Help:  "limits on figures also pass for a fleet that does not recover",
		Rare:  true,
		Value: toggle(func(s *Scenario) *bool { return &s.AllowLost }),
	},
	{
		Name:  "scale",
		Group: GroupSimulation,
		Names: "shrink reduction",
		Help:  "number that divides the size of fleet and server; 1: full size",
		Rare:  true,
		Value: ranged(func(s *Scenario) *float64 { return &s.Scale }, unit.Count, 1, 1e9).
			orAuto(always(1)),
	},
	{
		Name:  "max-outage",
		Names: "edges edge longest-outage",
		Help:  "find the longest outage that the fleet survives",
		Idle:  noOutage,
		Value: toggle(func(s *Scenario) *bool { return &s.MaxOutage }),
	},
}...)
