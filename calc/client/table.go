package client

import "slices"

// Rows is the table of the clients, family by family.
var Rows = slices.Concat(
	grpcClients, envoyClients, meshClients, proxyClients,
	awsClients, awsServiceClients, googleClients,
	kubernetesClients, argoClients, nomadClients, workflowClients,
	goClients, goProductClients, springClients, javaClients, scalaClients, dotnetClients,
	tenacityClients, pythonClients, npmRetryClients, javascriptClients,
	jobClients, rustClients, kafkaClients,
	otelClients, agentClients, restartClients, mailClients,
)

// Find returns the row of that name or other name, or nil. Case and separators do not count.
func Find(name string) *Row {
	for _, is := range []func(*Row) bool{
		func(r *Row) bool { return r.Name == name },
		func(r *Row) bool { return folded(r.Name) == folded(name) },
		func(r *Row) bool {
			return slices.ContainsFunc(r.Names, func(n string) bool { return folded(n) == folded(name) })
		},
	} {
		for i := range Rows {
			if is(&Rows[i]) {
				return &Rows[i]
			}
		}
	}
	return nil
}
