package setting

import (
	"math"

	"retune/calc/jitter"
	"retune/ui/unit"
)

var policySettings = []Setting{
	{
		Name:   "initial-delay",
		Short:  "a",
		Symbol: "a",
		Help:   "wait before retry 1; with 0s it follows immediately",
		Names: "first first-delay base retry-backoff reconnect-backoff base-interval base-delay initial initial-interval " +
			"initial-backoff initial-wait initial-retry-delay min-delay min-backoff min-wait min min-period minimum-backoff " +
			"wait-duration wait delay delta-backoff interval backoff start start-delay starting-delay retry-delay " +
			"min-retry-delay default-retry-delay min-timeout retry-wait wait-min minimal-backoff-time min-delay-target " +
			"base-retry-backoff try-interval",
		Idle:       underList,
		MillisFrom: 100,
		Value: ranged(func(s *Scenario) *float64 { return &s.InitialDelay }, unit.Duration, 0, maxDelay).from(1e-6).
			within(func(s *Scenario) (float64, float64) { return minDelay, min(maxDelay, s.Cap) }),
	},
	{
		Name:   "factor",
		Short:  "r",
		Symbol: "r",
		Help:   "growth of the wait; 1 is a fixed interval",
		Names: "multiplier mult backoff-multiplier backoff-factor backoff-coefficient backoff-rate coefficient " +
			"retry-delay-multiplier exponential-backoff-multiplier growth growth-factor exp-base exponent exponent-base " +
			"backoff-exponent time-multiple b",
		SolveFirst: true,
		Idle:       underList,
		Value:      ranged(func(s *Scenario) *float64 { return &s.Factor }, unit.Factor, 1, MaxFactor),
	},
	{
		Name:   "cap",
		Symbol: "c",
		Help:   "upper limit of the wait",
		Names: "max-delay max-backoff maximum-backoff max-interval maximum-interval max-wait max-wait-duration " +
			"max-retry-delay max-cap max-period retry-backoff-max reconnect-backoff-max max-reconnect-backoff ceiling max " +
			"delay-cap backoff-cap max-timeout max-sleep max-retry-backoff wait-max interval-max max-delay-target " +
			"max-container-restart-period exponential-max-wait-duration",
		MillisFrom: 1000,
		Value: ranged(func(s *Scenario) *float64 { return &s.Cap }, unit.Duration, minDelay, maxDelay).from(1e-6).
			orNone(func(s *Scenario) float64 { return s.Delay(max(1, min(s.RetriesMade(), 1000))) }).
			within(func(s *Scenario) (float64, float64) { return max(minDelay, s.InitialDelay), maxDelay }),
	},
	{
		Name:  "jitter",
		Help:  "type of jitter: none, full, spread=0.2, add=1s",
		Names: "randomization jitter-type jitter-strategy jitter-mode",
		Aliases: []Alias{{"randomization-factor randomisation-factor randomized-wait-factor jitter-factor jitter-ratio " +
			"jitter-fraction randomize random-factor", "spread="},
			{"max-jitter jitter-max additive-jitter jitter-range", "add="}},
		MillisFrom: 100,
		Value:      jitters,
	},
	{
		Name:   "amount",
		Label:  "amount of jitter",
		Symbol: "j",
		Help:   "amount of the jitter",
		PartOf: "jitter",
		Value:  amounts,
	},
	{
		Name:       "cap-after",
		Label:      "cap after jitter",
		ShortLabel: "cap after jit.",
		Names:      "cap-after-jitter",
		Help:       "apply the cap after jitter, not before: min(delay + jitter, cap)",
		Idle: func(s *Scenario) string {
			switch {
			case s.Jitter.Type == jitter.None:
				return "without --jitter"
			case math.IsInf(s.Cap, 1):
				return "without --cap"
			}
			return ""
		},
		Rare:  true,
		Value: toggle(func(s *Scenario) *bool { return &s.CapAfter }),
	},
	{
		Name:       "feedback",
		Label:      "stateful backoff",
		ShortLabel: "stateful",
		Names:      "compound",
		Help:       "stateful backoff: the factor multiplies the delay after jitter",
		Idle: func(s *Scenario) string {
			if s.Jitter.Type == jitter.None {
				return "without --jitter"
			}
			return ""
		},
		Rare:  true,
		Value: toggle(func(s *Scenario) *bool { return &s.Feedback }),
	},
	{
		Name:  "delays",
		Names: "delay-list list-of-delays retry-delays backoff-list",
		Help:  "list of delays, which also sets the retries unless -n does: 1s,1s,2s,4s",
		Rare:  true,
		Value: delayLists,
	},
	{
		Name:         "retries",
		Nouns:        [2]string{"retry", "retries"},
		NounsOneMore: [2]string{"attempt", "attempts"},
		Short:        "n",
		Symbol:       "n",
		Aliases: []Alias{{"max-attempts maximum-attempts attempts tries max-tries attempt-count total-attempts " +
			"max-delivery-attempts stop-after-attempt num-of-attempts total-max-attempts max-number-of-attempts", ""}},
		Help: "retries after the first attempt; max attempts is one more",
		Names: "max-retries maximum-retries retry-count num-retries max-retry-count max-retry-attempts retry-limit " +
			"retry-max retry-max-times retry-total retry-times task-retry-limit backoff-limit lb-retries no-of-retries retry " +
			"count",
		EndsPolicy: true,
		Value: ranged(func(s *Scenario) *float64 { return &s.Retries }, unit.Count, 0, maxRetries).
			orNone(always(Default().Retries)),
	},
	{
		Name:   "deadline",
		Symbol: "D",
		Help:   "time since the first attempt after which no retry starts",
		Names: "max-elapsed max-elapsed-time max-duration max-retry-duration max-retry-period retry-timeout stop-after " +
			"stop-after-delay delivery-timeout time-limit max-total-time give-up-after max-time max-retry-time retry-for " +
			"task-age-limit stop-before-delay lb-try-duration",
		EndsPolicy: true,
		MillisFrom: 10_000,
		Value: ranged(func(s *Scenario) *float64 { return &s.Deadline }, unit.Duration, 0, MaxElapsed).
			orNone((*Scenario).end),
	},
	{
		Name: "total-timeout",
		Help: "time after which the call ends, even during an attempt",
		Names: "overall-timeout api-call-timeout call-timeout rpc-timeout context-timeout context-deadline grpc-deadline " +
			"operation-timeout",
		EndsPolicy: true,
		MillisFrom: 10_000,
		Rare:       true,
		Value: ranged(func(s *Scenario) *float64 { return &s.TotalTimeout }, unit.Duration, minDelay, MaxElapsed).
			orNone((*Scenario).CallTime),
	},
	{
		Name:  "wait-after-last",
		Names: "final-wait",
		Help:  "the call ends one delay after the last attempt, as in TCP",
		Idle: func(s *Scenario) string {
			if math.IsInf(s.Retries, 1) && math.IsInf(s.Deadline, 1) {
				return "without --retries or --deadline"
			}
			return ""
		},
		Rare:  true,
		Value: toggle(func(s *Scenario) *bool { return &s.WaitAfterLast }),
	},
	{
		Name:       "attempt-time",
		Symbol:     "s",
		Help:       "time that one failing attempt takes",
		Names:      "attempt-timeout request-timeout attempt-duration per-try-timeout per-attempt-timeout",
		MillisFrom: 100,
		Value:      ranged(func(s *Scenario) *float64 { return &s.AttemptTime }, unit.Duration, 0, maxDelay),
	},
}

// clients is a setting of policies that start together, and of a fleet.
var clients = Setting{
	Name:   "clients",
	Nouns:  [2]string{"client", "clients"},
	Group:  GroupTraffic,
	Symbol: "N",
	Names:  "users concurrent-users connections callers",
	Help:   "number of clients",

	OfQuestion: true, Fleet: true,
	Idle:  effectiveWith("traffic", "closed", "burst"),
	Value: ranged(func(s *Scenario) *float64 { return &s.Clients }, unit.Count, 1, 1e12),
}

// questions are the settings that ask about a policy.
var questions = asked(false, []Setting{
	{
		Name:       "at",
		Label:      "elapsed time T",
		ShortLabel: "elapsed T",
		Short:      "T",
		Symbol:     "T",
		Names:      "time elapsed-time at-time",
		Help:       "time since the first attempt",
		IsElapsed:  true,
		Value:      ranged(func(s *Scenario) *float64 { return &s.AskAt }, unit.Duration, 0, MaxElapsed),
	},
	{
		Name:   "to-factor",
		Symbol: "r'",
		Names:  "to-multiplier",
		Help:   "another factor, compared with r",
		Value:  ranged(func(s *Scenario) *float64 { return &s.ToFactor }, unit.Factor, 1, MaxFactor),
	},
	clients,
	{
		Name:   "window",
		Symbol: "w",
		Help:   "time within which retries count as simultaneous",
		Fleet:  true,
		Idle:   (*Scenario).whyNotTogether,
		Rare:   true,
		Value: ranged(func(s *Scenario) *float64 { return &s.CollisionWindow }, unit.Duration, minDelay,
			maxDelay).from(1e-6),
	},
	{
		Name: "seed", Group: GroupSimulation, Names: "random-seed", Help: "random seed",
		Fleet: true, Rare: true,
		Value: ranged(func(s *Scenario) *float64 { return &s.Seed }, unit.Count, 0, 1e9),
	},
	{
		Name: "turn", Label: "setting", Help: "setting to solve for", IsArgument: true,
		Value: wordFrom(func(s *Scenario) *string { return &s.Unknown }, solvableNames, solvable, "cannot solve for %[1]s"),
	},
	{
		Name:  "reconnect-within",
		Group: GroupLimits,
		Names: "within reconnect back-within recover-within",
		Help:  "longest reconnect delay after the outage, for any client",
		Value: ranged(func(s *Scenario) *float64 { return &s.Within }, unit.Duration, minDelay, maxDelay),
	},
	{
		Name:  "max-wasted-retries",
		Group: GroupLimits,
		Names: "max-retries retry-limit",
		Help:  "most retries during the outage",
		Value: ranged(func(s *Scenario) *float64 { return &s.MaxWasted }, unit.Count, 0, maxRetries),
	},
	{
		Name:  "max-ratio",
		Group: GroupLimits,
		Names: "max-delay-ratio",
		Help:  "greatest ratio of delay to elapsed time at the end of the outage",
		Value: ranged(func(s *Scenario) *float64 { return &s.MaxRatio }, unit.Number, 0, MaxFactor-1),
	},
	{
		Name:  "max-reconnect-delay",
		Group: GroupLimits,
		Names: "max-overshoot",
		Help:  "longest reconnect delay; 10% is a tenth of the outage",
		Value: ranged(func(s *Scenario) *float64 { return &s.MaxReconnect }, unit.Duration, minDelay, maxDelay).
			orShare(func(s *Scenario) *bool { return &s.MaxRelative }),
	},
	{
		Name:  "max-initial-delay",
		Group: GroupLimits,
		Names: "max-first",
		Help:  "longest initial delay",
		Value: ranged(func(s *Scenario) *float64 { return &s.MaxInitial }, unit.Duration, minDelay, maxDelay),
	},
}...)
