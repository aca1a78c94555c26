package client

import (
	"errors"
	"math"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/system"
)

// grpcParameters is what a retryPolicy of gRPC is told.
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
				"retryThrottling: tokens for a success, of which three decimals count")),
	}
}

var grpcTraps = []Trap{
	when(Caution, func(v Values) bool { return v.At("maxAttempts") > 5 },
		"maxAttempts {maxAttempts} counts as 5: no more are made", "maxAttempts=5 says so"),
	when(Serious, func(v Values) bool { return math.IsInf(v.At("maxTokens"), 1) },
		"without retryThrottling an outage has all requests retried: up to {} times the load",
		"maxTokens=10 stops retries once 5 attempts have failed", func(v Values) Figure {
			return many(math.Min(5, v.At("maxAttempts")))
		}),
	when(Note, func(v Values) bool { return !math.IsInf(v.At("maxTokens"), 1) },
		"in an outage the tokens let {} attempts fail, then nothing is retried",
		"more maxTokens carry on for longer", func(v Values) Figure {
			return many(math.Ceil(v.At("maxTokens") / 2))
		}),
}

// meshClients is gRPC, proxies and meshes.
var meshClients = []Row{
	{
		Name:       "grpc",
		Title:      "gRPC retryPolicy",
		Names:      []string{"grpc-go", "grpc-java", "grpc-retry"},
		Version:    "grpc-go v1.85.0, A6 of 2024-08",
		Source:     "grpc-go stream.go; grpc/proposal A6",
		Held:       Conformance,
		Counts:     Attempts,
		Formula:    "min(maxBackoff, initialBackoff backoffMultiplier^(k-1)) U(0.8, 1.2)",
		Stops:      "attempts, at most 5; the deadline of the call; the tokens of retryThrottling",
		Parameters: grpcParameters("wait before retry 1", "longest delay before jitter"),
		Policy: func(v Values) jitter.Policy {
			return v.strict(attempts(spread(v.grown(), 0.2), math.Min(5, v.At("maxAttempts"))))
		},
		Budget: throttling,
		Traps:  grpcTraps,
	},

	{
		Name:       "grpc-1.68",
		Title:      "gRPC retryPolicy before 2024-08",
		Names:      []string{"grpc-old", "grpc-go-1.68"},
		Version:    "grpc-go v1.68.0",
		Source:     "grpc-go stream.go",
		Counts:     Attempts,
		Formula:    "U(0, min(maxBackoff, initialBackoff backoffMultiplier^(k-1)))",
		Stops:      "attempts, at most 5; the deadline of the call; the tokens of retryThrottling",
		Parameters: grpcParameters("longest first delay", "longest delay"),
		Policy: func(v Values) jitter.Policy {
			return v.strict(attempts(full(v.grown()), math.Min(5, v.At("maxAttempts"))))
		},
		Budget: throttling,
		Traps:  grpcTraps,
	},

	{
		Name:    "grpc-connection",
		Title:   "gRPC connection backoff",
		Names:   []string{"grpc-connect", "grpc-reconnect"},
		Version: "grpc-go v1.85.0",
		Source:  "grpc-go internal/backoff/backoff.go",
		Held:    Conformance,
		Formula: "BaseDelay, then min(MaxDelay, BaseDelay Multiplier^(k-1)) U(1 - Jitter, 1 + Jitter)",
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
		Traps: []Trap{fact(Caution,
			"the first wait has no jitter: all reconnect {BaseDelay} after a connection is lost",
			"expect one burst {BaseDelay} after a loss")},
	},

	{
		Name:    "envoy",
		Title:   "Envoy retry_policy",
		Names:   []string{"envoy-proxy", "contour"},
		Version: "4280ef77 and later, v1.39; budget_interval: v1.40",
		Source: "source/common/common/backoff_strategy.cc, router/retry_policy_impl.cc, " +
			"upstream/resource_manager_impl.h; pull request 44147 for budget_interval",
		Held:    Table,
		Formula: "whole ms in [0, min(max_interval, base_interval 2^(k-1)))",
		Stops:   "num_retries; the timeout of the route, which includes the waits; budgets of the cluster",
		Parameters: append([]Parameter{
			retryLimit("num_retries", 1),
			above0(initialDelay("base_interval", 25*ms, "longest first delay")),
			tenfold("max_interval", "base_interval"),
			attemptTimeout("per_try_timeout", inf, "longest time of one attempt; 0s: none"),
			deadline("timeout", 15, "for all attempts together; 0s: none"),
			whole("max_retries", 3, 0, BudgetReserve,
				"circuit breaker of the cluster: retries at a time, where it has no retry budget"),
		}, budgetParameters("budget_percent", "min_retry_concurrency", "budget_interval")...),
		Policy: envoyRule,
		Budget: func(v Values) system.Budget {
			return places(v.At("max_retries"), v.At("budget_percent"), v.At("min_retry_concurrency"), v.At("budget_interval"))
		},
		Refuses: shorter("max_interval", "base_interval"),
		Traps: []Trap{
			noPerTry,
			intervalBudget("budget_interval"),
			when(Caution, func(v Values) bool { return v.Budget().Ratio == 0 && v.At("num_retries") > 0 },
				"at most {} retries to a cluster are under way at a time: what else fails meanwhile is not retried",
				"budget_percent=20 lets them grow with the load", func(v Values) Figure {
					return many(v.Budget().Reserve)
				}),
			fact(Note, "Envoy's documentation says (2^k - 1) base_interval; the code doubles", "go by the code"),
		},
	},

	{
		Name:    "istio",
		Title:   "Istio VirtualService retries",
		Names:   []string{"istio-virtualservice"},
		Version: "istio.io/api v1.31.1, istio 86c9f01f",
		Source:  "istio pilot route/retry/retry.go, cluster_traffic_policy.go; Envoy",
		Formula: "whole ms in [0, min(10 backoff, backoff 2^(k-1)))",
		Stops:   "attempts, which counts retries; the timeout of the route",
		Parameters: append([]Parameter{
			retryLimit("attempts", 2, "retries, in spite of the name"),
			inMillis(above0(initialDelay("backoff", 25*ms, "longest first delay, since 1.26; the cap is 10 times this"))),
			inMillis(above0(attemptTimeout("perTryTimeout", inf))),
			inMillis(above0(deadline("timeout", inf))),
			whole("maxRetries", inf, 0, BudgetReserve,
				"DestinationRule: retries at a time, where it has no retry budget; 0: no limit"),
		}, budgetParameters("percent", "minRetryConcurrency", "budgetInterval")...),
		Policy: envoyRule,
		Refuses: refused(func(v Values) bool { return v.At("attempts") == 0 && !math.IsInf(v.At("perTryTimeout"), 1) },
			"perTryTimeout needs attempts"),
		Budget: func(v Values) system.Budget {
			percent, least, interval := v.At("percent"), v.At("minRetryConcurrency"), v.At("budgetInterval")
			if least == 0 { // which counts as not given
				least = 3
			}
			return places(orNever(v.At("maxRetries")), percent, least, interval)
		},
		Traps: []Trap{
			unbudgeted("attempts", "percent"),
			intervalBudget("budgetInterval"),
			fact(Note, "attempts counts retries: the first attempt is one more", "set one less than the attempts that you want"),
		},
	},

	{
		Name:    "envoy-gateway",
		Title:   "Envoy Gateway BackendTrafficPolicy",
		Names:   []string{"backendtrafficpolicy"},
		Version: "d32f2829",
		Source:  "envoyproxy/gateway api/v1alpha1/retry_types.go; Envoy",
		Formula: "whole ms in [0, min(maxInterval, baseInterval 2^(k-1)))",
		Stops:   "numRetries; the timeout of the request",
		Parameters: []Parameter{
			retryLimit("numRetries", 2),
			with("maxInterval", inMillis(above0(initialDelay("baseInterval", 25*ms, "longest first delay")))),
			inMillis(tenfold("maxInterval", "baseInterval")),
			inMillis(attemptTimeout("timeout", inf)),
			inMillis(deadline("requestTimeout", 15, "for all attempts together; 0s: none")),
			whole("maxParallelRetries", 1024, 0, BudgetReserve,
				"circuit breaker: retries at a time, where it has no retry budget"),
			upTo(100,
				whole("percent", math.NaN(), 0, BudgetShare, "retry budget: retries in whole percent of the active requests")),
			budgetParameters("", "minRetryConcurrency", "")[1],
		},
		Policy: envoyRule,
		Refuses: func(v Values) error {
			if least := v.At("minRetryConcurrency"); least == least && math.IsNaN(v.At("percent")) {
				return errors.New("a retry budget must have a percent")
			}
			return shorter("maxInterval", "baseInterval")(v)
		},
		Budget: func(v Values) system.Budget {
			return places(v.At("maxParallelRetries"), v.At("percent"), v.At("minRetryConcurrency"), 0)
		},
	},

	{
		Name:    "gateway-api",
		Title:   "Gateway API HTTPRoute retry",
		Names:   []string{"httproute"},
		Version: "4564255a",
		Source:  "gateway-api apis/v1/httproute_types.go",
		Formula: "at least backoff",
		Stops: "attempts, which counts retries; the timeout of the request; the retryConstraint of an " +
			"XBackendTrafficPolicy, as Istio has it",
		Parameters: []Parameter{
			whole("attempts", 1, 1, Limit, "retries"),
			inMillis(initialDelay("backoff", 0, "shortest wait")),
			inMillis(deadline("request", inf, "timeouts.request; 0s: none")),
			inMillis(attemptTimeout("backendRequest", inf, "timeouts.backendRequest; 0s: none")),
			upTo(100,
				whole("budget.percent", math.NaN(), 0, BudgetShare,
					"retryConstraint: retries in whole percent of the requests; 20 where there is one")),
			inMillis(ranged(1, 3600,
				dur("budget.interval", math.NaN(), BudgetWindow,
					"retryConstraint: requests that started within it count; 10s where there is one"))),
			upTo(1e6,
				whole("minRetryRate.count", math.NaN(), 1, BudgetReserve,
					"retryConstraint: retries that it always allows, at a time in Istio; 10 where there is one")),
			unset(inMillis(upTo(3600,
				above0(dur("minRetryRate.interval", 0, NoRole,
					"retryConstraint: in which; 1s where there is one, and Istio leaves it out"))))),
		},
		Policy: func(v Values) jitter.Policy { return constant(v.At("backoff")) },
		Budget: func(v Values) system.Budget {
			percent, interval, least := v.At("budget.percent"), v.At("budget.interval"), v.At("minRetryRate.count")
			if math.IsNaN(percent) && math.IsNaN(interval) && math.IsNaN(least) && math.IsNaN(v.At("minRetryRate.interval")) {
				return system.Budget{}
			}
			return places(inf, v.Or("budget.percent", 20), v.Or("minRetryRate.count", 10), v.Or("budget.interval", 10))
		},
		Traps: []Trap{
			unbudgeted("attempts", "budget.percent"),
			intervalBudget("budget.interval"),
			when(Caution, func(v Values) bool {
				x := v.Or("minRetryRate.interval", 1)
				return v.Budget().Kind != system.NoBudget && x != 1
			},
				"Istio takes minRetryRate.count as retries at a time: the interval {minRetryRate.interval} does not count",
				"choose a count of retries at a time"),
			fact(Caution,
				"only the shortest wait is fixed: growth, cap and jitter are what the implementation has, and here none",
				"look up what your implementation adds"),
		},
	},

	{
		Name:       "linkerd",
		Title:      "Linkerd HTTP retries",
		Names:      []string{"linkerd2"},
		Version:    "29637b64",
		Source:     "linkerd2-proxy linkerd/exp-backoff/src/lib.rs",
		Held:       Table,
		Formula:    "min(250 ms, x U(1, 2)), x = min(250 ms, 25 ms 2^(k-1))",
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
		Stops:   "retryBudget alone, of all retryable routes of a service in a proxy; the timeout of the route",
		Parameters: append(needed(leakyParameters("retryRatio", "minRetriesPerSecond", "ttl",
			"retry budget: retries for each request that succeeds")),
			deadline("timeout", inf, "of the route, for all attempts together; 0s: none")),
		Policy: func(v Values) jitter.Policy { return constant(0) },
		Budget: func(v Values) system.Budget {
			b := leaky(towerShare(v.At("retryRatio")), v.At("minRetriesPerSecond"), v.At("ttl"))
			b.OnSuccess = true
			return b
		},
		Traps: []Trap{
			roundedShare("retryRatio", towerShare),
			onlySuccess("minRetriesPerSecond", "ttl"),
			fact(Note,
				"only answers that count as failures are retried: a connection that breaks and a timeout are not",
				"retry timeouts in the caller"),
		},
	},

	{
		Name:    "traefik",
		Title:   "Traefik retry middleware",
		Names:   []string{"traefik-retry"},
		Version: "fd5a576d",
		Source:  "pkg/middlewares/retry/retry.go",
		Counts:  Attempts,
		Formula: "initialInterval 2^((k-1)/(attempts-1)) U(0.5, 1.5)",
		Stops:   "attempts; timeout, looked at after each failure; with initialInterval 15 min",
		Parameters: []Parameter{
			example(attemptLimit("attempts", 4, "attempts with the first; 1: no retry")),
			initialDelay("initialInterval", 0, "wait before retry 1; 0: at once"),
			deadline("timeout", 0, "for all attempts together; 0s: no limit; since 3.7"),
		},
		Policy: func(v Values) jitter.Policy {
			r := 1.0
			if n := v.At("attempts"); n > 1 {
				r = math.Exp2(1 / (n - 1))
			}
			p := attempts(spread(uncapped(v.At("initialInterval"), r, 60), 0.5), v.At("attempts"))
			if d := v.At("timeout"); v.At("initialInterval") == 0 ||
				d > 0 && d < 900 { // else cenkalti/backoff's own limit comes first
				return until(p, d, jitter.LookBehind)
			}
			return until(p, 900, jitter.LookAhead)
		},
		Traps: []Trap{when(Caution, func(v Values) bool { return v.At("attempts") > 2 && v.At("initialInterval") > 0 },
			"the delays only double from first to last: from {initialInterval} to {}",
			"choose initialInterval as if the delay were constant", func(v Values) Figure {
				return secs(v.At("initialInterval") * math.Exp2((v.At("attempts")-2)/(v.At("attempts")-1)))
			})},
	},

	{
		Name:    "dapr",
		Title:   "Dapr resiliency retries",
		Names:   []string{"dapr-resiliency"},
		Version: "dapr/kit 6e5616a, dapr d8450742",
		Source:  "dapr/kit retry/retry.go; dapr pkg/resiliency, pkg/apis/resiliency/v1alpha1",
		Formula: "constant: duration; exponential: initialInterval multiplier^(k-1) U(1 - f, 1 + f)",
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
		Traps: []Trap{when(Caution, func(v Values) bool {
			return v.Is("policy", "exponential") && v.At("maxRetries") < 0 && v.At("maxElapsedTime") > 0
		}, "maxRetries -1 does not mean for ever: it ends after {maxElapsedTime}", "policy=constant goes on for ever")},
	},

	{
		Name:    "knative",
		Title:   "Knative event delivery",
		Names:   []string{"knative-eventing"},
		Version: "8cf4c4b6",
		Source:  "knative/eventing pkg/kncloudevents/retries.go",
		Formula: "exponential: backoffDelay 2^(k-1); linear: backoffDelay (k-1)",
		Stops:   "retry; the dead letter sink",
		Parameters: []Parameter{
			example(retryLimit("retry", 5)),
			word("backoffPolicy", "how delays grow; backoffDelay counts only with one", "unset", "exponential", "linear"),
			initialDelay("backoffDelay", 0, "unit of the delays; 0s: no wait, unless the defaults of the broker have one"),
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
			when(Serious, func(v Values) bool { return v.Is("backoffPolicy", "unset") && v.At("backoffDelay") > 0 },
				"without backoffPolicy backoffDelay has no effect: retries follow at once", "backoffPolicy=exponential waits"),
			overflows(Caution, 1e-9, 63, func(v Values) bool { return v.Is("backoffPolicy", "exponential") },
				"from retry {} on the delay overflows: some retries follow at once", "set retry to {} at most"),
		},
	},

	{
		Name:    "haproxy",
		Title:   "HAProxy retries",
		Version: "50872daa",
		Source:  "doc/configuration.txt, src/backend.c",
		Formula: "min(timeout connect, 1 s) on the same server, none on another",
		Stops:   "retries",
		Parameters: []Parameter{
			retryLimit("retries", 3),
			example(initialDelay("connect", 5, "timeout connect; 0s: none")),
			on("redispatch", false, "option redispatch, for several servers that no cookie or hash chooses"),
		},
		Policy: func(v Values) jitter.Policy {
			if v.On("redispatch") {
				return constant(0)
			}
			return exponential(orNever(v.At("connect")), 1, 1)
		},
		Traps: []Trap{when(Note, func(v Values) bool { return !v.On("redispatch") },
			"after a connect that timed out, or on a connection that was used before, the retry follows at once",
			"expect such retries without a wait")},
	},

	{
		Name:    "nginx",
		Title:   "nginx proxy_next_upstream",
		Names:   []string{"proxy-next-upstream"},
		Version: "3f6f7824",
		Source:  "ngx_http_proxy_module.c",
		Counts:  Attempts,
		Formula: "no wait: the next server at once",
		Stops:   "proxy_next_upstream_tries; proxy_next_upstream_timeout; every server once",
		Stop:    jitter.LookBehind,
		Parameters: []Parameter{
			retryLimit("proxy_next_upstream_tries", 0, "attempts; 0: every server once"),
			example(whole("servers", 3, 1, NoRole, "servers of the upstream")),
			inMillis(deadline("proxy_next_upstream_timeout", 0, "for all attempts; 0: no limit")),
		},
		Policy: func(v Values) jitter.Policy {
			return attempts(constant(0), math.Min(v.At("servers"), orNever(v.At("proxy_next_upstream_tries"))))
		},
	},

	{
		Name:    "caddy",
		Title:   "Caddy reverse_proxy",
		Names:   []string{"caddyserver"},
		Version: "0cf03d32",
		Source:  "modules/caddyhttp/reverseproxy/reverseproxy.go",
		Formula: "lb_try_interval",
		Stops:   "lb_retries; lb_try_duration, looked at after each failure",
		Stop:    jitter.LookBehind,
		Parameters: []Parameter{
			retryLimit("lb_retries", 0, "retries; 0: by duration"),
			deadline("lb_try_duration", 0, "0: by count"),
			initialDelay("lb_try_interval", 0, "wait before each retry; 0s: 250ms with lb_try_duration, and none without"),
		},
		Policy: func(v Values) jitter.Policy {
			n := v.At("lb_retries")
			if n == 0 && v.At("lb_try_duration") > 0 {
				n = inf
			}
			wait := v.At("lb_try_interval")
			if wait == 0 && v.At("lb_try_duration") > 0 {
				wait = 0.25
			}
			return retries(constant(wait), n)
		},
	},
}
