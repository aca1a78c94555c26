package conformance

import (
	"context"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/config/configretry"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exporterhelper"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"retune/calc/client"
)

var otelCollector = library{
	client: "otel-collector",
	run: func(v client.Values, attempt func() error) {
		settings := exporter.Settings{ID: component.MustNewID("retune"),
			TelemetrySettings: componenttest.NewNopTelemetrySettings()}
		e, err := exporterhelper.NewTraces(context.Background(), settings, struct{}{},
			func(context.Context, ptrace.Traces) error { return attempt() },
			exporterhelper.WithTimeout(exporterhelper.TimeoutConfig{}),
			exporterhelper.WithRetry(configretry.BackOffConfig{Enabled: v.On("enabled"),
				InitialInterval: duration(v.At("initial_interval")), RandomizationFactor: v.At("randomization_factor"),
				Multiplier: v.At("multiplier"), MaxInterval: duration(v.At("max_interval")),
				MaxElapsedTime: duration(v.At("max_elapsed_time"))}))
		if err != nil {
			panic(err)
		}
		if err := e.Start(context.Background(), componenttest.NewNopHost()); err != nil {
			panic(err)
		}
		_ = e.ConsumeTraces(context.Background(), ptrace.NewTraces())
		_ = e.Shutdown(context.Background())
	},
	cases: []with{
		{"max_elapsed_time": 0}, {"max_elapsed_time": 0, "initial_interval": 1, "max_interval": 4, "multiplier": 2,
			"randomization_factor": 0.2},
		{"max_elapsed_time": 0, "initial_interval": 10, "max_interval": 4}, {"enabled": 0},
		{"randomization_factor": 0}, {"randomization_factor": 0, "max_elapsed_time": 30.003},
	},
}
