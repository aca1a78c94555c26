package codegen

// A Target is a library to write code for. Its template is the file templates/NAME.
type Target struct {
	Name    string // name of the target in flags
	Title   string // name for people
	Client  string // name of the client with its parameters
	Library string // package that the code needs
	Language
}

const retryablehttp = "github.com/hashicorp/go-retryablehttp"

// Targets lists the targets in display order.
var Targets = []Target{
	{"cenkalti", "cenkalti/backoff v5", "cenkalti", "github.com/cenkalti/backoff/v5", golang},
	{"cenkalti-v7", "cenkalti/backoff v7", "cenkalti", "github.com/cenkalti/backoff/v7", golang},
	{"cenkalti-v4", "cenkalti/backoff v4", "cenkalti-v4", "github.com/cenkalti/backoff/v4", golang},
	{"avast", "avast/retry-go v4", "avast", "github.com/avast/retry-go/v4", golang},
	{"avast-full", "avast/retry-go v4, full jitter", "avast-full", "github.com/avast/retry-go/v4", golang},
	{"failsafe-go", "failsafe-go", "failsafe-go", "github.com/failsafe-go/failsafe-go", golang},
	{"go-retryablehttp", "hashicorp/go-retryablehttp", "go-retryablehttp", retryablehttp, golang},
	{"go-retryablehttp-linear", "hashicorp/go-retryablehttp, linear", "go-retryablehttp-linear",
		retryablehttp, golang},
	{"gax-go", "gax-go, Google's Go libraries", "gax-go", "github.com/googleapis/gax-go/v2", golang},
	{"aws-sdk-go-v2", "AWS SDK for Go v2", "aws-sdk-go-v2", "github.com/aws/aws-sdk-go-v2", golang},
	{"azcore", "Azure SDK for Go", "azcore", "github.com/Azure/azure-sdk-for-go/sdk/azcore", golang},
	{"temporal-go", "Temporal SDK for Go", "temporal", "go.temporal.io/sdk", golang},
	{"kubernetes-wait-go", "Kubernetes wait.Backoff", "kubernetes-wait", "k8s.io/apimachinery", golang},
	{"tenacity", "tenacity wait_exponential_jitter", "tenacity", "tenacity", python},
	{"tenacity-exponential", "tenacity wait_exponential", "tenacity-exponential", "tenacity", python},
	{"tenacity-random", "tenacity wait_random_exponential", "tenacity-random", "tenacity", python},
	{"urllib3", "urllib3 Retry", "urllib3", "urllib3", python},
	{"celery", "Celery task", "celery", "celery", python},
	{"botocore", "botocore and boto3, standard mode", "botocore-standard", "botocore", python},
	{"botocore-legacy", "botocore and boto3, legacy mode", "botocore-legacy", "botocore", python},
	{"resilience4j-java", "Resilience4j RetryConfig", "resilience4j", "io.github.resilience4j:resilience4j-retry", java},
	{"spring", "Spring Framework 7 RetryPolicy", "spring", "org.springframework:spring-core", java},
	{"spring-7.0", "Spring Framework 7.0 RetryPolicy", "spring-7.0", "org.springframework:spring-core", java},
	{"failsafe-java", "Failsafe RetryPolicy", "failsafe-java", "dev.failsafe:failsafe", java},
	{"reactor", "Reactor Retry.backoff", "reactor", "io.projectreactor:reactor-core", java},
	{"polly", "Polly v8", "polly", "Polly.Core", csharp},
	{"p-retry", "p-retry (npm)", "p-retry", "p-retry", javascript},
	{"retry", "retry (npm)", "retry", "retry", javascript},
	{"async-retry", "async-retry (npm)", "async-retry", "async-retry", javascript},
	{"exponential-backoff", "exponential-backoff (npm)", "exponential-backoff", "exponential-backoff", javascript},
	{"axios-retry", "axios-retry", "axios-retry", "axios-retry", javascript},
	{"got", "got", "got", "got", javascript},
	{"undici", "undici RetryAgent", "undici", "undici", javascript},
	{"sidekiq", "Sidekiq", "sidekiq", "sidekiq", ruby},
	{"faraday-retry", "faraday-retry", "faraday-retry", "faraday-retry", ruby},
	{"backon", "backon", "backon", "backon", rust},
	{"tower", "tower retry", "tower", "tower", rust},
}
