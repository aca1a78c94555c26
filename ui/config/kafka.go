package config

// kafkaFormats is the properties of Kafka's own client and of librdkafka, which share
// most names and not what they mean. What only librdkafka has tells it apart.
var kafkaFormats = []Format{
	{Name: "librdkafka", Title: "librdkafka properties", Client: "librdkafka", Syntax: []syntax{propertiesSyntax, yamlSyntax}, Open: true, Own: "retry.backoff reconnect.backoff",
		At: []string{"", "**"}, Marks: []string{"message.send.max.retries retry.backoff.ms", "message.timeout.ms retry.backoff.ms", "retry.backoff.ms queue.buffering.max.ms", "retry.backoff.ms socket.timeout.ms"},
		Other: "reconnect.backoff.ms reconnect.backoff.max.ms reconnect.backoff.jitter.ms",
		Frame: "socket.timeout.ms=60000\n",
		Keys: []Key{
			{"retry.backoff.ms", "retry.backoff.ms", millis},
			{"retry.backoff.max.ms", "retry.backoff.max.ms", millis},
			{"message.send.max.retries", "message.send.max.retries", count},
			{"message.timeout.ms", "message.timeout.ms", millis},
		}},

	{Name: "kafka", Title: "Kafka client properties", Client: "kafka", Syntax: []syntax{propertiesSyntax, yamlSyntax}, Files: "producer*.properties consumer*.properties client*.properties",
		At: []string{"", "**"}, Marks: []string{"retry.backoff.ms", "retry.backoff.max.ms", "delivery.timeout.ms"}, Open: true, Own: "retry.backoff reconnect.backoff",
		Other: "reconnect.backoff.ms reconnect.backoff.max.ms",
		Frame: "# producer.properties\n",
		Keys: []Key{
			{"retry.backoff.ms", "retry.backoff.ms", millis},
			{"retry.backoff.max.ms", "retry.backoff.max.ms", millis},
			{"retries", "retries", count},
			{"delivery.timeout.ms", "delivery.timeout.ms", millis},
			{"request.timeout.ms", "request.timeout.ms", millis},
		}},
}
