package clientconfig

// kafkaFormats returns the formats of Kafka's Java client and of librdkafka. They share most names with different
// meanings. Keys that only librdkafka has identify it.
func kafkaFormats() []Format {
	return []Format{
		{Name: "spring-boot-kafka", Title: "Spring Boot's producer of Kafka", Client: "kafka",
			Syntax: "yaml properties", Dotted: true, Open: true,
			At: "spring/kafka/producer", Implied: "spring/kafka properties producer",
			Inherits: func(n *node) *node { return n.parent }, // the properties of all clients
			Frame:    `{spring: {kafka: {producer: {}}}}`,
			Keys: millis.at(`retries properties/retry/backoff/ms=retry.backoff.ms
				properties/retry/backoff/max/ms=retry.backoff.max.ms
				properties/delivery/timeout/ms=delivery.timeout.ms
				properties/request/timeout/ms=request.timeout.ms`)},

		{Name: "librdkafka", Title: "librdkafka properties", Syntax: "properties yaml",
			Open: true, Own: "retry.backoff reconnect.backoff",
			At: "**",
			Marks: `message.send.max.retries retry.backoff.ms, message.timeout.ms retry.backoff.ms,
				retry.backoff.ms queue.buffering.max.ms, retry.backoff.ms socket.timeout.ms`,
			Other: "reconnect.backoff.ms reconnect.backoff.max.ms reconnect.backoff.jitter.ms",
			Frame: "socket.timeout.ms=60000\n",
			Keys:  millis.at("retry.backoff.ms retry.backoff.max.ms message.send.max.retries message.timeout.ms")},

		{Name: "kafka-connect", Title: "Kafka Connect's producer", Client: "kafka",
			Syntax: "properties yaml", Open: true,
			At: "**",
			Marks: `producer.retries, producer.retry.backoff.ms, producer.retry.backoff.max.ms, producer.delivery.timeout.ms,
				producer.override.retries, producer.override.retry.backoff.ms, producer.override.retry.backoff.max.ms,
				producer.override.delivery.timeout.ms`,
			Absent: "delivery.timeout.ms=2147483647ms",
			Keys: millis.at(`producer.retries=retries producer.override.retries=retries
				producer.retry.backoff.ms=retry.backoff.ms
				producer.override.retry.backoff.ms=retry.backoff.ms
				producer.retry.backoff.max.ms=retry.backoff.max.ms
				producer.override.retry.backoff.max.ms=retry.backoff.max.ms
				producer.delivery.timeout.ms=delivery.timeout.ms
				producer.override.delivery.timeout.ms=delivery.timeout.ms
				producer.request.timeout.ms=request.timeout.ms
				producer.override.request.timeout.ms=request.timeout.ms`)},

		{Name: "kafka", Title: "Kafka client properties", Syntax: "properties yaml",
			At: "**", Open: true, Never: "connector.class",
			Marks: `retry.backoff.ms, retry.backoff.max.ms, delivery.timeout.ms, bootstrap.servers key.serializer,
				bootstrap.servers acks`,
			Own:   "retry.backoff reconnect.backoff",
			Other: "reconnect.backoff.ms reconnect.backoff.max.ms",
			Frame: "# producer.properties\n",
			Keys:  millis.at("retry.backoff.ms retry.backoff.max.ms retries delivery.timeout.ms request.timeout.ms")},
	}
}
