package client

import (
	"math"

	"retune/calc/jitter"
)

// springRetry returns the growth of Spring Retry, in whole milliseconds and at least one.
func springRetry(v Values) jitter.Policy {
	return stepped(exponential(math.Max(ms, v.role(Initial, 0)), v.role(Factor, 1),
		math.Max(ms, v.role(Cap, inf))))
}

var springParameters = []Parameter{
	retryLimit("maxRetries", 3),
	initialDelay("delay", 1, "shortest delay"),
	factor("multiplier", 1),
	above0(longestDelay("maxDelay", inf)),
	dur("jitter", 0, Amount, "either side of the first delay; it grows with the delay"),
	deadline("timeout", 0, "for all attempts together; 0s: none"),
}

func springGrowth(v Values) jitter.Policy { return stepped(v.grown()) }

// springPolicy returns the policy of Spring 7 with the jitter of drawn, or without jitter if its amount is 0.
func springPolicy(v Values, drawn jitter.Policy) jitter.Policy {
	switch j := v.At("jitter"); {
	case j == 0:
		drawn = springGrowth(v)
	case v.At("delay") == 0: // a delay of 0 does not grow
		drawn = wholeEnds(add(springGrowth(v), math.Min(j, v.At("maxDelay"))), 0)
	}
	return drawn
}

// springClients returns the three rules of Spring.
func springClients() []Row {
	return []Row{
		{
			Name:    "spring-retry",
			Title:   "Spring Retry ExponentialRandomBackOffPolicy",
			Names:   []string{"spring-retry-random"},
			Version: "2.0.13",
			Source:  "ExponentialRandomBackOffPolicy.java @ c8977dda",
			Counts:  Attempts,
			Formula: "min(maxInterval, whole ms of x U(1, multiplier)), x = min(maxInterval, initialInterval " +
				"multiplier^(k-1)), each step in whole ms",
			On:    "every exception, unless retryFor says which",
			Stops: "maxAttempts",
			Parameters: []Parameter{
				attemptLimit("maxAttempts", 3),
				initialDelay("initialInterval", 0.1, "shortest first delay; 1s by @Backoff"),
				factor("multiplier", 2),
				longestDelay("maxInterval", 30),
				on("random", true, "draw up to the next delay"),
			},
			Policy: func(v Values) jitter.Policy {
				p := springRetry(v)
				if r := v.At("multiplier"); v.On("random") && r > 1 {
					p = wholeMillis(between(p, 1, r))
					p.Rule.AtCap = jitter.Both
				}
				return p
			},
			Refuses: refused(above("multiplier", 100),
				"multiplier must be at most 100 here"),
		},

		{
			Name:    "spring",
			Title:   "Spring Framework 7.1 @Retryable",
			Names:   []string{"spring-7", "spring-7.1", "spring-framework", "retryable"},
			Version: "91eb4264",
			Source:  "spring-framework util/backoff/ExponentialBackOff.java, core/retry/RetryTemplate.java",
			Held:    Conformance,
			Formula: "whole ms of U(max(delay, x - J), min(maxDelay, x + J)), x = min(maxDelay, delay multiplier^(k-1)), each " +
				"step in whole ms, J = whole ms of jitter x/delay",
			On:         "every exception, unless includes says which",
			Stops:      "maxRetries; timeout, unless the next wait fits",
			Parameters: springParameters,
			Policy: func(v Values) jitter.Policy {
				j := v.At("jitter") / v.At("delay")
				return springPolicy(v, wholeEnds(between(springGrowth(v), math.Max(0, 1-j), 1+j), v.At("delay")))
			},
		},

		{
			Name:    "spring-7.0",
			Title:   "Spring Framework 7.0 @Retryable",
			Version: "7.0.9",
			Source:  "spring-framework util/backoff/ExponentialBackOff.java, core/retry/RetryTemplate.java",
			Formula: "whole ms of U(max(delay, x - J), min(maxDelay, x + J)), x = min(maxDelay, delay multiplier^(k-1)), each " +
				"step in whole ms, J = jitter floor(x/delay)",
			On:         "every exception, unless includes says which",
			Stops:      "maxRetries; from 7.0.2 on timeout, unless the next wait fits",
			Parameters: springParameters,
			Policy: func(v Values) jitter.Policy {
				return springPolicy(v, wholeEnds(draws(springGrowth(v), jitter.WithinSteps, v.At("jitter")), v.At("delay")))
			},
		},

		{
			Name:    "spring-cloud-gateway",
			Title:   "Spring Cloud Gateway Retry filter",
			Names:   []string{"spring-gateway"},
			Version: "52272057 (5.0)",
			Source:  "RetryGatewayFilterFactory.java; reactor-extra Backoff.java",
			Held:    Table,
			Formula: "without backoff 0, else min(maxBackoff, firstBackoff factor^(k-1))",
			Stops:   "retries",
			On:      "5xx, IOException and TimeoutException, of GET",
			Parameters: []Parameter{
				whole("retries", 3, 1, Limit, "retries"),
				on("backoff", false, "wait before the retries: backoff has keys"),
				initialDelay("backoff.firstBackoff", 0.005),
				longestDelay("backoff.maxBackoff", inf),
				whole("backoff.factor", 2, 1, Factor, "growth of the wait, whole"),
			},
			Policy: func(v Values) jitter.Policy {
				if v.On("backoff") {
					return v.grown()
				}
				return constant(0)
			},
			Notes: []string{"since March 2025 there are jitter.randomFactor and timeout, which are left out here"},
		},

		{
			Name:    "spring-kafka",
			Title:   "Spring Kafka DefaultErrorHandler",
			Version: "3.3",
			Source:  "listener/SeekUtils.java: new FixedBackOff(0, 9)",
			Formula: "interval",
			Stops:   "maxAttempts, which counts retries",
			On:      "every exception of a listener but those of conversion and of a method that cannot be called",
			Parameters: []Parameter{
				initialDelay("interval", 0, "every wait"), retryLimit("maxAttempts", 9, "retries, in spite of the name"),
			},
			Policy: Values.constant,
		},

		{
			Name:    "spring-rabbitmq",
			Title:   "Spring Boot RabbitMQ listener retry",
			Names:   []string{"spring-amqp", "rabbitmq"},
			Version: "Spring Boot 3; max-retries: 4",
			Source:  "Spring Boot RabbitProperties.Retry; Spring Retry ExponentialBackOffPolicy",
			Counts:  Attempts,
			Formula: "min(max-interval, initial-interval multiplier^(k-1))",
			On:      "every exception of a listener",
			Stops:   "max-attempts",
			Parameters: []Parameter{
				needed(on("enabled", true, "false by default: nothing is retried")),
				attemptLimit("max-attempts", 3),
				upTo(1e6,
					whole("max-retries", math.NaN(), 0, NoRole,
						"retries, in Spring Boot 4 in place of max-attempts: 3 by default")),
				initialDelay("initial-interval", 1),
				factor("multiplier", 1),
				longestDelay("max-interval", 10),
			},
			Policy: func(v Values) jitter.Policy {
				n := v.Or("max-retries", v.At("max-attempts")-1)
				if !v.On("enabled") {
					n = 0
				}
				if v.Or("max-retries", -1) >= 0 { // Spring Framework 7 allows a delay of 0s
					return retries(springGrowth(v), n)
				}
				return retries(springRetry(v), n)
			},
			Refuses: refused(func(v Values) bool { return v.Or("max-retries", -1) >= 0 && v.At("max-interval") == 0 },
				"with max-retries, of Spring Boot 4, max-interval must be above 0s"),
			Traps: []Trap{when(NotGrowing, equal("multiplier", 1),
				"with multiplier 1, the default, the wait does not grow", "multiplier=2 grows")},
		},
	}
}
