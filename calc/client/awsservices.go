package client

import (
	"errors"
	"math"

	"retune/calc/jitter"
)

// snsRamp is the number of retries between the shortest and the longest delay.
func snsRamp(v Values) float64 {
	return v.At("numRetries") - v.At("numNoDelayRetries") - v.At("numMinDelayRetries") - v.At("numMaxDelayRetries")
}

// awsServiceClients returns the AWS services that retry.
func awsServiceClients() []Row {
	return []Row{
		// Step Functions refuses values by awslabs/statelint data/StateMachine.j2119 @ 0b0425f. The range of
		// MaxDelaySeconds is from its documentation.
		{
			Name:    "step-functions",
			Layer:   Workflow,
			Title:   "AWS Step Functions Retry",
			Names:   []string{"asl", "states-language", "sfn"},
			Version: "Amazon States Language; statelint 0b0425f",
			Source:  "docs.aws.amazon.com, error handling in Step Functions; awslabs/statelint",
			Formula: "min(MaxDelaySeconds, IntervalSeconds BackoffRate^(k-1)); FULL: U(0, that)",
			On:      "the errors of ErrorEquals; States.ALL is every error except data that are too large",
			Stops:   "MaxAttempts, which counts retries; each retrier counts its own",
			Parameters: []Parameter{
				inSeconds(upTo(99999999, above0(initialDelay("IntervalSeconds", 1)))),
				upTo(99999998, retryLimit("MaxAttempts", 3, "retries, in spite of the name; 0: none")),
				factor("BackoffRate", 2),
				inSeconds(upTo(31622399, above0(longestDelay("MaxDelaySeconds", inf)))),
				word("JitterStrategy", "FULL draws from 0 to the delay", "none", "full"),
			},
			Policy: func(v Values) jitter.Policy {
				p := v.grown()
				if v.Is("JitterStrategy", "full") {
					p = full(p)
				}
				return p
			},
		},

		{
			Name:    "lambda-async",
			Layer:   Apart,
			Title:   "AWS Lambda asynchronous invocation",
			Names:   []string{"lambda", "aws-lambda"},
			Version: "docs of 2026",
			Source:  "docs.aws.amazon.com lambda invocation-async-error-handling",
			Held:    Table,
			Formula: "60 s, 120 s after an error of the function",
			On:      "function errors",
			Stops:   "MaximumRetryAttempts, 0 to 2; MaximumEventAgeInSeconds",
			Parameters: []Parameter{
				upTo(2, retryLimit("MaximumRetryAttempts", 2)),
				inSeconds(ranged(60, 21600,
					deadline("MaximumEventAgeInSeconds", 21600, "age at which an event is dropped"))),
			},
			Policy: func(v Values) jitter.Policy { return exponential(60, 2, inf) },
			Notes: []string{
				"what is throttled, and what fails in Lambda itself, is retried by another rule: from 1s up to 5m, for " +
					"MaximumEventAgeInSeconds",
			},
		},

		{
			Name:    "lambda-stream",
			Layer:   Apart,
			Title:   "AWS Lambda event source mapping of a stream",
			Names:   []string{"event-source-mapping", "kinesis-lambda", "dynamodb-streams"},
			Version: "docs of 2026",
			Source:  "docs.aws.amazon.com lambda services-kinesis-parameters, services-ddb-params",
			Formula: "not published; min(1 min, 1 s 2^(k-1)) is assumed",
			On:      "errors of the function, with the whole batch",
			Stops:   "MaximumRetryAttempts; MaximumRecordAgeInSeconds; the retention of the stream",
			Parameters: []Parameter{
				upTo(10000, retryLimit("MaximumRetryAttempts", inf, "retries of a batch")),
				inSeconds(ranged(60, 7*day, deadline("MaximumRecordAgeInSeconds", inf, "age at which a record is discarded"))),
			},
			Policy: func(Values) jitter.Policy { return exponential(1, 2, 60) },
			Traps: []Trap{when(Blocked, both(without("MaximumRetryAttempts"), without("MaximumRecordAgeInSeconds")),
				"a batch that always fails blocks its shard until its records expire: after a day in DynamoDB, after the "+
					"retention in Kinesis",
				"set MaximumRetryAttempts and a destination for failures; BisectBatchOnFunctionError narrows a batch")},
			Notes: []string{"AWS publishes the limits and no delays: these are assumed"},
		},

		{
			Name:    "eventbridge",
			Layer:   Apart,
			Title:   "Amazon EventBridge and EventBridge Scheduler",
			Names:   []string{"aws-eventbridge", "eventbridge-scheduler"},
			Version: "docs of 2026",
			Source:  "docs.aws.amazon.com eventbridge eb-rule-retry-policy, scheduler API_RetryPolicy",
			Formula: "not published; U(0, min(15 min, 1 s 2^(k-1))) is assumed",
			On:      "targets that are throttled, unavailable or not reached; not missing permissions or targets",
			Stops:   "MaximumRetryAttempts; MaximumEventAgeInSeconds",
			Parameters: []Parameter{
				upTo(185, retryLimit("MaximumRetryAttempts", 185)),
				inSeconds(ranged(60, day, deadline("MaximumEventAgeInSeconds", day, "age at which an event is dropped"))),
			},
			Policy: func(Values) jitter.Policy { return full(exponential(1, 2, 900)) },
			Notes: []string{
				"AWS publishes the limits and no delays: these are assumed, because 185 of them take about the day that AWS " +
					"names",
				"without a dead-letter queue an event is dropped after its last retry",
			},
		},

		{
			Name:    "sqs",
			Layer:   Apart,
			Title:   "Amazon SQS queue, messages received again",
			Names:   []string{"aws-sqs"},
			Version: "docs of 2026",
			Source:  "docs.aws.amazon.com sqs-visibility-timeout, sqs-dead-letter-queues",
			Counts:  Attempts,
			Formula: "VisibilityTimeout, or what ChangeMessageVisibility sets",
			On:      "messages that the consumer does not delete in time",
			Stops:   "maxReceiveCount, with a dead-letter queue; the retention of messages",
			Parameters: []Parameter{
				inSeconds(upTo(43200, initialDelay("VisibilityTimeout", 30, "from one receive to the next"))),
				upTo(1000, attemptLimit("maxReceiveCount", inf, "receives before the dead-letter queue")),
				inSeconds(ranged(60, 14*day, deadline("MessageRetentionPeriod", 4*day, "age at which a message is dropped"))),
			},
			Policy: Values.constant,
			Traps: []Trap{when(ComesBack, without("maxReceiveCount"),
				"a message that always fails comes back every {VisibilityTimeout} for {MessageRetentionPeriod}",
				"a RedrivePolicy with maxReceiveCount takes it out")},
			Notes: []string{"a message is received twice where the consumer, its own retries included, takes longer"},
		},

		{
			Name:    "sns",
			Layer:   Apart,
			Title:   "Amazon SNS delivery policy",
			Names:   []string{"sns-delivery"},
			Version: "docs of 2026; aws-cdk 2.275",
			Source:  "docs.aws.amazon.com sns-message-delivery-retries; aws-cdk-lib aws-sns for what is refused",
			Formula: "numNoDelayRetries at once, numMinDelayRetries after minDelayTarget, a ramp, numMaxDelayRetries after " +
				"maxDelayTarget",
			On:    "answers of HTTP endpoints but 4xx, and no answer",
			Stops: "numRetries, and 3600 s in all",
			Parameters: []Parameter{
				upTo(100, retryLimit("numRetries", 3, "retries of all phases")),
				whole("numNoDelayRetries", 0, 0, NoRole, "retries at once"),
				inSeconds(upTo(3600, above0(
					initialDelay("minDelayTarget", 20, "shortest wait, after the retries at once")))),
				whole("numMinDelayRetries", 0, 0, NoRole, "retries after the shortest wait"),
				inSeconds(upTo(3600, above0(longestDelay("maxDelayTarget", 20, "longest wait")))),
				whole("numMaxDelayRetries", 0, 0, NoRole, "retries after the longest wait"),
				word("backoffFunction", "how the wait grows in between", "linear", "arithmetic", "geometric", "exponential"),
			},
			Refuses: func(v Values) error {
				switch ramp := snsRamp(v); {
				case ramp < 0:
					return errors.New("numRetries must be at least the retries of its phases together")
				case v.At("minDelayTarget") > v.At("maxDelayTarget"):
					return errors.New("minDelayTarget must be at most maxDelayTarget")
				case ramp > 2 && v.At("minDelayTarget") < v.At("maxDelayTarget") && !v.Is("backoffFunction", "linear"):
					return errors.New("with more than two retries between minDelayTarget and maxDelayTarget retune knows the linear " +
						"function alone: SNS publishes no formula of the others")
				}
				return nil
			},
			Policy: func(v Values) jitter.Policy {
				var list []float64
				phase := func(n, wait float64) {
					for range int(n) {
						list = append(list, wait)
					}
				}
				shortest, most, ramp := v.At("minDelayTarget"), v.At("maxDelayTarget"), snsRamp(v)
				phase(v.At("numNoDelayRetries"), 0)
				phase(v.At("numMinDelayRetries"), shortest)
				for i := range int(ramp) { // a ramp of one retry has only the first delay
					list = append(list, shortest+(most-shortest)*float64(i)/math.Max(1, ramp-1))
				}
				phase(max(1, v.At("numMaxDelayRetries")), most)
				return until(retries(listed(list), v.At("numRetries")), 3600, jitter.LookAhead)
			},
			Notes: []string{
				"SNS draws around these waits, by a rule that is not published",
				"between minDelayTarget and maxDelayTarget even steps are assumed: SNS publishes no formula",
			},
		},

		{
			Name:    "sns-managed",
			Layer:   Apart,
			Title:   "Amazon SNS to Lambda, SQS, mail and phones",
			Names:   []string{"sns-lambda", "sns-sqs", "sns-sms", "sns-push"},
			Version: "docs of 2026",
			Source:  "docs.aws.amazon.com sns-message-delivery-retries",
			Formula: "aws 3 at once, 2 after 1 s, 10 from 1 s to 20 s, then 20 s; customer 2 after 10 s, 10 from 10 s to 600 " +
				"s, then 600 s",
			On:    "what the endpoint did not accept, except permanent errors",
			Stops: "100 015 retries, in 23 days; of customer 50, in 6 hours",
			Parameters: []Parameter{word("endpoint", "aws: Lambda, SQS and Firehose; customer: SMTP, SMS and mobile push",
				"aws", "customer")},
			Policy: func(v Values) jitter.Policy {
				list, from, to, n := []float64{0, 0, 0, 1, 1}, 1.0, 20.0, 100015.0
				if v.Is("endpoint", "customer") {
					list, from, to, n = []float64{10, 10}, 10, 600, 50
				}
				for i := range 10 {
					list = append(list, from*math.Pow(to/from, float64(i)/9))
				}
				return retries(listed(list), n)
			},
			Notes: []string{
				"SNS draws around these waits, by a rule that is not published",
				"of the ten waits that grow only the first and the last are published: steps by an equal factor are assumed",
			},
		},
	}
}
