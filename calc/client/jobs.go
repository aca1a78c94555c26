package client

import (
	"math"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// jobClients returns job queues and HTTP libraries for Ruby, PHP and Elixir.
func jobClients() []Row {
	return []Row{
		{
			Name:    "sidekiq",
			Title:   "Sidekiq",
			Version: "8.1.7",
			Source:  "lib/sidekiq/job_retry.rb @ 1bb4aa06",
			Held:    Conformance,
			Formula: "(k-1)^4 + 15 + U{0..10k-1} s",
			On:      "every exception of a job",
			Stops:   "retry; then the dead set",
			Stop:    jitter.LookBehind,
			Parameters: []Parameter{retryLimit("retry", 25),
				deadline("retry_for", inf, "in place of retry: age of the job")},
			Policy: func(v Values) jitter.Policy {
				p := counted(draws(power(15, 1, 4, inf), jitter.AddGrowing, 10), 1, calc.Down, false)
				n := v.At("retry")
				if !v.none("retry_for") {
					n = inf
				}
				return v.strict(retries(p, n))
			},
			Notes: []string{
				"before 8.0 the seconds that are drawn are k times one of 0 to 9",
			},
		},

		{
			Name:    "activejob",
			Title:   "Active Job retry_on, polynomially_longer",
			Names:   []string{"rails", "active-job"},
			Version: "8.1; 8.2 by 2a2db1e8",
			Source:  "activejob/lib/active_job/exceptions.rb",
			Counts:  Attempts,
			Formula: "k^4 U(1, 1 + jitter) + 2 s; a fixed wait U(1, 1 + jitter)",
			On:      "the exceptions of retry_on",
			Stops:   "attempts",
			Parameters: []Parameter{
				limitOrNone("attempts", 5, -1, "attempts with the first; -1: :unlimited"),
				word("growth", "fixed is wait: 3.seconds", "fixed", "polynomially_longer"),
				initialDelay("wait", 3, "fixed wait; before Rails 8.2 in whole seconds"),
				jitterShare("jitter", 0.15),
			},
			Policy: func(v Values) jitter.Policy {
				if v.Is("growth", "fixed") {
					return up(constant(math.Floor(v.At("wait"))), v.At("jitter"))
				}
				p := up(power(1, 1, 4, inf), v.At("jitter"))
				p.Growth.Shift, p.Growth.Offset, p.Rule.Plus = 1, -1, 2
				return p
			},
		},

		{
			Name:    "oban",
			Title:   "Oban worker",
			Version: "2939e313",
			Source:  "lib/oban/worker.ex, backoff.ex",
			Counts:  Attempts,
			Formula: "x U(1, 1.1) in whole s, x = 15 + 2^n, n = k, and round(20 k/max_attempts) where there are more than 20",
			On:      "a job that fails, crashes or returns an error",
			Stops:   "max_attempts",
			Parameters: []Parameter{upTo(1000,
				attemptLimit("max_attempts", 20, "attempts with the first; above 20 every delay is another"))},
			Policy: func(v Values) jitter.Policy {
				p, n := exponential(2, 2, inf), v.At("max_attempts")
				if p.Growth.Offset = 15; n > 20 {
					var list []float64
					for k := 1.0; k < n; k++ {
						list = append(list, 15+math.Exp2(math.Round(k/n*20)))
					}
					p = listed(list)
				}
				return attempts(counted(up(p, 0.1), 1, calc.Down, false), n)
			},
		},

		{
			Name:       "oban-backoff",
			Title:      "Oban.Backoff.with_retry",
			Version:    "2939e313",
			Source:     "lib/oban/backoff.ex",
			Held:       Table,
			Counts:     Attempts,
			Formula:    "x U(0.95, 1) or x U(1.05, 1.1), x = 100 ms 2^min(k, 10)",
			On:         "database errors and timeouts",
			Stops:      "retries, which counts attempts",
			Parameters: []Parameter{attemptLimit("retries", inf, "attempts with the first, in spite of the name")},
			Policy: func(Values) jitter.Policy {
				p := draws(exponential(0.2, 2, inf), jitter.Gap, 0.1)
				p.Growth.Until = 9
				return p
			},
		},

		{
			Name:    "retriable",
			Title:   "retriable (Ruby)",
			Version: "5be1372",
			Source:  "lib/retriable.rb",
			Counts:  Attempts,
			Formula: "min(max_interval, base_interval multiplier^(k-1)) U(1 - f, 1 + f)",
			On:      "StandardError, unless on says which",
			Stops:   "tries; max_elapsed_time",
			Parameters: []Parameter{
				orNone(attemptLimit("tries", 3, "attempts with the first; none: Float::INFINITY")),
				initialDelay("base_interval", 0.5),
				factor("multiplier", 1.5),
				longestDelay("max_interval", 60, "longest delay before jitter"),
				jitterShare("rand_factor", 0.5),
				orNone(deadline("max_elapsed_time", 900, "for all attempts together; none: nil")),
			},
			Policy: func(v Values) jitter.Policy {
				return v.strict(spread(v.grown(), v.At("rand_factor")))
			},
		},

		{
			Name:        "faraday-retry",
			Title:       "faraday-retry (Ruby)",
			Names:       []string{"faraday"},
			Version:     "a422231",
			Source:      "lib/faraday/retry/middleware.rb",
			Held:        Conformance,
			Honor:       honorsToCap(fleet.Honor{Kind: fleet.AtLeast, Leaves: true}),
			HonorSource: "middleware.rb calculate_sleep_amount",
			Formula:     "min(max_interval, interval backoff_factor^(k-1)) + U(0, interval_randomness interval)",
			On:          "timeouts, unless exceptions says which, of DELETE, GET, HEAD, OPTIONS, PUT",
			Stops:       "max",
			Parameters: []Parameter{
				retryLimit("max", 2),
				initialDelay("interval", 0),
				num("interval_randomness", 0, 0, 10, Amount, "part of interval"),
				factor("backoff_factor", 1),
				longestDelay("max_interval", inf, "longest delay before jitter"),
			},
			Policy: func(v Values) jitter.Policy {
				return add(v.grown(), v.At("interval_randomness")*v.At("interval"))
			},
		},

		{
			Name:        "req",
			Title:       "Req (Elixir)",
			Names:       []string{"elixir-req"},
			Version:     "a9d6ac2",
			Source:      "lib/req/retry.ex",
			Honor:       replaces,
			HonorSource: "lib/req/retry.ex, of 429 and 503, without retry_delay",
			Formula:     "floor(2^(k-1) s U(0.9, 1)) ms",
			On:          "408, 429, 500, 502, 503, 504 and connection errors, of GET and HEAD",
			Stops:       "max_retries",
			Parameters:  []Parameter{retryLimit("max_retries", 3)},
			Policy:      func(v Values) jitter.Policy { return wholeMillis(down(exponential(1, 2, inf), 0.1)) },
		},

		{
			Name:        "symfony",
			Written:     inNumberOfMillis,
			Title:       "Symfony messenger and HTTP client",
			Names:       []string{"symfony-messenger"},
			Version:     "messenger a391d2c, http-client 274e2f6",
			Source:      "MultiplierRetryStrategy.php, GenericRetryStrategy.php",
			Honor:       replaces,
			HonorSource: "HttpClient RetryableHttpClient.php getDelayFromHeader",
			Formula:     "min(max_delay, whole ms in [x - j, x + j]), j = jitter x, x = delay multiplier^(k-1)",
			On:          "every exception of a handler but UnrecoverableExceptionInterface",
			Stops:       "max_retries",
			Parameters: []Parameter{
				retryLimit("max_retries", 3),
				inMillis(initialDelay("delay", 1)),
				factor("multiplier", 2),
				zeroIsNone(inMillis(longestDelay("max_delay", 0, "longest delay; 0: none"))),
				jitterShare("jitter", 0.1, "part of the delay; Messenger before 7.1 has none"),
			},
			Policy: func(v Values) jitter.Policy {
				p := after(spread(v.late(), v.At("jitter")))
				if p.Jitter.Draws() {
					p = fromTo(p)
				}
				return p
			},
		},

		{
			Name:    "laravel",
			Title:   "Laravel queue worker",
			Names:   []string{"laravel-queue"},
			Version: "bd71b45f",
			Source:  "Worker.php, WorkCommand.php",
			Counts:  Attempts,
			Formula: "backoff, or a list of them; the last one repeats",
			On:      "every exception of a job",
			Stops:   "tries",
			Parameters: append([]Parameter{
				limitOrNone("tries", 1, 0, "attempts with the first; 0: no limit"),
				inSeconds(initialDelay("backoff", 0)),
			}, inAll(inSeconds, further("backoff"))...),
			Policy: func(v Values) jitter.Policy { return listed(v.list("backoff")) },
		},
	}
}
