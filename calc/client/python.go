package client

import (
	"fmt"
	"math"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// pythonClients returns libraries for Python.
func pythonClients() []Row {
	return []Row{

		{
			Name:        "urllib3",
			Title:       "urllib3 Retry",
			Names:       []string{"requests", "python-requests"},
			Version:     "2.7.0",
			Source:      "src/urllib3/util/retry.py",
			Held:        Conformance,
			Honor:       honors(fleet.Honor{Most: 6 * 3600}),
			HonorSource: "util/retry.py sleep_for_retry, retry_after_max since 2.6; not if respect_retry_after_header is False",
			Formula:     "0, then min(backoff_max, backoff_factor 2^(k-1) + U(0, backoff_jitter))",
			On:          "connection errors, and status_forcelist; never POST and PATCH once they are sent",
			Stops:       "total",
			Parameters: []Parameter{
				orNone(retryLimit("total", 10, "retries; none: no limit")),
				initialDelay("backoff_factor", 0, "half of the wait before retry 2"),
				longestDelay("backoff_max", 120),
				dur("backoff_jitter", 0, Amount, "added at random"),
			},
			Policy: func(v Values) jitter.Policy {
				return noFirst(v.added())
			},
			Notes: []string{
				"the second wait is twice backoff_factor",
			},
		},

		{
			Name:    "celery",
			Title:   "Celery autoretry with retry_backoff",
			Names:   []string{"celery-task"},
			Version: "5.6.2",
			Source:  "celery/utils/time.py, app/autoretry.py",
			Held:    Conformance,
			Formula: "whole seconds in [0, x], x = min(retry_backoff_max, int(retry_backoff) 2^(k-1))",
			On:      "the exceptions of autoretry_for",
			Stops:   "max_retries",
			Parameters: []Parameter{
				whole("retry_backoff", 1, 0, Initial, "whole seconds of the first delay; 0: default_retry_delay, as by default"),
				inSeconds(longestDelay("retry_backoff_max", 600)),
				on("retry_jitter", true, "draw from 0 to the delay"),
				orNone(retryLimit("max_retries", 3, "retries; none: no limit")),
				dur("default_retry_delay", 180, NoRole, "delay without retry_backoff"),
			},
			Policy: func(v Values) jitter.Policy {
				if v.At("retry_backoff") == 0 {
					return constant(v.At("default_retry_delay"))
				}
				p := exponential(v.At("retry_backoff"), 2, v.At("retry_backoff_max"))
				if v.On("retry_jitter") {
					p = counted(full(p), 1, calc.Down, true)
				}
				return p
			},
			Traps: []Trap{func(_ Values, p jitter.Policy) Finding {
				if longest(p) < 3600 {
					return Finding{}
				}
				return says(DeliveredTwice, "a wait of {} is beyond visibility_timeout, 1h with Redis: the task is delivered twice",
					"raise broker_transport_options visibility_timeout, or keep waits below it", secs(longest(p)))
			}},
		},

		{
			Name:    "redis-py",
			Title:   "redis-py ExponentialWithJitterBackoff",
			Names:   []string{"redis-python"},
			Version: "34817ce2; defaults of 8.1",
			Source:  "redis/backoff.py, retry.py",
			Formula: "min(cap, U(0, base 2^k))",
			On:      "ConnectionError and TimeoutError",
			Stops:   "retries",
			Parameters: []Parameter{
				limitOrNone("retries", 10, -1, "retries; -1: no limit"),
				initialDelay("base", 10*ms, "half of the longest first delay"),
				longestDelay("cap", 1),
			},
			Policy: func(v Values) jitter.Policy { // Python raises an OverflowError for 2**1024
				return retries(after(full(late(2*v.At("base"), 2, v.At("cap")))), math.Min(v.mostRetries(), 1023))
			},
			Notes: []string{
				"before 8.1 a client has base 1s, cap 10s and 3 retries, and before 6 no retries",
			},
			Traps: []Trap{
				when(Crash, func(v Values) bool { return v.mostRetries() > 1023 },
					"the 1024th failure raises an OverflowError, whatever the cap: 1023 retries are the most",
					"retries=1023 ends before it"),
			},
		},

		{
			Name:    "redis-py-decorrelated",
			Title:   "redis-py DecorrelatedJitterBackoff",
			Names:   []string{"redis-decorrelated"},
			Version: "182dfe80",
			Source:  "redis/backoff.py, retry.py",
			Formula: "base, then min(cap, U(base, 3 t)), t the delay before",
			On:      "ConnectionError and TimeoutError",
			Stops:   "retries",
			Parameters: []Parameter{
				limitOrNone("retries", 10, -1, "retries; -1: no limit"),
				initialDelay("base", 8*ms, "wait before retry 1, and the shortest"),
				longestDelay("cap", 0.512),
			},
			Policy: func(v Values) jitter.Policy {
				p := exponential(v.At("base"), 3, v.At("cap"))
				if p.Growth.Kind == calc.Exponential {
					p = draws(p, jitter.Decorrelated, 3)
					p.First = calc.Exact
				}
				return p
			},
			Notes: []string{
				"the first wait has no jitter: clients that fail together make the first retry together",
			},
		},

		{
			Name:        "azure-core",
			Title:       "Azure SDK for Python (azure-core)",
			Names:       []string{"azure-python"},
			Version:     "019edeff",
			Source:      "azure/core/pipeline/policies/_retry.py; pull request 42444",
			Honor:       replaces,
			HonorSource: "pipeline/policies/_retry.py sleep",
			Formula:     "0, then min(retry_backoff_max, retry_backoff_factor 2^(k-1))",
			On:          "408, 429, 500, 502, 503, 504 and connection errors; of POST and PATCH 500, 503, 504",
			Stops:       "the smallest of retry_total, retry_connect, retry_read, retry_status; timeout",
			Parameters: []Parameter{
				retryLimit("retry_total", 10, "retries of all kinds"),
				whole("retry_connect", 3, 0, NoRole, "retries of one kind: connect, read and status each"),
				initialDelay("retry_backoff_factor", 0.8, "half of the wait before retry 2"),
				longestDelay("retry_backoff_max", 120),
				word("retry_mode", "how delays grow; fixed is retry_backoff_factor", "exponential", "fixed"),
				ranged(ms, 1e10, deadline("timeout", 604800)),
			},
			Policy: func(v Values) jitter.Policy {
				r := 2.0
				if v.Is("retry_mode", "fixed") {
					r = 1
				}
				p := noFirst(exponential(v.At("retry_backoff_factor"), r, v.At("retry_backoff_max")))
				return until(retries(p, math.Min(v.At("retry_total"), v.At("retry_connect"))), v.At("timeout"),
					jitter.LookAhead)
			},
			Notes: []string{
				"before August 2025 a client ignores its own retry_backoff_max, and the longest delay is 120s; the one of a " +
					"call counts",
			},
			Traps: []Trap{
				when(Ignored, func(v Values) bool { return v.At("retry_connect") < v.At("retry_total") },
					"retry_total {retry_total} does not bind: one kind of error may be retried {retry_connect} times",
					"set retry_total={retry_connect}"),
			},
		},

		{
			Name:       "httpx",
			Title:      "httpx and httpcore, retries of the transport",
			Names:      []string{"httpcore"},
			Version:    "httpcore 1.0",
			Source:     "httpcore/_async/connection.py",
			Held:       Table,
			Formula:    "0, then 0.5 s 2^(k-2)",
			Stops:      "retries, 0 by default",
			On:         "a connection that cannot be made, and nothing else",
			Parameters: []Parameter{example(retryLimit("retries", 3))},
			Policy:     func(v Values) jitter.Policy { return noFirst(exponential(0.25, 2, inf)) },
		},

		{
			Name:    "aiohttp-retry",
			Title:   "aiohttp-retry ExponentialRetry",
			Version: "2.8",
			Source:  "aiohttp_retry/retry_options.py, client.py",
			Held:    Table,
			Counts:  Attempts,
			Formula: "min(max_timeout, start_timeout factor^k)",
			Stops:   "attempts",
			On:      "5xx, the statuses and the exceptions that are given, with any method",
			Parameters: []Parameter{
				attemptLimit("attempts", 3), initialDelay("start_timeout", 0.1, "the first wait is factor times it"),
				longestDelay("max_timeout", 30), factor("factor", 2),
			},
			Policy: func(v Values) jitter.Policy {
				return exponential(v.At("factor")*v.At("start_timeout"), v.At("factor"), v.At("max_timeout"))
			},
		},

		{
			Name:        "openai",
			Title:       "OpenAI SDK",
			Names:       []string{"openai-python"},
			Version:     "e43b4224",
			Source:      "openai-python _constants.py, _base_client.py",
			Honor:       honors(fleet.Honor{Most: 120, Leaves: true}),
			HonorSource: "openai/_base_client.py MAX_RETRY_AFTER_DELAY",
			Formula:     "min(8 s, 0.5 s 2^(k-1)) U(0.75, 1)",
			On:          "connection errors, 408, 409, 429 and 5xx, unless x-should-retry says otherwise",
			Stops:       "max_retries",
			Parameters:  []Parameter{retryLimit("max_retries", 2)},
			Policy:      func(v Values) jitter.Policy { return down(exponential(0.5, 2, 8), 0.25) },
			Notes:       []string{"before 2026-08 a Retry-After of more than 1m was ignored, as anthropic does"},
		},

		{
			Name:        "litellm",
			Title:       "LiteLLM router with one deployment",
			Version:     "1.80",
			Source:      "litellm/router.py _time_to_sleep_before_retry, utils.py _calculate_retry_after",
			Honor:       honors(fleet.Honor{Most: 60, Skips: true}),
			HonorSource: "litellm/utils.py _calculate_retry_after, which adds up to 0.75 s",
			Formula:     "min(8 s, max(retry_after, 0.5 s 2^(k-1))) + U(0, 0.75 s)",
			On:          "connection errors, timeouts, 408, 409, 429 and 5xx",
			Stops:       "num_retries",
			Parameters: []Parameter{
				retryLimit("num_retries", 2),
				dur("retry_after", 0, NoRole, "shortest delay before jitter"),
			},
			Policy: func(v Values) jitter.Policy {
				least := math.Min(8, v.At("retry_after"))
				return add(listed([]float64{math.Max(least, 0.5), math.Max(least, 1), math.Max(least, 2), math.Max(least, 4), 8}),
					0.75)
			},
			Notes: []string{"while another deployment of the model is healthy a retry follows at once"},
		},

		{
			Name:        "anthropic",
			Title:       "Anthropic and other SDKs by Stainless",
			Names:       []string{"anthropic-sdk-python", "stainless"},
			Version:     "anthropic-sdk-python 009b0353",
			Source:      "anthropic/_constants.py, _base_client.py _calculate_retry_timeout",
			Honor:       honors(fleet.Honor{Most: 60, Skips: true}),
			HonorSource: "anthropic/_base_client.py _calculate_retry_timeout",
			Formula:     "min(8 s, 0.5 s 2^(k-1)) U(0.75, 1)",
			On:          "connection errors, 408, 409, 429 and 5xx, unless x-should-retry says otherwise",
			Stops:       "max_retries",
			Parameters:  []Parameter{retryLimit("max_retries", 2)},
			Policy:      func(v Values) jitter.Policy { return down(exponential(0.5, 2, 8), 0.25) },
		},

		{
			Name:    "backoff-python",
			Title:   "litl/backoff expo with full jitter",
			Names:   []string{"litl", "litl-backoff"},
			Version: "d82b23c",
			Source:  "backoff/_wait_gen.py, _jitter.py",
			Counts:  Attempts,
			Formula: "U(0, min(max_value, factor base^(k-1)))",
			On:      "the exceptions that the decorator names",
			Stops:   "max_tries; max_time, which cuts the last wait, not counting the attempt before it",
			Stop:    jitter.Clip,
			Parameters: []Parameter{
				attemptLimit("max_tries", inf),
				deadline("max_time", inf),
				initialDelay("factor", 1, "longest first delay"),
				factor("base", 2),
				longestDelay("max_value", inf),
			},
			Policy: func(v Values) jitter.Policy { return v.strict(full(v.grown())) },
			// The time until a retry is counted at the start of the attempt before it: see retry_exception in _sync.py. That
			// is the same as a deadline that is longer by the time of an attempt.
			Paced: func(v Values, s float64) error {
				if most := v.At("max_time"); !math.IsInf(most, 1) {
					return fmt.Errorf("not counted by max_time before a wait: --deadline %gs without max_time has the same attempts",
						most+s)
				}
				return nil
			},
		},

		{
			Name:    "dramatiq",
			Written: inNumberOfMillis,
			Title:   "dramatiq retries",
			Version: "848b35f",
			Source:  "dramatiq/common.py compute_backoff",
			Formula: "floor(min_backoff 2^(k-1) U(1, 2)) ms; above max_backoff it restarts from max_backoff U(0.5, 1)",
			On:      "every exception of an actor",
			Stops:   "max_retries",
			Parameters: []Parameter{
				orNone(retryLimit("max_retries", 20, "retries; none: no limit")),
				initialDelay("min_backoff", 15, "shortest first delay"),
				longestDelay("max_backoff", 7*86400, "longest delay, at most a week"),
			},
			Policy: func(v Values) jitter.Policy {
				p := wholeMillis(up(exponential(v.At("min_backoff"), 2, math.Min(7*86400, v.At("max_backoff"))), 1))
				p.Rule.AtCap = jitter.Redraw
				return p
			},
			Notes: []string{
				"before 2.0 a wait is drawn from half of min(max_backoff, min_backoff 2^(k-1)) to that",
			},
		},
	}
}
