package client

import (
	"math"

	"retune/calc/jitter"
)

// jedisWaits returns the longest waits of n attempts of Jedis within total seconds: after every second failure in a
// row, the time left over k^2, where k is the number of attempts left. The waits are random, so the time left is a
// mean.
func jedisWaits(n, total float64) []float64 {
	list := []float64{0}
	for retry := 2.0; retry < n; retry++ {
		wait := 0.0
		if k := n - retry; math.Mod(retry, 2) == 0 {
			wait = total / (k * k)
		}
		list, total = append(list, wait), total-wait/2
	}
	return list
}

// databaseClients returns clients of databases and search engines.
func databaseClients() []Row {
	return []Row{
		{
			Name:    "jedis",
			Written: inUnits,
			Title:   "Jedis, Redis Cluster",
			Names:   []string{"jedis-cluster"},
			Version: "9bcb5c60 (8.0)",
			Source:  "executors/ClusterCommandExecutor.java, JedisCluster.java",
			Held:    Table,
			Counts:  Attempts,
			Formula: "after every second failure U(0, time left / n^2), n the attempts left; else 0",
			Stops:   "maxAttempts; maxTotalRetriesDuration",
			On:      "connection errors, of every command; redirections count as attempts, without a wait",
			Parameters: []Parameter{
				upTo(100, attemptLimit("maxAttempts", 5)),
				unset(deadline("maxTotalRetriesDuration", 0, "for all attempts together; 2s each by default")),
			},
			Policy: func(v Values) jitter.Policy {
				n := v.At("maxAttempts")
				total := v.Or("maxTotalRetriesDuration", 2*n)
				if total == 0 {
					return never(constant(0))
				}
				return until(full(listed(jedisWaits(n, total))), total, jitter.Clip)
			},
			Notes: []string{"failing attempts and long draws shorten the later waits: here these have the mean time left",
				"before September 2022 the waits are time left / (n (n+1)); Jedis and JedisPooled do not retry"},
		},

		{
			Name:    "lettuce",
			Written: inUnits,
			Title:   "Lettuce reconnect, Delay.exponential",
			Version: "b0bcdd81 (7.x)",
			Source:  "resource/Delay.java, ExponentialDelay.java",
			Held:    Table,
			Formula: "min(upper, 1 ms powersOf^(k-1))",
			Stops:   "nothing",
			On:      "a lost connection; commands wait for it, and are sent again",
			Parameters: []Parameter{
				longestDelay("upper", 30), whole("powersOf", 2, 1, Factor, "growth of the wait, whole"),
			},
			Policy: func(v Values) jitter.Policy { return exponential(ms, v.At("powersOf"), v.At("upper")) },
			Notes:  []string{"Delay.equalJitter, fullJitter and decorrelatedJitter draw"},
		},

		{
			Name:    "elasticsearch-py",
			Title:   "Elasticsearch, Python client",
			Names:   []string{"elasticsearch", "elastic-transport-python"},
			Version: "elastic-transport 9.4.2",
			Source:  "elastic_transport/_transport.py",
			Held:    Table,
			Formula: "U(x/2, x), x = min(retry_backoff_cap, retry_backoff_base 2^(k-2)); after a status 0",
			Stops:   "max_retries",
			On:      "429, 502, 503, 504 and connection errors, not timeouts, with any method, on another node",
			Parameters: []Parameter{
				retryLimit("max_retries", 3),
				recent(initialDelay("retry_backoff_base", 0, "twice the longest first delay; 0s: at once")),
				recent(longestDelay("retry_backoff_cap", 0, "longest delay; 0s: at once")),
			},
			Policy: func(v Values) jitter.Policy {
				return draws(exponential(v.role(Initial, 0)/2, 2, v.role(Cap, 0)), jitter.Equal, 0)
			},
			Notes: []string{"retry_backoff_base and retry_backoff_cap are known since elastic-transport 9.4.1"},
		},

		{
			Name:       "elasticsearch-js",
			Title:      "Elasticsearch, JavaScript client",
			Names:      []string{"elastic-transport-js"},
			Version:    "@elastic/transport 9.4.0",
			Source:     "src/Transport.ts",
			Held:       Table,
			Formula:    "U(x/2, x), x = min(4 s, 2^k s); after a status 0",
			Stops:      "maxRetries",
			On:         "502, 503, 504 and connection errors, not timeouts unless retryOnTimeout",
			Parameters: []Parameter{retryLimit("maxRetries", 3)},
			Policy:     func(Values) jitter.Policy { return draws(exponential(2, 2, 4), jitter.Equal, 0) },
			Notes:      []string{"the waits are of one node: with N nodes the first N-1 retries follow at once"},
		},

		{
			Name:       "opensearch-py",
			Title:      "OpenSearch, Python client",
			Names:      []string{"opensearch"},
			Version:    "3.2.0",
			Source:     "opensearchpy/transport.py",
			Formula:    "0",
			Stops:      "max_retries",
			On:         "502, 503, 504 and connection errors, not timeouts unless retry_on_timeout, with any method",
			Parameters: []Parameter{retryLimit("max_retries", 3)},
			Policy:     atOnce,
			Notes:      []string{"a node that failed is avoided for 60s 2^(f-1), f its failures in a row, at most 32min"},
		},

		{
			Name:       "mongodb",
			Title:      "MongoDB drivers, retryable reads and writes",
			Names:      []string{"mongo", "pymongo"},
			Version:    "specifications 493645a2",
			Source:     "mongodb/specifications retryable-reads.md, retryable-writes.md",
			Formula:    "0",
			Stops:      "one retry; with timeoutMS nothing but that",
			On:         "connection errors and of a primary that changes, of reads and of writes of single documents",
			Parameters: []Parameter{on("retryWrites", true, "and retryReads: retry once")},
			Policy:     func(v Values) jitter.Policy { return retries(constant(0), v.At("retryWrites")) },
			Notes:      []string{"the retry waits until a server is selected, for 30s at most by serverSelectionTimeoutMS"},
		},

		{
			Name:    "mongodb-overload",
			Title:   "MongoDB drivers, client backpressure",
			Names:   []string{"mongo-backpressure"},
			Version: "specifications 2026-03",
			Source:  "mongodb/specifications client-backpressure.md, pull request 1917",
			Held:    Table,
			Formula: "U(0, min(10 s, 100 ms 2^(k-1)))",
			Stops:   "maxAdaptiveRetries",
			On:      "answers of MongoDB 8.2 and later labelled RetryableError and SystemOverloadedError, of every command",
			Parameters: []Parameter{
				retryLimit("maxAdaptiveRetries", 2, "retries; 5 before March 2026"),
			},
			Policy: func(Values) jitter.Policy { return full(exponential(0.1, 2, 10)) },
		},

		{
			Name:       "database-sql",
			Title:      "Go database/sql",
			Names:      []string{"go-sql"},
			Version:    "Go 1.26",
			Source:     "src/database/sql/sql.go maxBadConnRetries",
			Formula:    "0",
			Stops:      "maxBadConnRetries, 2",
			On:         "driver.ErrBadConn, outside of transactions; the second retry takes a new connection",
			Parameters: []Parameter{upTo(2, whole("maxBadConnRetries", 2, 2, Limit, "retries, a constant"))},
			Policy:     atOnce,
		},
	}
}
