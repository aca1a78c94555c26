package client

import (
	"errors"
	"math"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// stepped rounds each step of the growth down to whole milliseconds.
func stepped(p jitter.Policy) jitter.Policy {
	if p.Growth.Kind == calc.Exponential && p.Factor > 1 {
		p.Growth = calc.Growth{Kind: calc.Stepped, Step: ms}
	}
	return p
}

// wholeEnds limits the range of the draw to whole milliseconds between least and the cap, seconds.
func wholeEnds(p jitter.Policy, least float64) jitter.Policy {
	p.Rule.AtCap, p.Rule.Least = jitter.Range, least
	p.Quantum = calc.Quantum{Size: ms, Round: calc.Down, WholeEnds: true}
	return p
}

// javaClients returns libraries for the Java virtual machine.
func javaClients() []Row {
	return []Row{
		{
			Name:    "resilience4j",
			Written: inNumberOfMillis,
			Layer:   Request,
			Title:   "Resilience4j Retry",
			Names:   []string{"resilience"},
			Version: "2.4.0",
			Source:  "resilience4j-core IntervalFunction.java",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "min(max, whole ms of U(x (1 - f), x (1 + f) + 1 ms)), x = waitDuration multiplier^(k-1), each step in " +
				"whole ms",
			On:    "every exception, unless retryExceptions says which",
			Stops: "maxAttempts",
			Parameters: []Parameter{
				attemptLimit("maxAttempts", 3),
				initialDelay("waitDuration", 0.5),
				on("enableExponentialBackoff", false, "let the wait grow"),
				factor("exponentialBackoffMultiplier", 1.5),
				longestDelay("exponentialMaxWaitDuration", inf),
				on("enableRandomizedWait", false, "draw around the delay"),
				jitterShare("randomizedWaitFactor", 0.5),
			},
			Policy: func(v Values) jitter.Policy {
				p := constant(v.At("waitDuration"))
				if v.On("enableExponentialBackoff") {
					a, c := v.At("waitDuration"), v.At("exponentialMaxWaitDuration")
					if p = springGrowth(v); a > c && c > 0 {
						p = constant(c)
					}
				}
				if v.On("enableRandomizedWait") && v.At("waitDuration") > 0 {
					p = counted(after(spread(p, v.At("randomizedWaitFactor"))), ms, calc.Down, true)
					p.Floor = math.Min(ms, p.Cap)
				}
				return p
			},
		},

		{
			Name:    "micronaut",
			Title:   "Micronaut @Retryable",
			Names:   []string{"micronaut-retry"},
			Version: "19a8c92d",
			Source:  "micronaut-core SimpleRetry.java, Retryable.java",
			Formula: "whole ms of x U(1 - jitter, 1 + jitter), x = delay multiplier^(k-1)",
			On:      "every exception, unless includes says which",
			Stops:   "attempts, which counts retries; maxDelay, all waits together",
			Stop:    jitter.LookBehind,
			Parameters: []Parameter{
				retryLimit("attempts", 3, "retries, in spite of the name"),
				initialDelay("delay", 1),
				factor("multiplier", 1),
				deadline("maxDelay", inf, "of all waits together, in spite of the name"),
				jitterShare("jitter", 0, "part of the delay; since 2025, pull request 11805"),
			},
			Policy: func(v Values) jitter.Policy {
				return v.strict(wholeMillis(spread(v.grown(), v.At("jitter"))))
			},
			Notes: []string{
				"before 4.1.9 retry k waits k+1 times delay multiplier, so that even multiplier 1 grows",
			},
		},

		{
			Name:    "reactor",
			Title:   "Reactor Retry.backoff",
			Names:   []string{"project-reactor", "webflux"},
			Version: "c4900cdb",
			Source:  "reactor-core RetryBackoffSpec.java",
			Held:    Conformance,
			Formula: "whole ms of U(max(minBackoff, x - J), min(maxBackoff, x + J)), x = min(maxBackoff, minBackoff " +
				"multiplier^(k-1)), J = jitter x in whole ms",
			On:    "every error, unless filter says which",
			Stops: "maxAttempts, which counts retries",
			Parameters: []Parameter{
				example(retryLimit("maxAttempts", 3, "retries, in spite of the name")),
				example(initialDelay("minBackoff", 0.1, "shortest delay")),
				longestDelay("maxBackoff", inf),
				factor("multiplier", 2),
				jitterShare("jitter", 0.5, "part of the delay, in whole percent"),
			},
			Policy: func(v Values) jitter.Policy {
				p := spread(v.grown(), math.Floor(100*v.At("jitter")+1e-9)/100)
				if p.Jitter.Draws() {
					p = wholeEnds(p, v.At("minBackoff"))
				}
				return p
			},
			Refuses: atLeast("maxBackoff", "minBackoff"),
			Notes: []string{
				"the jitter of the first delay goes up only, and at maxBackoff down only",
			},
		},

		{
			Name:       "failsafe-java",
			Title:      "Failsafe (Java) RetryPolicy",
			Names:      []string{"failsafe-jvm"},
			Version:    "ed3f927",
			Source:     "RetryPolicyExecutor.java",
			Held:       Conformance,
			Formula:    "whole ms of what failsafe-go has",
			On:         "every exception, unless handle says which",
			Stops:      "maxRetries; maxDuration, which cuts the last wait",
			Stop:       jitter.Clip,
			Parameters: failsafeParameters,
			Notes:      []string{"run and get wait whole milliseconds, runAsync and getAsync the parts as well"},
			Traps:      failsafeTraps,
			Policy:     func(v Values) jitter.Policy { return wholeMillis(failsafe(v)) },
			Refuses: func(v Values) error { // as in RetryPolicyBuilder
				d, c := v.At("delay"), v.At("maxDelay")
				switch {
				case !math.IsInf(c, 1) && !(d > 0 && d < c):
					return errors.New("delay must be above 0 and shorter than maxDelay")
				case !math.IsInf(c, 1) && v.At("delayFactor") == 1:
					return errors.New("delayFactor must be above 1 with maxDelay")
				case d >= v.At("maxDuration"):
					return errors.New("delay must be shorter than maxDuration")
				case v.At("jitter") > d:
					return errors.New("jitter must be at most delay")
				}
				return nil
			},
		},

		{
			Name:    "smallrye",
			Written: inNumberOfMillis,
			Title:   "SmallRye Fault Tolerance, Quarkus @ExponentialBackoff",
			Names:   []string{"quarkus", "microprofile"},
			Version: "5066307c",
			Source:  "core/retry/ExponentialBackOff.java",
			Formula: "delay + U{-jitter..jitter} ms, then min(maxDelay, delay factor^(k-1) + U{-jitter..jitter} ms), at least " +
				"0",
			On:    "every exception, unless retryOn says which",
			Stops: "maxRetries; maxDuration, looked at after the wait, too",
			Parameters: []Parameter{
				limitOrNone("maxRetries", 3, -1, "retries; -1: no limit"),
				initialDelay("delay", 0,
					"wait before retry 1, shorter than maxDelay, which does not limit it with its jitter"),
				dur("jitter", 0.2, Amount, "either side"),
				whole("factor", 2, 1, Factor, "growth of the wait, whole"),
				zeroIsNone(longestDelay("maxDelay", 60, "longest delay; 0s: none")),
				deadline("maxDuration", 180, "for all attempts together; 0s: no limit"),
			},
			Policy: func(v Values) jitter.Policy {
				p := after(draws(v.grown(), jitter.Within, v.At("jitter")))
				if p.Jitter.Draws() {
					p = fromTo(p)
					p.FirstUncapped = v.At("delay")+v.At("jitter") > v.role(Cap, inf)
				}
				return p
			},
			Refuses: refused(func(v Values) bool {
				return v.At("delay") >= math.Min(orNever(v.At("maxDelay")), orNever(v.At("maxDuration")))
			}, "delay must be shorter than maxDelay and maxDuration"),
			Traps: []Trap{
				overflows(PartOverflow, ms, 63, both(above("factor", 1), equal("maxDuration", 0)),
					"from retry {} on the delay overflows, whatever maxDelay: some retries follow at once, or restart from the "+
						"first delay",
					"set maxDuration, or at most {} maxRetries"),
				when(NotGrowing, both(equal("delay", 0), above("jitter", 0)),
					"without delay nothing grows: half of the waits are 0s, and the others at most {jitter}",
					"delay=100ms grows"),
			},
		},

		{
			Name:        "feign",
			Written:     inNumberOfMillis,
			Title:       "OpenFeign Retryer.Default",
			Names:       []string{"openfeign", "spring-cloud-feign"},
			Version:     "05dcebb1",
			Source:      "feign Retryer.java",
			Held:        Table,
			Counts:      Attempts,
			Honor:       honorsToCap(fleet.Honor{}),
			HonorSource: "DefaultRetryer.java",
			Formula:     "whole ms of min(maxPeriod, period 1.5^k)",
			Stops:       "maxAttempts",
			On:          "connection errors, and answers with Retry-After, with any method",
			Parameters: []Parameter{
				initialDelay("period", 0.1, "two thirds of the wait before retry 1"), longestDelay("maxPeriod", 1),
				attemptLimit("maxAttempts", 5),
			},
			Policy: func(v Values) jitter.Policy {
				return counted(exponential(1.5*v.At("period"), 1.5, v.At("maxPeriod")), ms, calc.Down, false)
			},
			Notes: []string{"Spring Cloud OpenFeign has Retryer.NEVER_RETRY unless a bean is given"},
		},

		{
			Name:    "gax-java",
			Title:   "gax-java, Google Cloud for Java",
			Names:   []string{"google-cloud-java"},
			Version: "2.55",
			Source:  "sdk-platform-java ExponentialRetryAlgorithm.java",
			Held:    Table,
			Counts:  Attempts,
			Formula: "whole ms of U(0, min(maxRetryDelay, initialRetryDelay retryDelayMultiplier^(k-1)))",
			Stops:   "maxAttempts; totalTimeout, unless the next wait fits",
			On:      "the codes of each method, mostly UNAVAILABLE and DEADLINE_EXCEEDED of what is idempotent",
			Parameters: []Parameter{
				example(initialDelay("initialRetryDelay", 0.1, "longest first delay")),
				example(factor("retryDelayMultiplier", 1.3)),
				example(longestDelay("maxRetryDelay", 60)),
				example(deadline("totalTimeout", 600)),
				limitOrNone("maxAttempts", 0, 0, "attempts with the first; 0: no limit"),
			},
			Policy: func(v Values) jitter.Policy { return wholeMillis(full(v.grown())) },
		},

		{
			Name:        "httpclient5",
			Title:       "Apache HttpClient 5",
			Names:       []string{"apache-httpclient"},
			Version:     "5.4",
			Source:      "DefaultHttpRequestRetryStrategy.java",
			Honor:       replaces,
			HonorSource: "DefaultHttpRequestRetryStrategy.java getRetryInterval",
			Formula:     "defaultRetryInterval",
			Stops:       "maxRetries",
			On:          "connection errors but timeouts and refusals, 429 and 503, of idempotent methods",
			Parameters:  []Parameter{retryLimit("maxRetries", 1), initialDelay("defaultRetryInterval", 1, "every wait")},
			Policy:      Values.constant,
		},

		{
			Name:    "curator",
			Written: inNumberOfMillis,
			Title:   "Apache Curator ExponentialBackoffRetry",
			Names:   []string{"zookeeper", "hadoop"},
			Version: "88dee99a",
			Source:  "curator ExponentialBackoffRetry.java",
			Formula: "min(maxSleep, base max(1, U{0..2^k - 1}))",
			On:      "a lost connection, and timeouts",
			Stops:   "maxRetries",
			Parameters: []Parameter{
				example(inMillis(initialDelay("baseSleepTime", 1, "shortest delay; all others are multiples of it"))),
				example(retryLimit("maxRetries", 3, "retries, at most 29")),
				inMillis(longestDelay("maxSleep", inf)),
			},
			Policy: func(v Values) jitter.Policy {
				a := v.At("baseSleepTime")
				p := full(exponential(2*a, 2, inf))
				if a > 0 {
					p = counted(p, a, calc.Down, false)
					if c := v.At("maxSleep"); !math.IsInf(c, 1) {
						p.Cap, p.CapAfter = math.Max(c, ms), true
					}
					p.Floor = math.Min(a, p.Cap)
				}
				return retries(p, math.Min(29, v.At("maxRetries")))
			},
			Refuses: func(v Values) error {
				if a, c := v.At("baseSleepTime"), v.At("maxSleep"); !math.IsInf(c, 1) && a > 0 && c/a != math.Trunc(c/a) {
					return errors.New("maxSleep must be a multiple of baseSleepTime here")
				}
				return nil
			},
		},

		{
			Name:    "flink",
			Written: inNumberOfMillis,
			Layer:   Apart,
			Title:   "Flink exponential-delay restart strategy",
			Names:   []string{"apache-flink"},
			Version: "1.19 and later",
			Source:  "ExponentialDelayRestartBackoffTimeStrategy.java; FLINK-33736 for the defaults",
			Formula: "max(initial-backoff, min(max-backoff, whole ms in [x - j x, x + j x])), x = initial-backoff " +
				"backoff-multiplier^(k-1)",
			On:    "a job that fails, but by what cannot be recovered",
			Stops: "attempts-before-reset-backoff, else nothing; reset after a quiet time",
			Parameters: []Parameter{
				inMillis(initialDelay("initial-backoff", 1, "wait before restart 1, and the shortest")),
				inMillis(longestDelay("max-backoff", 60, "longest delay; 5min by default before 1.19")),
				num("backoff-multiplier", 1.5, 1, 1000, Factor, "growth of the wait; 2 by default before 1.19"),
				jitterShare("jitter-factor", 0.1),
				inMillis(dur("reset-backoff-threshold", 3600, NoRole, "quiet time after which the delay is reset")),
				whole("attempts-before-reset-backoff", inf, 1, Limit, "restarts without a quiet time"),
			},
			Refuses: refused(func(v Values) bool {
				return v.At("backoff-multiplier") <= 1 || v.At("initial-backoff") < ms ||
					v.At("max-backoff") < v.At("initial-backoff")
			}, "backoff-multiplier must be above 1, initial-backoff at least 1ms and max-backoff at least initial-backoff"),
			Traps: []Trap{overflows(PartOverflow, ms, 63, above("jitter-factor", 0),
				"from restart {} without a quiet time on the delay overflows: half of them are initial-backoff",
				"jitter-factor=0 keeps the cap, without jitter")},
			Policy: func(v Values) jitter.Policy {
				p := v.grown()
				if j := v.At("jitter-factor"); j > 0 && v.At("initial-backoff") > 0 {
					p = fromTo(after(spread(p, j)))
					p.Floor = p.InitialDelay // half of the first delays are exactly that
				}
				return resets(p, v.At("reset-backoff-threshold"))
			},
		},
	}
}
