package client

import (
	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// javascriptClients returns npm packages.
func javascriptClients() []Row {
	return []Row{

		{
			Name:    "exponential-backoff",
			Title:   "exponential-backoff (npm)",
			Names:   []string{"npm-exponential-backoff", "backoff-npm"},
			Version: "3.1.3",
			Source:  "src/",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "x = min(maxDelay, startingDelay timeMultiple^(k-1)); full: round(U(0, x)) ms",
			On:      "every error, unless retry says otherwise",
			Stops:   "numOfAttempts",
			Parameters: []Parameter{
				attemptLimit("numOfAttempts", 10),
				initialDelay("startingDelay", 0.1),
				factor("timeMultiple", 2),
				longestDelay("maxDelay", inf),
				word("jitter", "what is drawn", "none", "full"),
			},
			Policy: func(v Values) jitter.Policy {
				p := v.grown()
				if v.Is("jitter", "full") {
					p = counted(full(p), ms, calc.Nearest, false)
				}
				return p
			},
		},

		{
			Name:        "axios-retry",
			Title:       "axios-retry exponentialDelay",
			Names:       []string{"axios"},
			Version:     "4.5.0",
			Source:      "dist/esm/index.js",
			Held:        Conformance,
			Honor:       honors(fleet.Honor{Kind: fleet.AtLeast, Up: 0.2}),
			HonorSource: "src/index.ts exponentialDelay",
			Formula:     "delayFactor 2^k U(1, 1.2)",
			On:          "network errors and 5xx, of idempotent methods",
			Stops:       "retries",
			Parameters: []Parameter{
				retryLimit("retries", 3),
				initialDelay("delayFactor", 0.1, "half of the shortest first delay"),
			},
			Policy: func(v Values) jitter.Policy { return up(v.doubled(), 0.2) },
			Notes: []string{
				"without retryDelay: exponentialDelay there is no wait at all",
				"there is no cap",
				"timeout, unless shouldResetTimeout is set, is for all attempts: each retry takes the time since the first " +
					"attempt " +
					"and its own delay off what is left, so that a long delay counts more than once",
			},
		},

		{
			Name:        "got",
			Title:       "got",
			Version:     "14.6.6",
			Source:      "source/core/calculate-retry-delay.ts",
			Held:        Conformance,
			Honor:       replaces,
			HonorSource: "core/calculate-retry-delay.ts; beyond maxRetryAfter, if that is set, got gives up",
			Formula:     "min(backoffLimit, 1 s 2^(k-1)) + U(0, noise)",
			On: "408, 413, 429, 500, 502, 503, 504, 521, 522, 524 and connection errors, of all but POST and " +
				"PATCH",
			Stops: "limit",
			Parameters: []Parameter{
				retryLimit("limit", 2),
				longestDelay("backoffLimit", inf, "longest delay before noise"),
				upTo(0.1, dur("noise", 0.1, Amount, "added at random, at most 100ms")),
			},
			Policy: func(v Values) jitter.Policy { return add(exponential(1, 2, v.At("backoffLimit")), v.At("noise")) },
		},

		{
			Name:        "ky",
			Title:       "ky",
			Version:     "2.0.2 @ 3419113",
			Source:      "source/core/Ky.ts",
			Honor:       replaces,
			HonorSource: "core/Ky.ts; at most maxRetryAfter, if that is set",
			Formula:     "min(backoffLimit, x), x = 0.3 s 2^(k-1); jitter: min(backoffLimit, U(0, x))",
			On:          "408, 413, 429, 500, 502, 503, 504 and network errors, of all but POST and PATCH",
			Stops:       "limit; totalTimeout, unless the next wait fits",
			Parameters: []Parameter{
				retryLimit("limit", 2),
				longestDelay("backoffLimit", inf),
				on("jitter", false, "draw from 0 to the delay; since 1.13"),
				attemptTimeout("timeout", 10),
				deadline("totalTimeout", inf, "for all attempts together; since 2.0"),
			},
			Policy: func(v Values) jitter.Policy {
				p := late(0.3, 2, v.At("backoffLimit"))
				if v.On("jitter") {
					p = after(full(p))
				}
				return v.strict(p)
			},
		},

		{
			Name:        "undici",
			Title:       "undici RetryAgent",
			Names:       []string{"node-fetch-retry"},
			Version:     "7.30.2",
			Source:      "lib/handler/retry-handler.js",
			Held:        Conformance,
			Honor:       honorsToCap(fleet.Honor{}),
			HonorSource: "handler/retry-handler.js",
			Formula:     "min(maxTimeout, minTimeout timeoutFactor^(k-1))",
			On:          "connection errors, 429, 500, 502, 503, 504, of GET, HEAD, OPTIONS, PUT, DELETE, TRACE",
			Stops:       "maxRetries",
			Parameters: []Parameter{
				retryLimit("maxRetries", 5),
				initialDelay("minTimeout", 0.5),
				longestDelay("maxTimeout", 30),
				factor("timeoutFactor", 2),
			},
			Policy: Values.grown,
		},

		{
			Name:    "cockatiel",
			Title:   "cockatiel ExponentialBackoff",
			Version: "f475a69",
			Source:  "src/backoff/ExponentialBackoff.ts, ExponentialBackoffGenerators.ts",
			Formula: "decorrelated: min(maxDelay, initialDelay/1.4 (F(k-1+u) - F(k-2+v))), F(x) = exponent^x tanh(2 sqrt x); " +
				"none x, full U(0, x), half U(x/2, x) in whole ms, x = min(maxDelay, initialDelay 2^(k-1))",
			On:    "the errors that handleAll or handleType says",
			Stops: "maxAttempts, which counts retries",
			Parameters: []Parameter{
				retryLimit("maxAttempts", inf, "retries, in spite of the name"),
				initialDelay("initialDelay", 128*ms),
				longestDelay("maxDelay", 30),
				num("exponent", 2, 1, 1000, Factor, "growth of the wait, by the decorrelated generator"),
				word("generator", "what is drawn", "decorrelated", "full", "half", "none"),
			},
			Refuses: func(v Values) error {
				if v.Is("generator", "decorrelated") {
					return atLeast("maxDelay", "initialDelay")(v)
				}
				return nil
			},
			Policy: func(v Values) jitter.Policy {
				a, c := v.At("initialDelay"), v.At("maxDelay")
				p := exponential(a, 2, c)
				switch waits := p.Growth.Kind == calc.Exponential; {
				case waits && v.Is("generator", "decorrelated"):
					p = draws(exponential(a, v.At("exponent"), c), jitter.Smooth, 0)
				case waits && v.Is("generator", "full"):
					p = wholeMillis(full(p))
				case waits && v.Is("generator", "half"):
					p = wholeMillis(draws(p, jitter.Equal, 0))
				}
				return p
			},
		},

		{
			Name:    "socket.io",
			Title:   "socket.io client reconnection",
			Names:   []string{"socketio", "backo2"},
			Version: "d2d753fe",
			Source:  "packages/socket.io-client/lib/contrib/backo2.ts",
			Held:    Table,
			Formula: "min(reconnectionDelayMax, x -+ U(0, j) x), x = reconnectionDelay 2^(k-1), sign and size of one draw",
			On:      "a lost connection",
			Stops:   "reconnectionAttempts",
			Parameters: []Parameter{
				limitOrNone("reconnectionAttempts", inf, 0, "retries; 0: no limit"),
				zeroIsDefault(initialDelay("reconnectionDelay", 1, "wait before retry 1; 0s: the default")),
				zeroIsDefault(longestDelay("reconnectionDelayMax", 5, "longest delay; 0s: the default")),
				jitterShare("randomizationFactor", 0.5, "j, part of the delay"),
			},
			Policy: func(v Values) jitter.Policy {
				return after(draws(v.late(), jitter.Slices, v.At("randomizationFactor")))
			},
			Traps: []Trap{overflows(Overflow, ms, 1024, above("randomizationFactor", 0),
				"from retry {} on the delay is infinite, and half of the draws from it are no number: those retries follow at "+
					"once",
				"set reconnectionAttempts to {} at most")},
		},

		{
			Name:       "octokit",
			Title:      "Octokit plugin-retry",
			Names:      []string{"github-octokit"},
			Version:    "d6e06bd",
			Source:     "src/error-request.ts",
			Formula:    "k^2 retryAfterBaseValue",
			On:         "every answer of 400 and above but 400, 401, 403, 404, 410, 422 and 451",
			Stops:      "retries",
			Parameters: []Parameter{retryLimit("retries", 3), initialDelay("retryAfterBaseValue", 1)},
			Policy: func(v Values) jitter.Policy {
				b := v.At("retryAfterBaseValue")
				p := power(b, b, 2, inf)
				if p.Growth.Kind == calc.Polynomial {
					p.Growth.Shift, p.Growth.Offset = 1, -b
				}
				return p
			},
		},

		{
			Name:        "vercel-ai",
			Title:       "Vercel AI SDK",
			Names:       []string{"ai-sdk"},
			Version:     "ed857f50",
			Source:      "packages/ai/src/util/retry-with-exponential-backoff.ts",
			Honor:       honors(fleet.Honor{Most: 60, Skips: true}),
			HonorSource: "retry-with-exponential-backoff.ts",
			Formula:     "2 s 2^(k-1)",
			On:          "408, 409, 429 and 5xx, and connection errors",
			Stops:       "maxRetries",
			Parameters: []Parameter{retryLimit("maxRetries", 2), initialDelay("initialDelay", 2),
				factor("backoffFactor", 2)},
			Policy: Values.grown,
		},

		{
			Name:    "bullmq",
			Title:   "BullMQ job backoff",
			Names:   []string{"bull"},
			Version: "352d3c72",
			Source:  "src/classes/backoffs.ts",
			Counts:  Attempts,
			Formula: "floor(x (1 - j) + U(0, j) x) ms, x = delay 2^(k-1) or delay",
			On:      "every error of a job but UnrecoverableError",
			Stops:   "attempts",
			Parameters: []Parameter{
				attemptLimit("attempts", 1),
				needed(word("type", "how delays grow", "exponential", "fixed")),
				example(inMillis(initialDelay("delay", 1))),
				recent(jitterShare("jitter", 0, "part of the delay; since 5.54")),
			},
			Policy: func(v Values) jitter.Policy {
				r := 2.0
				if v.Is("type", "fixed") {
					r = 1
				}
				p := down(exponential(v.At("delay"), r, inf), v.At("jitter"))
				if p.Jitter.Draws() {
					p = wholeMillis(p)
				}
				return p
			},
		},
	}
}
