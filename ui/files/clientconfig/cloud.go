package clientconfig

import (
	"slices"
	"strings"
)

// cloudFormats returns the formats of cloud services and their SDKs.
func cloudFormats() []Format {
	return []Format{
		{Name: "cloud-tasks", Title: "Cloud Tasks retryConfig",
			At: "**/retryConfig", Marks: "minBackoff, maxBackoff, maxDoublings maxAttempts", Fold: true,
			Frame: `{"retryConfig": {}}`,
			Keys:  protoTime.at("maxAttempts maxRetryDuration minBackoff maxBackoff maxDoublings")},

		{Name: "cloud-scheduler", Title: "Cloud Scheduler retryConfig",
			At: "**/retryConfig", Marks: "minBackoffDuration, maxBackoffDuration, retryCount", Fold: true,
			Frame: `{"retryConfig": {}}`,
			Keys:  protoTime.at("retryCount maxRetryDuration minBackoffDuration maxBackoffDuration maxDoublings")},

		{Name: "queue-yaml", Title: "App Engine queue.yaml", Client: "cloud-tasks",
			At: "queue/[]/retry_parameters", Implied: "queue/[] rate retry_parameters", Absent: "maxAttempts=-1",
			Frame: `{queue: [{name: default, rate: 5/s, retry_parameters: {}}]}`,
			Keys: slices.Concat(attemptsAsRetries.at("task_retry_limit=maxAttempts"),
				ageTime.at("task_age_limit=maxRetryDuration"),
				seconds.at("min_backoff_seconds=minBackoff max_backoff_seconds=maxBackoff max_doublings=maxDoublings"))},

		{Name: "pubsub", Title: "Pub/Sub retryPolicy",
			At: "**/retryPolicy", Marks: "minimumBackoff, maximumBackoff", Fold: true,
			Frame: `{"retryPolicy": {}}`,
			Keys: slices.Concat(protoTime.at("minimumBackoff maximumBackoff ../deadLetterPolicy/maxDeliveryAttempts"),
				wholes.at("../ackDeadlineSeconds"), protoTime.at("../messageRetentionDuration"))},

		{Name: "aws", Title: "AWS shared config", Syntax: "ini",
			At: "*", Marks: "retry_mode, max_attempts, region", Open: true, Own: "retry_",
			Frame: "[default]\n",
			Keys:  untimed.at("retry_mode max_attempts")},

		{Name: "aws-environment", Title: "environment of the AWS SDKs", Client: "aws",
			Syntax: "properties",
			At:     "", Marks: "AWS_RETRY_MODE, AWS_MAX_ATTEMPTS, AWS_NEW_RETRIES_2026, SMITHY_NEW_RETRIES_2026",
			Open: true, Own: "AWS_RETRY AWS_MAX_ATT",
			Frame: "# environment\n",
			Keys: untimed.at(`AWS_RETRY_MODE=retry_mode AWS_MAX_ATTEMPTS=max_attempts
				AWS_NEW_RETRIES_2026=new_retries_2026`)},
	}
}

// awsServiceFormats returns the formats of queues, functions and notifications of AWS.
func awsServiceFormats() []Format {
	return []Format{
		{Name: "sqs", Title: "SQS queue in CloudFormation", At: "**/Properties", Open: true,
			Marks: "VisibilityTimeout, RedrivePolicy/maxReceiveCount", Other: "RedrivePolicy/deadLetterTargetArn",
			Unless: deadLetters,
			Frame:  `{Resources: {Queue: {Type: "AWS::SQS::Queue", Properties: {}}}}`,
			Keys:   wholes.at("VisibilityTimeout MessageRetentionPeriod RedrivePolicy/maxReceiveCount")},

		{Name: "lambda-async", Title: "Lambda EventInvokeConfig in CloudFormation", At: "**/Properties", Open: true,
			Marks: `../Type=AWS::Lambda::EventInvokeConfig MaximumRetryAttempts,
				../Type=AWS::Lambda::EventInvokeConfig MaximumEventAgeInSeconds`,
			Keys: wholes.at("MaximumRetryAttempts MaximumEventAgeInSeconds")},

		{Name: "lambda-async-sam", Title: "Lambda EventInvokeConfig in SAM", Client: "lambda-async",
			At: "**/EventInvokeConfig", Other: "DestinationConfig",
			Keys: wholes.at("MaximumRetryAttempts MaximumEventAgeInSeconds")},

		{Name: "lambda-stream", Title: "Lambda EventSourceMapping of a stream in CloudFormation", At: "**/Properties",
			Open: true, Marks: "../Type=AWS::Lambda::EventSourceMapping StartingPosition", Unless: ofKafka, Keys: streamKeys,
			Other: "BisectBatchOnFunctionError DestinationConfig"},

		{Name: "lambda-stream-sam", Title: "Kinesis and DynamoDB events in SAM", Client: "lambda-stream",
			At: "**/Events/*/Properties", Open: true,
			Marks: "../Type=Kinesis StartingPosition, ../Type=DynamoDB StartingPosition", Keys: streamKeys,
			Other: "BisectBatchOnFunctionError DestinationConfig"},

		{Name: "lambda-stream-serverless", Title: "stream event of the Serverless Framework", Client: "lambda-stream",
			At: "**/events/[]/stream", Open: true, Marks: "arn", Keys: slices.Concat(
				streamLimit.at("maximumRetryAttempts=MaximumRetryAttempts"),
				streamAge.at("maximumRecordAgeInSeconds=MaximumRecordAgeInSeconds"))},

		{Name: "eventbridge", Title: "EventBridge and Scheduler RetryPolicy", Fold: true, At: "**/RetryPolicy",
			Marks: "MaximumRetryAttempts, MaximumEventAgeInSeconds, MaximumEventAge",
			Keys: wholes.at(`MaximumRetryAttempts MaximumEventAgeInSeconds
				MaximumEventAge=MaximumEventAgeInSeconds`)}, // the last is of the Serverless Framework

		{Name: "sns", Title: "SNS delivery policy",
			At:    "**/healthyRetryPolicy **/defaultHealthyRetryPolicy",
			Frame: `{"healthyRetryPolicy": {}}`,
			Keys: wholes.at(`numRetries numNoDelayRetries minDelayTarget numMinDelayRetries maxDelayTarget
				numMaxDelayRetries backoffFunction`)},
	}
}

// streamKeys are the settings of an event source mapping.
var streamKeys = slices.Concat(streamLimit.at("MaximumRetryAttempts"), streamAge.at("MaximumRecordAgeInSeconds"))

// ofKafka reports whether an event source mapping reads from Kafka, which has other rules.
func ofKafka(properties *node) bool {
	return slices.ContainsFunc(properties.kids, func(c *node) bool {
		return c.key == "Topics" || strings.HasSuffix(c.key, "KafkaEventSourceConfig")
	})
}

// deadLetters reports whether a queue holds what others have given up: its name says so, or a key about dead letters or
// failures names it. Nothing receives its messages until a person looks at them.
func deadLetters(properties *node) bool {
	queue := properties.parent
	if queue == nil || queue.parent == nil {
		return false
	}
	if deadLetter().MatchString(queue.key) || deadLetter().MatchString(properties.value("QueueName")) {
		return true
	}
	return queue.root().refersTo(queue.key, false)
}

// deadLetter matches the keys and names of what takes messages that were given up.
var deadLetter = lazily(`(?i)dead-?_?letter|dlq|on-?_?failure`)

// refersTo reports whether a value below a key of dead letters refers to a resource of the template: !GetAtt NAME.Arn,
// !Ref NAME or their long forms. about is true below such a key.
func (n *node) refersTo(name string, about bool) bool {
	if n.shape == scalar {
		resource, _, _ := strings.Cut(n.text, ".")
		return about && resource == name
	}
	return slices.ContainsFunc(n.kids, func(c *node) bool {
		return c.refersTo(name, about || deadLetter().MatchString(c.key))
	})
}
