package config

// agentFormats is what agents and collectors read: fleets of them send telemetry to one
// place.
var agentFormats = []Format{
	{Name: "otel-collector", Title: "OpenTelemetry Collector retry_on_failure", Client: "otel-collector", Syntax: []syntax{yamlSyntax}, Files: "otel*.yaml otel*.yml *collector*.yaml *collector*.yml",
		At:    []string{"**/retry_on_failure"},
		Frame: `{exporters: {otlp: {endpoint: "collector:4317", retry_on_failure: {}}}}`,
		Keys: []Key{
			{"enabled", "enabled", truth},
			{"initial_interval", "initial_interval", goTime},
			{"randomization_factor", "randomization_factor", float},
			{"multiplier", "multiplier", float},
			{"max_interval", "max_interval", goTime},
			{"max_elapsed_time", "max_elapsed_time", goTime},
		}},

	{Name: "prometheus", Title: "Prometheus remote_write queue_config", Client: "prometheus", Syntax: []syntax{yamlSyntax}, Files: "prometheus*.yml prometheus*.yaml",
		At:    []string{"**/remote_write/[]/queue_config", "**/remoteWrite/[]/queueConfig"},
		Other: "capacity max_shards min_shards max_samples_per_send batch_send_deadline retry_on_http_429 sample_age_limit", Fold: true,
		Frame: `{remote_write: [{url: "http://localhost:9090/api/v1/write", queue_config: {}}]}`,
		Keys: []Key{
			{"min_backoff", "min_backoff", promTime},
			{"max_backoff", "max_backoff", promTime},
		}},

	{Name: "dskit", Title: "Loki, Mimir and Tempo backoff_config", Client: "dskit", Syntax: []syntax{yamlSyntax}, Files: "loki*.yaml mimir*.yaml promtail*.yaml tempo*.yaml",
		At:    []string{"**/backoff_config"},
		Marks: []string{"min_period", "max_period", "max_retries"},
		Frame: `{clients: [{url: "http://loki:3100/loki/api/v1/push", backoff_config: {}}]}`,
		Keys: []Key{
			{"min_period", "min_period", goTime},
			{"max_period", "max_period", goTime},
			{"max_retries", "max_retries", count},
		}},

	{Name: "fluentd", Title: "Fluentd buffer", Client: "fluentd", Syntax: []syntax{fluentdSyntax}, Files: "fluent*.conf td-agent*.conf",
		At:    []string{"**/match/[]/buffer/[]", "**/store/[]/buffer/[]"},
		Marks: []string{"retry_type", "retry_wait", "retry_exponential_backoff_base", "retry_max_interval", "retry_randomize", "retry_timeout", "retry_max_times", "retry_forever"},
		Open:  true, Own: "retry_", Other: "retry_secondary_threshold retry_limit",
		Frame: "<match **>\n@type forward\n<buffer>\n</buffer>\n</match>\n",
		Keys: []Key{
			{"retry_type", "retry_type", words("exponential_backoff periodic")},
			{"retry_wait", "retry_wait", fluentTime},
			{"retry_exponential_backoff_base", "retry_exponential_backoff_base", float},
			{"retry_max_interval", "retry_max_interval", fluentTime},
			{"retry_randomize", "retry_randomize", truth},
			{"retry_timeout", "retry_timeout", fluentTime},
			{"retry_max_times", "retry_max_times", count},
			{"retry_forever", "retry_forever", truth},
		}},

	{Name: "fluent-bit", Title: "Fluent Bit output", Client: "fluent-bit", Syntax: []syntax{fluentBitSyntax}, Files: "fluent-bit*.conf",
		At:    []string{"output/[]"},
		Marks: []string{"retry_limit"}, Open: true, Own: "retry",
		Frame: "[SERVICE]\n[OUTPUT]\nname http\nmatch *\n",
		Keys: []Key{
			{"../../service/[]/scheduler.base", "scheduler.base", wholes},
			{"../../service/[]/scheduler.cap", "scheduler.cap", wholes},
			{"retry_limit", "retry_limit", limitOrNone},
		}},

	{Name: "fluent-bit-yaml", Title: "Fluent Bit output", Client: "fluent-bit", Syntax: []syntax{yamlSyntax}, Files: "fluent-bit*.yaml",
		At:    []string{"pipeline/outputs/[]"},
		Marks: []string{"retry_limit"}, Open: true, Own: "retry", Fold: true,
		Frame: `{service: {}, pipeline: {outputs: [{name: http, match: "*"}]}}`,
		Keys: []Key{
			{"../../../service/scheduler.base", "scheduler.base", wholes},
			{"../../../service/scheduler.cap", "scheduler.cap", wholes},
			{"retry_limit", "retry_limit", limitOrNone},
		}},

	{Name: "vector", Title: "Vector sink request", Client: "vector", Syntax: []syntax{tomlSyntax, yamlSyntax}, Files: "vector*.toml vector*.yaml",
		At: []string{"sinks/*/request"}, Other: "concurrency rate_limit_duration_secs rate_limit_num adaptive_concurrency headers timeout_secs in_flight_limit query_parameters add_header",
		Frame: "[sinks.out]\ntype = \"http\"\n[sinks.out.request]\n",
		Keys: []Key{
			{"retry_attempts", "retry_attempts", count},
			{"retry_initial_backoff_secs", "retry_initial_backoff_secs", wholes},
			{"retry_max_duration_secs", "retry_max_duration_secs", wholes},
			{"retry_jitter_mode", "retry_jitter_mode", words("Full None")},
		}},

	{Name: "beats", Title: "Elastic Beats output backoff", Client: "beats", Syntax: []syntax{yamlSyntax}, Files: "*beat*.yml", Dotted: true,
		At:    []string{"output/*", "outputs/*"},
		Marks: []string{"backoff/init", "backoff/max"}, Open: true,
		Frame: `{output: {elasticsearch: {hosts: ["https://localhost:9200"]}}}`,
		Keys: []Key{
			{"backoff/init", "backoff.init", secondsTime},
			{"backoff/max", "backoff.max", secondsTime},
		}},
}
