package client

import (
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// grpcParameters returns the parameters of a retryPolicy.
func grpcParameters(initial, most string) []Parameter {
	return []Parameter{
		example(whole("maxAttempts", 4, 2, Limit, "attempts with the first; above 5 it counts as 5")),
		example(above0(initialDelay("initialBackoff", 0.1, initial))),
		example(above0(longestDelay("maxBackoff", 1, most))),
		example(num("backoffMultiplier", 2, 1, 1000, Factor, "growth of the wait")),
		deadline("timeout", inf, "for all attempts together; 0s: nothing succeeds"),
		upTo(1000, whole("maxTokens", inf, 1, BudgetReserve, "retryThrottling: retries stop at half of them")),
		with("maxTokens",
			num("tokenRatio", 0.1, 0.001, 1000, BudgetShare,
				"retryThrottling: tokens for a success, with three decimals")),
	}
}

var grpcTraps = []Trap{
	when(Ignored, above("maxAttempts", 5),
		"maxAttempts {maxAttempts} counts as 5: no more are made", "set maxAttempts=5"),
	when(NoBudget, without("maxTokens"),
		"without retryThrottling every request is retried in an outage: up to {} times the load",
		"maxTokens=10 stops retries once 5 attempts have failed", func(v Values) Figure {
			return many(math.Min(5, v.At("maxAttempts")))
		}),
	when(HangsWhole, given("timeout"), "an attempt that hangs takes the whole timeout of {timeout}: it is never retried",
		"perAttemptRecvTimeout ends it sooner, in the languages that have it"),
	when(SpentBudget, given("maxTokens"),
		"in an outage half of the {maxTokens} tokens are used up, then nothing is retried",
		"more maxTokens carry on for longer"),
}

// grpcClients returns the retries and the connection backoff of gRPC.
func grpcClients() []Row {
	return []Row{
		{
			Name:        "grpc",
			Layer:       Request,
			Title:       "gRPC retryPolicy",
			Names:       []string{"grpc-go", "grpc-java", "grpc-retry"},
			Version:     "grpc-go v1.85.0, A6 of 2024-08",
			Source:      "grpc-go stream.go; grpc/proposal A6",
			Held:        Conformance,
			Counts:      Attempts,
			Honor:       replaces,
			HonorSource: "gRFC A6: grpc-retry-pushback-ms, a negative one ends the retries",
			Formula:     "min(maxBackoff, initialBackoff backoffMultiplier^(k-1)) U(0.8, 1.2)",
			On:          "retryableStatusCodes, before an answer has begun",
			Stops:       "attempts, at most 5; the deadline of the call; the tokens of retryThrottling",
			Parameters:  grpcParameters("wait before retry 1", "longest delay before jitter"),
			Policy: func(v Values) jitter.Policy {
				return v.strict(attempts(spread(v.grown(), 0.2), math.Min(5, v.At("maxAttempts"))))
			},
			Budget: throttling,
			Traps:  grpcTraps,
			Notes: []string{
				"grpc-java does not cap the first wait, and has its limit of 5 attempts from the channel: maxRetryAttempts",
			},
		},

		{
			Name:        "grpc-1.68",
			Layer:       Request,
			Title:       "gRPC retryPolicy before 2024-08",
			Names:       []string{"grpc-old", "grpc-go-1.68"},
			Version:     "grpc-go v1.68.0",
			Source:      "grpc-go stream.go",
			Counts:      Attempts,
			Honor:       replaces,
			HonorSource: "gRFC A6: grpc-retry-pushback-ms, a negative one ends the retries",
			Formula:     "U(0, min(maxBackoff, initialBackoff backoffMultiplier^(k-1)))",
			On:          "retryableStatusCodes, before an answer has begun",
			Stops:       "attempts, at most 5; the deadline of the call; the tokens of retryThrottling",
			Parameters:  grpcParameters("longest first delay", "longest delay"),
			Policy: func(v Values) jitter.Policy {
				return v.strict(attempts(full(v.grown()), math.Min(5, v.At("maxAttempts"))))
			},
			Budget: throttling,
			Traps:  grpcTraps,
		},

		{
			Name:    "grpc-connection",
			Written: inUnits,
			Title:   "gRPC connection backoff",
			Names:   []string{"grpc-connect", "grpc-reconnect"},
			Version: "grpc-go v1.85.0",
			Source:  "grpc-go internal/backoff/backoff.go",
			Held:    Conformance,
			Formula: "BaseDelay, then min(MaxDelay, BaseDelay Multiplier^(k-1)) U(1 - Jitter, 1 + Jitter)",
			On:      "a lost connection or cannot be made",
			Stops:   "nothing",
			Parameters: []Parameter{
				initialDelay("BaseDelay", 1, "wait before retry 1, without jitter"),
				factor("Multiplier", 1.6),
				jitterShare("Jitter", 0.2),
				longestDelay("MaxDelay", 120, "longest delay before jitter"),
			},
			Policy: func(v Values) jitter.Policy {
				p := cenkalti(v)
				p.First = calc.Exact
				return p
			},
			Notes: []string{
				"the first wait has no jitter: all reconnect BaseDelay after a connection is lost",
			},
		},
	}
}
