package setting

import (
	"math"

	"retune/calc/jitter"
	"retune/ui/unit"
)

var policySettings = []Setting{
	{
		Naming: Naming{
			Name:   "initial-delay",
			Group:  GroupPolicy,
			Short:  "a",
			Symbol: "a",
			Help:   "wait before retry 1; with 0s it follows immediately",
			Names: "first first-delay base retry-backoff reconnect-backoff base-interval base-delay initial initial-interval " +
				"initial-backoff initial-wait initial-retry-delay min-delay min-backoff min-wait min min-period minimum-backoff " +
				"wait-duration wait delay delta-backoff interval backoff start start-delay starting-delay retry-delay " +
				"min-retry-delay default-retry-delay min-timeout retry-wait wait-min minimal-backoff-time min-delay-target " +
				"base-retry-backoff try-interval",
		},
		Idle:   underList,
		Millis: 100,
		Value: number{at: func(s *Scenario) *float64 { return &s.InitialDelay }, kind: unit.Duration,
			lo: 0, hi: maxDelay, rungs: delays(1e-6, maxDelay),
			bounds: func(s Scenario) (float64, float64) { return minDelay, min(maxDelay, s.Cap) }},
	},
	{
		Naming: Naming{
			Name:   "factor",
			Group:  GroupPolicy,
			Short:  "r",
			Symbol: "r",
			Help:   "growth of the wait; 1 is a fixed interval",
			Names: "multiplier mult backoff-multiplier backoff-factor backoff-coefficient backoff-rate coefficient " +
				"retry-delay-multiplier exponential-backoff-multiplier growth growth-factor exp-base exponent exponent-base " +
				"backoff-exponent time-multiple b",
		},
		Role: Role{Ready: true},
		Idle: underList,
		Value: number{at: func(s *Scenario) *float64 { return &s.Factor }, kind: unit.Factor,
			lo: 1, hi: MaxFactor, rungs: factors, grid: 100},
	},
	{
		Naming: Naming{
			Name:   "cap",
			Group:  GroupPolicy,
			Symbol: "c",
			Help:   "upper limit of the wait",
			Names: "max-delay max-backoff maximum-backoff max-interval maximum-interval max-wait max-wait-duration " +
				"max-retry-delay max-cap max-period retry-backoff-max reconnect-backoff-max max-reconnect-backoff ceiling max " +
				"delay-cap backoff-cap max-timeout max-sleep max-retry-backoff wait-max interval-max max-delay-target " +
				"max-container-restart-period exponential-max-wait-duration",
		},
		Millis: 1000,
		Value: number{at: func(s *Scenario) *float64 { return &s.Cap }, kind: unit.Duration,
			lo: minDelay, hi: maxDelay, rungs: delays(1e-6, maxDelay), none: true,
			bounds: func(s Scenario) (float64, float64) { return s.InitialDelay, maxDelay },
			enter:  func(s Scenario) float64 { return s.Delay(max(1, min(s.Total(), 1000))) }},
	},
	{
		Naming: Naming{
			Name:  "jitter",
			Group: GroupPolicy,
			Help:  "type of jitter with its amount: none, full, spread=0.2, add=1s",
			Names: "randomization jitter-type jitter-strategy jitter-mode",
			Also: []Other{{"randomization-factor randomisation-factor randomized-wait-factor jitter-factor jitter-ratio " +
				"jitter-fraction randomize random-factor", spreadOf},
				{"max-jitter jitter-max additive-jitter jitter-range", addedOf}},
		},
		Millis: 100,
		Value:  jitters,
	},
	{
		Naming: Naming{
			Name:   "amount",
			Label:  "amount of jitter",
			Group:  GroupPolicy,
			Symbol: "j",
			Help:   "amount of the jitter",
		},
		Within: "jitter",
		Value:  amounts,
	},
	{
		Naming: Naming{
			Name:  "cap-after",
			Label: "cap after jitter",
			Row:   "cap after jit.",
			Group: GroupPolicy,
			Names: "cap-after-jitter",
			Help:  "apply the cap after jitter, not before: min(delay + jitter, cap)",
		},
		Idle: func(s Scenario) string {
			switch {
			case s.Jitter.Type == jitter.None:
				return "without --jitter"
			case math.IsInf(s.Cap, 1):
				return "without --cap"
			}
			return ""
		},
		Value: toggle(func(s *Scenario) *bool { return &s.CapAfter }),
	},
	{
		Naming: Naming{
			Name:  "feedback",
			Label: "stateful backoff",
			Row:   "stateful",
			Group: GroupPolicy,
			Names: "compound",
			Help:  "stateful backoff: the factor multiplies the delay after jitter",
		},
		Idle: func(s Scenario) string {
			if s.Jitter.Type == jitter.None {
				return "without --jitter"
			}
			return ""
		},
		Value: toggle(func(s *Scenario) *bool { return &s.Feedback }),
	},
	{
		Naming: Naming{
			Name:  "delays",
			Group: GroupPolicy,
			Names: "delay-list list-of-delays retry-delays backoff-list",
			Help:  "list of delays, which also sets the retries unless -n does: 1s,1s,2s,4s",
		},
		Value: delayLists,
	},
	{
		Naming: Naming{
			Name:    "retries",
			Things:  [2]string{"retry", "retries"},
			OneMore: [2]string{"attempt", "attempts"},
			Group:   GroupPolicy,
			Short:   "n",
			Symbol:  "n",
			Also: []Other{{"max-attempts maximum-attempts attempts tries max-tries attempt-count total-attempts " +
				"max-delivery-attempts stop-after-attempt num-of-attempts total-max-attempts max-number-of-attempts", retriesOf}},
			Help: "retries after the first attempt; max attempts is one more",
			Names: "max-retries maximum-retries retry-count num-retries max-retry-count max-retry-attempts retry-limit " +
				"retry-max retry-max-times retry-total retry-times task-retry-limit backoff-limit lb-retries no-of-retries retry " +
				"count",
		},
		Role: Role{Ends: true},
		Value: number{at: func(s *Scenario) *float64 { return &s.Retries }, kind: unit.Count,
			lo: 0, hi: maxRetries, rungs: counts, grid: 1, none: true,
			enter: func(Scenario) float64 { return Default().Retries }},
	},
	{
		Naming: Naming{
			Name:   "deadline",
			Group:  GroupPolicy,
			Symbol: "D",
			Help:   "time since the first attempt after which no retry starts",
			Names: "max-elapsed max-elapsed-time max-duration max-retry-duration max-retry-period retry-timeout stop-after " +
				"stop-after-delay delivery-timeout time-limit max-total-time give-up-after max-time max-retry-time retry-for " +
				"task-age-limit stop-before-delay lb-try-duration",
		},
		Role:   Role{Ends: true},
		Millis: 10_000,
		Value: number{at: func(s *Scenario) *float64 { return &s.Deadline }, kind: unit.Duration,
			lo: 0, hi: MaxElapsed, rungs: delays(1e-3, MaxElapsed), none: true,
			enter: func(s Scenario) float64 { return s.end() }},
	},
	{
		Naming: Naming{
			Name:  "total-timeout",
			Group: GroupPolicy,
			Help:  "time after which the call ends, even during an attempt",
			Names: "overall-timeout api-call-timeout call-timeout rpc-timeout context-timeout context-deadline grpc-deadline " +
				"operation-timeout",
		},
		Role:   Role{Ends: true},
		Millis: 10_000,
		Value: number{at: func(s *Scenario) *float64 { return &s.TotalTimeout }, kind: unit.Duration,
			lo: minDelay, hi: MaxElapsed, rungs: delays(1e-3, MaxElapsed), none: true,
			enter: func(s Scenario) float64 { return s.CallTime() }},
	},
	{
		Naming: Naming{
			Name:  "wait-after-last",
			Group: GroupPolicy,
			Names: "final-wait",
			Help:  "the call ends one delay after the last attempt, as in TCP",
		},
		Idle: func(s Scenario) string {
			if math.IsInf(s.Retries, 1) && math.IsInf(s.Deadline, 1) {
				return "without --retries or --deadline"
			}
			return ""
		},
		Value: toggle(func(s *Scenario) *bool { return &s.WaitAfterLast }),
	},
	{
		Naming: Naming{
			Name:   "attempt-time",
			Group:  GroupPolicy,
			Symbol: "s",
			Help:   "time that one failing attempt takes",
			Names:  "attempt-timeout request-timeout attempt-duration per-try-timeout per-attempt-timeout",
		},
		Millis: 100,
		Value: number{at: func(s *Scenario) *float64 { return &s.AttemptTime }, kind: unit.Duration,
			lo: 0, hi: maxDelay, rungs: delays(1e-3, maxDelay)},
	},
}

// clients is a setting of policies that start together, and of a fleet.
var clients = Setting{
	Naming: Naming{
		Name:   "clients",
		Things: [2]string{"client", "clients"},
		Group:  GroupTraffic,
		Symbol: "N",
		Names:  "users concurrent-users connections callers",
		Help:   "number of clients",
	},
	Role: Role{Asks: true, Fleet: true},
	Idle: only("traffic", traffics, "closed", "burst"),
	Value: number{at: func(s *Scenario) *float64 { return &s.Clients }, kind: unit.Count, lo: 1, hi: 1e12,
		rungs: counts[1:], grid: 1},
}

// questions are the settings that ask about a policy.
var questions = []Setting{
	{
		Naming: Naming{
			Name:   "at",
			Label:  "elapsed time T",
			Row:    "elapsed T",
			Group:  GroupQuestion,
			Short:  "T",
			Symbol: "T",
			Names:  "time elapsed-time at-time",
			Help:   "time since the first attempt",
		},
		Role: Role{Point: true, Asks: true},
		Value: number{at: func(s *Scenario) *float64 { return &s.AskAt }, kind: unit.Duration,
			lo: 0, hi: MaxElapsed, rungs: delays(1e-3, MaxElapsed)},
	},
	{
		Naming: Naming{
			Name:   "to-factor",
			Group:  GroupQuestion,
			Symbol: "r'",
			Names:  "to-multiplier",
			Help:   "another factor, compared with r",
		},
		Role: Role{Asks: true},
		Value: number{at: func(s *Scenario) *float64 { return &s.ToFactor }, kind: unit.Factor,
			lo: 1, hi: MaxFactor, rungs: factors, grid: 100},
	},
	clients,
	{
		Naming: Naming{
			Name:   "window",
			Group:  GroupQuestion,
			Symbol: "w",
			Help:   "time within which retries count as simultaneous",
		},
		Role: Role{Asks: true, Fleet: true},
		Idle: only("traffic", traffics, "burst"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Together }, kind: unit.Duration, lo: minDelay,
			hi: maxDelay, rungs: delays(1e-6, maxDelay)},
	},
	{
		Naming: Naming{Name: "seed", Group: GroupSimulation, Names: "random-seed", Help: "random seed"},
		Role:   Role{Asks: true, Fleet: true},
		Idle:   only("engine", engines, "auto", "simulation"),
		Value: number{at: func(s *Scenario) *float64 { return &s.Seed }, kind: unit.Count, lo: 0, hi: 1e9, rungs: counts,
			grid: 1},
	},
	{
		Naming: Naming{Name: "turn", Label: "setting", Group: GroupQuestion, Help: "setting to solve for"},
		Role:   Role{Asks: true, Bare: true},
		Value:  freely(func(s *Scenario) *string { return &s.Unknown }, solvableNames, solvable, "cannot solve for %[1]s"),
	},
	{
		Naming: Naming{
			Name:  "reconnect-within",
			Group: GroupLimits,
			Names: "within reconnect back-within recover-within",
			Help:  "longest reconnect delay after the outage, for any client",
		},
		Role:  Role{Asks: true},
		Value: limit(func(s *Scenario) *float64 { return &s.Within }, unit.Duration, minDelay, maxDelay),
	},
	{
		Naming: Naming{
			Name:  "max-wasted-retries",
			Group: GroupLimits,
			Names: "max-retries retry-limit",
			Help:  "most retries during the outage",
		},
		Role:  Role{Asks: true},
		Value: limit(func(s *Scenario) *float64 { return &s.MaxWasted }, unit.Count, 0, maxRetries),
	},
	{
		Naming: Naming{
			Name:  "max-ratio",
			Group: GroupLimits,
			Names: "max-delay-ratio",
			Help:  "greatest ratio of delay to elapsed time at the end of the outage",
		},
		Role:  Role{Asks: true},
		Value: limit(func(s *Scenario) *float64 { return &s.MaxRatio }, unit.Number, 0, MaxFactor-1),
	},
	{
		Naming: Naming{
			Name:  "max-reconnect-delay",
			Group: GroupLimits,
			Names: "max-overshoot",
			Help:  "longest reconnect delay; 10% is a tenth of the outage",
		},
		Role: Role{Asks: true},
		Value: func() number {
			v := limit(func(s *Scenario) *float64 { return &s.MaxReconnect }, unit.Duration, minDelay, maxDelay)
			v.relative = func(s *Scenario) *bool { return &s.MaxRelative }
			return v
		}(),
	},
	{
		Naming: Naming{
			Name:  "max-initial-delay",
			Group: GroupLimits,
			Names: "max-first",
			Help:  "longest initial delay",
		},
		Role:  Role{Asks: true},
		Value: limit(func(s *Scenario) *float64 { return &s.MaxInitial }, unit.Duration, minDelay, maxDelay),
	},
}
