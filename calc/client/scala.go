package client

import (
	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// scalaClients returns libraries for Scala.
func scalaClients() []Row {
	return []Row{
		{
			Name:    "pekko",
			Title:   "Pekko and Akka retry with backoff",
			Names:   []string{"akka"},
			Version: "9d977134",
			Source:  "RetrySupport.scala",
			Formula: "min(maxBackoff, minBackoff 2^k) U(1, 1 + randomFactor)",
			On:      "every failure",
			Stops:   "attempts, which counts retries",
			Parameters: []Parameter{
				example(retryLimit("attempts", 5)),
				example(above0(initialDelay("minBackoff", 0.2, "half of the shortest first delay"))),
				example(longestDelay("maxBackoff", 10, "longest delay before jitter")),
				jitterShare("randomFactor", 0.2),
			},
			Policy: func(v Values) jitter.Policy {
				return up(v.doubled(), v.At("randomFactor"))
			},
			Refuses: atLeast("maxBackoff", "minBackoff"),
			Notes: []string{
				"the first delay is twice minBackoff: it doubles once too often",
			},
		},

		{
			Name:    "finagle",
			Title:   "Finagle MethodBuilder retries, RetryBudget",
			Names:   []string{"twitter-finagle", "finagle-methodbuilder"},
			Version: "4feb34cb",
			Source: "finagle-core RetryPolicy.scala, Backoff.scala, RetryBudget.scala; util TokenBucket.scala, " +
				"WindowedAdder.scala",
			Held:    Table,
			Formula: "5 ms, then U(t, min(200 ms, 3 t)), t the delay before",
			On:      "what the ResponseClassifier says; by default only what was never sent",
			Stops:   "maxRetries; the RetryBudget of the client",
			Parameters: append([]Parameter{retryLimit("maxRetries", 2)},
				leakyParameters("percentCanRetry", "minRetriesPerSec", "ttl", "retry budget: retries for each request")...),
			Policy: func(v Values) jitter.Policy {
				p := up(exponential(5*ms, 1, 0.2), 2)
				p.First, p.Feedback, p.Rule.AtCap = calc.Exact, true, jitter.Range
				return p
			},
			Budget: func(v Values) fleet.Budget {
				b := leaky(finagleShare(v.At("percentCanRetry")), v.At("minRetriesPerSec"), v.At("ttl"))
				b.FromStart = true
				return b
			},
			Notes: []string{
				"the delays never shrink: each is at least as long as the one before",
			},
		},
	}
}
