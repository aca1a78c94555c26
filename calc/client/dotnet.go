package client

import (
	"errors"
	"slices"

	"retune/calc"
	"retune/calc/jitter"
)

// polly returns the rule of Polly v8.
func polly(v Values) jitter.Policy {
	d, c := v.At("Delay"), v.At("MaxDelay")
	var p jitter.Policy
	switch jittered := v.On("UseJitter") && d > 0 && c > 0; {
	case v.Is("BackoffType", "exponential"):
		if p = exponential(d, 2, c); jittered {
			p = draws(p, jitter.Smooth, 0)
		}
	case v.Is("BackoffType", "linear"):
		if p = linear(d, c); jittered {
			p = after(spread(p, 0.25))
		}
	default:
		if p = late(d, 1, c); jittered {
			p = after(spread(p, 0.25))
		}
	}
	return p
}

// dotnetClients returns libraries for .NET.
func dotnetClients() []Row {
	return []Row{
		{
			Name:    "polly",
			Layer:   Request,
			Title:   "Polly v8 RetryStrategyOptions",
			Names:   []string{"polly-v8"},
			Version: "8.7.0",
			Source:  "Polly.Core Retry/RetryHelper.cs @ 173d6d1d",
			Held:    Table,
			Formula: "Constant Delay, Linear k Delay, Exponential Delay 2^(k-1); UseJitter: U(0.75, 1.25) of that, or " +
				"decorrelated in sum; then min(MaxDelay)",
			On:    "every exception but OperationCanceledException, unless ShouldHandle says which",
			Stops: "MaxRetryAttempts, which counts retries",
			Parameters: []Parameter{
				whole("MaxRetryAttempts", 3, 1, Limit, "retries, in spite of the name"),
				initialDelay("Delay", 2),
				word("BackoffType", "how delays grow", "constant", "linear", "exponential"),
				on("UseJitter", false, "draw around the delay"),
				longestDelay("MaxDelay", inf),
			},
			Policy:  polly,
			Refuses: pollyRefuses,
			Traps: []Trap{
				when(NotGrowing, is("BackoffType", "constant"),
					"with BackoffType constant, the default, the wait does not grow", "BackoffType=exponential grows"),
			},
		},

		{
			Name:        "http-resilience",
			Layer:       Request,
			Title:       ".NET standard resilience handler for HttpClient",
			Names:       []string{"dotnet-resilience", "microsoft-resilience"},
			Version:     "5862342c",
			Source:      "dotnet/extensions HttpRetryStrategyOptions.cs, HttpStandardResilienceOptions.cs",
			Honor:       replaces,
			HonorSource: "HttpRetryStrategyOptions.cs ShouldRetryAfterHeader, true by default",
			Formula:     "as Polly",
			On:          "408, 429, 5xx, HttpRequestException and timeouts, with any method unless DisableForUnsafeHttpMethods",
			Stops:       "MaxRetryAttempts, which counts retries; TotalRequestTimeout",
			Parameters: []Parameter{
				whole("MaxRetryAttempts", 3, 1, Limit, "retries, in spite of the name"),
				initialDelay("Delay", 2),
				{
					Name:    "BackoffType",
					Help:    "how delays grow",
					Unit:    Word,
					Default: 2,
					Words:   []string{"constant", "linear", "exponential"},
					Most:    2,
				},
				on("UseJitter", true, "draw around the delay"),
				longestDelay("MaxDelay", inf),
				pollyTimeout(attemptTimeout("AttemptTimeout", 10)),
				pollyTimeout(deadline("TotalRequestTimeout", 30)),
			},
			Policy: polly,
			Refuses: func(v Values) error {
				if v.At("AttemptTimeout") > v.At("TotalRequestTimeout") {
					return errors.New("AttemptTimeout must be at most TotalRequestTimeout")
				}
				return pollyRefuses(v)
			},
			Traps: []Trap{
				when(SentAgain, func(Values) bool { return true }, "a POST is sent again, too, which may have been done",
					"Retry.DisableForUnsafeHttpMethods() keeps it from that"),
				when(RefusedTogether, above("AttemptTimeout", 15),
					"AttemptTimeout {AttemptTimeout} is refused unless CircuitBreaker.SamplingDuration, 30s by default, is at least "+
						"twice as long",
					"raise CircuitBreaker.SamplingDuration to {}, or keep AttemptTimeout at 15s", func(v Values) Figure {
						return secs(2 * v.At("AttemptTimeout"))
					}),
			},
		},

		{
			Name:    "polly-v7",
			Title:   "Polly v7 with Polly.Contrib.WaitAndRetry",
			Names:   []string{"polly-contrib", "waitandretry"},
			Version: "1.1.1",
			Source:  "Polly.Contrib.WaitAndRetry Backoff.*.cs",
			Held:    Table,
			Formula: "DecorrelatedJitterV2 as Polly v8; Exponential initialDelay factor^(k-1); Linear k initialDelay; Constant",
			On:      "the exceptions and results that Handle and OrResult name",
			Stops:   "retryCount",
			Parameters: []Parameter{
				word("backoff", "which of Backoff's", "DecorrelatedJitterV2", "exponential", "linear", "constant"),
				example(initialDelay("initialDelay", 1, "wait before retry 1; medianFirstRetryDelay, about its median")),
				example(retryLimit("retryCount", 5)),
				factor("factor", 2, "of exponential: growth of the wait"),
			},
			Policy: func(v Values) jitter.Policy {
				switch d := v.At("initialDelay"); {
				case v.Is("backoff", "constant"):
					return constant(d)
				case v.Is("backoff", "linear"):
					return linear(d, inf)
				case v.Is("backoff", "exponential") || d == 0:
					return v.grown()
				default:
					return draws(exponential(d, 2, inf), jitter.Smooth, 0)
				}
			},
			Notes: []string{"fastFirst has the first retry at once, and the second draws from both waits together"},
		},

		{
			Name:    "ef-core",
			Title:   "EF Core EnableRetryOnFailure",
			Names:   []string{"entity-framework", "efcore"},
			Version: "ecd0ba4c",
			Source:  "Storage/ExecutionStrategy.cs",
			Formula: "min(maxRetryDelay, (2^(k-1) - 1) s U(1, 1.1))",
			On:      "errors that the provider considers transient",
			Notes: []string{
				"SQL Server: 5s more after throttling, a thousandth of it for memory-optimized tables",
			},
			Stops:      "maxRetryCount",
			Parameters: []Parameter{retryLimit("maxRetryCount", 6), longestDelay("maxRetryDelay", 30)},
			Policy: func(v Values) jitter.Policy {
				return after(up(less(exponential(1, 2, v.At("maxRetryDelay")), 1, 0), 0.1))
			},
		},

		{
			Name:    "masstransit",
			Title:   "MassTransit UseMessageRetry",
			Names:   []string{"mass-transit"},
			Version: "c1e5caa9",
			Source:  "src/MassTransit/RetryPolicies",
			Held:    Table,
			Formula: "Incremental initialInterval + (k-1) intervalIncrement; Intervals a list; Exponential U(0.75, 1.25) " +
				"min(maxInterval, minInterval + 2^(k-1) R), R in intervalDelta U(0.8, 1.2)",
			On:    "every exception of a consumer, unless Handle says which",
			Stops: "retryLimit, or the end of the list",
			Parameters: slices.Concat([]Parameter{
				word("policy", "which of the policies", "exponential", "incremental", "intervals", "immediate"),
				example(whole("retryLimit", 5, 1, Limit, "retries; not of intervals")),
				example(initialDelay("minInterval", 1, "of exponential: what the waits begin with")),
				example(longestDelay("maxInterval", 60, "of exponential: longest delay before jitter")),
				example(dur("intervalDelta", 1, NoRole, "of exponential: what doubles")),
				example(dur("initialInterval", 1, NoRole, "of incremental: wait before retry 1")),
				example(dur("intervalIncrement", 1, NoRole, "of incremental: more for every retry")),
				example(dur("intervals", 1, NoRole, "of intervals: wait before retry 1")),
			}, further("intervals")),
			Policy: func(v Values) jitter.Policy {
				switch {
				case v.Is("policy", "immediate"):
					return constant(0)
				case v.Is("policy", "intervals"):
					list := v.list("intervals")
					return retries(listed(list), float64(len(list)))
				case v.Is("policy", "incremental"):
					p := power(1, v.At("intervalIncrement"), 1, inf)
					p.Growth.Offset = v.At("initialInterval") - p.InitialDelay
					return p
				}
				p := exponential(v.At("intervalDelta"), 2, v.At("maxInterval"))
				if v.At("maxInterval") > 0 && v.At("intervalDelta") == 0 {
					p = exponential(v.At("minInterval"), 1, v.At("maxInterval"))
				} else if p.Growth.Kind == calc.Exponential {
					p.Growth.Offset = v.At("minInterval")
				}
				if p.Growth.Kind == calc.Exponential {
					p = spread(p, 0.25)
				}
				return p
			},
			Notes: []string{
				"each process draws intervalDelta within a fifth of it for each retry, once, when it starts, and keeps it",
			},
			Traps: []Trap{
				when(NoJitter, isNot("policy", "exponential"),
					"nothing is drawn: messages that fail together are retried together", "policy=exponential draws"),
			},
		},

		{
			Name:       "hangfire",
			Title:      "Hangfire AutomaticRetry",
			Version:    "c236dd0f",
			Source:     "AutomaticRetryAttribute.cs",
			Held:       Table,
			Formula:    "(k-1)^4 + 15 + U{0..29} k s",
			On:         "every exception of a job",
			Stops:      "Attempts, which counts retries",
			Parameters: []Parameter{retryLimit("Attempts", 10, "retries, in spite of the name")},
			Policy: func(v Values) jitter.Policy {
				p := draws(power(15, 1, 4, inf), jitter.AddGrowing, 29)
				p.Rule.Values = 30
				return p
			},
		},
	}
}

// pollyTimeout sets the range that Polly allows for a timeout: 10 ms to a day.
func pollyTimeout(p Parameter) Parameter { return ranged(10*ms, day, p) }

func pollyRefuses(v Values) error {
	switch c := v.At("MaxDelay"); {
	case v.At("Delay") > day || c > day && c < inf:
		return errors.New("both Delay and MaxDelay must be at most 24h")
	case v.Is("BackoffType", "exponential") && v.On("UseJitter") && c < v.At("Delay"):
		return errors.New("MaxDelay must be at least Delay here")
	}
	return nil
}
