package policy

import (
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
	"slices"
)

// delayRatio is wanted by a question of its own, too.
var delayRatio = answer.Result{
	Naming: answer.Naming{
		Name:  "ratio",
		Names: "delay-ratio",
		Unit:  unit.Number,
		Help:  "delay after a retry at T divided by T, or in the long run",
	},
	Scope: answer.Scope{Takes: []string{"at"}},
	Goal: answer.Goal{
		Most:    setting.MaxFactor - 1,
		Caution: cappedRatio,
	},
	Figure: answer.Figure{Ended: warnEnded, Nominal: true, Value: closed(ratioOf)},
}

// Results are the figures of a policy.
var Results = binding(slices.Concat(scheduleResults, callTimes, outageResults))

// scheduleResults are the figures of a policy that retries without success.
var scheduleResults = answer.Results{
	delayRatio,
	{
		Naming: answer.Naming{
			Name:  "delay-after-retry",
			Gives: "the delay after a retry at T is %s",
			Names: "next-delay",
			Unit:  unit.Duration,
			Help:  "delay that follows a retry at T",
		},
		Scope: answer.Scope{Needs: []string{"at"}},
		Goal:  answer.Goal{First: true},
		Figure: answer.Figure{
			Ended:   warnEnded,
			Nominal: true,
			Value:   closed(func(s setting.Scenario) float64 { return s.NextDelay(s.AskAt) }),
		},
	},
	{
		Naming: answer.Naming{Name: "previous-delay", Unit: unit.Duration, Help: "delay before a retry at T"},
		Scope:  answer.Scope{Needs: []string{"at"}},
		Goal:   answer.Goal{Turns: always},
		Figure: answer.Figure{
			Ended:   warnEnded,
			Nominal: true,
			Value:   closed(func(s setting.Scenario) float64 { return s.PreviousDelay(s.AskAt) }),
		},
	},
	{
		Naming: answer.Naming{Name: "current-delay", Unit: unit.Duration, Help: "current delay at T"},
		Scope:  answer.Scope{Needs: []string{"at"}},
		Goal:   answer.Goal{Turns: always},
		Figure: answer.Figure{
			Ended:   warnEnded,
			Nominal: true,
			Value:   closed(func(s setting.Scenario) float64 { return s.Delay(s.RetriesBy(s.AskAt) + 1) }),
		},
	},
	{
		Naming: answer.Naming{
			Name:   "next-retry-at",
			Gives:  "the next retry starts after %s",
			Names:  "next-retry",
			Unit:   unit.Duration,
			Help:   "elapsed time of the first retry after T",
			Phrase: "a next retry at %s",
		},
		Scope: answer.Scope{Needs: []string{"at"}},
		Goal:  answer.Goal{Turns: always},
		Figure: answer.Figure{
			Ended:   warnEnded,
			Nominal: true,
			Value:   closed(func(s setting.Scenario) float64 { return s.NextRetryAt(s.AskAt) }),
		},
	},
	{
		Naming: answer.Naming{
			Name:   "retries-real",
			Gives:  "%s retries start by T",
			Names:  "fractional-retries",
			Unit:   unit.Number,
			Help:   "fractional number of retries by T",
			Phrase: "%s retries by T",
			Shows:  []string{"retries done"},
		},
		Scope: answer.Scope{Needs: []string{"at"}},
		Goal: answer.Goal{
			TurnsWith: []string{"cap"}, // where it begins
		},
		Figure: answer.Figure{
			Ended:   warnEnded,
			Nominal: true,
			Value:   closed(func(s setting.Scenario) float64 { return s.RetryAt(s.AskAt) }),
		},
	},
	{
		Naming: answer.Naming{
			Name:  "elapsed",
			Names: "total last-retry-at total-delay total-time last-retry",
			Label: "elapsed time",
			Unit:  unit.Duration,
			Help:  "elapsed time at which the last retry starts",
			Shows: []string{"last retry at"},
		},
		Goal: answer.Goal{Making: lasting, Turns: hasDeadline},
		Figure: answer.Figure{
			Nominal: true,
			Value:   closed(func(s setting.Scenario) float64 { return s.StartOf(s.Total()) }),
		},
	},
	{
		Naming: answer.Naming{
			Name:   "gives-up-at",
			Gives:  "the policy gives up after %s",
			Names:  "gives-up gives-up-after",
			Unit:   unit.Duration,
			Help:   "time at which the last attempt has failed",
			Phrase: "a policy that gives up at %s",
		},
		Goal: answer.Goal{Turns: hasDeadline},
		Figure: answer.Figure{
			Nominal: true,
			Value:   closed(func(s setting.Scenario) float64 { return s.CallTime() }),
		},
	},
	{
		Naming: answer.Naming{
			Name:  "last-delay",
			Names: "longest-delay",
			Unit:  unit.Duration,
			Help:  "delay before the last retry",
		},
		Goal:   answer.Goal{Turns: hasDeadline},
		Figure: answer.Figure{Nominal: true, Value: closed(lastDelay)},
	},
	drawn(answer.Result{
		Naming: answer.Naming{
			Name:   "reconnect-delay",
			Better: answer.Less,
			Names:  "overshoot reconnect reconnect-time",
			Unit:   unit.Duration,
			Help:   "longest wait after an outage that ends at T, or after --outage; 10% is a tenth of its length",
			Shows:  []string{"reconnect delay max"},
		},
		Scope:  answer.Scope{Takes: []string{"at", "outage"}, Lacks: lacksOutage},
		Goal:   answer.Goal{Caution: fixedOutage, Over: manyOutages, Relative: true, Turns: afterOne},
		Figure: answer.Figure{Ended: warnEndedAtT, Value: valued(reconnectMax)},
	}),
	drawn(answer.Result{
		Naming: answer.Naming{
			Name:   "reconnect-delay-mean",
			Better: answer.Less,
			Ranks:  "soonest back",
			Names:  "overshoot-mean reconnect-mean",
			Unit:   unit.Duration,
			Help:   "expected wait after an outage that ends about T, or after --outage; 10% is a tenth of its length",
		},
		Scope:  answer.Scope{Takes: []string{"at", "outage"}, Lacks: lacksOutage},
		Goal:   answer.Goal{Caution: fixedOutage, Over: manyOutages, Relative: true, Turns: afterOne},
		Figure: answer.Figure{Ended: warnEndedAtT, Value: valued(reconnectMean)},
	}),
}
