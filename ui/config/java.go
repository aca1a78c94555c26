package config

// javaFormats is the application configuration of Spring, as YAML or properties.
var javaFormats = []Format{
	{Name: "resilience4j", Title: "Resilience4j retry", Client: "resilience4j", Syntax: []syntax{yamlSyntax, propertiesSyntax}, Dotted: true, Fold: true,
		Files: "application*.yml application*.yaml application*.properties",
		At:    []string{"resilience4j/retry/instances/*", "resilience4j/retry/backends/*", "resilience4j/retry/configs/*"},
		Other: "retryExceptions ignoreExceptions retryExceptionPredicate resultPredicate intervalBiFunction consumeResultBeforeRetryAttempt eventConsumerBufferSize" +
			" registerHealthIndicator failAfterMaxAttempts baseConfig ignoreClassBindingExceptions",
		Inherits: func(n *node) *node {
			if n.parent.key == "configs" {
				return nil
			}
			base := n.value("baseConfig")
			if base == "" {
				base = n.value("base-config")
			}
			if base == "" {
				base = "default"
			}
			return n.parent.parent.child("configs").child(base)
		},
		Frame: `{resilience4j: {retry: {instances: {service: {}}}}}`,
		Keys: []Key{
			{"maxAttempts", "maxAttempts", count},
			{"waitDuration", "waitDuration", springTime},
			{"enableExponentialBackoff", "enableExponentialBackoff", truth},
			{"exponentialBackoffMultiplier", "exponentialBackoffMultiplier", float},
			{"exponentialMaxWaitDuration", "exponentialMaxWaitDuration", springTime},
			{"enableRandomizedWait", "enableRandomizedWait", truth},
			{"randomizedWaitFactor", "randomizedWaitFactor", float},
		}},

	{Name: "spring-rabbitmq", Title: "Spring RabbitMQ retry", Client: "spring-rabbitmq", Syntax: []syntax{yamlSyntax, propertiesSyntax}, Dotted: true, Fold: true,
		At: []string{"spring/rabbitmq/listener/*/retry", "spring/rabbitmq/template/retry"}, Other: "stateless", Absent: "enabled=false",
		Frame: `{spring: {rabbitmq: {listener: {simple: {retry: {}}}}}}`,
		Keys: []Key{
			{"enabled", "enabled", truth},
			{"max-attempts", "max-attempts", count},
			{"max-retries", "max-retries", count},
			{"initial-interval", "initial-interval", springTime},
			{"multiplier", "multiplier", float},
			{"max-interval", "max-interval", springTime},
		}},
}
