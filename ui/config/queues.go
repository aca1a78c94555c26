package config

// queueFormats is what job queues and stream processors read.
var queueFormats = []Format{
	{Name: "symfony", Title: "Symfony messenger retry_strategy", Client: "symfony", Syntax: []syntax{yamlSyntax}, Files: "messenger.yaml framework.yaml",
		At: []string{"**/messenger/transports/*/retry_strategy"}, Other: "service",
		Frame: `{framework: {messenger: {transports: {async: {dsn: "%env(MESSENGER_TRANSPORT_DSN)%", retry_strategy: {}}}}}}`,
		Keys:  symfonyKeys},

	{Name: "symfony-http", Title: "Symfony HTTP client retry_failed", Client: "symfony", Syntax: []syntax{yamlSyntax},
		At: []string{"**/http_client/**/retry_failed"}, Other: "http_codes enabled retry_strategy methods",
		Frame: `{framework: {http_client: {default_options: {retry_failed: {}}}}}`,
		Keys:  symfonyKeys},

	{Name: "celery", Title: "Celery task", Client: "celery", Syntax: []syntax{pythonSyntax},
		At: []string{"calls/[]"}, Marks: []string{"retry_backoff", "retry_backoff_max", "autoretry_for"}, Open: true, Own: "retry_", Absent: "retry_backoff=0", Other: "retry_policy" +
			" retry_kwargs/args retry_kwargs/kwargs retry_kwargs/eta retry_kwargs/exc retry_kwargs/throw retry_kwargs/queue retry_kwargs/priority retry_kwargs/expires",
		Keys: []Key{
			{"retry_backoff", "retry_backoff", celeryBackoff},
			{"retry_backoff_max", "retry_backoff_max", wholes},
			{"retry_jitter", "retry_jitter", truth},
			{"max_retries", "max_retries", count},
			{"default_retry_delay", "default_retry_delay", seconds},
			{"retry_kwargs/max_retries", "max_retries", count}, // which go before those of the task
			{"retry_kwargs/countdown", "default_retry_delay", seconds},
		}},

	{Name: "bullmq", Title: "BullMQ job options", Client: "bullmq", Syntax: []syntax{jsonSyntax},
		At: []string{"**"}, Marks: []string{"attempts backoff/type", "attempts backoff/delay"}, Open: true, Absent: "delay=0s",
		Frame: `{"defaultJobOptions": {}}`,
		Keys: []Key{
			{"attempts", "attempts", count},
			{"backoff/type", "type", words("exponential fixed")},
			{"backoff/delay", "delay", millis},
			{"backoff/jitter", "jitter", float},
		}},

	{Name: "flink", Title: "Flink exponential-delay restart strategy", Client: "flink", Syntax: []syntax{yamlSyntax}, Files: "flink-conf.yaml", Dotted: true,
		At:    []string{"restart-strategy/exponential-delay"},
		Other: "failure-rate", Frame: `{restart-strategy: {type: exponential-delay, exponential-delay: {}}}`,
		Keys: []Key{
			{"initial-backoff", "initial-backoff", flinkTime},
			{"max-backoff", "max-backoff", flinkTime},
			{"backoff-multiplier", "backoff-multiplier", float},
			{"reset-backoff-threshold", "reset-backoff-threshold", flinkTime},
			{"jitter-factor", "jitter-factor", float},
			{"attempts-before-reset-backoff", "attempts-before-reset-backoff", count},
		}},
}

// symfonyKeys are those of a retry strategy, of messages and of requests.
var symfonyKeys = []Key{
	{"max_retries", "max_retries", count},
	{"delay", "delay", millis},
	{"multiplier", "multiplier", float},
	{"max_delay", "max_delay", millis},
	{"jitter", "jitter", float},
}
