package client

import (
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// otelClients returns the exporters of OpenTelemetry.
func otelClients() []Row {
	return []Row{
		{
			Name:        "otel-collector",
			Title:       "OpenTelemetry Collector retry_on_failure",
			Names:       []string{"otelcol", "opentelemetry-collector", "otel"},
			Version:     "exporterhelper v0.164.0",
			Source:      "exporterhelper/internal/retry_sender.go, configretry",
			Held:        Conformance,
			Honor:       honors(fleet.Honor{Kind: fleet.AtLeast}),
			HonorSource: "exporterhelper retry_sender.go throttleRetry",
			Formula:     "x U(1 - f, 1 + f), x = initial_interval, then min(max_interval, x multiplier)",
			On:          "every error that is not permanent",
			Stops:       "max_elapsed_time, unless the next wait fits; the data are then dropped",
			Parameters: []Parameter{
				on("enabled", true, "retry at all"),
				initialDelay("initial_interval", 5),
				jitterShare("randomization_factor", 0.5),
				factor("multiplier", 1.5),
				longestDelay("max_interval", 30, "longest delay before jitter"),
				deadline("max_elapsed_time", 300, "for all attempts together; 0s: no limit"),
				on("sending_queue.enabled", true, "keep data in a queue while they are retried"),
				whole("sending_queue.queue_size", 1000, 1, NoRole, "requests that the queue holds"),
			},
			Refuses: refused(func(v Values) bool { return orNever(v.At("max_elapsed_time")) < v.At("max_interval") },
				"max_elapsed_time must be at least max_interval, or 0s"),
			Policy: func(v Values) jitter.Policy {
				p := cenkalti5(v)
				if !v.On("enabled") {
					return never(p)
				}
				return p
			},
			Traps: []Trap{
				when(DataDropped, both(yes("enabled"), above("max_elapsed_time", 0)),
					"after {max_elapsed_time} without an answer the data are dropped",
					"max_elapsed_time=0s goes on until there is an answer; the queue has to hold the data as long"),
				when(Blocked, both(yes("enabled"), no("sending_queue.enabled")),
					"without a sending queue retries hold up the pipeline, and its receivers refuse data", "enable sending_queue"),
				when(QueueFull, both(both(yes("enabled"), yes("sending_queue.enabled")), equal("max_elapsed_time", 0)),
					"in a long outage the queue of {sending_queue.queue_size} requests fills, and what is new is dropped",
					"queue_size is the requests of a second times the longest outage, in seconds"),
			},
		},

		{
			Name:        "otel-go",
			Title:       "OpenTelemetry Go SDK, OTLP exporters",
			Names:       []string{"otel-go-sdk", "otlptrace"},
			Version:     "736a14fc",
			Source:      "otlptracehttp/internal/retry/retry.go, sdk/trace/batch_span_processor.go",
			Honor:       honors(fleet.Honor{Kind: fleet.AtLeast}),
			HonorSource: "otlp retry.go: max(throttle, backoff)",
			Formula:     "x U(0.5, 1.5), x = InitialInterval, then min(MaxInterval, 1.5 x)",
			On:          "UNAVAILABLE and the like over gRPC; 429, 502, 503 and 504 over HTTP",
			Stops:       "ExportTimeout, which ends the wait; MaxElapsedTime, looked at after each failure",
			Stop:        jitter.LookBehind,
			Parameters: []Parameter{
				on("Enabled", true, "retry at all"),
				initialDelay("InitialInterval", 5),
				longestDelay("MaxInterval", 30, "longest delay before jitter"),
				deadline("MaxElapsedTime", 60, "for all attempts together; 0s: no limit"),
				dur("ExportTimeout", 30, NoRole, "of the batch processor or reader, for all attempts together; 0s: none"),
			},
			Policy: func(v Values) jitter.Policy {
				p := spread(uncapped(v.At("InitialInterval"), 1.5, v.At("MaxInterval")), 0.5)
				if !v.On("Enabled") {
					return never(p)
				}
				if d, e := orNever(v.At("MaxElapsedTime")), orNever(v.At("ExportTimeout")); e <= d {
					p = until(p, e, jitter.LookAhead)
				}
				return p
			},
			Notes: []string{
				"over gRPC the exporter's own Timeout, 10s by default, ends all attempts together: ExportTimeout=10s has that",
			},
			Traps: []Trap{
				when(Ignored, func(v Values) bool {
					return v.On("Enabled") && orNever(v.At("ExportTimeout")) < orNever(v.At("MaxElapsedTime"))
				},
					"MaxElapsedTime does not count: ExportTimeout ends the export after {ExportTimeout}",
					"raise ExportTimeout above MaxElapsedTime"),
			},
		},
	}
}
