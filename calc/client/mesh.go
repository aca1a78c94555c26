package client

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// meshClients returns Linkerd, Traefik, Dapr and Knative.
func meshClients() []Row {
	return []Row{

		{
			Name:    "linkerd",
			Title:   "Linkerd HTTP retries",
			Names:   []string{"linkerd2"},
			Version: "29637b64",
			Source:  "linkerd2-proxy linkerd/exp-backoff/src/lib.rs",
			Held:    Table,
			Formula: "min(250 ms, x U(1, 2)), x = min(250 ms, 25 ms 2^(k-1))",
			On:      "what the annotations retry.linkerd.io/http and grpc say",
			Notes: []string{
				"retry.linkerd.io/timeout ends each attempt, and is retried as well",
			},
			Stops:      "retry.linkerd.io/limit, which counts retries",
			Parameters: []Parameter{retryLimit("limit", 1)},
			Policy: func(v Values) jitter.Policy {
				p := up(exponential(25*ms, 2, 0.25), 1)
				p.Rule.AtCap = jitter.Both
				return p
			},
		},

		{
			Name:    "linkerd-profile",
			Title:   "Linkerd ServiceProfile retries",
			Names:   []string{"linkerd-serviceprofile", "serviceprofile"},
			Version: "linkerd2-proxy 29637b64, linkerd2 b24cd405",
			Source: "linkerd2-proxy app/outbound/src/http/retry.rs, service-profiles/src/proto.rs; tower " +
				"retry/budget/tps_budget.rs; linkerd2 profile_translator.go",
			Held:    Table,
			Formula: "no wait",
			On:      "answers that count as failures, of routes with isRetryable",
			Stops:   "retryBudget alone, of all retryable routes of a service in a proxy; the timeout of the route",
			Parameters: append(inAll(needed, leakyParameters("retryRatio", "minRetriesPerSecond", "ttl",
				"retry budget: retries for each request that succeeds")),
				deadline("timeout", inf, "of the route, for all attempts together; 0s: none")),
			Policy: atOnce,
			Budget: func(v Values) fleet.Budget {
				b := leaky(towerShare(v.At("retryRatio")), v.At("minRetriesPerSecond"), v.At("ttl"))
				b.OnSuccess = true
				return b
			},
			Notes: []string{
				"only answers that count as failures are retried: a connection that breaks and a timeout are not",
			},
			Traps: []Trap{
				onlySuccess("minRetriesPerSecond", "ttl"),
			},
		},

		{
			Name:    "traefik",
			Written: inNumberOfSeconds,
			Title:   "Traefik retry middleware",
			Names:   []string{"traefik-retry"},
			Version: "fd5a576d",
			Source:  "pkg/middlewares/retry/retry.go",
			Counts:  Attempts,
			Formula: "initialInterval 2^((k-1)/(attempts-1)) U(0.5, 1.5)",
			On:      "connection errors, with any method before the request is sent, then of idempotent ones",
			Stops:   "attempts; timeout, looked at after each failure; with initialInterval 15 min",
			Parameters: []Parameter{
				example(attemptLimit("attempts", 4, "attempts with the first; 1: no retry")),
				initialDelay("initialInterval", 0, "wait before retry 1; 0: at once"),
				recent(deadline("timeout", 0, "for all attempts together; 0s: no limit; since 3.7")),
			},
			Policy: func(v Values) jitter.Policy {
				r := 1.0
				if n := v.At("attempts"); n > 1 {
					r = math.Exp2(1 / (n - 1))
				}
				p := attempts(spread(uncapped(v.At("initialInterval"), r, 60), 0.5), v.At("attempts"))
				if d := v.At("timeout"); v.At("initialInterval") == 0 ||
					d > 0 && d < 900 { // otherwise the limit of cenkalti/backoff ends it first
					return until(p, d, jitter.LookBehind)
				}
				return until(p, 900, jitter.LookAhead)
			},
			Notes: []string{
				"from initialInterval on the delays grow to less than twice that, however many there are",
			},
		},

		{
			Name:    "dapr",
			Title:   "Dapr resiliency retries",
			Names:   []string{"dapr-resiliency"},
			Version: "dapr/kit 6e5616a, dapr d8450742",
			Source:  "dapr/kit retry/retry.go; dapr pkg/resiliency, pkg/apis/resiliency/v1alpha1",
			Formula: "constant: duration; exponential: initialInterval multiplier^(k-1) U(1 - f, 1 + f)",
			On:      "errors of the call, and the codes of matching",
			Stops:   "maxRetries; maxElapsedTime with exponential",
			Parameters: []Parameter{
				word("policy", "how delays grow", "constant", "exponential"),
				dur("duration", 5, NoRole, "delay of the constant policy"),
				initialDelay("initialInterval", 0.5, "wait before retry 1; a Resiliency cannot say it"),
				jitterShare("randomizationFactor", 0.5, "part of the delay; a Resiliency cannot say it"),
				factor("multiplier", 1.5),
				longestDelay("maxInterval", 60, "longest delay before jitter"),
				deadline("maxElapsedTime", 900, "of the exponential policy; 0s: no limit; a Resiliency cannot say it"),
				limitOrNone("maxRetries", -1, -1, "retries; -1: no limit"),
			},
			Policy: func(v Values) jitter.Policy {
				if v.Is("policy", "constant") {
					return until(constant(v.At("duration")), inf, jitter.LookAhead)
				}
				return cenkalti(v)
			},
			Traps: []Trap{when(Ignored, func(v Values) bool {
				return v.Is("policy", "exponential") && v.At("maxRetries") < 0 && v.At("maxElapsedTime") > 0
			}, "maxRetries -1 does not mean for ever: it ends after {maxElapsedTime}",
				"policy=constant goes on for ever")},
		},

		{
			Name:    "knative",
			Written: asISO8601,
			Title:   "Knative event delivery",
			Names:   []string{"knative-eventing"},
			Version: "8cf4c4b6",
			Source:  "knative/eventing pkg/kncloudevents/retries.go",
			Honor: func(v Values) fleet.Honor {
				if most := v.At("retryAfterMax"); !math.IsInf(most, 1) && most > 0 {
					return fleet.Honor{Kind: fleet.AtLeast, Most: most}
				}
				return fleet.Honor{Kind: fleet.Ignore}
			},
			HonorSource: "kncloudevents/retries.go, with retryAfterMax",
			Formula:     "exponential: backoffDelay 2^(k-1); linear: backoffDelay (k-1)",
			On:          "no answer, 404, 408, 409, 429 and 5xx",
			Stops:       "retry; the dead letter sink",
			Parameters: []Parameter{
				example(retryLimit("retry", 5)),
				word("backoffPolicy", "how delays grow; backoffDelay counts only with one", "unset", "exponential",
					"linear"),
				initialDelay("backoffDelay", 0,
					"unit of the delays; 0s: no wait, unless the defaults of the broker have one"),
				above0(attemptTimeout("timeout", inf)),
				dur("retryAfterMax", inf, NoRole, "longest Retry-After that is followed"),
			},
			Policy: func(v Values) jitter.Policy {
				d := v.At("backoffDelay")
				switch {
				case v.Is("backoffPolicy", "unset"):
					d = 0
				case v.Is("backoffPolicy", "linear") && d > 0:
					p := linear(d, inf)
					p.Growth.Offset = -d
					return p
				}
				return exponential(d, 2, inf)
			},
			Traps: []Trap{
				when(NoWait, both(is("backoffPolicy", "unset"), above("backoffDelay", 0)),
					"without backoffPolicy backoffDelay has no effect: retries follow at once",
					"backoffPolicy=exponential waits"),
				overflows(PartOverflow, 1e-9, 63, is("backoffPolicy", "exponential"),
					"from retry {} on the delay overflows: some retries follow at once", "set retry to {} at most"),
			},
		},
	}
}
