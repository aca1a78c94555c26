package client

import (
	"cmp"
	"math"

	"retune/calc/jitter"
)

// kafkaBackoff returns the rule of ExponentialBackoff. There is no jitter if the cap leaves no room to grow.
func kafkaBackoff(a, c float64) jitter.Policy {
	p := exponential(a, 2, c)
	if a < c && a > 0 {
		p = wholeMillis(spread(p, 0.2))
		p.Rule.AtCap = jitter.Both
	}
	return p
}

// kafkaReconnectMax returns the longest delay before a reconnect, seconds: 1 if nothing is set.
func kafkaReconnectMax(v Values) float64 {
	a := v.At("reconnect.backoff.ms")
	if a == 50*ms {
		a = 1
	}
	return v.Or("reconnect.backoff.max.ms", a)
}

// kafkaClients returns clients of Kafka.
func kafkaClients() []Row {
	return []Row{
		{
			Name:    "kafka",
			Title:   "Apache Kafka clients (Java)",
			Names:   []string{"kafka-java", "kafka-producer", "kafka-clients"},
			Version: "4.0.0 (2024-10)",
			Source:  "clients utils/ExponentialBackoff.java @ 1eb76443",
			Held:    Table,
			Formula: "min(max, whole ms of x U(0.8, 1.2)), x = min(max, retry.backoff.ms 2^(k-1))",
			On:      "errors that are retriable: no leader, not enough replicas, timeouts",
			Stops:   "delivery.timeout.ms",
			Parameters: []Parameter{
				inMillis(initialDelay("retry.backoff.ms", 0.1)),
				inMillis(longestDelay("retry.backoff.max.ms", 1)),
				upTo(math.MaxInt32, retryLimit("retries", math.MaxInt32)),
				inMillis(deadline("delivery.timeout.ms", 120)),
				inMillis(attemptTimeout("request.timeout.ms", 30)),
			},
			// KafkaProducer.configureDeliveryTimeout raises the default of 120 s if request.timeout.ms is longer.
			Policy: func(v Values) jitter.Policy {
				p := kafkaBackoff(v.At("retry.backoff.ms"), v.At("retry.backoff.max.ms"))
				return until(p, math.Max(v.At("delivery.timeout.ms"), v.At("request.timeout.ms")), jitter.LookAhead)
			},
			Refuses: refused(func(v Values) bool {
				return v.At("delivery.timeout.ms") < v.At("request.timeout.ms") && v.At("delivery.timeout.ms") != 120
			}, "delivery.timeout.ms must be at least request.timeout.ms, and linger.ms more"),
			Notes: []string{
				"before 3.7 every wait is retry.backoff.ms",
			},
			Traps: []Trap{
				when(SameWait, func(v Values) bool { return v.At("retry.backoff.ms") >= v.At("retry.backoff.max.ms") },
					"retry.backoff.ms is not below retry.backoff.max.ms: every wait is exactly {retry.backoff.max.ms}",
					"raise retry.backoff.max.ms"),
				when(EndsEarly, below("retries", 1e6), "retries {retries} may end a send long before delivery.timeout.ms",
					"leave retries out, and set delivery.timeout.ms alone"),
			},
		},

		{
			Name:    "librdkafka",
			Title:   "librdkafka",
			Names:   []string{"confluent-kafka", "rdkafka"},
			Version: "4c3b017c",
			Source:  "src/rdkafka_partition.c rd_kafka_retry_msgq, rdkafka_broker.c",
			Formula: "min(retry.backoff.max.ms, x U{80..120}/100), x = retry.backoff.ms 2^(k-1)",
			On:      "errors that are retriable: no leader, not enough replicas, timeouts",
			Stops:   "message.send.max.retries; message.timeout.ms",
			Parameters: []Parameter{
				inMillis(upTo(300, above0(initialDelay("retry.backoff.ms", 0.1)))),
				inMillis(upTo(300, above0(longestDelay("retry.backoff.max.ms", 1)))),
				upTo(math.MaxInt32, retryLimit("message.send.max.retries", math.MaxInt32)),
				inMillis(upTo(math.MaxInt32*ms,
					deadline("message.timeout.ms", 300, "for all attempts together; 0: no limit"))),
			},
			Policy: func(v Values) jitter.Policy {
				p := after(spread(v.late(), 0.2))
				if p.Jitter.Draws() {
					p.Rule.Values = 41
				}
				return p
			},
			Notes: []string{
				"before 2.3 every wait is retry.backoff.ms",
			},
			Traps: []Trap{
				overflows(PartOverflow, ms, 31, func(Values) bool { return true },
					"from retry {} of a message on its delay overflows 32 bits: some retries follow at once",
					"set message.send.max.retries to {} at most"),
			},
		},

		{
			Name:    "kafka-reconnect",
			Title:   "Apache Kafka clients, reconnects",
			Version: "4.0.0 (2024-10)",
			Source:  "clients ClusterConnectionStates.java, ExponentialBackoff.java",
			Formula: "min(max, whole ms of x U(0.8, 1.2)), x = min(max, reconnect.backoff.ms 2^(k-1))",
			On:      "a connection to a broker that is lost",
			Stops:   "nothing",
			Parameters: []Parameter{
				inMillis(initialDelay("reconnect.backoff.ms", 0.05)),
				unset(inMillis(longestDelay("reconnect.backoff.max.ms", 0,
					"longest delay; 1s, or reconnect.backoff.ms where only that is set"))),
			},
			Policy: func(v Values) jitter.Policy {
				return kafkaBackoff(v.At("reconnect.backoff.ms"), kafkaReconnectMax(v))
			},
			Traps: []Trap{when(NotGrowing, func(v Values) bool {
				a := v.At("reconnect.backoff.ms")
				return a >= v.Or("reconnect.backoff.max.ms", a) && a != 0.05
			},
				"reconnect.backoff.max.ms is not above reconnect.backoff.ms {reconnect.backoff.ms}: every wait is the same",
				"raise reconnect.backoff.max.ms")},
		},

		{
			Name:    "librdkafka-reconnect",
			Title:   "librdkafka, reconnects",
			Version: "4c3b017c",
			Source:  "src/rdkafka_conf.c, rdkafka_broker.c",
			Held:    Table,
			Formula: "min(reconnect.backoff.max.ms, x U(0.75, 1.5)), x = min(max, reconnect.backoff.ms 2^(k-1))",
			Stops:   "nothing",
			On:      "a connection to a broker that is lost",
			Parameters: []Parameter{
				inMillis(initialDelay("reconnect.backoff.ms", 0.1)), inMillis(longestDelay("reconnect.backoff.max.ms", 10)),
			},
			Policy: func(v Values) jitter.Policy {
				p := between(v.grown(), 0.75, 1.5)
				p.Rule.AtCap = jitter.Both
				return p
			},
		},

		saramaConstant("sarama-metadata", "Sarama metadata", "Metadata.Retry.Max", "Metadata.Retry.Backoff", 3, 0.25),
		saramaConstant("sarama-admin", "Sarama cluster admin", "Admin.Retry.Max", "Admin.Retry.Backoff", 5, 0.1),
		saramaConstant("sarama-group", "Sarama consumer group, rebalance", "Consumer.Group.Rebalance.Retry.Max",
			"Consumer.Group.Rebalance.Retry.Backoff", 4, 2),

		{
			Name:    "sarama",
			Written: inUnits,
			Title:   "Sarama producer",
			Names:   []string{"ibm-sarama", "shopify-sarama"},
			Version: "bd98b3ae",
			Source:  "config.go, utils.go",
			Formula: "Producer.Retry.Backoff; with NewExponentialBackoff min(max, Backoff 2^(k-1) U(0.8, 1.2))",
			On:      "errors that are retriable: no leader, not enough replicas, timeouts",
			Stops:   "Producer.Retry.Max",
			Parameters: []Parameter{
				retryLimit("Producer.Retry.Max", 3),
				initialDelay("Producer.Retry.Backoff", 0.1,
					"wait before retry 1; of NewExponentialBackoff 0s is the default"),
				on("exponential", false, "NewExponentialBackoff"),
				longestDelay("MaxBackoff", 1, "of NewExponentialBackoff; 0s: the default"),
			},
			Policy: func(v Values) jitter.Policy {
				p := constant(v.At("Producer.Retry.Backoff"))
				if v.On("exponential") {
					p = after(spread(exponential(cmp.Or(v.At("Producer.Retry.Backoff"), 0.1), 2,
						cmp.Or(v.At("MaxBackoff"), 1)), 0.2))
				}
				return p
			},
			Traps: []Trap{overflows(Overflow, 1e-9, 63, yes("exponential"),
				"from retry {} on NewExponentialBackoff overflows: retries follow at once",
				"set Producer.Retry.Max to {} at most")},
		},

		{
			Name:    "franz-go",
			Written: inUnits,
			Title:   "franz-go",
			Names:   []string{"kgo"},
			Version: "v1.22.2",
			Source:  "pkg/kgo/config.go",
			Held:    Conformance,
			Formula: "min(5 s, 250 ms 2^(k-1) U(0.8, 1.2))",
			On:      "errors that are retriable, and a lost connection",
			Stops:   "RequestRetries; RetryTimeout, unless the next wait fits",
			Parameters: []Parameter{
				retryLimit("RequestRetries", 20),
				deadline("RetryTimeout", 30,
					"for all attempts of a request together; 0s: no limit, as for what is produced"),
			},
			Policy: func(v Values) jitter.Policy { return after(spread(exponential(0.25, 2, 5), 0.2)) },
		},
	}
}

// saramaConstant returns a row of Sarama for a constant delay.
func saramaConstant(name, title, most, wait string, n, d float64) Row {
	return Row{
		Name:       name,
		Title:      title,
		Version:    "bd98b3ae",
		Source:     "config.go",
		Written:    inUnits,
		Formula:    wait,
		Stops:      most,
		On:         "a broker that has gone, or does not answer as it should",
		Parameters: []Parameter{retryLimit(most, n), initialDelay(wait, d, "every wait")},
		Policy:     func(v Values) jitter.Policy { return constant(v.At(wait)) },
	}
}
