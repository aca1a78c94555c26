package config

import (
	"slices"
	"strings"
)

// meshFormats is what proxies and meshes read. They follow the definitions of the
// products: grpc/proposal A6, Envoy's RetryPolicy, Istio's HTTPRetry, Envoy Gateway's
// BackendTrafficPolicy, Gateway API's HTTPRouteRetry, Traefik's retry middleware, Dapr's
// Resiliency and Knative's DeliverySpec.
var meshFormats = []Format{
	{Name: "grpc", Title: "gRPC service config", Client: "grpc", Syntax: []syntax{jsonSyntax}, Files: "*service_config*.json *service-config*.json *serviceconfig*.json",
		At:    []string{"**/methodConfig/[]/retryPolicy"},
		Fold:  true, // as encoding/json of grpc-go
		Other: "retryableStatusCodes perAttemptRecvTimeout",
		Frame: `{"methodConfig": [{"name": [{}], "retryPolicy": {"retryableStatusCodes": ["UNAVAILABLE"]}}]}`,
		Keys: []Key{
			{"maxAttempts", "maxAttempts", count},
			{"initialBackoff", "initialBackoff", protoTime},
			{"maxBackoff", "maxBackoff", protoTime},
			{"backoffMultiplier", "backoffMultiplier", float},
			{"../timeout", "timeout", protoTime},
			{"../../../retryThrottling/maxTokens", "maxTokens", count},
			{"../../../retryThrottling/tokenRatio", "tokenRatio", float},
		}},

	envoyFilter, envoyFormat,

	{Name: "istio", Title: "Istio VirtualService retries", Client: "istio", Syntax: []syntax{yamlSyntax}, Kinds: "VirtualService",
		At: []string{"spec/http/[]/retries"}, Other: "retryOn retryRemoteLocalities retryIgnorePreviousHosts", Absent: "attempts=0",
		Frame: `{apiVersion: networking.istio.io/v1, kind: VirtualService, metadata: {name: service}, spec: {hosts: [service], http: [{route: [{destination: {host: service}}], retries: {}}]}}`,
		Keys: []Key{
			{"attempts", "attempts", count},
			{"perTryTimeout", "perTryTimeout", goTime},
			{"backoff", "backoff", goTime},
			{"../timeout", "timeout", goTime},
		}},

	{Name: "istio-destination-rule", Title: "Istio DestinationRule retryBudget", Client: "istio", Syntax: []syntax{yamlSyntax}, Kinds: "DestinationRule",
		At: []string{"spec/trafficPolicy", "spec/subsets/[]/trafficPolicy"}, Marks: []string{"retryBudget", "connectionPool/http/maxRetries"}, Open: true, Own: "retry",
		Other: "connectionPool/tcp connectionPool/http/http1MaxPendingRequests connectionPool/http/http2MaxRequests connectionPool/http/maxRequestsPerConnection" +
			" connectionPool/http/idleTimeout connectionPool/http/h2UpgradePolicy connectionPool/http/useClientProtocol connectionPool/http/maxConcurrentStreams",
		Frame: `{apiVersion: networking.istio.io/v1, kind: DestinationRule, metadata: {name: service}, spec: {host: service, trafficPolicy: {}}}`,
		Keys: []Key{
			{"retryBudget/percent", "percent", float},
			{"retryBudget/minRetryConcurrency", "minRetryConcurrency", count},
			{"retryBudget/budgetInterval", "budgetInterval", goTime},
			{"connectionPool/http/maxRetries", "maxRetries", count},
		}},

	{Name: "envoy-gateway", Title: "Envoy Gateway BackendTrafficPolicy", Client: "envoy-gateway", Syntax: []syntax{yamlSyntax}, Kinds: "BackendTrafficPolicy",
		At: []string{"spec/retry"}, Other: "retryOn numAttemptsPerPriority",
		Frame: `{apiVersion: gateway.envoyproxy.io/v1alpha1, kind: BackendTrafficPolicy, metadata: {name: service}, spec: {targetRefs: [{group: gateway.networking.k8s.io, kind: HTTPRoute, name: service}], retry: {}}}`,
		Keys: []Key{
			{"numRetries", "numRetries", count},
			{"perRetry/timeout", "timeout", gatewayTime},
			{"perRetry/backOff/baseInterval", "baseInterval", gatewayTime},
			{"perRetry/backOff/maxInterval", "maxInterval", gatewayTime},
			{"../timeout/http/requestTimeout", "requestTimeout", gatewayTime},
			{"../circuitBreaker/maxParallelRetries", "maxParallelRetries", count},
			{"../circuitBreaker/retryBudget/percent/numerator", "percent", count},
			{"../circuitBreaker/retryBudget/minRetryConcurrency", "minRetryConcurrency", count},
		},
		Unread: "../circuitBreaker/retryBudget/percent/denominator"},

	{Name: "gateway-api", Title: "Gateway API HTTPRoute retry", Client: "gateway-api", Syntax: []syntax{yamlSyntax}, Kinds: "HTTPRoute GRPCRoute",
		At: []string{"spec/rules/[]/retry"}, Other: "codes",
		Frame: `{apiVersion: gateway.networking.k8s.io/v1, kind: HTTPRoute, metadata: {name: service}, spec: {rules: [{backendRefs: [{name: service, port: 80}], retry: {}}]}}`,
		Keys: []Key{
			{"attempts", "attempts", count},
			{"backoff", "backoff", gatewayTime},
			{"../timeouts/request", "request", gatewayTime},
			{"../timeouts/backendRequest", "backendRequest", gatewayTime},
		}},

	{Name: "gateway-api-budget", Title: "Gateway API XBackendTrafficPolicy retryConstraint", Client: "gateway-api", Syntax: []syntax{yamlSyntax}, Kinds: "XBackendTrafficPolicy",
		At:    []string{"spec/retryConstraint"},
		Frame: `{apiVersion: gateway.networking.x-k8s.io/v1alpha1, kind: XBackendTrafficPolicy, metadata: {name: service}, spec: {targetRefs: [{group: "", kind: Service, name: service}], retryConstraint: {}}}`,
		Keys: []Key{
			{"budget/percent", "budget.percent", count},
			{"budget/interval", "budget.interval", gatewayTime},
			{"minRetryRate/count", "minRetryRate.count", count},
			{"minRetryRate/interval", "minRetryRate.interval", gatewayTime},
		}},

	{Name: "linkerd-profile", Title: "Linkerd ServiceProfile retryBudget", Client: "linkerd-profile", Syntax: []syntax{yamlSyntax}, Kinds: "ServiceProfile",
		At:    []string{"spec/retryBudget"},
		Frame: `{apiVersion: linkerd.io/v1alpha2, kind: ServiceProfile, metadata: {name: service.default.svc.cluster.local}, spec: {routes: [{name: all, condition: {pathRegex: ".*"}, isRetryable: true}], retryBudget: {}}}`,
		Keys: []Key{
			{"retryRatio", "retryRatio", float},
			{"minRetriesPerSecond", "minRetriesPerSecond", count},
			{"ttl", "ttl", goTime},
			{"../routes/[]/timeout", "timeout", goTime},
		}},

	{Name: "traefik", Title: "Traefik retry middleware", Client: "traefik", Syntax: []syntax{yamlSyntax, tomlSyntax}, Fold: true,
		At: []string{"http/middlewares/*/retry", "spec/retry"}, Marks: []string{"attempts"},
		Other: "maxRequestBodyBytes status disableRetryOnNetworkError retryNonIdempotentMethod",
		Frame: `{http: {middlewares: {retry: {retry: {}}}}}`,
		Keys: []Key{
			{"attempts", "attempts", count},
			{"initialInterval", "initialInterval", secondsTime},
			{"timeout", "timeout", secondsTime},
		}},

	{Name: "dapr", Title: "Dapr resiliency retries", Client: "dapr", Syntax: []syntax{yamlSyntax}, Kinds: "Resiliency", Fold: true,
		At: []string{"spec/policies/retries/*"}, Other: "matching",
		Frame: `{apiVersion: dapr.io/v1alpha1, kind: Resiliency, metadata: {name: service}, spec: {policies: {retries: {retry: {}}}, targets: {apps: {service: {retry: retry}}}}}`,
		Keys: []Key{
			{"policy", "policy", words("constant exponential")},
			{"duration", "duration", goTime},
			{"maxInterval", "maxInterval", goTime},
			{"maxRetries", "maxRetries", count},
		}},

	{Name: "knative", Title: "Knative delivery", Client: "knative", Syntax: []syntax{yamlSyntax},
		Kinds: "Trigger Subscription Broker Channel InMemoryChannel KafkaChannel Sequence Parallel JobSink PingSource",
		At:    []string{"spec/delivery", "spec/steps/[]/delivery", "spec/branches/[]/delivery", "spec/channelTemplate/spec/delivery"},
		Other: "deadLetterSink format", Absent: "retry=0",
		Frame: `{apiVersion: eventing.knative.dev/v1, kind: Trigger, metadata: {name: service}, spec: {broker: default, delivery: {}, subscriber: {ref: {apiVersion: serving.knative.dev/v1, kind: Service, name: service}}}}`,
		Keys: []Key{
			{"retry", "retry", count},
			{"backoffPolicy", "backoffPolicy", words("unset exponential linear")},
			{"backoffDelay", "backoffDelay", iso8601},
			{"timeout", "timeout", iso8601},
			{"retryAfterMax", "retryAfterMax", iso8601},
		}},
}

var envoyFormat = Format{Name: "envoy", Title: "Envoy retry_policy", Client: "envoy", Syntax: []syntax{yamlSyntax}, Files: "*envoy*.yaml *envoy*.yml *envoy*.json",
	At: []string{"**/retry_policy"}, Marks: []string{"retry_on", "num_retries", "retry_back_off"}, Fold: true,
	Other: "retry_on per_try_idle_timeout retry_priority retry_host_predicate retry_options_predicates host_selection_retry_max_attempts retriable_status_codes" +
		" rate_limited_retry_back_off retriable_headers retriable_request_headers",
	Frame: `{virtual_hosts: [{name: service, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: service, retry_policy: {retry_on: "connect-failure,refused-stream,unavailable,cancelled"}}}]}]}`,
	Keys: []Key{
		{"num_retries", "num_retries", count},
		{"per_try_timeout", "per_try_timeout", protoTime},
		{"retry_back_off/base_interval", "base_interval", protoTime},
		{"retry_back_off/max_interval", "max_interval", protoTime},
		{"../timeout", "timeout", protoTime},
		{"@/circuit_breakers/thresholds/[]/max_retries", "max_retries", count},
		{"@/circuit_breakers/thresholds/[]/retry_budget/budget_percent/value", "budget_percent", float},
		{"@/circuit_breakers/thresholds/[]/retry_budget/min_retry_concurrency", "min_retry_concurrency", count},
		{"@/circuit_breakers/thresholds/[]/retry_budget/budget_interval", "budget_interval", protoTime},
	},
	Beside: envoyCluster}

// envoyFilter is Envoy's retry_policy in an EnvoyFilter, of which Istio reads times as Go has
// them; the cluster stands in another one.
var envoyFilter = func() Format {
	f := envoyFormat
	f.Name, f.Title, f.Kinds, f.Files, f.Unread, f.Beside = "istio-envoyfilter", "Istio EnvoyFilter retry_policy", "EnvoyFilter", "", "", nil
	f.Frame = `{apiVersion: networking.istio.io/v1alpha3, kind: EnvoyFilter, metadata: {name: service}, spec: {configPatches: [{applyTo: HTTP_ROUTE, patch: {operation: MERGE, value: {route: {retry_policy: {retry_on: "connect-failure,refused-stream,unavailable,cancelled"}}}}}]}}`
	f.Keys = slices.DeleteFunc(slices.Clone(f.Keys), func(k Key) bool { return strings.HasPrefix(k.At, "@") })
	for i := range f.Keys {
		if f.Keys[i].form.like == protoTime.like {
			f.Keys[i].form = goTime
		}
	}
	return f
}()

// envoyCluster is the cluster to which the route goes that has the retry_policy.
func envoyCluster(policy *node, made bool) *node {
	name, root := policy.parent.value("cluster"), policy
	for root.parent != nil {
		root = root.parent
	}
	var cluster *node
	(&Format{}).match(root, []string{"**", "clusters", "[]"}, func(n *node) {
		if cluster == nil && name != "" && n.value("name") == name {
			cluster = n
		}
	})
	if cluster == nil && made {
		cluster = root.set("clusters").first()
		cluster.set("name").text = name
	}
	return cluster
}
