package client

import (
	"math"
	"slices"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// cenkalti returns the rule of cenkalti/backoff: spread jitter around an interval that the cap limits from the second
// on.
func cenkalti(v Values) jitter.Policy { return spread(v.uncapped(), v.role(Amount, 0)) }

// cenkalti5 returns the rule from v5 on, where an interval of 0 restarts at the first one. With a cap of 0 all
// intervals do.
func cenkalti5(v Values) jitter.Policy {
	if v.role(Cap, inf) == 0 {
		return spread(exponential(v.role(Initial, 0), 1, inf), v.role(Amount, 0))
	}
	return cenkalti(v)
}

// cenkaltiParameters returns the parameters of the exponential backoff.
func cenkaltiParameters(limit Parameter) []Parameter {
	return []Parameter{
		initialDelay("InitialInterval", 0.5, "wait before retry 1, which MaxInterval does not limit"),
		factor("Multiplier", 1.5),
		longestDelay("MaxInterval", 60, "longest delay before jitter"),
		jitterShare("RandomizationFactor", 0.5),
		deadline("MaxElapsedTime", 900, "for all attempts together; 0s: no limit"),
		limit,
	}
}

// avastParameters returns the parameters of avast/retry-go. The third is the jitter.
func avastParameters(delay string) []Parameter {
	return []Parameter{
		limitOrNone("Attempts", 10, 0, "attempts with the first; 0: no limit"),
		initialDelay("Delay", 0.1, delay),
		dur("MaxJitter", 0.1, Amount, "added at random"),
		zeroIsNone(longestDelay("MaxDelay", inf, "longest delay; 0s: none")),
	}
}

// goClients returns libraries for Go.
func goClients() []Row {
	return []Row{
		{
			Name:        "cenkalti",
			Title:       "cenkalti/backoff v5 to v7",
			Names:       []string{"cenkalti/backoff", "cenkalti-v5", "cenkalti-v7", "backoff-go"},
			Version:     "v5.0.3, v7.0.3",
			Source:      "github.com/cenkalti/backoff exponential.go, retry.go",
			Held:        Conformance,
			Counts:      Attempts,
			Honor:       replaces,
			HonorSource: "retry.go, where the operation returns a RetryAfterError",
			Formula:     "x U(1 - f, 1 + f), x = InitialInterval, then min(MaxInterval, x Multiplier)",
			On:          "every error but backoff.Permanent",
			Stops:       "MaxTries; MaxElapsedTime, unless the next wait fits",
			Parameters:  cenkaltiParameters(limitOrNone("MaxTries", 0, 0, "attempts with the first; 0: no limit")),
			Policy:      cenkalti5,
		},

		{
			Name:       "cenkalti-v4",
			Title:      "cenkalti/backoff v4",
			Names:      []string{"backoff-v4"},
			Version:    "v4.3.0",
			Source:     "github.com/cenkalti/backoff/v4 exponential.go, tries.go",
			Held:       Conformance,
			Formula:    "x U(1 - f, 1 + f), x = InitialInterval, then min(MaxInterval, x Multiplier)",
			On:         "every error but backoff.Permanent",
			Stops:      "WithMaxRetries; MaxElapsedTime, unless the next wait fits",
			Parameters: cenkaltiParameters(retryLimit("MaxRetries", inf, "WithMaxRetries: retries")),
			Policy:     cenkalti,
		},

		{
			Name:        "go-retryablehttp",
			Title:       "hashicorp/go-retryablehttp DefaultBackoff",
			Names:       []string{"retryablehttp", "hashicorp"},
			Version:     "v0.7.8",
			Source:      "client.go",
			Held:        Conformance,
			Honor:       replaces,
			HonorSource: "client.go DefaultBackoff, of 429 and 503, beyond RetryWaitMax too",
			Formula:     "min(RetryWaitMax, RetryWaitMin 2^(k-1))",
			On:          "connection errors, 429 and 5xx but 501, with any method",
			Stops:       "RetryMax; the context",
			Parameters: []Parameter{
				initialDelay("RetryWaitMin", 1),
				longestDelay("RetryWaitMax", 30, "longest delay; Retry-After may be longer"),
				retryLimit("RetryMax", 4),
			},
			Policy: Values.grown,
		},

		{
			Name:    "go-retryablehttp-linear",
			Title:   "hashicorp/go-retryablehttp LinearJitterBackoff",
			Names:   []string{"retryablehttp-linear"},
			Version: "v0.7.8",
			Source:  "client.go",
			Held:    Conformance,
			Formula: "k U(RetryWaitMin, RetryWaitMax)",
			On:      "connection errors, 429 and 5xx but 501, with any method",
			Stops:   "RetryMax; the context",
			Parameters: []Parameter{
				initialDelay("RetryWaitMin", 1, "shortest first delay"),
				dur("RetryWaitMax", 30, NoRole, "longest first delay"),
				retryLimit("RetryMax", 4),
			},
			Policy: func(v Values) jitter.Policy {
				a, b := v.At("RetryWaitMin"), v.At("RetryWaitMax")
				switch {
				case a > 0 && b > a:
					return between(linear(a, inf), 1, b/a)
				case a == 0:
					return full(linear(b, inf))
				}
				return linear(a, inf)
			},
			Refuses: refused(func(v Values) bool {
				return v.At("RetryWaitMin") > 0 && v.At("RetryWaitMax") > 100*v.At("RetryWaitMin")
			}, "RetryWaitMax must be at most 100 times RetryWaitMin here"),
			Notes: []string{
				"RetryWaitMax is no limit: it is multiplied by the number of the retry",
			},
		},

		{
			Name:       "avast",
			Title:      "avast/retry-go BackOffDelay + RandomDelay",
			Names:      []string{"retry-go", "avast-retry"},
			Version:    "v4.7.0, v5.1.1",
			Source:     "options.go, retry.go",
			Held:       Conformance,
			Counts:     Attempts,
			Formula:    "min(MaxDelay, Delay 2^(k-1) + U(0, MaxJitter))",
			On:         "every error but retry.Unrecoverable",
			Stops:      "Attempts; the context",
			Parameters: avastParameters("wait before retry 1"),
			Policy:     Values.added,
			Traps: []Trap{when(Crash, equal("MaxJitter", 0),
				"RandomDelay panics where MaxJitter is 0", "set DelayType to BackOffDelay alone, or MaxJitter above 0")},
		},

		{
			Name:       "avast-4.6.1",
			Title:      "avast/retry-go v4.6.1",
			Names:      []string{"retry-go-4.6"},
			Version:    "v4.6.1",
			Source:     "options.go; issue 127",
			Held:       Table,
			Counts:     Attempts,
			Formula:    "min(MaxDelay, Delay 2^k + U(0, MaxJitter))",
			On:         "every error but retry.Unrecoverable",
			Stops:      "Attempts; the context",
			Parameters: avastParameters("half of the wait before retry 1"),
			Policy: func(v Values) jitter.Policy {
				return added(2*v.At("Delay"), 2, v.role(Cap, inf), v.At("MaxJitter"))
			},
			Notes: []string{
				"this version doubles once too often: the first delay is twice Delay",
			},
		},

		{
			Name:       "avast-full",
			Title:      "avast/retry-go FullJitterBackoffDelay",
			Names:      []string{"retry-go-full"},
			Version:    "v4.7.0",
			Source:     "options.go",
			Held:       Conformance,
			Counts:     Attempts,
			Formula:    "U(0, min(MaxDelay, Delay 2^k))",
			On:         "every error but retry.Unrecoverable",
			Stops:      "Attempts; the context",
			Parameters: slices.Delete(avastParameters("half of the longest first delay"), 2, 3),
			Policy:     func(v Values) jitter.Policy { return full(v.doubled()) },
		},

		{
			Name:    "failsafe-go",
			Title:   "failsafe-go RetryPolicy",
			Names:   []string{"failsafe"},
			Version: "v0.9.8",
			Source:  "retrypolicy/retry.go, retryexecutor.go",
			Held:    Conformance,
			Formula: "x U(1 - f, 1 + f) or x + U(-J, J), x = delay, then min(maxDelay, x delayFactor) if there is a maxDelay",
			On:      "every error, unless it is told which",
			Stops:   "maxRetries; maxDuration, which cuts the last wait; a budget, which does not count here",
			Stop:    jitter.Clip,
			Parameters: append(slices.Clone(failsafeParameters),
				on("failsafehttp", false, "the policy is from failsafehttp, which waits for Retry-After")),
			Honor: func(v Values) fleet.Honor {
				if v.On("failsafehttp") {
					return fleet.Honor{}
				}
				return fleet.Honor{Kind: fleet.Ignore}
			},
			HonorSource: "failsafehttp/retry.go NewRetryPolicyBuilder, DelayFunc",
			Policy:      failsafe,
			Traps:       failsafeTraps,
		},
	}
}

// less makes the delays a (r^(k-1+s) - 1).
func less(p jitter.Policy, a, s float64) jitter.Policy {
	if p.Growth.Kind == calc.Exponential { // there is a delay
		p.InitialDelay = a
		p.Growth.Kind, p.Growth.Shift = calc.Less, s
	}
	return p
}

var failsafeParameters = []Parameter{
	limitOrNone("maxRetries", 2, -1, "retries; -1: no limit"),
	initialDelay("delay", 0, "wait before retry 1, which maxDelay does not limit"),
	factor("delayFactor", 2),
	longestDelay("maxDelay", inf, "longest delay; without it, or with 0s, the delay does not grow"),
	jitterShare("jitterFactor", 0),
	dur("jitter", 0, NoRole, "time up or down; counts before jitterFactor"),
	deadline("maxDuration", inf),
}

var failsafeTraps = []Trap{when(NotGrowing, func(v Values) bool {
	return v.At("delay") > 0 && math.IsInf(orNever(v.At("maxDelay")), 1)
}, "without maxDelay delayFactor has no effect: the delay stays {delay}", "set maxDelay to let the delay grow")}

// failsafe returns the rule of Failsafe in Go and Java. WithBackoff sets maxDelay; WithDelay does not,
// and the delay is then constant.
func failsafe(v Values) jitter.Policy {
	r, c := v.At("delayFactor"), orNever(v.At("maxDelay"))
	if math.IsInf(c, 1) {
		r = 1
	}
	p := uncapped(v.At("delay"), r, c)
	switch {
	case v.At("delay") == 0:
	case v.At("jitter") > 0:
		p = draws(p, jitter.Within, v.At("jitter"))
	default:
		p = spread(p, v.At("jitterFactor"))
	}
	return p
}
