package client

import (
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// googleClients returns the libraries and services of Google Cloud. Three of them use "truncated exponential backoff"
// for three types of jitter.
func googleClients() []Row {
	return []Row{
		{
			Name:       "google-cloud",
			Title:      "Google Cloud's documented rule",
			Names:      []string{"gcs", "gcp", "google-docs", "truncated-exponential", "memorystore"},
			Version:    "docs",
			Source:     "cloud.google.com memorystore/docs/redis/exponential-backoff",
			Held:       Table,
			Formula:    "min(maximum_backoff, 2^(k-1) s + U(0, 1 s))",
			On:         "408, 429 and 5xx of idempotent requests",
			Stops:      "nothing that it names",
			Parameters: []Parameter{longestDelay("maximum_backoff", 64, "longest delay, usually 32s or 64s")},
			Policy:     func(v Values) jitter.Policy { return added(1, 2, v.At("maximum_backoff"), 1) },
		},

		{
			Name:    "gax-go",
			Written: inUnits,
			Title:   "gax-go Backoff, Google's Go libraries",
			Names:   []string{"gax", "google-go"},
			Version: "v2.15.0 to v2.27.0",
			Source:  "v2/call_option.go",
			Held:    Conformance,
			Formula: "U(0, x), x = Initial, then min(Max, x Multiplier)",
			On:      "the codes of each method, mostly UNAVAILABLE",
			Stops:   "the context; cloud.google.com/go/storage adds attempts",
			Parameters: []Parameter{
				zeroIsDefault(initialDelay("Initial", 1, "longest first delay, which Max does not limit; 0s: the default")),
				zeroIsDefault(longestDelay("Max", 30, "longest delay; 0s: the default")),
				factor("Multiplier", 2),
			},
			Policy: func(v Values) jitter.Policy { return full(v.uncapped()) },
		},

		{
			Name:    "google-api-core",
			Title:   "google-api-core Retry, Google's Python libraries",
			Names:   []string{"google-python", "api-core"},
			Version: "f956bb25",
			Source:  "google/api_core/retry/retry_base.py",
			Formula: "U(0, min(maximum, initial multiplier^(k-1)))",
			On:      "429, 500, 502, 503 and 504 where the method has a retry, else what predicate says",
			Notes: []string{
				"before 2.11 a wait is min(maximum, U(0, 2 x)): twice as long on average",
			},
			Stops: "timeout: no retry starts after it",
			Parameters: []Parameter{
				initialDelay("initial", 1, "longest first delay"),
				longestDelay("maximum", 60),
				factor("multiplier", 2),
				deadline("timeout", 120),
			},
			Policy: func(v Values) jitter.Policy { return v.strict(full(v.grown())) },
		},

		{
			Name:    "retry-request",
			Title:   "retry-request, Google's Node libraries",
			Names:   []string{"google-node", "google-cloud-node"},
			Version: "8.0.4",
			Source:  "index.js",
			Held:    Table,
			Formula: "min(maxRetryDelay, retryDelayMultiplier^k s + U{0..999} ms)",
			On:      "429 and 5xx",
			Stops:   "retries; totalTimeout, which cuts the last wait",
			Stop:    jitter.Clip,
			Parameters: []Parameter{
				retryLimit("retries", 2, "retries; the Storage library sets 3"),
				factor("retryDelayMultiplier", 2),
				longestDelay("maxRetryDelay", 64),
				deadline("totalTimeout", 600),
			},
			Policy: func(v Values) jitter.Policy {
				m := v.At("retryDelayMultiplier")
				p := wholeMillis(added(m, m, v.At("maxRetryDelay"), 1))
				if v.At("maxRetryDelay") == 0 { // it retries only after a delay above 0
					return never(p)
				}
				return v.strict(p)
			},
			Notes: []string{
				"the first delay is retryDelayMultiplier seconds and up to one more, twice what Google documents",
			},
		},

		{
			Name:    "google-cloud-cpp",
			Written: inUnits,
			Title:   "google-cloud-cpp ExponentialBackoffPolicy",
			Names:   []string{"google-cpp"},
			Version: "0004ea98",
			Source:  "google/cloud/internal/backoff_policy.cc",
			Formula: "whole ms of U(x, x scaling), x = initial scaling^(k-1) up to maximum/scaling",
			On:      "UNAVAILABLE and the like, of idempotent operations",
			Stops:   "a separate retry policy",
			Parameters: []Parameter{
				initialDelay("initial_delay", 1, "shortest first delay"),
				longestDelay("maximum_delay", 300),
				num("scaling", 2, 1.0001, 100, Factor, "growth of the wait"),
			},
			Policy: func(v Values) jitter.Policy {
				a, c, s := v.At("initial_delay"), v.At("maximum_delay"), v.At("scaling")
				if c/s <= a {
					return wholeMillis(between(exponential(a, 1, a), 1, math.Max(1, c/a)))
				}
				return wholeMillis(between(exponential(a, s, c/s), 1, s))
			},
			Refuses: atLeast("maximum_delay", "initial_delay"),
		},

		{
			Name:    "google-genai",
			Title:   "Google GenAI SDK for Python",
			Names:   []string{"genai", "gemini"},
			Version: "66807187",
			Source:  "google/genai/_api_client.py",
			Counts:  Attempts,
			Formula: "min(max_delay, initial_delay exp_base^(k-1) + U(0, jitter))",
			On:      "408, 429, 500, 502, 503 and 504",
			Stops:   "attempts",
			Parameters: []Parameter{
				retryLimit("attempts", 5, "attempts with the first; 0 counts as 1"),
				zeroIsDefault(initialDelay("initial_delay", 1, "wait before retry 1; 0s: the default")),
				zeroIsDefault(longestDelay("max_delay", 60, "longest delay; 0s: the default")),
				factor("exp_base", 2),
				zeroIsDefault(dur("jitter", 1, Amount, "added at random; 0s: the default")),
			},
			Policy: Values.added,
			Notes: []string{
				"nothing is retried unless retry_options is given",
			},
			Traps: []Trap{
				when(Ignored, equal("jitter", 0),
					"jitter 0 counts as 1", "set jitter=1ms for next to none"),
			},
		},

		{
			Name:    "cloud-tasks",
			Written: asProto,
			Layer:   Apart,
			Title:   "Google Cloud Tasks queue",
			Names:   []string{"gcp-tasks", "app-engine-queue"},
			Version: "203740c7",
			Source:  "googleapis google/cloud/tasks/v2/queue.proto RetryConfig",
			Held:    Table,
			Counts:  Attempts,
			Formula: "min(maxBackoff in whole s, minBackoff 2^(k-1)) for maxDoublings, then minBackoff 2^maxDoublings more " +
				"for each retry",
			On:    "every answer but 2xx, and no answer in time",
			Stops: "when both attempts and age have passed",
			Parameters: []Parameter{
				limitOrNone("maxAttempts", 100, -1, "attempts with the first; -1: no limit"),
				deadline("maxRetryDuration", 0, "age; 0s: no limit"),
				initialDelay("minBackoff", 0.1),
				longestDelay("maxBackoff", 3600),
				whole("maxDoublings", 16, 0, NoRole, "how often the delay doubles"),
			},
			Policy: ofTasks,
			Notes: []string{
				"the documentation has minBackoff cut to whole seconds, although the default is 100ms: here it counts as it is",
			},
			Traps: []Trap{
				when(Ignored, both(above("maxRetryDuration", 0), above("maxAttempts", 0)),
					"it stops only when both limits have passed: {maxAttempts} attempts and {maxRetryDuration}",
					"set only one of them to end by it alone"),
			},
		},

		{
			Name:    "cloud-scheduler",
			Written: asProto,
			Layer:   Apart,
			Title:   "Google Cloud Scheduler job",
			Names:   []string{"gcp-scheduler"},
			Version: "203740c7",
			Source:  "googleapis google/cloud/scheduler/v1/job.proto RetryConfig",
			Formula: "as Cloud Tasks",
			On:      "every answer but 2xx, and no answer in time",
			Stops:   "when both retries and age have passed",
			Parameters: []Parameter{
				upTo(5, retryLimit("retryCount", 0)),
				deadline("maxRetryDuration", 0, "age; 0s: no limit"),
				initialDelay("minBackoffDuration", 5),
				longestDelay("maxBackoffDuration", 3600),
				whole("maxDoublings", 5, 0, NoRole, "how often the delay doubles"),
			},
			Policy: cloudTasks,
		},

		{
			Name:    "pubsub",
			Written: asProto,
			Layer:   Apart,
			Title:   "Google Pub/Sub subscription",
			Names:   []string{"pub-sub"},
			Version: "docs of 2026",
			Source: "cloud.google.com pubsub/docs/subscription-retry-policy; googleapis google/pubsub/v1/pubsub.proto " +
				"RetryPolicy",
			Counts:  Attempts,
			Formula: "min(maximumBackoff, minimumBackoff 2^(k-1)), about",
			On:      "messages that are not acknowledged in time, or refused",
			Stops:   "maxDeliveryAttempts, with a dead letter topic; the retention of the subscription",
			Parameters: []Parameter{
				upTo(600, initialDelay("minimumBackoff", 10)),
				upTo(600, longestDelay("maximumBackoff", 600)),
				ranged(5, 100, attemptLimit("maxDeliveryAttempts", inf, "attempts before the dead letter topic")),
				written(inNumberOfSeconds,
					ranged(10, 600, attemptTimeout("ackDeadlineSeconds", 10, "time to acknowledge a delivery"))),
				ranged(600, 31*day, deadline("messageRetentionDuration", 7*day, "age at which a message may be dropped")),
			},
			Policy: Values.grown,
			Notes: []string{
				"Google promises delays between the two, not a factor: 2 is assumed",
				"without a retryPolicy what is not acknowledged is delivered again at once",
			},
		},
	}
}

// ofTasks returns cloudTasks with its time limits cut to whole seconds, as Cloud Tasks does.
func ofTasks(v Values) jitter.Policy {
	for _, name := range []string{"maxBackoff", "maxRetryDuration"} {
		v = v.With(name, math.Floor(v.At(name)))
	}
	return cloudTasks(v)
}

// cloudTasks returns doubling delays, then delays that grow by the last doubling. They end when both the retries and
// the age are used up.
func cloudTasks(v Values) jitter.Policy {
	p := v.grown()
	if p.Growth.Kind == calc.Exponential { // there is a delay
		p.Growth = calc.Growth{Kind: calc.Doublings, Until: v.At("maxDoublings")}
		if p.Growth.Until == 0 {
			p = linear(v.role(Initial, 0), v.role(Cap, inf))
		}
	}
	if math.IsInf(v.mostRetries(), 1) {
		return p
	}
	return until(p, v.At("maxRetryDuration"), jitter.CountAndAge)
}
