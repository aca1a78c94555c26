package client

import (
	"cmp"
	"slices"
	"sync"
)

// A family is a list of rows with the layer and the notation of times that they have if they do not say another.
type family struct {
	layer   Layer
	written Notation
	rows    []Row
}

// Rows returns the table of clients, family by family.
var Rows = sync.OnceValue(func() (all []Row) {
	for _, f := range []family{
		{NoLayer, asProto, grpcClients()}, {Proxy, inUnits, envoyClients()}, {Proxy, inUnits, meshClients()},
		{Proxy, inUnits, proxyClients()}, {NoLayer, inUnits, awsClients()}, {NoLayer, inNumberOfSeconds, awsServiceClients()},
		{NoLayer, inNumberOfSeconds, googleClients()}, {NoLayer, inUnits, azureClients()},
		{NoLayer, inUnits, kubernetesClients()}, {Apart, inNumberOfSeconds, argoClients()}, {Apart, inUnits, nomadClients()},
		{NoLayer, inNumberOfSeconds, workflowClients()}, {NoLayer, inUnits, goClients()},
		{NoLayer, inUnits, goProductClients()}, {NoLayer, inNumberOfMillis, springClients()},
		{NoLayer, inUnits, javaClients()}, {NoLayer, inUnits, scalaClients()}, {NoLayer, asSpan, dotnetClients()},
		{NoLayer, inNumberOfSeconds, tenacityClients()}, {NoLayer, inNumberOfSeconds, pythonClients()},
		{NoLayer, inNumberOfMillis, npmRetryClients()}, {NoLayer, inNumberOfMillis, javascriptClients()},
		{NoLayer, inNumberOfSeconds, jobClients()}, {NoLayer, inUnits, rustClients()},
		{NoLayer, inNumberOfMillis, kafkaClients()}, {NoLayer, inUnits, otelClients()}, {NoLayer, inUnits, agentClients()},
		{Apart, inNumberOfSeconds, restartClients()}, {Apart, inNumberOfSeconds, mailClients()},
		{NoLayer, inNumberOfMillis, connectionClients()}, {NoLayer, inNumberOfSeconds, databaseClients()},
		{Apart, inNumberOfSeconds, toolClients()}, {Apart, inUnits, protocolClients()},
	} {
		for _, r := range f.rows {
			r.Layer, r.Written = cmp.Or(r.Layer, f.layer), cmp.Or(r.Written, f.written)
			r.Parameters = slices.Clone(r.Parameters) // rows share lists
			for i := range r.Parameters {
				if p := &r.Parameters[i]; p.Unit == Seconds {
					p.Written = cmp.Or(p.Written, r.Written)
				}
			}
			all = append(all, r)
		}
	}
	return all
})

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
