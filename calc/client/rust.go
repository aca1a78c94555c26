package client

import (
	"math"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// towerBudget are the parameters of an optional TpsBudget.
var towerBudget = func() []Parameter {
	list := leakyParameters("retry_percent", "min_per_sec", "ttl",
		"TpsBudget: retries for each request that succeeds, 0.2 by its default")
	list[0].Default = inf
	list[1], list[2] = with("retry_percent", list[1]), with("retry_percent", list[2])
	return list
}()

// rustClients returns Rust crates.
func rustClients() []Row {
	return []Row{
		{
			Name:    "backon",
			Title:   "backon ExponentialBuilder",
			Version: "1.5.2",
			Source:  "backon/src/backoff/exponential.rs @ db212c0",
			Held:    Conformance,
			Formula: "x, with jitter x U(1, 2), x = min(max_delay, min_delay factor^(k-1)), the first without max_delay",
			On:      "every error, unless when says which",
			Stops:   "max_times; total_delay",
			Parameters: []Parameter{
				initialDelay("min_delay", 1),
				longestDelay("max_delay", 60, "longest delay before jitter"),
				factor("factor", 2),
				on("jitter", false, "up to as much again"),
				orNone(retryLimit("max_times", 3, "retries; none: without_max_times")),
				deadline("total_delay", inf, "of all waits together"),
			},
			Policy: func(v Values) jitter.Policy {
				p := v.uncapped()
				if v.On("jitter") {
					p = up(p, 1)
				}
				if v.At("min_delay") == 0 { // delays of 0 never reach total_delay
					return until(p, inf, jitter.LookAhead)
				}
				return v.strict(p)
			},
		},

		{
			Name:    "backon-fibonacci",
			Title:   "backon FibonacciBuilder",
			Version: "1.5.2",
			Source:  "backon/src/backoff/fibonacci.rs @ db212c0",
			Formula: "min_delay F, F = 1, 1, 2, 3, 5, ..., up to the first that is max_delay or more, which repeats; jitter " +
				"adds U(0, min_delay)",
			On:    "every error, unless when says which",
			Stops: "max_times",
			Parameters: []Parameter{
				initialDelay("min_delay", 1),
				longestDelay("max_delay", 60, "the first delay above it is the longest"),
				on("jitter", false, "up to min_delay more"),
				retryLimit("max_times", 3),
			},
			Policy: func(v Values) jitter.Policy {
				p := constant(v.At("min_delay"))
				if p.Growth.Kind == calc.Exponential {
					before, last := p.InitialDelay, p.InitialDelay
					for last < v.At("max_delay") && !math.IsInf(last, 1) {
						before, last = last, before+last
					}
					p.Growth, p.Cap = calc.Growth{Kind: calc.Fibonacci}, last
				}
				if v.On("jitter") && v.At("min_delay") > 0 {
					p = add(p, v.At("min_delay"))
				}
				return p
			},
			Traps: []Trap{func(v Values, p jitter.Policy) Finding {
				if p.Cap == v.At("max_delay") || math.IsInf(p.Cap, 1) {
					return Finding{}
				}
				return says(Ignored,
					"max_delay {} is exceeded once: the first delay above it is kept",
					"choose a max_delay that is one of the delays", secs(v.At("max_delay")))
			}},
		},

		{
			Name:    "reqwest-retry",
			Title:   "reqwest-retry, retry-policies",
			Names:   []string{"reqwest", "retry-policies"},
			Version: "retry-policies 0.5.1",
			Source:  "TrueLayer/retry-policies @ a2592b8",
			Formula: "none x, full U(0, x), bounded U(min/2, x); x = min(max, min base^(k-1))",
			On:      "5xx, 408, 429 and connection errors",
			Stops:   "max_n_retries; total_duration, looked at after each failure",
			Stop:    jitter.LookBehind,
			Parameters: []Parameter{
				initialDelay("min_retry_interval", 1),
				longestDelay("max_retry_interval", 1800),
				whole("base", 2, 1, Factor, "growth of the wait, whole"),
				word("jitter", "what is drawn", "full", "none", "bounded"),
				example(retryLimit("max_n_retries", 3)),
				deadline("total_duration", inf, "of build_with_total_retry_duration: for all attempts together"),
			},
			Policy: func(v Values) jitter.Policy {
				p := v.grown()
				if !v.Is("jitter", "none") {
					p = full(p)
				}
				if v.Is("jitter", "bounded") {
					p.Rule.Least = v.At("min_retry_interval") / 2
				}
				return v.strict(p)
			},
			Refuses: atLeast("max_retry_interval", "min_retry_interval"),
		},

		{
			Name:    "tower",
			Title:   "tower retry ExponentialBackoff",
			Names:   []string{"tower-retry"},
			Version: "8358ee7",
			Source:  "tower/src/retry/backoff.rs, budget/tps_budget.rs",
			Held:    Conformance,
			Formula: "x + min(max - x, J), x = min(max, min 2^(k-1)), J = U(0, jitter) x, of whole seconds of x cut to whole " +
				"seconds",
			On:    "what the Policy says",
			Stops: "the policy, with a TpsBudget where retry_percent is given",
			Parameters: append([]Parameter{
				initialDelay("min", 0.05, "shortest first delay"),
				longestDelay("max", inf),
				num("jitter", 0.99, 0, 10, Amount, "part of the delay"),
				example(retryLimit("attempts", 3, "retries of the policy")),
			}, towerBudget...),
			Budget: func(v Values) fleet.Budget {
				if v.none("retry_percent") {
					return fleet.Budget{}
				}
				b := leaky(towerShare(v.At("retry_percent")), v.At("min_per_sec"), v.At("ttl"))
				b.OnSuccess = true
				return b
			},
			Traps: []Trap{onlySuccess("min_per_sec", "ttl")},
			Policy: func(v Values) jitter.Policy {
				p := draws(v.grown(), jitter.Parted, v.At("jitter"))
				if p.Jitter.Draws() {
					p.Rule.AtCap = jitter.Both
				}
				return p
			},
			Refuses: refused(func(v Values) bool { return v.At("max") < v.At("min") || v.At("max") == 0 },
				"max must be above 0 and at least min"),
		},

		{
			Name:    "object_store",
			Title:   "Arrow object_store",
			Names:   []string{"arrow-rs"},
			Version: "978fb48",
			Source:  "arrow-rs-object-store src/client/backoff.rs",
			Held:    Table,
			Formula: "init_backoff, then min(max_backoff, U(init_backoff, base t)), t the delay before",
			On:      "5xx, 429, 408 and connection errors",
			Stops:   "max_retries; retry_timeout, looked at after each failure",
			Stop:    jitter.LookBehind,
			Parameters: []Parameter{
				initialDelay("init_backoff", 0.1, "wait before retry 1, and the shortest"),
				longestDelay("max_backoff", 15),
				num("base", 2, 1, 100, Amount, "of the delay before, above 1"),
				retryLimit("max_retries", 10),
				deadline("retry_timeout", 180),
			},
			Policy: func(v Values) jitter.Policy {
				p := draws(v.grown(), jitter.Decorrelated, v.At("base"))
				p.First = calc.Exact
				return v.strict(p)
			},
			Refuses: refused(func(v Values) bool { // the crate panics
				return v.At("base") <= 1 || v.At("init_backoff") == 0 || v.At("max_backoff") < v.At("init_backoff")
			}, "base must be above 1, init_backoff above 0 and max_backoff at least that"),
			Traps: []Trap{when(NotGrowing, func(v Values) bool { return v.At("base") <= 2 },
				"with base {base} the mean grows by at most half of {init_backoff} from retry to retry, and does not double",
				"base=4 doubles the mean")},
		},
	}
}
