package policy

import (
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// outageResults are the figures of a policy that meets an outage or a failure rate.
var outageResults = answer.Results{
	{
		Naming: answer.Naming{
			Name:  "retries-ratio",
			Unit:  unit.Number,
			Help:  "retries of B per retry of A, by T or in the long run",
			Shows: []string{"retries ratio approx"},
		},
		Scope:  answer.Scope{Takes: []string{"at"}, Needs: []string{"vs"}},
		Goal:   answer.Goal{TurnsWith: []string{"cap"}},
		Figure: answer.Figure{OfPair: true, Value: valued(retriesRatio)},
	},
	drawn(answer.Result{
		Naming: answer.Naming{
			Name:  "elapsed-mean",
			Names: "total-mean mean-elapsed",
			Label: "elapsed time mean",
			Unit:  unit.Duration,
			Help:  "expected elapsed time at which the last retry starts",
			Shows: []string{"last retry mean"},
		},
		Goal:   answer.Goal{Turns: hasDeadline},
		Figure: answer.Figure{Value: ofLast(jitter.Dist.Mean)},
	}),
	percentile("elapsed-p99", "total-p99", "99th percentile of the elapsed time at the last retry; other percentiles: --elapsed-p50", 0.99),
	drawn(answer.Result{
		Naming: answer.Naming{
			Name:   "starts-by",
			Gives:  "%s of the clients start the last retry by T",
			Unit:   unit.Share,
			Help:   "probability that the last retry starts by T",
			Phrase: "%s of the clients that start the last retry by T",
		},
		Scope: answer.Scope{Needs: []string{"at"}},
		Goal: answer.Goal{
			Floor:     true,
			Turns:     func(s setting.Scenario) bool { return ruled(s) || hasDeadline(s) },
			TurnsWith: []string{"amount"},
		},
		Figure: answer.Figure{Value: startsBy},
	}),
	of(jitterAt, answer.Result{
		Naming: answer.Naming{
			Name:   "retries-expected",
			Gives:  "%s retries are expected by T",
			Names:  "expected-retries retries-by",
			Unit:   unit.Number,
			Help:   "expected retries by T",
			Phrase: "%s retries expected by T",
		},
		Scope: answer.Scope{Needs: []string{"at"}},
	}),
	of(jitterAt, answer.Result{
		Naming: answer.Naming{
			Name: "current-delay-mean",
			Unit: unit.Duration,
			Help: "expected current delay at T",
		},
		Scope: answer.Scope{Needs: []string{"at"}},
	}),
	of(jitterAt, answer.Result{
		Naming: answer.Naming{
			Name: "current-delay-p99",
			Unit: unit.Duration,
			Help: "99th percentile of the current delay at T",
		},
		Scope: answer.Scope{Needs: []string{"at"}},
	}),
	ofPolicy(atCap, answer.Result{
		Naming: answer.Naming{
			Name:   "cap-from",
			Gives:  "the cap applies after %s",
			Unit:   unit.Duration,
			Help:   "elapsed time from which the delay is the cap",
			Phrase: "a cap from %s on",
		},
	}),
	ofPolicy(atCap, answer.Result{
		Naming: answer.Naming{
			Name:   "cap-from-retry",
			Gives:  "the number of the first retry at the cap is %s",
			Unit:   unit.Count,
			Help:   "first retry whose delay is the cap",
			Phrase: "a cap from retry %s on",
		},
	}),
	ofPolicy(wholePolicy, answer.Result{
		Naming: answer.Naming{
			Name:   "retries-made",
			Gives:  "%s retries are made",
			Unit:   unit.Count,
			Help:   "retries made before the limit or the deadline ends the policy",
			Phrase: "%s retries",
		},
	}),
	ofPolicy(byDeadline, answer.Result{
		Naming: answer.Naming{
			Name:   "retries-by-deadline-alone",
			Gives:  "the deadline leaves %s retries",
			Unit:   unit.Count,
			Help:   "retries that the deadline alone would allow",
			Phrase: "%s retries by the deadline",
		},
	}),
	ofPolicy(byDeadline, answer.Result{
		Naming: answer.Naming{
			Name:   "unused-by-deadline",
			Gives:  "%s is left before the deadline",
			Unit:   unit.Duration,
			Help:   "time from the last retry to the deadline",
			Phrase: "%s unused before the deadline",
		},
	}),
	drawn(answer.Result{
		Naming: answer.Naming{
			Name:   "ended-by-deadline",
			Gives:  "%s of the clients are stopped by a deadline",
			Unit:   unit.Share,
			Help:   "probability that the deadline ends the policy",
			Phrase: "%s of the clients that the deadline stops",
		},
		Goal:   answer.Goal{Turns: always},
		Figure: answer.Figure{Value: valued(endedByDeadline)},
	}),
	of(afterOutage, answer.Result{
		Naming: answer.Naming{
			Name:   "reconnect-delay-p50",
			Better: answer.Less,
			Names:  "overshoot-p50 reconnect-p50",
			Unit:   unit.Duration,
			Help:   "median wait after --outage",
		},
		Scope: answer.Scope{Needs: []string{"outage"}},
		Goal:  answer.Goal{Caution: fixedOutage, Over: manyOutages},
	}),
	of(afterOutage, answer.Result{
		Naming: answer.Naming{
			Name:   "reconnect-delay-p95",
			Better: answer.Less,
			Names:  "overshoot-p95 reconnect-p95",
			Unit:   unit.Duration,
			Help:   "95th percentile of the wait after --outage",
		},
		Scope: answer.Scope{Needs: []string{"outage"}},
		Goal:  answer.Goal{Caution: fixedOutage, Over: manyOutages},
	}),
	of(afterOutage, answer.Result{
		Naming: answer.Naming{
			Name:   "reconnect-delay-p99",
			Better: answer.Less,
			Tells:  true,
			Names:  "overshoot-p99 reconnect-p99",
			Unit:   unit.Duration,
			Help:   "99th percentile of the wait after --outage",
		},
		Scope: answer.Scope{Needs: []string{"outage"}},
		Goal:  answer.Goal{Caution: fixedOutage, Over: manyOutages},
	}),
	of(afterOutage, answer.Result{
		Naming: answer.Naming{
			Name:   "reconnect-delay-relative-mean",
			Better: answer.Less,
			Names:  "overshoot-relative-mean",
			Unit:   unit.Number,
			Help:   "expected wait after --outage, divided by the length of the outage",
		},
		Scope: answer.Scope{Needs: []string{"outage"}},
		Goal:  answer.Goal{Caution: fixedOutage, Over: manyOutages},
	}),
	of(afterOutage, answer.Result{
		Naming: answer.Naming{
			Name:   "wasted-retries",
			Gives:  "%s retries are wasted",
			Better: answer.Less,
			Ranks:  "kindest to the server",
			Tells:  true,
			Names:  "retries-in-vain",
			Unit:   unit.Number,
			Help:   "expected retries before the end of --outage",
			Phrase: "%s wasted retries",
		},
		Scope: answer.Scope{Needs: []string{"outage"}},
	}),
	of(afterOutage, answer.Result{
		Naming: answer.Naming{
			Name:   "gave-up",
			Gives:  "%s of the clients give up",
			Better: answer.Less,
			Tells:  true,
			Names:  "never-noticed",
			Unit:   unit.Share,
			Help:   "probability that the policy ends before --outage does",
			Phrase: "%s of the clients that give up before the outage ends",
		},
		Scope: answer.Scope{Needs: []string{"outage"}},
	}),
	ofSuccess(answer.Result{
		Naming: answer.Naming{
			Name:   "success-probability",
			Better: answer.More,
			Tells:  true,
			Names:  "success-rate success",
			Unit:   unit.Share,
			Help:   "probability that a request succeeds, at --failure-rate",
		},
		Goal: answer.Goal{Floor: true},
	}),
	ofSuccess(answer.Result{
		Naming: answer.Naming{
			Name:   "mean-attempts",
			Gives:  "a request takes %s attempts on average",
			Better: answer.Less,
			Tells:  true,
			Names:  "attempts-mean",
			Unit:   unit.Number,
			Help:   "mean attempts per request, at --failure-rate",
		},
	}),
	ofSuccess(answer.Result{
		Naming: answer.Naming{
			Name:   "time-to-success-mean",
			Names:  "success-mean latency-mean",
			Better: answer.Less,
			Unit:   unit.Duration,
			Help:   "mean time until a request has succeeded, at --failure-rate",
		},
	}),
	ofSuccess(answer.Result{
		Naming: answer.Naming{
			Name:   "time-to-success-p50",
			Names:  "success-p50 latency-p50",
			Better: answer.Less,
			Unit:   unit.Duration,
			Help:   "median time until a request has succeeded, at --failure-rate",
		},
	}),
	ofSuccess(answer.Result{
		Naming: answer.Naming{
			Name:   "time-to-success-p95",
			Names:  "success-p95 latency-p95",
			Better: answer.Less,
			Unit:   unit.Duration,
			Help:   "95th percentile of the time until a request has succeeded",
		},
	}),
	ofSuccess(answer.Result{
		Naming: answer.Naming{
			Name:   "time-to-success-p99",
			Names:  "success-p99 latency-p99",
			Better: answer.Less,
			Tells:  true,
			Unit:   unit.Duration,
			Help:   "99th percentile of the time until a request has succeeded",
		},
	}),
}
