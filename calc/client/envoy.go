package client

import (
	"errors"
	"math"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// envoyRule returns Envoy's rule: U{0 .. window - 1} in whole milliseconds, where the window doubles. It becomes the
// longest one as soon as it is at least half of that, rounded down: 25, 50, and then 101 instead of 100.
func envoyRule(v Values) jitter.Policy {
	base, most := v.role(Initial, 0), v.role(Cap, math.NaN())
	if math.IsNaN(most) {
		most = 10 * base
	}
	base, most = envoyInterval(base), envoyInterval(most)
	p := wholeMillis(full(exponential(base, 2, most)))
	list := []float64{base}
	for last := base; last < ms*math.Floor(most/ms/2+1e-6)-ms/2; last *= 2 {
		list = append(list, 2*last)
	}
	if last := list[len(list)-1]; math.Abs(2*last+ms-most) < ms/2 {
		p.Growth = calc.Growth{Kind: calc.Listed, List: calc.NewList(append(list, most)...)}
	}
	return p
}

// envoyInterval rounds an interval down to whole milliseconds, at least one.
func envoyInterval(x float64) float64 { return math.Max(1, math.Floor(x/ms+1e-6)) * ms }

// shorter returns a check that refuses a longest interval below the first.
func shorter(most, base string) func(v Values) error {
	return refused(func(v Values) bool { return envoyInterval(v.Or(most, inf)) < envoyInterval(v.At(base)) },
		most+" must not be shorter than "+base)
}

// tenfold returns a longest delay whose default is ten times the base.
func tenfold(name, base string) Parameter {
	p := unset(longestDelay(name, 0, "longest delay; 10 "+base))
	return above0(p)
}

// places returns Envoy's limit on the concurrent retries of a cluster: most, unless a value of retry_budget is given.
// Then it is percent of the active requests, or of the requests started within the interval in seconds, but not below
// least. The interval counts in whole milliseconds.
func places(most, percent, least, interval float64) fleet.Budget {
	interval = ms * math.Floor(interval/ms+1e-6)
	switch {
	case percent == percent || least == least || interval > 0:
		if percent != percent {
			percent = 20
		}
		if least != least {
			least = 3
		}
		return fleet.Budget{Kind: fleet.Concurrent, Ratio: percent / 100, Reserve: least, Window: interval}
	case math.IsInf(most, 1):
		return fleet.Budget{}
	}
	return fleet.Budget{Kind: fleet.Concurrent, Reserve: most}
}

// budgetParameters returns the parameters of retry_budget.
func budgetParameters(percent, least, interval string) []Parameter {
	share := num(percent, math.NaN(), 0, 100, BudgetShare,
		"retry budget: retries in percent of the active requests; 20 where there is one")
	return []Parameter{
		share,
		whole(least, math.NaN(), 0, BudgetReserve,
			"retry budget: retries at a time that it always allows; 3 where there is one"),
		dur(interval, 0, BudgetWindow,
			"retry budget: requests that started within it count, not the active ones; 0s: those"),
	}
}

// intervalBudget warns about a retry budget that counts the requests of an interval, although it limits concurrent
// retries.
func intervalBudget(interval string) Trap {
	return when(WideBudget, func(v Values) bool { return v.Budget().Window > 0 },
		"of all requests of an interval {} may be retries at a time: retries of 1s each may be {} times the requests",
		"a shorter "+interval+" allows fewer",
		func(v Values) Figure { return part(v.Budget().Ratio) },
		func(v Values) Figure { return Figure{X: v.Budget().Ratio * v.Budget().Window, Unit: Number} })
}

// unbudgeted warns about retries that only their number limits.
func unbudgeted(limit, percent string) Trap {
	return when(NoBudget, func(v Values) bool { return v.Budget().Kind == fleet.NoBudget && v.At(limit) > 0 },
		"without a retry budget every request is retried in an outage: up to {} times the load",
		percent+"=20 limits retries to a fifth of the requests", func(v Values) Figure {
			return many(v.At(limit) + 1)
		})
}

// envoyClients returns Envoy and the programs that write its configuration.
func envoyClients() []Row {
	return []Row{
		{
			Name:    "envoy",
			Written: asProto,
			Title:   "Envoy retry_policy",
			Names:   []string{"envoy-proxy", "contour"},
			Version: "4280ef77 and later, v1.39; budget_interval: v1.40",
			Source: "source/common/common/backoff_strategy.cc, router/retry_policy_impl.cc, upstream/resource_manager_impl.h; " +
				"pull request 44147 for budget_interval",
			Held: Table,
			Honor: func(v Values) fleet.Honor {
				if v.none("rate_limited_retry_back_off") {
					return fleet.Honor{Kind: fleet.Ignore}
				}
				return fleet.Honor{Up: 0.5, Most: v.At("rate_limited_retry_back_off"), Skips: true}
			},
			HonorSource: "router/reset_header_parser.cc, common/backoff_strategy.cc JitteredLowerBoundBackOffStrategy",
			Formula:     "whole ms in [0, min(max_interval, base_interval 2^(k-1)))",
			On:          "what retry_on says, with any method: nothing by default",
			Stops:       "num_retries; the timeout of the route, which includes the waits; budgets of the cluster",
			Parameters: append([]Parameter{
				retryLimit("num_retries", 1),
				above0(initialDelay("base_interval", 25*ms, "longest first delay")),
				tenfold("max_interval", "base_interval"),
				attemptTimeout("per_try_timeout", inf, "longest time of one attempt; 0s: none"),
				deadline("timeout", 15, "for all attempts together; 0s: none"),
				dur("rate_limited_retry_back_off", inf, NoRole,
					"max_interval for waits of reset headers such as Retry-After; none: they do not count"),
				whole("max_retries", 3, 0, BudgetReserve,
					"circuit breaker of the cluster: retries at a time, where it has no retry budget"),
			}, budgetParameters("budget_percent", "min_retry_concurrency", "budget_interval")...),
			Policy: envoyRule,
			Budget: func(v Values) fleet.Budget {
				return places(v.At("max_retries"), v.At("budget_percent"), v.At("min_retry_concurrency"),
					v.At("budget_interval"))
			},
			Refuses: shorter("max_interval", "base_interval"),
			Notes: []string{
				"Envoy's documentation says (2^k - 1) base_interval; the code doubles",
			},
			Traps: []Trap{
				intervalBudget("budget_interval"),
				when(FixedBudget, func(v Values) bool {
					return v.Budget().Ratio == 0 && math.IsNaN(v.At("budget_percent")) && v.At("num_retries") > 0
				},
					"at most {max_retries} retries to a cluster are under way at a time: other failures are not retried",
					"budget_percent=20 lets them grow with the load"),
			},
		},

		{
			Name:    "istio",
			Title:   "Istio VirtualService retries",
			Names:   []string{"istio-virtualservice"},
			Version: "istio.io/api v1.31.1, istio 86c9f01f",
			Source:  "istio pilot route/retry/retry.go, cluster_traffic_policy.go; Envoy",
			Formula: "whole ms in [0, min(10 backoff, backoff 2^(k-1)))",
			On:      "connect-failure, refused-stream, unavailable, cancelled, 503, with any method, unless retryOn says more",
			Stops:   "attempts, which counts retries; the timeout of the route",
			Parameters: append([]Parameter{
				retryLimit("attempts", 2, "retries, in spite of the name"),
				inMillis(above0(initialDelay("backoff", 25*ms,
					"longest first delay, since 1.26; the cap is 10 times this"))),
				inMillis(above0(attemptTimeout("perTryTimeout", inf))),
				inMillis(above0(deadline("timeout", inf))),
				whole("maxRetries", inf, 0, BudgetReserve,
					"DestinationRule: retries at a time, where it has no retry budget; 0: no limit"),
			}, budgetParameters("percent", "minRetryConcurrency", "budgetInterval")...),
			Policy: envoyRule,
			Refuses: refused(both(equal("attempts", 0), given("perTryTimeout")),
				"perTryTimeout needs attempts"),
			Budget: func(v Values) fleet.Budget {
				percent, least, interval := v.At("percent"), v.At("minRetryConcurrency"), v.At("budgetInterval")
				if least == 0 { // counts as not given
					least = 3
				}
				return places(orNever(v.At("maxRetries")), percent, least, interval)
			},
			Traps: []Trap{
				unbudgeted("attempts", "percent"),
				intervalBudget("budgetInterval"),
			},
		},

		{
			Name:    "envoy-gateway",
			Title:   "Envoy Gateway BackendTrafficPolicy",
			Names:   []string{"backendtrafficpolicy"},
			Version: "d32f2829",
			Source:  "envoyproxy/gateway api/v1alpha1/retry_types.go; Envoy",
			Formula: "whole ms in [0, min(maxInterval, baseInterval 2^(k-1)))",
			On:      "connect-failure, refused-stream, unavailable, cancelled, 503, with any method, unless retryOn says more",
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
					whole("percent", math.NaN(), 0, BudgetShare,
						"retry budget: retries in whole percent of the active requests")),
				budgetParameters("", "minRetryConcurrency", "")[1],
			},
			Policy: envoyRule,
			Refuses: func(v Values) error {
				if least := v.At("minRetryConcurrency"); least == least && math.IsNaN(v.At("percent")) {
					return errors.New("a retry budget must have a percent")
				}
				return shorter("maxInterval", "baseInterval")(v)
			},
			Budget: func(v Values) fleet.Budget {
				return places(v.At("maxParallelRetries"), v.At("percent"), v.At("minRetryConcurrency"), 0)
			},
		},

		{
			Name:    "gateway-api",
			Layer:   Apart,
			Title:   "Gateway API HTTPRoute retry",
			Names:   []string{"httproute"},
			Version: "4564255a",
			Source:  "gateway-api apis/v1/httproute_types.go",
			Formula: "at least backoff",
			On:      "the codes of the rule, and what the implementation adds",
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
			Policy: Values.constant,
			Budget: func(v Values) fleet.Budget {
				percent, interval, least := v.At("budget.percent"), v.At("budget.interval"), v.At("minRetryRate.count")
				if math.IsNaN(percent) && math.IsNaN(interval) && math.IsNaN(least) &&
					math.IsNaN(v.At("minRetryRate.interval")) {
					return fleet.Budget{}
				}
				return places(inf, v.Or("budget.percent", 20), v.Or("minRetryRate.count", 10), v.Or("budget.interval", 10))
			},
			Notes: []string{
				"only the shortest wait is fixed: growth, cap and jitter are what the implementation has, and here none",
			},
			Traps: []Trap{
				unbudgeted("attempts", "budget.percent"),
				intervalBudget("budget.interval"),
				when(Ignored, func(v Values) bool {
					x := v.Or("minRetryRate.interval", 1)
					return v.Budget().Kind != fleet.NoBudget && x != 1
				},
					"Istio takes minRetryRate.count as retries at a time: the interval {minRetryRate.interval} does not count",
					"choose a count of retries at a time"),
			},
		},
	}
}
