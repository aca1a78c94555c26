package client

import (
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// goProductClients returns SDKs and programs written in Go.
func goProductClients() []Row {
	return []Row{
		{
			Name:        "azcore",
			Title:       "Azure SDK for Go (azcore)",
			Names:       []string{"azure-go", "azure-sdk-go"},
			Version:     "v1.24.0",
			Source:      "sdk/azcore/runtime/policy_retry.go",
			Held:        Conformance,
			Honor:       honorsToCap(fleet.Honor{Leaves: true}),
			HonorSource: "runtime/policy_retry.go",
			Formula:     "min(MaxRetryDelay, RetryDelay (2^k - 1) U(0.8, 1.3))",
			On:          "408, 429, 500, 502, 503, 504 and connection errors, with any method",
			Stops:       "MaxRetries; the context",
			Parameters: []Parameter{
				zeroIsDefault(whole("MaxRetries", 3, -1, Limit, "retries; -1: none, 0: the default, 3")),
				zeroIsDefault(initialDelay("RetryDelay", 0.8, "wait before retry 1; 0s: the default")),
				zeroIsDefault(longestDelay("MaxRetryDelay", 60, "longest delay; 0s: the default")),
				attemptTimeout("TryTimeout", inf, "longest time of one attempt; 0s: none"),
			},
			Policy: func(v Values) jitter.Policy {
				return after(between(less(v.grown(), v.role(Initial, 0), 1), 0.8, 1.3))
			},
			Notes: []string{
				"the delay is drawn from 0.8 to 1.3 times the one before jitter: its mean is 5% longer",
			},
		},

		{
			Name:       "stripe-go",
			Title:      "stripe-go",
			Names:      []string{"stripe"},
			Version:    "v82.5.1",
			Source:     "stripe.go",
			Held:       Table,
			Formula:    "max(0.5 s, x U(0.75, 1)), x = min(5 s, 0.5 s (1 + (k-1)^2))",
			On:         "connection errors, 409, 429, 5xx and what Stripe-Should-Retry says; with an idempotency key",
			Stops:      "MaxNetworkRetries",
			Parameters: []Parameter{retryLimit("MaxNetworkRetries", 2)},
			Policy: func(v Values) jitter.Policy {
				p := down(power(0.5, 0.5, 2, 5), 0.25)
				p.Floor = 0.5
				return p
			},
			Notes: []string{
				"the first wait is exactly 0.5 s: its jitter goes down, and the floor takes it back",
			},
		},

		{
			Name:    "go-redis",
			Title:   "go-redis v9",
			Names:   []string{"redis-go"},
			Version: "v9.23.0",
			Source:  "internal/internal.go, options.go",
			Held:    Conformance,
			Formula: "min(MaxRetryBackoff, m + U(0, m 2^k)), m = MinRetryBackoff",
			On:      "connection errors, LOADING, READONLY, TRYAGAIN and the like",
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
			Notes: []string{"older versions begin with 8ms and end with 512ms"},
		},

		{
			Name:    "nats.go",
			Title:   "nats.go reconnects",
			Names:   []string{"nats"},
			Version: "v1.55.0",
			Source:  "nats.go",
			Held:    Conformance,
			Formula: "ReconnectWait + U(0, ReconnectJitter), once for each round of the servers",
			On:      "a lost connection",
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
			On:      "every error of Consul, Vault and Nomad",
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
			Refuses: refused(both(equal("backoff", 0), above("max_backoff", 0)),
				"with a backoff of 0s the wait is max_backoff or none, as the processor has it"),
			Traps: []Trap{overflows(Overflow, 1e-9, 63, equal("max_backoff", 0),
				"from retry {} on the delay overflows: some retries follow at once", "set max_backoff")},
		},

		{
			Name:    "smira",
			Title:   "smira/exponential-backoff demo",
			Names:   []string{"exponential-backoff-demo"},
			Version: "8ee2206d (2014)",
			Source:  "client.go",
			Formula: "min(5 min, e t) + N(0, (100 ms)^2), t the delay before, at first the time between two requests; " +
				"e expMinDelay without one",
			On:        "what the server refuses",
			Stops:     "nothing",
			FromThink: true,
			Parameters: []Parameter{
				initialDelay("expMinDelay", 0.1, "e times this is the first delay, where requests have no time between them")},
			Policy: func(v Values) jitter.Policy {
				p := draws(exponential(2.71828*v.At("expMinDelay"), 2.71828, 300), jitter.NormalAbsolute, 0.1)
				p.Feedback = true
				return p
			},
			Notes: []string{
				"a delay can be drawn below 0, and the client then calls without a wait for ever",
				"in a fleet of closed clients the first delay grows from the think time; a schedule has none",
			},
		},
	}
}
