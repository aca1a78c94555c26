package clientconfig

import (
	"cmp"
	"slices"
)

// leftOut is the note of a key that the row of the client does not have.
const leftOut = "does not count: it is left out of the client here"

// given is true if a key has a value.
var given = form{like: "10ms", reads: notations("false", "false", ".+", "true")}

// javaFormats returns the formats of Spring's application configuration in YAML or properties.
func javaFormats() []Format {
	return []Format{
		{Name: "resilience4j", Title: "Resilience4j retry", Syntax: "yaml properties",
			Dotted: true, Fold: true,
			At: "resilience4j/retry/instances/* resilience4j/retry/backends/* resilience4j/retry/configs/*",
			Other: `retryExceptions ignoreExceptions retryExceptionPredicate resultPredicate intervalBiFunction
				consumeResultBeforeRetryAttempt eventConsumerBufferSize registerHealthIndicator failAfterMaxAttempts baseConfig
				ignoreClassBindingExceptions`,
			Warnings: []Warning{
				{At: "retryExceptions", Values: "java.lang.Exception java.lang.Throwable", Text: everyError},
				{At: "../../../../spring/config/activate/on-profile", Note: true,
					Text: "is a profile: it is read without the values of other documents"}},
			Inherits: func(n *node) *node {
				if n.parent.key == "configs" {
					return nil
				}
				base := cmp.Or(n.value("baseConfig"), n.value("base-config"), "default")
				return n.parent.parent.child("configs").child(base)
			},
			Frame: `{resilience4j: {retry: {instances: {service: {}}}}}`,
			Keys: springTime.at(`maxAttempts waitDuration enableExponentialBackoff exponentialBackoffMultiplier
				exponentialMaxWaitDuration enableRandomizedWait randomizedWaitFactor`)},

		{Name: "spring-cloud-gateway", Title: "Spring Cloud Gateway Retry filter", Syntax: "yaml", Dotted: true, Fold: true,
			At: "**/filters/[]/args **/default-filters/[]/args", Marks: "../name=Retry",
			Short: `name=Retry args/retries args/statuses args/methods args/backoff/firstBackoff args/backoff/maxBackoff
				args/backoff/factor args/backoff/basedOnPreviousValue args/jitter/randomFactor args/timeout`,
			Other: "statuses methods series exceptions routeId timeout jitter/randomFactor backoff/basedOnPreviousValue",
			Warnings: []Warning{{At: "methods", Values: "POST PATCH", Text: sentAgain},
				{At: "jitter", Note: true, Text: leftOut}, {At: "timeout", Note: true, Text: leftOut}},
			Keys: slices.Concat(springTime.at("retries"), given.at("backoff/firstBackoff=backoff"),
				springTime.at(`backoff/firstBackoff=backoff.firstBackoff backoff/maxBackoff=backoff.maxBackoff
				backoff/factor=backoff.factor`))},

		{Name: "spring-rabbitmq", Title: "Spring RabbitMQ retry", Syntax: "yaml properties",
			Dotted: true, Fold: true,
			At: "spring/rabbitmq/listener/*/retry spring/rabbitmq/template/retry", Other: "stateless",
			Absent: "enabled=false",
			Frame:  `{spring: {rabbitmq: {listener: {simple: {retry: {}}}}}}`,
			Keys:   springTime.at("enabled max-attempts max-retries initial-interval multiplier max-interval")},
	}
}
