package client

import "retune/calc/jitter"

// connectionClients returns clients that reconnect to their server: Redis, message brokers.
func connectionClients() []Row {
	return []Row{
		{
			Name:       "ioredis",
			Title:      "ioredis retryStrategy",
			Version:    "5.4",
			Source:     "lib/redis/RedisOptions.ts",
			Held:       Table,
			Formula:    "min(2 s, 50 ms k)",
			Stops:      "nothing",
			On:         "a lost connection; a command fails after maxRetriesPerRequest 20 connections",
			Parameters: []Parameter{initialDelay("step", 0.05, "growth of the wait per retry"), longestDelay("longest", 2)},
			Policy:     func(v Values) jitter.Policy { return linear(v.At("step"), v.At("longest")) },
		},

		{
			Name:    "node-redis",
			Title:   "node-redis 5 reconnectStrategy",
			Names:   []string{"node-redis-5", "redis-npm"},
			Version: "5.0 to 6.2",
			Source:  "packages/client/lib/client/socket.ts",
			Held:    Table,
			Formula: "min(2 s, 50 ms 2^(k-1)) + U(0, 200 ms)",
			Stops:   "nothing",
			On:      "a lost connection, not one whose socketTimeout ended it; after the loss the first is at once",
			Parameters: []Parameter{
				initialDelay("base", 0.05), longestDelay("longest", 2, "longest delay before jitter"),
				dur("jitter", 0.2, Amount, "added at random"),
			},
			Policy: func(v Values) jitter.Policy { return wholeMillis(add(v.grown(), v.At("jitter"))) },
			Notes:  []string{"version 4 waits min(500ms, 50ms (k-1)), without jitter"},
		},

		{
			Name:       "rabbitmq-java",
			Title:      "RabbitMQ Java client, automatic recovery",
			Names:      []string{"amqp-client"},
			Version:    "5.20",
			Source:     "ConnectionFactory DEFAULT_NETWORK_RECOVERY_INTERVAL",
			Formula:    "networkRecoveryInterval",
			Stops:      "nothing",
			On:         "a lost connection",
			Parameters: []Parameter{initialDelay("networkRecoveryInterval", 5, "every wait")},
			Policy:     Values.constant,
		},

		{
			Name:    "bunny",
			Written: inNumberOfSeconds,
			Title:   "Bunny, RabbitMQ for Ruby",
			Version: "2.22",
			Source:  "lib/bunny/session.rb DEFAULT_NETWORK_RECOVERY_INTERVAL",
			Formula: "network_recovery_interval",
			Stops:   "recovery_attempts",
			On:      "a lost connection",
			Parameters: []Parameter{
				initialDelay("network_recovery_interval", 5, "every wait"),
				retryLimit("recovery_attempts", inf, "retries; nil: no limit"),
			},
			Policy: Values.constant,
		},

		{
			Name:    "paho-python",
			Written: inNumberOfSeconds,
			Title:   "Eclipse Paho MQTT for Python",
			Names:   []string{"paho-mqtt", "paho"},
			Version: "2.1",
			Source:  "paho.mqtt.client reconnect_delay_set",
			Held:    Table,
			Formula: "min(max_delay, min_delay 2^(k-1))",
			Stops:   "nothing",
			On:      "a lost connection, by loop_forever and loop_start",
			Parameters: []Parameter{
				inSeconds(initialDelay("min_delay", 1)), inSeconds(longestDelay("max_delay", 120)),
			},
			Policy: Values.grown,
		},
	}
}
