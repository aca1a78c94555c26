package client

import (
	"cmp"
	"slices"
	"sync"
)

// Rows returns the table of clients, family by family.
var Rows = sync.OnceValue(func() []Row {
	return slices.Concat(
		grpcClients(), in(Proxy, envoyClients()), in(Proxy, meshClients()), in(Proxy, proxyClients()),
		awsClients(), awsServiceClients(), googleClients(), azureClients(),
		kubernetesClients(), in(Apart, argoClients()), in(Apart, nomadClients()), workflowClients(),
		goClients(), goProductClients(), springClients(), javaClients(), scalaClients(), dotnetClients(),
		tenacityClients(), pythonClients(), npmRetryClients(), javascriptClients(),
		jobClients(), rustClients(), kafkaClients(),
		otelClients(), agentClients(), in(Apart, restartClients()), in(Apart, mailClients()),
		connectionClients(), databaseClients(), in(Apart, toolClients()), in(Apart, protocolClients()),
	)
})

// in sets the layer of rows without one.
func in(layer Layer, rows []Row) []Row {
	for i := range rows {
		rows[i].Layer = cmp.Or(rows[i].Layer, layer)
	}
	return rows
}

// Find returns the row with that name or other name, or nil. It ignores case and separators.
func Find(name string) *Row {
	for _, is := range []func(*Row) bool{
		func(r *Row) bool { return r.Name == name },
		func(r *Row) bool { return folded(r.Name) == folded(name) },
		func(r *Row) bool {
			return slices.ContainsFunc(r.Names, func(n string) bool { return folded(n) == folded(name) })
		},
	} {
		rows := Rows()
		if i := slices.IndexFunc(rows, func(r Row) bool { return is(&r) }); i >= 0 {
			return &rows[i]
		}
	}
	return nil
}

// Known returns the best known clients, the most important first.
func Known() []string {
	return []string{"grpc", "aws", "envoy", "istio", "kafka", "urllib3", "tenacity", "spring", "resilience4j", "polly",
		"http-resilience", "axios-retry", "google-api-core", "azure-core", "celery", "sidekiq", "temporal",
		"crashloopbackoff", "kubernetes-job", "systemd", "openai", "stripe-go", "otel-collector", "redis-py", "curl"}
}
