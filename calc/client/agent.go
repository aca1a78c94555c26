package client

import (
	"math"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// agentClients returns agents and collectors that send telemetry.
func agentClients() []Row {
	return []Row{

		{
			Name:        "prometheus",
			Title:       "Prometheus remote_write",
			Names:       []string{"prometheus-remote-write", "remote-write"},
			Version:     "d15adb9a",
			Source:      "config/config.go, storage/remote/queue_manager.go",
			Honor:       replaces,
			HonorSource: "storage/remote/queue_manager.go",
			Formula:     "min(max_backoff, min_backoff 2^(k-1))",
			On:          "5xx, no answer, and 429 with retry_on_http_429",
			Stops:       "nothing",
			Parameters: []Parameter{inMillis(initialDelay("min_backoff", 30*ms)),
				inMillis(longestDelay("max_backoff", 5))},
			Policy:  Values.grown,
			Refuses: atLeast("max_backoff", "min_backoff"),
			Notes:   []string{"429 is not retried unless retry_on_http_429"},
			Traps: []Trap{when(SamplesLost, func(Values) bool { return true },
				"after about 2h without an answer samples are lost: the WAL holds no more", "expect a gap after a longer outage")},
		},

		{
			Name:    "dskit",
			Title:   "Grafana dskit: Loki, Mimir, Tempo, Alloy, Promtail",
			Names:   []string{"loki", "mimir", "tempo", "alloy", "promtail", "grafana-agent"},
			Version: "de1ec7541c44",
			Source:  "dskit backoff/backoff.go",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "U(lo, min(max_period, 2 lo)), lo = min_period 2^(k-1) until the upper end is max_period",
			On:      "of pushes 429, 5xx and no answer",
			Stops:   "max_retries, after a last wait that no attempt follows",
			Parameters: []Parameter{
				initialDelay("min_period", 0.1, "shortest first delay"),
				longestDelay("max_period", 10),
				limitOrNone("max_retries", 10, 0, "attempts with the first, whatever its name; 0: no limit"),
			},
			Policy: func(v Values) jitter.Policy {
				a, c := v.At("min_period"), v.At("max_period")
				p := up(exponential(a, 2, c), 1)
				if a > 0 && c > a {
					p.Rule.AtCap = jitter.Range
					if m := windows(a, c) - 1; m > 0 {
						p.Growth.Until = m
					} else {
						p.Factor = 1
					}
				} else { // max_period does not limit the delay
					p = exponential(a, 1, inf)
				}
				return p
			},
		},

		{
			Name:    "fluentd",
			Written: inNumberOfSeconds,
			Title:   "Fluentd buffer",
			Names:   []string{"td-agent", "fluent"},
			Version: "1.19.0 @ ff8682d7",
			Source:  "lib/fluent/plugin_helper/retry_state.rb",
			Formula: "retry_wait, then min(retry_max_interval, retry_wait base^(k-1)) U(0.875, 1.125)",
			On:      "every error of an output but those that cannot be recovered",
			Stops:   "retry_max_times; retry_timeout, at which a last retry is made",
			Stop:    jitter.Clip,
			Parameters: []Parameter{
				word("retry_type", "how delays grow", "exponential_backoff", "periodic"),
				initialDelay("retry_wait", 1, "wait before retry 1, without jitter and retry_max_interval"),
				factor("retry_exponential_backoff_base", 2),
				longestDelay("retry_max_interval", inf, "longest delay before jitter"),
				on("retry_randomize", true, "an eighth up or down"),
				above0(deadline("retry_timeout", 72*3600)),
				retryLimit("retry_max_times", inf),
				on("retry_forever", false, "without limit"),
			},
			Policy: func(v Values) jitter.Policy {
				r := v.At("retry_exponential_backoff_base")
				if v.Is("retry_type", "periodic") {
					r = 1
				}
				p := uncapped(v.At("retry_wait"), r, v.At("retry_max_interval"))
				if v.On("retry_randomize") {
					p = spread(p, 0.125)
					p.First = calc.Exact
				}
				if v.On("retry_forever") {
					p.Retries, p.Deadline = inf, inf
				}
				return p
			},
			Notes: []string{
				"before 1.14.6 the second wait is retry_wait again, and each after it half of what it is now",
			},
			Traps: []Trap{
				when(SameWait, yes("retry_randomize"),
					"the first wait has no jitter: all retry {retry_wait} after the failure",
					"expect one burst {retry_wait} after a failure"),
				when(QueueFull, no("retry_forever"),
					"after {retry_timeout} the queue is dropped",
					"retry_forever=true keeps it, as long as the buffer has room"),
			},
		},

		{
			Name:    "fluent-bit",
			Written: inNumberOfSeconds,
			Title:   "Fluent Bit output",
			Names:   []string{"fluentbit"},
			Version: "d55459d4",
			Source:  "src/flb_scheduler.c",
			Formula: "1 + U{base..min(cap, base 2^k)} s",
			On:      "what the output marks as retryable",
			Stops:   "retry_limit",
			Parameters: []Parameter{
				inSeconds(initialDelay("scheduler.base", 5, "shortest delay, less 1s; 0s: always 1s")),
				inSeconds(longestDelay("scheduler.cap", 2000, "longest delay, less 1s")),
				orNone(retryLimit("retry_limit", 1, "retries; none: no_limits")),
			},
			Refuses: atLeast("scheduler.cap", "scheduler.base"),
			Policy: func(v Values) jitter.Policy {
				a := v.At("scheduler.base")
				if a == 0 {
					return constant(1)
				}
				p := counted(full(v.doubled()), 1, calc.Down, true)
				p.Rule.Least, p.Rule.Plus = a, 1
				return p
			},
			Traps: []Trap{when(DataDropped, func(v Values) bool { return v.At("retry_limit") <= 1 },
				"retry_limit {retry_limit} drops the data after so few retries",
				"retry_limit no_limits keeps them, as long as the buffer has room")},
		},

		{
			Name:    "vector",
			Written: inNumberOfSeconds,
			Title:   "Vector sink request",
			Names:   []string{"vector-dev"},
			Version: "c3445d42",
			Source:  "src/sinks/util/retries.rs",
			Formula: "x = min(retry_max_duration_secs, a F), F = 1, 2, 3, 5, 8, ...; full: whole ms in 1..x",
			On:      "408, 429, 5xx but 501, and no answer, of HTTP sinks",
			Notes: []string{
				"before 0.35 retry_max_duration_secs is 1h by default, and nothing is drawn",
			},
			Stops: "retry_attempts",
			Parameters: []Parameter{
				retryLimit("retry_attempts", inf),
				inSeconds(above0(initialDelay("retry_initial_backoff_secs", 1))),
				inSeconds(above0(longestDelay("retry_max_duration_secs", 30, "longest delay, in spite of the name"))),
				word("retry_jitter_mode", "what is drawn; before 0.35 nothing", "full", "none"),
			},
			Policy: func(v Values) jitter.Policy {
				p := exponential(v.At("retry_initial_backoff_secs"), 1, v.At("retry_max_duration_secs"))
				if p.Growth.Kind == calc.Exponential {
					p.Growth = calc.Growth{Kind: calc.Fibonacci, Shift: 1}
				}
				if v.Is("retry_jitter_mode", "full") {
					p = counted(full(p), ms, calc.Up, false)
				}
				return p
			},
		},

		{
			Name:    "beats",
			Written: inNumberOfSeconds,
			Title:   "Elastic Beats",
			Names:   []string{"filebeat", "metricbeat"},
			Version: "libbeat 2d123da9",
			Source:  "elastic/beats libbeat/common/backoff/equal_jitter.go",
			Formula: "D/2 + U(0, D/2), D = 2 init, then min(max, 2 D)",
			On:      "every server error, and no answer",
			Stops:   "nothing",
			Parameters: []Parameter{
				above0(initialDelay("backoff.init", 1, "half of the longest first delay")),
				above0(longestDelay("backoff.max", 60)),
			},
			Policy: func(v Values) jitter.Policy {
				return draws(uncapped(2*v.At("backoff.init"), 2, v.At("backoff.max")), jitter.Equal, 0)
			},
			Notes: []string{
				"Elastic Agent has a rule of its own: at the cap it waits from half of that to one and a half times it",
			},
		},

		{
			Name:        "vmagent",
			Title:       "VictoriaMetrics vmagent remote write",
			Names:       []string{"victoriametrics"},
			Version:     "b7ef6cc3",
			Source:      "remotewrite/client.go, lib/timeutil/backoff_timer.go",
			Honor:       honorsToCap(fleet.Honor{Up: 0.1}),
			HonorSource: "lib/timeutil/backoff_timer.go SetDelay, AddJitterToDuration",
			Formula:     "x + U(0, min(x/10, 10 s)), x = min(retryMaxInterval, retryMinInterval 2^(k-1))",
			On:          "every answer but 2xx, 400, 409 and 415",
			Stops:       "nothing",
			Parameters: []Parameter{
				initialDelay("remoteWrite.retryMinInterval", 1),
				longestDelay("remoteWrite.retryMaxInterval", 60, "longest delay before jitter"),
			},
			Refuses: refused(above("remoteWrite.retryMaxInterval", 100),
				"remoteWrite.retryMaxInterval must be at most 100s here"),
			Policy: func(v Values) jitter.Policy { return up(v.grown(), 0.1) },
			Notes: []string{
				"a Retry-After below retryMinInterval counts as that, and the waits after it double from it: here they do not",
			},
		},
	}
}

// windows returns the number of doubling windows from lo that fit below hi.
func windows(lo, hi float64) float64 { return math.Max(1, math.Ceil(math.Log2(hi/lo)-1e-12)) }
