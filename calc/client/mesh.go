package client

import (
	"math"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/system"
)

// grpcParameters is what a retryPolicy of gRPC is told.
func grpcParameters(initial, most string) []Parameter {
	return []Parameter{example(whole("maxAttempts", 4, 2, Limit, "attempts with the first; above 5 it counts as 5")), example(above0(dur("initialBackoff", 0.1, Initial, initial))),
		example(above0(dur("maxBackoff", 1, Cap, most))), example(num("backoffMultiplier", 2, 1, 1000, Factor, "growth of the wait")),
		dur("timeout", inf, Deadline, "for all attempts together; 0s: nothing succeeds"), {Name: "maxTokens", Help: "retryThrottling: retries stop at half of them", Unit: Count, Default: inf, Least: 1, Most: 1000, Role: BudgetReserve}, with("maxTokens", num("tokenRatio", 0.1, 0.001, 1000, BudgetShare, "retryThrottling: tokens for a success, of which three decimals count"))}
}

var grpcTraps = []Trap{
	by(when(Caution, func(v Values) bool { return v.At("maxAttempts") > 5 }, "maxAttempts {maxAttempts} counts as 5: no more are made"), "maxAttempts"),
	then(by(when(Serious, func(v Values) bool { return math.IsInf(v.At("maxTokens"), 1) }, "without retryThrottling an outage has all requests retried: up to {} times the load", func(v Values) []Figure {
		return []Figure{many(math.Min(5, v.At("maxAttempts")))}
	}), "maxTokens", 10), func(v Values, _ jitter.Policy) Sentence {
		return Sentence{"nothing is retried once {} attempts have failed", []Figure{many(math.Ceil(v.At("maxTokens") / 2))}}
	}),
	when(Note, func(v Values) bool { return !math.IsInf(v.At("maxTokens"), 1) }, "in an outage the tokens let {} attempts fail, then nothing is retried", func(v Values) []Figure { return []Figure{many(math.Ceil(v.At("maxTokens") / 2))} }),
}

// meshClients is gRPC, proxies and meshes.
var meshClients = []Row{
	{Name: "grpc", Title: "gRPC retryPolicy", Names: "grpc-go grpc-java grpc-retry", Version: "grpc-go v1.85.0, A6 of 2024-08", Source: "grpc-go stream.go; grpc/proposal A6", Held: Conformance, Counts: Attempts,
		Formula: "min(maxBackoff, initialBackoff backoffMultiplier^(k-1)) U(0.8, 1.2)", Stops: "attempts, at most 5; the deadline of the call; the tokens of retryThrottling",
		Parameters: grpcParameters("wait before retry 1", "longest delay before jitter"),
		Policy: func(v Values) jitter.Policy {
			return v.strict(attempts(spread(exponential(v.At("initialBackoff"), v.At("backoffMultiplier"), v.At("maxBackoff")), 0.2), math.Min(5, v.At("maxAttempts"))))
		},
		Budget: throttling,
		Traps:  grpcTraps},

	{Name: "grpc-1.68", Title: "gRPC retryPolicy before 2024-08", Names: "grpc-old grpc-go-1.68", Version: "grpc-go v1.68.0", Source: "grpc-go stream.go", Held: Reading, Counts: Attempts,
		Formula: "U(0, min(maxBackoff, initialBackoff backoffMultiplier^(k-1)))", Stops: "attempts, at most 5; the deadline of the call; the tokens of retryThrottling",
		Parameters: grpcParameters("longest first delay", "longest delay"),
		Policy: func(v Values) jitter.Policy {
			return v.strict(attempts(full(exponential(v.At("initialBackoff"), v.At("backoffMultiplier"), v.At("maxBackoff"))), math.Min(5, v.At("maxAttempts"))))
		},
		Budget: throttling,
		Traps:  grpcTraps},

	{Name: "grpc-connection", Title: "gRPC connection backoff", Names: "grpc-connect grpc-reconnect", Version: "grpc-go v1.85.0", Source: "grpc-go internal/backoff/backoff.go", Held: Conformance,
		Formula: "BaseDelay, then min(MaxDelay, BaseDelay Multiplier^(k-1)) U(1 - Jitter, 1 + Jitter)", Stops: "nothing",
		Parameters: []Parameter{dur("BaseDelay", 1, Initial, "wait before retry 1, without jitter"), factor("Multiplier", 1.6), num("Jitter", 0.2, 0, 1, Amount, "part of the delay"), dur("MaxDelay", 120, Cap, "longest delay before jitter")},
		Policy: func(v Values) jitter.Policy {
			p := cenkalti(v)
			p.First = calc.Exact
			return p
		},
		Traps: []Trap{fact(Caution, "the first wait has no jitter: all reconnect {BaseDelay} after a connection is lost")}},

	{Name: "envoy", Title: "Envoy retry_policy", Names: "envoy-proxy contour", Version: "4280ef77 and later, v1.39; budget_interval: v1.40", Source: "source/common/common/backoff_strategy.cc, router/retry_policy_impl.cc, upstream/resource_manager_impl.h; pull request 44147 for budget_interval", Held: Table,
		Formula: "whole ms in [0, min(max_interval, base_interval 2^(k-1)))", Stops: "num_retries; the timeout of the route, which includes the waits; budgets of the cluster",
		Parameters: append([]Parameter{whole("num_retries", 1, 0, Limit, "retries"), above0(dur("base_interval", 25*ms, Initial, "longest first delay")), tenfold("max_interval", "base_interval"),
			dur("per_try_timeout", inf, AttemptEnd, "longest time of one attempt; 0s: none"), dur("timeout", 15, Deadline, "for all attempts together; 0s: none"),
			whole("max_retries", 3, 0, BudgetReserve, "circuit breaker of the cluster: retries at a time, where it has no retry budget")}, budgetParameters("budget_percent", "min_retry_concurrency", "budget_interval")...),
		Policy: func(v Values) jitter.Policy {
			return envoyRule(v.At("base_interval"), v.Or("max_interval", 10*v.At("base_interval")))
		},
		Budget: func(v Values) system.Budget {
			return places(v.At("max_retries"), v.At("budget_percent"), v.At("min_retry_concurrency"), v.At("budget_interval"))
		},
		Refuses: shorter("max_interval", "base_interval"),
		Traps: []Trap{noPerTry, intervalBudget("budget_interval", 0), then(by(when(Caution, func(v Values) bool { return v.Budget().Ratio == 0 && v.At("num_retries") > 0 }, "at most {} retries to a cluster are under way at a time: what else fails meanwhile is not retried", func(v Values) []Figure {
			return []Figure{many(v.Budget().Reserve)}
		}), "budget_percent", 20), budgeted), because(fact(Note, "Envoy's documentation says (2^k - 1) base_interval; the code doubles"), "what counts is the code")}},

	{Name: "istio", Title: "Istio VirtualService retries", Names: "istio-virtualservice", Version: "istio.io/api v1.31.1, istio 86c9f01f", Source: "istio pilot route/retry/retry.go, cluster_traffic_policy.go; Envoy", Held: Reading,
		Formula: "whole ms in [0, min(10 backoff, backoff 2^(k-1)))", Stops: "attempts, which counts retries; the timeout of the route",
		Parameters: append([]Parameter{whole("attempts", 2, 0, Limit, "retries, in spite of the name"), inMillis(above0(dur("backoff", 25*ms, Initial, "longest first delay, since 1.26; the cap is 10 times this"))), inMillis(above0(dur("perTryTimeout", inf, AttemptEnd, "longest time of one attempt"))), inMillis(above0(dur("timeout", inf, Deadline, "for all attempts together"))),
			whole("maxRetries", inf, 0, BudgetReserve, "DestinationRule: retries at a time, where it has no retry budget; 0: no limit")}, budgetParameters("percent", "minRetryConcurrency", "budgetInterval")...),
		Policy:  func(v Values) jitter.Policy { return envoyRule(v.At("backoff"), 10*v.At("backoff")) },
		Refuses: refused(func(v Values) bool { return v.At("attempts") == 0 && !math.IsInf(v.At("perTryTimeout"), 1) }, "perTryTimeout needs attempts"),
		Budget: func(v Values) system.Budget {
			percent, least, interval := v.At("percent"), v.At("minRetryConcurrency"), v.At("budgetInterval")
			if least == 0 { // which counts as not given
				least = 3
			}
			return places(orNever(v.At("maxRetries")), percent, least, interval)
		},
		Traps: []Trap{unbudgeted("attempts", "percent"), intervalBudget("budgetInterval", 0), because(fact(Note, "attempts counts retries: a request makes up to {} attempts", func(v Values) []Figure { return []Figure{many(v.At("attempts") + 1)} }), "it is a name")}},

	{Name: "envoy-gateway", Title: "Envoy Gateway BackendTrafficPolicy", Names: "backendtrafficpolicy", Version: "d32f2829", Source: "envoyproxy/gateway api/v1alpha1/retry_types.go; Envoy", Held: Reading,
		Formula: "whole ms in [0, min(maxInterval, baseInterval 2^(k-1)))", Stops: "numRetries; the timeout of the request",
		Parameters: []Parameter{whole("numRetries", 2, 0, Limit, "retries"), with("maxInterval", inMillis(above0(dur("baseInterval", 25*ms, Initial, "longest first delay")))), inMillis(tenfold("maxInterval", "baseInterval")), inMillis(dur("timeout", inf, AttemptEnd, "longest time of one attempt")), inMillis(dur("requestTimeout", 15, Deadline, "for all attempts together; 0s: none")),
			whole("maxParallelRetries", 1024, 0, BudgetReserve, "circuit breaker: retries at a time, where it has no retry budget"),
			{Name: "percent", Help: "retry budget: retries in whole percent of the active requests", Unit: Count, Default: math.NaN(), Most: 100, Role: BudgetShare}, budgetParameters("", "minRetryConcurrency", "")[1]},
		Policy: func(v Values) jitter.Policy {
			return envoyRule(v.At("baseInterval"), v.Or("maxInterval", 10*v.At("baseInterval")))
		},
		Refuses: func(v Values) string {
			if least := v.At("minRetryConcurrency"); least == least && math.IsNaN(v.At("percent")) {
				return "a retry budget must have a percent"
			}
			return shorter("maxInterval", "baseInterval")(v)
		},
		Budget: func(v Values) system.Budget {
			return places(v.At("maxParallelRetries"), v.At("percent"), v.At("minRetryConcurrency"), 0)
		}},

	{Name: "gateway-api", Title: "Gateway API HTTPRoute retry", Names: "httproute", Version: "4564255a", Source: "gateway-api apis/v1/httproute_types.go", Held: Reading,
		Formula: "at least backoff", Stops: "attempts, which counts retries; the timeout of the request; the retryConstraint of an XBackendTrafficPolicy, as Istio has it",
		Parameters: []Parameter{whole("attempts", 1, 1, Limit, "retries"), inMillis(dur("backoff", 0, Initial, "shortest wait")), inMillis(dur("request", inf, Deadline, "timeouts.request; 0s: none")), inMillis(dur("backendRequest", inf, AttemptEnd, "timeouts.backendRequest; 0s: none")),
			{Name: "budget.percent", Help: "retryConstraint: retries in whole percent of the requests; 20 where there is one", Unit: Count, Default: math.NaN(), Most: 100, Role: BudgetShare},
			{Name: "budget.interval", Help: "retryConstraint: requests that started within it count; 10s where there is one", Unit: Seconds, Default: math.NaN(), Least: 1, Most: 3600, Role: BudgetWindow, Grain: ms},
			upTo(1e6, whole("minRetryRate.count", math.NaN(), 1, BudgetReserve, "retryConstraint: retries that it always allows, at a time in Istio; 10 where there is one")),
			unset(inMillis(upTo(3600, above0(dur("minRetryRate.interval", 0, NoRole, "retryConstraint: in which; 1s where there is one, and Istio leaves it out")))))},
		Policy: func(v Values) jitter.Policy { return constant(v.At("backoff")) },
		Budget: func(v Values) system.Budget {
			percent, interval, least := v.At("budget.percent"), v.At("budget.interval"), v.At("minRetryRate.count")
			if math.IsNaN(percent) && math.IsNaN(interval) && math.IsNaN(least) && math.IsNaN(v.At("minRetryRate.interval")) {
				return system.Budget{}
			}
			return places(inf, v.Or("budget.percent", 20), v.Or("minRetryRate.count", 10), v.Or("budget.interval", 10))
		},
		Traps: []Trap{unbudgeted("attempts", "budget.percent"), intervalBudget("budget.interval", 1), because(when(Caution, func(v Values) bool {
			x := v.Or("minRetryRate.interval", 1)
			return v.Budget().Kind != system.NoBudget && x != 1
		}, "Istio takes minRetryRate.count as retries at a time: the interval {minRetryRate.interval} does not count"), "what it means is up to the implementation"), because(fact(Caution, "only the shortest wait is fixed: growth, cap and jitter are what the implementation has, and here none"), "the implementation decides")}},

	{Name: "linkerd", Title: "Linkerd HTTP retries", Names: "linkerd2", Version: "29637b64", Source: "linkerd2-proxy linkerd/exp-backoff/src/lib.rs", Held: Table,
		Formula: "min(250 ms, x U(1, 2)), x = min(250 ms, 25 ms 2^(k-1))", Stops: "retry.linkerd.io/limit, which counts retries",
		Parameters: []Parameter{whole("limit", 1, 0, Limit, "retries")},
		Policy: func(v Values) jitter.Policy {
			p := up(exponential(25*ms, 2, 0.25), 1)
			p.Rule.AtCap = jitter.Both
			return p
		}},

	{Name: "linkerd-profile", Title: "Linkerd ServiceProfile retries", Names: "linkerd-serviceprofile serviceprofile", Version: "linkerd2-proxy 29637b64, linkerd2 b24cd405", Source: "linkerd2-proxy app/outbound/src/http/retry.rs, service-profiles/src/proto.rs; tower retry/budget/tps_budget.rs; linkerd2 profile_translator.go", Held: Table,
		Formula: "no wait", Stops: "retryBudget alone, of all retryable routes of a service in a proxy; the timeout of the route",
		Parameters: append(needed(leakyParameters("retryRatio", "minRetriesPerSecond", "ttl", "retry budget: retries for each request that succeeds")), dur("timeout", inf, Deadline, "of the route, for all attempts together; 0s: none")),
		Policy:     func(v Values) jitter.Policy { return constant(0) },
		Budget: func(v Values) system.Budget {
			b := leaky(towerShare(v.At("retryRatio")), v.At("minRetriesPerSecond"), v.At("ttl"))
			b.OnSuccess = true
			return b
		},
		Traps: []Trap{roundedShare("retryRatio", towerShare), onlySuccess("minRetriesPerSecond", "ttl"),
			because(fact(Note, "only answers that count as failures are retried: a connection that breaks and a timeout are not"), "no value has a say in it")}},

	{Name: "traefik", Title: "Traefik retry middleware", Names: "traefik-retry", Version: "fd5a576d", Source: "pkg/middlewares/retry/retry.go", Held: Reading, Counts: Attempts,
		Formula: "initialInterval 2^((k-1)/(attempts-1)) U(0.5, 1.5)", Stops: "attempts; timeout, looked at after each failure; with initialInterval 15 min",
		Parameters: []Parameter{example(whole("attempts", 4, 1, Limit, "attempts with the first; 1: no retry")), dur("initialInterval", 0, Initial, "wait before retry 1; 0: at once"), dur("timeout", 0, Deadline, "for all attempts together; 0s: no limit; since 3.7")},
		Policy: func(v Values) jitter.Policy {
			r := 1.0
			if n := v.At("attempts"); n > 1 {
				r = math.Exp2(1 / (n - 1))
			}
			p := attempts(spread(uncapped(v.At("initialInterval"), r, 60), 0.5), v.At("attempts"))
			if d := v.At("timeout"); v.At("initialInterval") == 0 || d > 0 && d < 900 { // else cenkalti/backoff's own limit comes first
				return until(p, d, jitter.LookBehind)
			}
			return until(p, 900, jitter.LookAhead)
		},
		Traps: []Trap{when(Caution, func(v Values) bool { return v.At("attempts") > 2 && v.At("initialInterval") > 0 }, "the delays only double from first to last: from {initialInterval} to {}", func(v Values) []Figure {
			return []Figure{secs(v.At("initialInterval") * math.Exp2((v.At("attempts")-2)/(v.At("attempts")-1)))}
		})}},

	{Name: "dapr", Title: "Dapr resiliency retries", Names: "dapr-resiliency", Version: "dapr/kit 6e5616a, dapr d8450742", Source: "dapr/kit retry/retry.go; dapr pkg/resiliency, pkg/apis/resiliency/v1alpha1", Held: Reading,
		Formula: "constant: duration; exponential: initialInterval multiplier^(k-1) U(1 - f, 1 + f)", Stops: "maxRetries; maxElapsedTime with exponential",
		Parameters: []Parameter{word("policy", "constant exponential", "how delays grow"), dur("duration", 5, NoRole, "delay of the constant policy"), dur("initialInterval", 0.5, Initial, "wait before retry 1; a Resiliency cannot say it"),
			num("randomizationFactor", 0.5, 0, 1, Amount, "part of the delay; a Resiliency cannot say it"), factor("multiplier", 1.5), dur("maxInterval", 60, Cap, "longest delay before jitter"), dur("maxElapsedTime", 900, Deadline, "of the exponential policy; 0s: no limit; a Resiliency cannot say it"),
			limitOrNone("maxRetries", -1, -1, "retries; -1: no limit")},
		Policy: func(v Values) jitter.Policy {
			if v.Is("policy", "constant") {
				return until(constant(v.At("duration")), inf, jitter.LookAhead)
			}
			return cenkalti(v)
		},
		Traps: []Trap{because(when(Caution, func(v Values) bool {
			return v.Is("policy", "exponential") && v.At("maxRetries") < 0 && v.At("maxElapsedTime") > 0
		}, "maxRetries -1 does not mean for ever: it ends after {maxElapsedTime}"), "a Resiliency cannot say maxElapsedTime; the constant policy goes on")}},

	{Name: "knative", Title: "Knative event delivery", Names: "knative-eventing", Version: "8cf4c4b6", Source: "knative/eventing pkg/kncloudevents/retries.go", Held: Reading,
		Formula: "exponential: backoffDelay 2^(k-1); linear: backoffDelay (k-1)", Stops: "retry; the dead letter sink",
		Parameters: []Parameter{example(whole("retry", 5, 0, Limit, "retries")), word("backoffPolicy", "unset exponential linear", "how delays grow; backoffDelay counts only with one"), dur("backoffDelay", 0, Initial, "unit of the delays; 0s: no wait, unless the defaults of the broker have one"),
			above0(dur("timeout", inf, AttemptEnd, "longest time of one attempt")), dur("retryAfterMax", inf, NoRole, "longest Retry-After that is followed")},
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
		Traps: []Trap{by(when(Serious, func(v Values) bool { return v.Is("backoffPolicy", "unset") && v.At("backoffDelay") > 0 }, "without backoffPolicy backoffDelay has no effect: retries follow at once"), "backoffPolicy", 1),
			by(overflows(Caution, "backoffDelay", "", 1e-9, 63, func(v Values) bool { return v.Is("backoffPolicy", "exponential") }, "from retry {} on the delay overflows: some retries follow at once"), "retry")}},

	{Name: "haproxy", Title: "HAProxy retries", Names: "", Version: "50872daa", Source: "doc/configuration.txt, src/backend.c", Held: Reading,
		Formula: "min(timeout connect, 1 s) on the same server, none on another", Stops: "retries",
		Parameters: []Parameter{whole("retries", 3, 0, Limit, "retries"), example(dur("connect", 5, Initial, "timeout connect; 0s: none")), on("redispatch", false, "option redispatch, for several servers that no cookie or hash chooses")},
		Policy: func(v Values) jitter.Policy {
			if v.On("redispatch") {
				return constant(0)
			}
			return exponential(orNever(v.At("connect")), 1, 1)
		},
		Traps: []Trap{because(when(Note, func(v Values) bool { return !v.On("redispatch") }, "after a connect that timed out, or on a connection that was used before, the retry follows at once"), "no value has a say in it")}},

	{Name: "nginx", Title: "nginx proxy_next_upstream", Names: "proxy-next-upstream", Version: "3f6f7824", Source: "ngx_http_proxy_module.c", Held: Reading, Counts: Attempts,
		Formula: "no wait: the next server at once", Stops: "proxy_next_upstream_tries; proxy_next_upstream_timeout; every server once", Stop: jitter.LookBehind,
		Parameters: []Parameter{whole("proxy_next_upstream_tries", 0, 0, Limit, "attempts; 0: every server once"), example(whole("servers", 3, 1, NoRole, "servers of the upstream")), inMillis(dur("proxy_next_upstream_timeout", 0, Deadline, "for all attempts; 0: no limit"))},
		Policy: func(v Values) jitter.Policy {
			return attempts(constant(0), math.Min(v.At("servers"), orNever(v.At("proxy_next_upstream_tries"))))
		}},

	{Name: "caddy", Title: "Caddy reverse_proxy", Names: "caddyserver", Version: "0cf03d32", Source: "modules/caddyhttp/reverseproxy/reverseproxy.go", Held: Reading,
		Formula: "lb_try_interval", Stops: "lb_retries; lb_try_duration, looked at after each failure", Stop: jitter.LookBehind,
		Parameters: []Parameter{whole("lb_retries", 0, 0, Limit, "retries; 0: by duration"), dur("lb_try_duration", 0, Deadline, "0: by count"), dur("lb_try_interval", 0, Initial, "wait before each retry; 0s: 250ms with lb_try_duration, and none without")},
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
		}},
}
