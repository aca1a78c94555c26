package clientconfig

import "slices"

// agentFormats returns the formats of agents and collectors, whose fleets send telemetry to one place.
func agentFormats() []Format {
	return []Format{
		{Name: "otel-collector", Title: "OpenTelemetry Collector retry_on_failure",
			At: "**/retry_on_failure",
			Implied: `exporters/otlp* endpoint retry_on_failure,
				exporters/prometheusremotewrite* endpoint retry_on_failure,
				exporters/splunk_hec* endpoint retry_on_failure, exporters/clickhouse* endpoint retry_on_failure,
				exporters/loki* endpoint retry_on_failure, exporters/zipkin* endpoint retry_on_failure`,
			Frame: `{exporters: {otlp: {endpoint: "collector:4317", retry_on_failure: {}}}}`,
			Keys: goTime.at(`enabled initial_interval randomization_factor multiplier max_interval max_elapsed_time
				../sending_queue/enabled=sending_queue.enabled
				../sending_queue/queue_size=sending_queue.queue_size`)},

		{Name: "prometheus", Title: "Prometheus remote_write queue_config",
			At:      "**/remote_write/[]/queue_config **/remoteWrite/[]/queueConfig",
			Implied: "remote_write/[] url queue_config, spec/remoteWrite/[] url queueConfig",
			Other: `capacity max_shards min_shards max_samples_per_send batch_send_deadline retry_on_http_429
				sample_age_limit retry_on_rate_limit`,
			Fold:  true,
			Frame: `{remote_write: [{url: "http://localhost:9090/api/v1/write", queue_config: {}}]}`,
			Keys:  promTime.at("min_backoff max_backoff")},

		{Name: "dskit", Title: "Loki, Mimir and Tempo backoff_config",
			At:      "**/backoff_config",
			Marks:   "min_period, max_period, max_retries",
			Implied: "clients/[] url backoff_config", // promtail
			Frame:   `{clients: [{url: "http://loki:3100/loki/api/v1/push", backoff_config: {}}]}`,
			Keys:    goTime.at("min_period max_period max_retries")},
	}
}

// fluentWarnings are the risks of an output of Fluent Bit.
var fluentWarnings = []Warning{{At: "storage.total_limit_size",
	Text: "drops the oldest chunks beyond it, whatever retry_limit says"}}

// neverRetried are the outputs of Fluent Bit that write to its own machine.
const neverRetried = "name=stdout name=null name=counter name=flowcounter name=exit name=file name=plot"

// shipperFormats returns the formats of log shippers: Fluentd, Fluent Bit, Vector and Beats.
func shipperFormats() []Format {
	return []Format{
		{Name: "fluentd", Title: "Fluentd buffer", Syntax: "fluentd",
			At: "**/match/[]/buffer/[] **/store/[]/buffer/[] **/match/[] **/store/[]",
			Marks: `retry_type, retry_wait, retry_exponential_backoff_base, retry_max_interval, retry_randomize, retry_timeout,
				retry_max_times, retry_forever, retry_limit, max_retry_wait, disable_retry_limit, flush_interval, flush_mode,
				flush_thread_count, chunk_limit_size, buffer_chunk_limit, overflow_action`,
			Open: true, Own: "retry_", Other: "retry_secondary_threshold", Never: "buffer",
			Implied: "**/match/[] host buffer, **/store/[] host buffer, **/match/[] server buffer, **/store/[] server buffer",
			Frame:   "<match **>\n@type forward\n<buffer>\n</buffer>\n</match>\n",
			Keys: slices.Concat(fluentTime.at(`retry_type retry_wait retry_exponential_backoff_base retry_max_interval
				retry_randomize retry_timeout retry_max_times retry_forever`),
				// Names of 0.12.
				fluentTime.at(`max_retry_wait=retry_max_interval retry_limit=retry_max_times
					disable_retry_limit=retry_forever`))},

		{Name: "fluent-bit", Title: "Fluent Bit output", Syntax: "fluent-bit",
			At:   "output/[]",
			Open: true, Own: "retry", Warnings: fluentWarnings, Never: neverRetried,
			Frame: "[SERVICE]\n[OUTPUT]\nname http\nmatch *\n",
			Keys: slices.Concat(wholes.at("../../service/[]/scheduler.base ../../service/[]/scheduler.cap"),
				fluentBitLimit.at("retry_limit"))},

		{Name: "fluent-bit-yaml", Title: "Fluent Bit output", Client: "fluent-bit",
			At:   "pipeline/outputs/[]",
			Open: true, Own: "retry", Fold: true, Warnings: fluentWarnings, Never: neverRetried,
			Frame: `{service: {}, pipeline: {outputs: [{name: http, match: "*"}]}}`,
			Keys: slices.Concat(wholes.at("../../../service/scheduler.base ../../../service/scheduler.cap"),
				fluentBitLimit.at("retry_limit"))},

		{Name: "vector", Title: "Vector sink request", Syntax: "yaml toml",
			At: "sinks/*/request",
			Implied: `sinks/* uri request, sinks/* endpoint request, sinks/* endpoints request, sinks/* bucket request,
				sinks/* region request, sinks/* default_api_key request`,
			Warnings: []Warning{{At: "../buffer/when_full", Values: "drop_newest",
				Text: "drop_newest drops events while retries fill it"}},
			Other: `concurrency rate_limit_duration_secs rate_limit_num adaptive_concurrency headers timeout_secs
				in_flight_limit query_parameters add_header`,
			Frame: `{sinks: {out: {type: http, inputs: [in], uri: "http://localhost/", request: {}}}}`,
			Keys: slices.Concat(wholes.at("retry_attempts retry_initial_backoff_secs retry_max_duration_secs"),
				words("Full None").at("retry_jitter_mode"))},

		{Name: "beats", Title: "Elastic Beats output backoff", Dotted: true,
			At:    "output/* outputs/*",
			Marks: "backoff/init, backoff/max, hosts", Open: true,
			Frame: `{output: {elasticsearch: {hosts: ["https://localhost:9200"]}}}`,
			Keys:  secondsTime.at("backoff/init=backoff.init backoff/max=backoff.max")},
	}
}
