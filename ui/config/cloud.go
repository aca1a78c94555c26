package config

// cloudFormats is what the services and the SDKs of the clouds read.
var cloudFormats = []Format{
	{Name: "cloud-tasks", Title: "Cloud Tasks retryConfig", Client: "cloud-tasks", Syntax: []syntax{jsonSyntax},
		At: []string{"**/retryConfig"}, Marks: []string{"minBackoff", "maxBackoff", "maxDoublings maxAttempts"}, Fold: true,
		Frame: `{"retryConfig": {}}`,
		Keys: []Key{
			{"maxAttempts", "maxAttempts", count},
			{"maxRetryDuration", "maxRetryDuration", protoTime},
			{"minBackoff", "minBackoff", protoTime},
			{"maxBackoff", "maxBackoff", protoTime},
			{"maxDoublings", "maxDoublings", count},
		}},

	{Name: "cloud-scheduler", Title: "Cloud Scheduler retryConfig", Client: "cloud-scheduler", Syntax: []syntax{jsonSyntax},
		At: []string{"**/retryConfig"}, Marks: []string{"minBackoffDuration", "maxBackoffDuration", "retryCount"}, Fold: true,
		Frame: `{"retryConfig": {}}`,
		Keys: []Key{
			{"retryCount", "retryCount", count},
			{"maxRetryDuration", "maxRetryDuration", protoTime},
			{"minBackoffDuration", "minBackoffDuration", protoTime},
			{"maxBackoffDuration", "maxBackoffDuration", protoTime},
			{"maxDoublings", "maxDoublings", count},
		}},

	{Name: "queue-yaml", Title: "App Engine queue.yaml", Client: "cloud-tasks", Syntax: []syntax{yamlSyntax}, Files: "queue.yaml",
		At: []string{"queue/[]/retry_parameters"}, Absent: "maxAttempts=-1",
		Frame: `{queue: [{name: default, rate: 5/s, retry_parameters: {}}]}`,
		Keys: []Key{
			{"task_retry_limit", "maxAttempts", attemptsAsRetries},
			{"task_age_limit", "maxRetryDuration", ageTime},
			{"min_backoff_seconds", "minBackoff", seconds},
			{"max_backoff_seconds", "maxBackoff", seconds},
			{"max_doublings", "maxDoublings", count},
		}},

	{Name: "pubsub", Title: "Pub/Sub retryPolicy", Client: "pubsub", Syntax: []syntax{jsonSyntax},
		At: []string{"**/retryPolicy"}, Marks: []string{"minimumBackoff", "maximumBackoff"}, Fold: true,
		Frame: `{"retryPolicy": {}}`,
		Keys: []Key{
			{"minimumBackoff", "minimumBackoff", protoTime},
			{"maximumBackoff", "maximumBackoff", protoTime},
			{"../deadLetterPolicy/maxDeliveryAttempts", "maxDeliveryAttempts", count},
			{"../messageRetentionDuration", "messageRetentionDuration", protoTime},
		}},

	{Name: "sns", Title: "SNS delivery policy", Client: "sns", Syntax: []syntax{jsonSyntax},
		At:    []string{"**/healthyRetryPolicy", "**/defaultHealthyRetryPolicy"},
		Frame: `{"healthyRetryPolicy": {}}`,
		Keys: []Key{
			{"numRetries", "numRetries", count},
			{"numNoDelayRetries", "numNoDelayRetries", count},
			{"minDelayTarget", "minDelayTarget", wholes},
			{"numMinDelayRetries", "numMinDelayRetries", count},
			{"maxDelayTarget", "maxDelayTarget", wholes},
			{"numMaxDelayRetries", "numMaxDelayRetries", count},
			{"backoffFunction", "backoffFunction", words("linear arithmetic geometric exponential")},
		}},

	{Name: "aws", Title: "AWS shared config", Client: "aws", Syntax: []syntax{iniSyntax},
		At: []string{"*"}, Marks: []string{"retry_mode", "max_attempts"}, Open: true, Own: "retry_",
		Frame: "[default]\n",
		Keys: []Key{
			{"retry_mode", "retry_mode", words("standard legacy adaptive")},
			{"max_attempts", "max_attempts", count},
		}},

	{Name: "aws-environment", Title: "environment of the AWS SDKs", Client: "aws", Syntax: []syntax{propertiesSyntax}, Files: "*.env .env",
		At: []string{""}, Marks: []string{"AWS_RETRY_MODE", "AWS_MAX_ATTEMPTS", "AWS_NEW_RETRIES_2026", "SMITHY_NEW_RETRIES_2026"}, Open: true, Own: "AWS_RETRY AWS_MAX_ATT",
		Frame: "# environment\n",
		Keys: []Key{
			{"AWS_RETRY_MODE", "retry_mode", words("standard legacy adaptive")},
			{"AWS_MAX_ATTEMPTS", "max_attempts", count},
			{"AWS_NEW_RETRIES_2026", "new_retries_2026", truth},
		}},
}
