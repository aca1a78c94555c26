package client

import (
	"cmp"
	"errors"
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// workflowClients returns workflow engines.
func workflowClients() []Row {
	return []Row{
		{
			Name:    "temporal",
			Written: inUnits,
			Title:   "Temporal RetryPolicy",
			Names:   []string{"temporal-activity", "cadence"},
			Version: "server v1.29.1, v1.32.2",
			Source:  "service/history/workflow/retry.go",
			Held:    Table,
			Counts:  Attempts,
			Formula: "min(maximumInterval, initialInterval backoffCoefficient^(k-1))",
			On:      "every error of an activity but nonRetryableErrorTypes; a workflow only if it is told",
			Stops:   "maximumAttempts; the schedule-to-close timeout, unless the next wait fits",
			Parameters: []Parameter{
				zeroIsDefault(initialDelay("initialInterval", 1, "wait before retry 1; 0s: the default")),
				zeroIsDefault(num("backoffCoefficient", 2, 0, 1000, Factor,
					"growth of the wait, at least 1; 0: the default")),
				longestDelay("maximumInterval", math.NaN(), "longest delay; 0s: 100 initialInterval"),
				limitOrNone("maximumAttempts", 0, 0, "attempts with the first; 0: no limit"),
				deadline("scheduleToCloseTimeout", inf, "for all attempts together; 0s: no limit"),
				attemptTimeout("startToCloseTimeout", inf),
			},
			Policy: func(v Values) jitter.Policy {
				a := v.role(Initial, 0)
				return exponential(a, v.role(Factor, 2), cmp.Or(v.Or("maximumInterval", 0), 100*a))
			},
			Refuses: func(v Values) error {
				c, r := v.Or("maximumInterval", 0), v.At("backoffCoefficient")
				switch {
				case v.At("maximumAttempts") == 1: // the other values are not used
				case r > 0 && r < 1:
					return errors.New("backoffCoefficient must be at least 1, or 0")
				case c > 0 && c < v.role(Initial, 0):
					return errors.New("maximumInterval must be at least initialInterval")
				}
				return nil
			},
		},

		{
			Name:    "temporal-internal",
			Written: inUnits,
			Title:   "Temporal's own clients",
			Names:   []string{"temporal-sdk"},
			Version: "server v1.29.1",
			Source:  "common/backoff/retrypolicy.go",
			Counts:  Attempts,
			Formula: "x U(0.8, 1), x = min(maximumInterval, initialInterval backoffCoefficient^(k-1))",
			On:      "connection errors and of a server that is busy",
			Stops:   "maximumAttempts; expirationInterval, which cuts the last waits; one counts here",
			Stop:    jitter.Clip,
			Parameters: []Parameter{
				initialDelay("initialInterval", 0.05, "longest first delay"),
				factor("backoffCoefficient", 2),
				longestDelay("maximumInterval", 10),
				limitOrNone("maximumAttempts", 0, 0,
					"attempts with the first; 0: no limit; 2 in most clients of the server"),
				deadline("expirationInterval", 60, "for all attempts together; 0s: no limit"),
			},
			Policy: func(v Values) jitter.Policy {
				a, c := v.At("initialInterval"), orNever(v.At("maximumInterval"))
				if a == 0 || c < a { // no delay may be shorter than the first
					return never(constant(a))
				}
				return down(exponential(a, v.At("backoffCoefficient"), c), 0.2)
			},
		},

		{
			Name:    "airflow",
			Title:   "Apache Airflow retry_exponential_backoff",
			Names:   []string{"apache-airflow"},
			Version: "3.2",
			Source:  "airflow/models/taskinstance.py next_retry_datetime",
			Formula: "min(max_retry_delay, whole seconds in [x, 2x)), x = retry_delay retry_exponential_backoff^(k-1) rounded " +
				"up",
			On:    "a task that fails, but AirflowFailException",
			Stops: "retries",
			Parameters: []Parameter{
				example(retryLimit("retries", 3)),
				initialDelay("retry_delay", 300, "shortest first delay"),
				example(num("retry_exponential_backoff", 2, 0, 1000, Factor,
					"growth of the wait; true is 2; 0 or 1: always retry_delay, nothing is drawn")),
				longestDelay("max_retry_delay", 86400, "longest delay, at most a day; 0s: a day"),
			},
			Refuses: func(v Values) error {
				a, r := v.At("retry_delay"), v.At("retry_exponential_backoff")
				switch {
				case r > 0 && r < 1:
					return errors.New("a retry_exponential_backoff below 1 shortens the wait, which retune does not know")
				case r > 1 && r < 1.05 && (a != math.Trunc(a) || r != math.Trunc(r)):
					return errors.New("a retry_exponential_backoff below 1.05 has too many steps, and Airflow rounds each up")
				}
				return nil
			},
			Policy: func(v Values) jitter.Policy {
				a, r := v.At("retry_delay"), v.At("retry_exponential_backoff")
				if r <= 1 {
					return constant(a)
				}
				const day = 86400
				c := math.Min(day, orNever(v.At("max_retry_delay")))
				p := exponential(math.Max(1, a), r, c)
				switch {
				case a == 0:
					p = exponential(1, 1, c)
				case a != math.Trunc(a) || r != math.Trunc(r):
					var list []float64
					for x := a; len(list) == 0 || list[len(list)-1] < c; x *= r {
						list = append(list, math.Max(1, math.Ceil(x-1e-9*x)))
					}
					p = exponential(list[0], 1, c)
					p.Growth = calc.Growth{Kind: calc.Listed, List: calc.NewList(list...)}
				}
				return counted(after(up(p, 1)), 1, calc.Down, false)
			},
			Notes: []string{
				"the draw is a hash of task, date and try: a cleared run waits as it did",
			},
		},

		{
			Name:    "dagster",
			Title:   "Dagster RetryPolicy",
			Version: "085a274e",
			Source:  "dagster/_core/definitions/policy.py",
			Formula: "EXPONENTIAL delay (2^k - 1), LINEAR delay k; FULL U(0, x), PLUS_MINUS x + U(-delay, delay)",
			On:      "an op that raises, or asks for it by RetryRequested",
			Stops:   "max_retries",
			Parameters: []Parameter{
				retryLimit("max_retries", 1),
				example(initialDelay("delay", 1)),
				word("backoff", "how delays grow", "none", "exponential", "linear"),
				word("jitter", "what is drawn", "none", "full", "plus_minus"),
			},
			Policy: func(v Values) jitter.Policy {
				d := v.At("delay")
				p := constant(d)
				switch {
				case v.Is("backoff", "linear"):
					p = linear(d, inf)
				case v.Is("backoff", "exponential"):
					p = less(exponential(d, 2, inf), d, 1)
				}
				switch {
				case v.Is("jitter", "full"):
					p = full(p)
				case v.Is("jitter", "plus_minus"):
					p = draws(p, jitter.Within, d)
				}
				return p
			},
		},

		{
			Name:       "prefect",
			Title:      "Prefect 3 task retries",
			Names:      []string{"prefect-3"},
			Version:    "ce79dd3d",
			Source:     "prefect task_engine.py handle_retry, tasks.py; pull request 22203",
			Held:       Table,
			Formula:    "backoff_factor 2^(k-1), or the list of retry_delay_seconds; the last one repeats",
			On:         "a task or a flow that raises, unless retry_condition_fn says otherwise",
			Stops:      "retries",
			Parameters: prefectParameters(NoRole, "Prefect 3 draws nothing, whatever it is"),
			Policy:     prefect,
			Refuses:    prefectRefuses,
			Traps: []Trap{when(JitterIgnored, above("retry_jitter_factor", 0),
				"Prefect 3 leaves retry_jitter_factor out: tasks that fail together retry together",
				"spread the tasks by their schedule")},
		},

		{
			Name:       "prefect-2",
			Title:      "Prefect 2 task retries",
			Version:    "2.7.4 to 2.20",
			Source:     "prefect utilities/math.py, server/orchestration/core_policy.py",
			Held:       Table,
			Formula:    "exponential of mean x = backoff_factor 2^(k-1), cut at (1 + j) x and below",
			On:         "a task or a flow that raises",
			Stops:      "retries",
			Parameters: prefectParameters(Amount, "j; 0: none"),
			Policy: func(v Values) jitter.Policy {
				return draws(prefect(v), jitter.Truncated,
					v.At("retry_jitter_factor"))
			},
			Refuses: prefectRefuses,
		},
	}
}

func prefectParameters(role Role, help string) []Parameter {
	return append([]Parameter{
		example(retryLimit("retries", 3)),
		example(initialDelay("backoff_factor", 10, "of exponential_backoff: wait before retry 1")),
		num("retry_jitter_factor", 0, 0, 10, role, help),
		unset(dur("retry_delay_seconds", 0, NoRole, "wait before retry 1 in place of exponential_backoff")),
	}, further("retry_delay_seconds")...)
}

// prefectRefuses refuses more than 50 retries, the length of the longest list that exponential_backoff makes.
var prefectRefuses = refused(func(v Values) bool {
	return v.At("retries") > 50 && math.IsNaN(v.At("retry_delay_seconds"))
}, "exponential_backoff has at most 50 retries")

// prefect returns the delays of Prefect before jitter.
func prefect(v Values) jitter.Policy {
	if list := v.list("retry_delay_seconds"); len(list) > 0 {
		return listed(list)
	}
	return v.grown()
}
