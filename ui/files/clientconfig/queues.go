package clientconfig

import "slices"

// queueFormats returns the formats of job queues and stream processors.
func queueFormats() []Format {
	return []Format{
		{Name: "symfony", Title: "Symfony messenger retry_strategy",
			At: "**/messenger/transports/*/retry_strategy", Implied: "**/messenger/transports/* dsn retry_strategy",
			Never: "service", // a class of the application decides
			Frame: `{framework: {messenger: {transports: {async: {dsn: "%env(MESSENGER_TRANSPORT_DSN)%",
  retry_strategy: {}}}}}}`,
			Keys: symfonyKeys},

		{Name: "symfony-http", Title: "Symfony HTTP client retry_failed", Client: "symfony",
			At: "**/http_client/**/retry_failed", Other: "http_codes enabled retry_strategy methods", Never: "enabled=false",
			Inherits: symfonyDefaults,
			Frame:    `{framework: {http_client: {default_options: {retry_failed: {}}}}}`,
			Keys:     symfonyKeys},

		{Name: "gitlab", Title: "GitLab CI/CD retry", At: "*", Open: true,
			Marks: `script retry, extends retry, stage retry, image retry, retry/when, before_script retry, tags retry,
				interruptible retry, cache retry`, // the last ones may stand in default
			Other: "retry/when retry/exit_codes",
			Frame: `{test: {script: [make test], retry: {}}}`,
			Keys:  count.at("retry/max retry=max")},

		{
			Name:  "nick-fields-retry",
			Title: "GitHub Actions, nick-fields/retry",
			At:    "jobs/*/steps/[]/with runs/steps/[]/with",
			Open:  true,
			Marks: "max_attempts command",
			Frame: `{jobs: {test: {runs-on: ubuntu-latest, steps: [{uses: nick-fields/retry@v3,
  with: {timeout_minutes: 10, command: make test}}]}}}`,
			Keys: slices.Concat(wholes.at("max_attempts retry_wait_seconds"), minutes.at("timeout_minutes"),
				wholes.at("timeout_seconds=timeout_minutes")),
		},

		{Name: "bullmq", Title: "BullMQ job options",
			At: "**/defaultJobOptions **", Marks: "attempts backoff/type, attempts backoff/delay", Open: true,
			Absent: "delay=0s",
			Frame:  `{"defaultJobOptions": {}}`,
			Keys:   millis.at("attempts backoff/type backoff/delay backoff/jitter")},

		{Name: "flink", Title: "Flink exponential-delay restart strategy", Dotted: true,
			At:    "restart-strategy/exponential-delay",
			Other: "failure-rate", Frame: `{restart-strategy: {type: exponential-delay, exponential-delay: {}}}`,
			Keys: flinkTime.at(`initial-backoff max-backoff backoff-multiplier reset-backoff-threshold jitter-factor
				attempts-before-reset-backoff`)},
	}
}

// symfonyKeys are the keys of a retry strategy of Symfony, for messages and for requests.
var symfonyKeys = millis.at("max_retries delay multiplier max_delay jitter")

// symfonyDefaults returns the retries of default_options, which a scoped client inherits.
func symfonyDefaults(n *node) *node {
	for ; n != nil; n = n.parent {
		if n.key == "http_client" {
			return n.child("default_options").child("retry_failed")
		}
	}
	return nil
}
