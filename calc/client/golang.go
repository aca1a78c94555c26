package client

import (
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// cenkalti is the rule of cenkalti/backoff: spread jitter around an interval that the cap
// limits from the second on.
func cenkalti(v Values) jitter.Policy { return spread(v.uncapped(), v.role(Amount, 0)) }

// cenkalti5 is the same from v5 on, where a delay of 0 begins anew: that is what a cap of 0 makes.
func cenkalti5(v Values) jitter.Policy {
	if v.role(Cap, inf) == 0 {
		return spread(exponential(v.role(Initial, 0), 1, inf), v.role(Amount, 0))
	}
	return cenkalti(v)
}

// cenkaltiParameters is the parameters of its exponential backoff.
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

// goClients is libraries of Go.
var goClients = []Row{
	{
		Name:       "cenkalti",
		Title:      "cenkalti/backoff v5 to v7",
		Names:      []string{"cenkalti/backoff", "cenkalti-v5", "cenkalti-v7", "backoff-go"},
		Version:    "v5.0.3, v7.0.3",
		Source:     "github.com/cenkalti/backoff exponential.go, retry.go",
		Held:       Conformance,
		Counts:     Attempts,
		Formula:    "x U(1 - f, 1 + f), x = InitialInterval, then min(MaxInterval, x Multiplier)",
		Stops:      "MaxTries; MaxElapsedTime, unless the next wait fits",
		Parameters: cenkaltiParameters(limitOrNone("MaxTries", 0, 0, "attempts with the first; 0: no limit")),
		Policy:     cenkalti5,
	},

	{
		Name:       "cenkalti-v4",
		Title:      "cenkalti/backoff v4",
		Names:      []string{"backoff-v4"},
		Version:    "v4.3.0",
		Source:     "github.com/cenkalti/backoff/v4 exponential.go, tries.go",
		Held:       Conformance,
		Formula:    "x U(1 - f, 1 + f), x = InitialInterval, then min(MaxInterval, x Multiplier)",
		Stops:      "WithMaxRetries; MaxElapsedTime, unless the next wait fits",
		Parameters: cenkaltiParameters(retryLimit("MaxRetries", inf, "WithMaxRetries: retries")),
		Policy:     cenkalti,
	},

	{
		Name:    "go-retryablehttp",
		Title:   "hashicorp/go-retryablehttp DefaultBackoff",
		Names:   []string{"retryablehttp", "hashicorp"},
		Version: "v0.7.8",
		Source:  "client.go",
		Held:    Conformance,
		Formula: "min(RetryWaitMax, RetryWaitMin 2^(k-1))",
		Stops:   "RetryMax; the context",
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
		Traps: []Trap{fact(Caution,
			"RetryWaitMax is no limit: it is multiplied by the number of the retry",
			"limit all waits together by RetryMax or the context")},
	},

	{
		Name:    "avast",
		Title:   "avast/retry-go BackOffDelay + RandomDelay",
		Names:   []string{"retry-go", "avast-retry"},
		Version: "v4.7.0, v5.1.1",
		Source:  "options.go, retry.go",
		Held:    Conformance,
		Counts:  Attempts,
		Formula: "min(MaxDelay, Delay 2^(k-1) + U(0, MaxJitter))",
		Stops:   "Attempts; the context",
		Parameters: []Parameter{
			limitOrNone("Attempts", 10, 0, "attempts with the first; 0: no limit"),
			initialDelay("Delay", 0.1),
			dur("MaxJitter", 0.1, Amount, "added at random"),
			zeroIsNone(longestDelay("MaxDelay", inf, "longest delay; 0s: none")),
		},
		Policy: Values.added,
		Traps: []Trap{when(Serious, func(v Values) bool { return v.At("MaxJitter") == 0 },
			"RandomDelay panics where MaxJitter is 0", "set DelayType to BackOffDelay alone, or MaxJitter above 0")},
	},

	{
		Name:    "avast-4.6.1",
		Title:   "avast/retry-go v4.6.1",
		Names:   []string{"retry-go-4.6"},
		Version: "v4.6.1",
		Source:  "options.go; issue 127",
		Held:    Table,
		Counts:  Attempts,
		Formula: "min(MaxDelay, Delay 2^k + U(0, MaxJitter))",
		Stops:   "Attempts; the context",
		Parameters: []Parameter{
			limitOrNone("Attempts", 10, 0, "attempts with the first; 0: no limit"),
			initialDelay("Delay", 0.1, "half of the wait before retry 1"),
			dur("MaxJitter", 0.1, Amount, "added at random"),
			zeroIsNone(longestDelay("MaxDelay", inf, "longest delay; 0s: none")),
		},
		Policy: func(v Values) jitter.Policy {
			return added(2*v.At("Delay"), 2, v.role(Cap, inf), v.At("MaxJitter"))
		},
		Traps: []Trap{fact(Caution,
			"this version doubles once too often: the first delay is twice Delay",
			"half the Delay makes up for it, or a later version")},
	},

	{
		Name:    "avast-full",
		Title:   "avast/retry-go FullJitterBackoffDelay",
		Names:   []string{"retry-go-full"},
		Version: "v4.7.0",
		Source:  "options.go",
		Held:    Conformance,
		Counts:  Attempts,
		Formula: "U(0, min(MaxDelay, Delay 2^k))",
		Stops:   "Attempts; the context",
		Parameters: []Parameter{
			limitOrNone("Attempts", 10, 0, "attempts with the first; 0: no limit"),
			initialDelay("Delay", 0.1, "half of the longest first delay"),
			zeroIsNone(longestDelay("MaxDelay", inf, "longest delay; 0s: none")),
		},
		Policy: func(v Values) jitter.Policy { return full(v.doubled()) },
	},

	{
		Name:       "failsafe-go",
		Title:      "failsafe-go RetryPolicy",
		Names:      []string{"failsafe"},
		Version:    "v0.9.8",
		Source:     "retrypolicy/retry.go, retryexecutor.go",
		Held:       Conformance,
		Formula:    "x U(1 - f, 1 + f) or x + U(-J, J), x = delay, then min(maxDelay, x delayFactor) if there is a maxDelay",
		Stops:      "maxRetries; maxDuration, which cuts the last wait; a budget, which does not count here",
		Stop:       jitter.Clip,
		Parameters: failsafeParameters,
		Policy:     failsafe,
		Traps:      failsafeTraps,
	},

	{
		Name:    "azcore",
		Title:   "Azure SDK for Go (azcore)",
		Names:   []string{"azure-go", "azure-sdk-go"},
		Version: "v1.24.0",
		Source:  "sdk/azcore/runtime/policy_retry.go",
		Held:    Conformance,
		Formula: "min(MaxRetryDelay, RetryDelay (2^k - 1) U(0.8, 1.3))",
		Stops:   "MaxRetries; the context",
		Parameters: []Parameter{
			zeroIsDefault(whole("MaxRetries", 3, -1, Limit, "retries; -1: none, 0: the default, 3")),
			zeroIsDefault(initialDelay("RetryDelay", 0.8, "wait before retry 1; 0s: the default")),
			zeroIsDefault(longestDelay("MaxRetryDelay", 60, "longest delay; 0s: the default")),
			attemptTimeout("TryTimeout", inf, "longest time of one attempt; 0s: none"),
		},
		Policy: func(v Values) jitter.Policy {
			return after(between(less(v.grown(), v.role(Initial, 0), 1), 0.8, 1.3))
		},
		Traps: []Trap{fact(Note,
			"the delay is drawn from 0.8 to 1.3 times the one before jitter: its mean is 5% longer", "plan with the mean")},
	},

	{
		Name:       "stripe-go",
		Title:      "stripe-go",
		Names:      []string{"stripe"},
		Version:    "v82.5.1",
		Source:     "stripe.go",
		Held:       Table,
		Formula:    "max(0.5 s, x U(0.75, 1)), x = min(5 s, 0.5 s (1 + (k-1)^2))",
		Stops:      "MaxNetworkRetries",
		Parameters: []Parameter{retryLimit("MaxNetworkRetries", 2)},
		Policy: func(v Values) jitter.Policy {
			p := down(power(0.5, 0.5, 2, 5), 0.25)
			p.Floor = 0.5
			return p
		},
		Traps: []Trap{fact(Caution,
			"the first wait is exactly 0.5 s: its jitter goes down, and the floor takes it back",
			"expect one burst 0.5s after a failure")},
	},

	{
		Name:    "go-redis",
		Title:   "go-redis v9",
		Names:   []string{"redis-go"},
		Version: "v9.23.0",
		Source:  "internal/internal.go, options.go",
		Held:    Conformance,
		Formula: "min(MaxRetryBackoff, m + U(0, m 2^k)), m = MinRetryBackoff",
		Stops:   "MaxRetries",
		Parameters: []Parameter{
			zeroIsDefault(whole("MaxRetries", 3, -1, Limit, "retries; -1: none, 0: the default, 3")),
			zeroIsDefault(initialDelay("MinRetryBackoff", 10*ms, "shortest first delay; 0s: the default")),
			zeroIsDefault(longestDelay("MaxRetryBackoff", 1, "longest delay; 0s: the default")),
		},
		Policy: func(v Values) jitter.Policy {
			m := v.role(Initial, 0)
			p := after(full(late(2*m, 2, v.role(Cap, inf))))
			p.Rule.Plus = m
			return p
		},
	},

	{
		Name:    "nats.go",
		Title:   "nats.go reconnects",
		Names:   []string{"nats"},
		Version: "v1.55.0",
		Source:  "nats.go",
		Held:    Conformance,
		Formula: "ReconnectWait + U(0, ReconnectJitter), once for each round of the servers",
		Stops:   "MaxReconnect for each server",
		Parameters: []Parameter{
			initialDelay("ReconnectWait", 2, "wait before each round"),
			dur("ReconnectJitter", 0.1, Amount, "added at random; 1s with TLS"),
			limitOrNone("MaxReconnect", 60, -1, "rounds; -1: no limit"),
		},
		Policy: func(v Values) jitter.Policy {
			return add(constant(v.At("ReconnectWait")), v.At("ReconnectJitter"))
		},
	},

	{
		Name:    "consul-template",
		Title:   "consul-template, Vault Agent, Nomad template",
		Names:   []string{"vault-agent", "nomad-template"},
		Version: "1deacb7d",
		Source:  "config/retry.go",
		Held:    Table,
		Formula: "min(max_backoff, backoff 2^(k-1)); the first backoff, unless max_backoff is at most half of that",
		Stops:   "attempts, which counts retries",
		Parameters: []Parameter{
			limitOrNone("attempts", 12, 0, "retries; 0: no limit"),
			initialDelay("backoff", 0.25),
			zeroIsNone(longestDelay("max_backoff", 60, "longest delay; 0: none")),
		},
		Policy: func(v Values) jitter.Policy {
			if v.role(Cap, inf) <= v.At("backoff")/2 {
				return v.grown()
			}
			return v.uncapped()
		},
		Refuses: refused(func(v Values) bool { return v.At("backoff") == 0 && v.At("max_backoff") > 0 },
			"with a backoff of 0s the wait is max_backoff or none, as the processor has it"),
		Traps: []Trap{overflows(Serious, 1e-9, 63, func(v Values) bool { return v.At("max_backoff") == 0 },
			"from retry {} on the delay overflows: some retries follow at once", "set max_backoff")},
	},

	{
		Name:       "smira",
		Title:      "smira/exponential-backoff demo",
		Names:      []string{"exponential-backoff-demo"},
		Version:    "8ee2206d (2014)",
		Source:     "client.go",
		Formula:    "min(5 min, e t) + N(0, (100 ms)^2), t the delay before",
		Stops:      "nothing",
		Parameters: []Parameter{initialDelay("expMinDelay", 0.1, "e times this is the first delay")},
		Policy: func(v Values) jitter.Policy {
			p := draws(exponential(2.71828*v.At("expMinDelay"), 2.71828, 300), jitter.NormalAbsolute, 0.1)
			p.Feedback = true
			return p
		},
		Traps: []Trap{
			fact(Serious,
				"a delay can be drawn below 0, and the client then calls without a wait for ever", "cut what is drawn at 0"),
			fact(Note,
				"as written the first delay follows the time between requests instead", "reset the delay before each request"),
		},
	},
}

// less has the delay grow as a (r^(k-1+s) - 1).
func less(p jitter.Policy, a, s float64) jitter.Policy {
	if p.Growth.Kind == calc.Exponential { // it waits at all
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

var failsafeTraps = []Trap{when(Caution, func(v Values) bool {
	return v.At("delay") > 0 && math.IsInf(orNever(v.At("maxDelay")), 1)
}, "without maxDelay delayFactor has no effect: the delay stays {delay}", "set maxDelay to let the delay grow")}

// failsafe is the rule of Failsafe in Go and Java, where WithBackoff sets maxDelay and
// WithDelay, without growth, does not.
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
