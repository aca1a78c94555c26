package stack

// A Host is a time limit of the environment that runs a call.
type Host struct {
	Name   string
	Limit  float64 // seconds
	About  string  // what the limit ends, and whether it can be changed
	Source string
}

// Hosts are known limits. Every source was read in November 2026.
var Hosts = []Host{
	{"lambda", 900, "AWS Lambda, longest invocation; 90m asynchronously on Managed Instances",
		"https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html"},
	{"api-gateway", 29, "Amazon API Gateway, default integration timeout of a REST API; up to 5m on request",
		"https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html"},
	{"sqs", 30, "Amazon SQS, default visibility timeout; up to 12h, then another consumer gets the message",
		"https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html"},
	{"alb", 60, "AWS Application Load Balancer, default idle timeout",
		"https://docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-load-balancer-attributes.html"},
	{"kafka-poll", 300, "Kafka consumer, default max.poll.interval.ms, then the group rebalances",
		"https://github.com/apache/kafka/blob/1eb7644349c/clients/src/main/java/org/apache/kafka/clients/consumer/" +
			"ConsumerConfig.java"},
	{"cloud-run", 300, "Google Cloud Run, default request timeout; up to 1h",
		"https://cloud.google.com/run/docs/configuring/request-timeout"},
	{"pubsub", 10, "Google Pub/Sub, default acknowledgement deadline; up to 10m",
		"https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions"},
	{"azure-functions", 230, "Azure Functions, longest HTTP response",
		"https://learn.microsoft.com/en-us/azure/azure-functions/functions-scale"},
	{"heroku", 30, "Heroku router, error H12; fixed",
		"https://devcenter.heroku.com/articles/request-timeout"},
	{"cloudflare", 120, "Cloudflare, default proxy read timeout, error 524",
		"https://developers.cloudflare.com/fundamentals/reference/connection-limits/"},
	{"nginx", 60, "nginx, default proxy_read_timeout",
		"https://github.com/nginx/nginx/blob/3f6f7824d/src/http/modules/ngx_http_proxy_module.c"},
	{"envoy", 15, "Envoy, default timeout of a route, its retries included",
		"https://www.envoyproxy.io/docs/envoy/latest/faq/configuration/timeouts"},
	{"celery-redis", 3600, "Celery with Redis, default visibility_timeout, then the task runs again",
		"https://github.com/celery/kombu/blob/014509dc/kombu/transport/redis.py"},
}
