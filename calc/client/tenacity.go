package client

import (
	"math"

	"retune/calc/jitter"
)

// tenacityParameters adds the stops that all waits of tenacity share.
func tenacityParameters(more ...Parameter) []Parameter {
	return append(more, attemptLimit("stop_after_attempt", inf),
		deadline("stop_before_delay", inf, "no retry starts after it"))
}

// tenacityClients returns tenacity and stamina, which is built on it.
func tenacityClients() []Row {
	return []Row{
		{
			Name:    "tenacity",
			Title:   "tenacity wait_exponential_jitter",
			Names:   []string{"tenacity-jitter", "wait_exponential_jitter"},
			Version: "9.1.4",
			Source:  "tenacity/wait.py, stop.py",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "max(min, min(max, initial exp_base^(k-1) + U(0, jitter)))",
			On:      "every exception, unless it is told which",
			Stops:   "what stop says; never by default",
			Parameters: tenacityParameters(initialDelay("initial", 1, "wait before retry 1; multiplier in newer versions"),
				longestDelay("max", inf), factor("exp_base", 2), dur("jitter", 1, Amount, "added at random"),
				dur("min", 0, NoRole, "shortest delay, in versions above 9.1.4")),
			Policy: func(v Values) jitter.Policy {
				p := v.added()
				p.Floor = math.Min(v.At("min"), p.Cap)
				return v.strict(p)
			},
		},

		{
			Name:    "tenacity-exponential",
			Title:   "tenacity wait_exponential",
			Names:   []string{"wait_exponential"},
			Version: "9.1.4",
			Source:  "tenacity/wait.py",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "max(min, min(max, multiplier exp_base^(k-1)))",
			On:      "every exception, unless it is told which",
			Stops:   "what stop says; never by default",
			Parameters: tenacityParameters(initialDelay("multiplier", 1), longestDelay("max", inf), factor("exp_base", 2),
				dur("min", 0, NoRole, "shortest delay")),
			Policy: func(v Values) jitter.Policy {
				p := v.grown()
				if p.Floor = v.At("min"); p.Floor >= p.Cap { // the shortest delay takes precedence
					p = constant(p.Floor)
				}
				return v.strict(p)
			},
		},

		{
			Name:    "tenacity-random",
			Title:   "tenacity wait_random_exponential",
			Names:   []string{"wait_random_exponential"},
			Version: "9.1.4",
			Source:  "tenacity/wait.py",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "U(min, max(min, x)), x = min(max, multiplier exp_base^(k-1))",
			On:      "every exception, unless it is told which",
			Stops:   "what stop says; never by default",
			Parameters: tenacityParameters(initialDelay("multiplier", 1, "longest first delay"), longestDelay("max", inf),
				factor("exp_base", 2), dur("min", 0, NoRole, "shortest delay, from 9.0 on; before, 0")),
			Policy: func(v Values) jitter.Policy {
				p := full(v.grown())
				p.Rule.Least = v.At("min")
				return v.strict(p)
			},
			Traps: []Trap{when(SameWait, func(v Values) bool { return v.At("min") >= v.At("multiplier") && v.At("min") > 0 },
				"until the wait has grown beyond min nothing is drawn: the first waits are exactly {min}",
				"set multiplier above min")},
		},

		{
			Name:    "stamina",
			Title:   "stamina",
			Version: "87ccfa4",
			Source:  "src/stamina/_core.py",
			Counts:  Attempts,
			Formula: "min(wait_max, wait_initial wait_exp_base^(k-1) + U(0, wait_jitter))",
			On:      "the exceptions of on",
			Stops:   "attempts; timeout, looked at after each failure",
			Stop:    jitter.LookBehind,
			Parameters: []Parameter{
				orNone(attemptLimit("attempts", 10, "attempts with the first; none: no limit")),
				orNone(deadline("timeout", 45, "for all attempts together; 0: no retries")),
				initialDelay("wait_initial", 0.1),
				longestDelay("wait_max", 5),
				dur("wait_jitter", 1, Amount, "added at random"),
				factor("wait_exp_base", 2),
			},
			Policy: func(v Values) jitter.Policy {
				return v.strict(v.added())
			},
		},
	}
}
