package clientconfig

// meshFormats returns the formats of gRPC and Envoy. Sources, for the functions below too: grpc/proposal A6, Envoy's
// RetryPolicy, Istio's HTTPRetry, Envoy Gateway's BackendTrafficPolicy, Gateway API's HTTPRouteRetry, Traefik's retry
// middleware, Dapr's Resiliency and Knative's DeliverySpec.
func meshFormats() []Format {
	return []Format{
		{Name: "grpc", Title: "gRPC service config",
			At:    "**/methodConfig/[]/retryPolicy",
			Fold:  true, // as encoding/json in grpc-go
			Other: "retryableStatusCodes perAttemptRecvTimeout",
			Warnings: []Warning{{At: "retryableStatusCodes", Values: "INTERNAL UNKNOWN DEADLINE_EXCEEDED",
				Text: "INTERNAL, UNKNOWN or DEADLINE_EXCEEDED has calls sent again that may have been done"},
				{At: "maxAttempts", Absent: true, Text: "is missing: gRPC refuses the service config without it, and " +
					"Google's generated clients retry until the timeout"},
				{At: "initialBackoff", Absent: true, Text: refusedWithout}, {At: "maxBackoff", Absent: true, Text: refusedWithout},
				{At: "backoffMultiplier", Absent: true, Text: refusedWithout},
				{At: "retryableStatusCodes", Absent: true, Text: refusedWithout}},
			Frame: `{"methodConfig": [{"name": [{}], "retryPolicy": {"retryableStatusCodes": ["UNAVAILABLE"]}}]}`,
			Keys: protoTime.at(`maxAttempts initialBackoff maxBackoff backoffMultiplier ../timeout
				../../../retryThrottling/maxTokens ../../../retryThrottling/tokenRatio`)},

		// The cluster of an EnvoyFilter is in another one. Istio reads times as Go does.
		{Name: "istio-envoyfilter", Title: "Istio EnvoyFilter retry_policy", Client: "envoy", Kinds: "EnvoyFilter",
			At: "**/retry_policy", Marks: envoyMarks, Fold: true, Other: envoyOther,
			Frame: `{apiVersion: networking.istio.io/v1alpha3, kind: EnvoyFilter, metadata: {name: service},
  spec: {configPatches: [{applyTo: HTTP_ROUTE, patch: {operation: MERGE, value: {route: {
  retry_policy: {retry_on: "connect-failure,refused-stream,unavailable,cancelled"}}}}}]}}`,
			Keys:     goTime.at(envoyKeys),
			Warnings: []Warning{{At: "retry_on", Values: "5xx", Text: "5xx " + sentAgain}}},

		{Name: "envoy", Title: "Envoy retry_policy",
			At: "**/retry_policy", Marks: envoyMarks, Fold: true, Other: envoyOther, Beside: envoyCluster,
			Frame: `{virtual_hosts: [{name: service, domains: ["*"], routes: [{match: {prefix: /},
  route: {cluster: service,
  retry_policy: {retry_on: "connect-failure,refused-stream,unavailable,cancelled"}}}]}]}`,
			Keys: protoTime.at(envoyKeys + ` @/circuit_breakers/thresholds/[]/max_retries
				@/circuit_breakers/thresholds/[]/retry_budget/budget_percent/value=budget_percent
				@/circuit_breakers/thresholds/[]/retry_budget/min_retry_concurrency
				@/circuit_breakers/thresholds/[]/retry_budget/budget_interval`),
			Warnings: []Warning{{At: "retry_on", Values: "5xx", Text: "5xx " + sentAgain}}},
	}
}

// refusedWithout is the risk of a key that gRPC requires: see convertRetryPolicy of grpc-go.
const refusedWithout = "is missing: gRPC refuses the service config without it"

// istioFormats returns the formats of meshes made of Envoy.
func istioFormats() []Format {
	return []Format{
		{Name: "istio", Title: "Istio VirtualService retries", Kinds: "VirtualService",
			At: "spec/http/[]/retries", Other: "retryOn retryRemoteLocalities retryIgnorePreviousHosts",
			Absent: "attempts=0", Implied: "spec/http/[] route retries attempts=2", // the default policy of the mesh
			Warnings: []Warning{{At: "retryOn", Values: "5xx", Text: "5xx " + sentAgain}},
			Frame: `{apiVersion: networking.istio.io/v1, kind: VirtualService, metadata: {name: service},
  spec: {hosts: [service], http: [{route: [{destination: {host: service}}], retries: {}}]}}`,
			Keys: goTime.at("attempts perTryTimeout backoff ../timeout")},

		{Name: "istio-destination-rule", Title: "Istio DestinationRule retryBudget", Client: "istio",
			Kinds: "DestinationRule",
			At:    "spec/trafficPolicy spec/subsets/[]/trafficPolicy",
			Marks: "retryBudget, connectionPool/http/maxRetries", Open: true, Own: "retry",
			Other: `connectionPool/tcp connectionPool/http/http1MaxPendingRequests connectionPool/http/http2MaxRequests
				connectionPool/http/maxRequestsPerConnection connectionPool/http/idleTimeout
				connectionPool/http/h2UpgradePolicy connectionPool/http/useClientProtocol
				connectionPool/http/maxConcurrentStreams`,
			Frame: `{apiVersion: networking.istio.io/v1, kind: DestinationRule, metadata: {name: service},
  spec: {host: service, trafficPolicy: {}}}`,
			Keys: goTime.at(`retryBudget/percent retryBudget/minRetryConcurrency retryBudget/budgetInterval
				connectionPool/http/maxRetries`)},

		{Name: "envoy-gateway", Title: "Envoy Gateway BackendTrafficPolicy", Kinds: "BackendTrafficPolicy",
			At: "spec/retry", Other: "retryOn numAttemptsPerPriority",
			Frame: `{apiVersion: gateway.envoyproxy.io/v1alpha1, kind: BackendTrafficPolicy, metadata: {name: service},
  spec: {targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: service}], retry: {}}}`,
			Keys: gatewayTime.at(`numRetries perRetry/timeout perRetry/backOff/baseInterval perRetry/backOff/maxInterval
				../timeout/http/requestTimeout ../circuitBreaker/maxParallelRetries
				../circuitBreaker/retryBudget/percent/numerator=percent
				../circuitBreaker/retryBudget/minRetryConcurrency`),
			Warnings: []Warning{{At: "retryOn", Values: "5xx", Text: "5xx " + sentAgain},
				{At: "../circuitBreaker/retryBudget/percent/denominator", Note: true,
					Text: "does not count: retune does not know it"}}},
	}
}

// sidecarFormats returns the formats of gateways and sidecars without a mesh.
func sidecarFormats() []Format {
	return []Format{
		{Name: "gateway-api", Title: "Gateway API HTTPRoute retry", Kinds: "HTTPRoute GRPCRoute",
			At: "spec/rules/[]/retry", Other: "codes",
			Frame: `{apiVersion: gateway.networking.k8s.io/v1, kind: HTTPRoute, metadata: {name: service},
  spec: {rules: [{backendRefs: [{name: service, port: 80}], retry: {}}]}}`,
			Keys: gatewayTime.at("attempts backoff ../timeouts/request ../timeouts/backendRequest")},

		{Name: "gateway-api-budget", Title: "Gateway API XBackendTrafficPolicy retryConstraint",
			Client: "gateway-api", Kinds: "XBackendTrafficPolicy",
			At: "spec/retryConstraint",
			Frame: `{apiVersion: gateway.networking.x-k8s.io/v1alpha1, kind: XBackendTrafficPolicy,
  metadata: {name: service}, spec: {targetRefs: [{group: "", kind: Service, name: service}],
  retryConstraint: {}}}`,
			Keys: gatewayTime.at(`budget/percent=budget.percent budget/interval=budget.interval
				minRetryRate/count=minRetryRate.count minRetryRate/interval=minRetryRate.interval`)},

		{Name: "linkerd-profile", Title: "Linkerd ServiceProfile retryBudget", Kinds: "ServiceProfile",
			At: "spec/retryBudget",
			Frame: `{apiVersion: linkerd.io/v1alpha2, kind: ServiceProfile,
  metadata: {name: service.default.svc.cluster.local}, spec: {routes: [{name: all,
  condition: {pathRegex: ".*"}, isRetryable: true}], retryBudget: {}}}`,
			Keys: goTime.at("retryRatio minRetriesPerSecond ttl ../routes/[]/timeout")},

		{Name: "linkerd", Title: "Linkerd retry annotations", Kinds: "Service HTTPRoute GRPCRoute",
			At: "metadata/annotations", Open: true,
			Marks: "retry.linkerd.io~1http, retry.linkerd.io~1grpc, retry.linkerd.io~1limit",
			Other: "retry.linkerd.io~1http retry.linkerd.io~1grpc retry.linkerd.io~1timeout",
			Keys:  count.at("retry.linkerd.io~1limit=limit")},

		{Name: "traefik", Title: "Traefik retry middleware", Syntax: "yaml toml", Fold: true,
			At: "http/middlewares/*/retry spec/retry", Marks: "attempts",
			Other:    "maxRequestBodyBytes status disableRetryOnNetworkError retryNonIdempotentMethod",
			Frame:    `{http: {middlewares: {retry: {retry: {}}}}}`,
			Warnings: []Warning{{At: "retryNonIdempotentMethod", Values: "true", Text: sentAgain}},
			Keys:     secondsTime.at("attempts initialInterval timeout")},

		{Name: "dapr", Title: "Dapr resiliency retries", Kinds: "Resiliency", Fold: true,
			At: "spec/policies/retries/*", Other: "matching",
			Frame: `{apiVersion: dapr.io/v1alpha1, kind: Resiliency, metadata: {name: service},
  spec: {policies: {retries: {retry: {}}}, targets: {apps: {service: {retry: retry}}}}}`,
			Keys: goTime.at("policy duration maxInterval maxRetries")},

		{Name: "knative-defaults", Title: "Knative config-br-defaults delivery", Client: "knative",
			At: "clusterDefault/delivery namespaceDefaults/*/delivery", Other: "deadLetterSink format", Absent: "retry=0",
			Frame: `{clusterDefault: {delivery: {}}}`,
			Keys:  isoTime.at("retry backoffPolicy backoffDelay timeout retryAfterMax")},

		{Name: "knative", Title: "Knative delivery",
			Kinds: "Trigger Subscription Broker Channel InMemoryChannel KafkaChannel Sequence Parallel JobSink PingSource",
			At:    "spec/delivery spec/steps/[]/delivery spec/branches/[]/delivery spec/channelTemplate/spec/delivery",
			Other: "deadLetterSink format", Absent: "retry=0",
			Frame: `{apiVersion: eventing.knative.dev/v1, kind: Trigger, metadata: {name: service},
  spec: {broker: default, delivery: {}, subscriber: {ref: {apiVersion: serving.knative.dev/v1, kind: Service,
  name: service}}}}`,
			Keys: isoTime.at("retry backoffPolicy backoffDelay timeout retryAfterMax")},
	}
}

// sentAgain is the risk of a retry after the server answered, for any method.
const sentAgain = "has a POST sent again, too, which may have been done"

// envoyOther are the keys of Envoy's retry_policy other than delays and counts.
const envoyOther = `retry_on per_try_idle_timeout retry_priority retry_host_predicate retry_options_predicates
	host_selection_retry_max_attempts retriable_status_codes rate_limited_retry_back_off retriable_headers
	retriable_request_headers`

// envoyMarks identify a retry_policy of Envoy.
const envoyMarks = "retry_on, num_retries, retry_back_off"

// envoyKeys are the delays and counts of a retry_policy of Envoy.
const envoyKeys = "num_retries per_try_timeout retry_back_off/base_interval retry_back_off/max_interval ../timeout"

// envoyCluster returns the cluster of the route that has the retry_policy. It creates the cluster if made is true.
func envoyCluster(policy *node, made bool) *node {
	name, root := policy.parent.value("cluster"), policy.root()
	for _, cluster := range new(Format).at(root, "**/clusters/[]") {
		if name != "" && cluster.value("name") == name {
			return cluster
		}
	}
	if !made {
		return nil
	}
	cluster := root.set("clusters").first()
	cluster.set("name").text = name
	return cluster
}
