package snippet

import (
	"math"
	"strings"
)

// longest is the longest time.Duration, in whole seconds as nanoseconds.
const longest = math.MaxInt64 / 1_000_000_000 * 1_000_000_000

// golang is Go. A time is a product as people write it: 250 * time.Millisecond.
var golang = Language{Name: "Go", Ending: ".go", comment: "//", forms: map[string]form{
	"count": upTo(1 << 53), "small": upTo(math.MaxInt32), "number": number, "truth": truths("true", "false"),
	"time": goTime, "argument": func(x float64) (string, float64) { // as gofmt has one of several
		text, is := goTime(x)
		return strings.ReplaceAll(text, " ", ""), is
	},
}}

// goTime writes a time.Duration.
var goTime = func() form {
	write := stepped(longest, step{3600e9, "# * time.Hour"}, step{60e9, "# * time.Minute"}, step{1e9, "# * time.Second"},
		step{1e6, "# * time.Millisecond"}, step{1e3, "# * time.Microsecond"}, step{1, "# * time.Nanosecond"})
	return func(x float64) (string, float64) {
		text, is := write(x)
		if is == 0 {
			return "0 * time.Second", is // which has the package time used
		}
		if one, ok := strings.CutPrefix(text, "1 * "); ok {
			text = one
		}
		return text, is
	}
}()

// goFile is a file of package retry with those imports, of the standard library and of others.
func goFile(standard, others, body string) string {
	list := func(paths string) string { return "\t\"" + strings.Join(strings.Fields(paths), "\"\n\t\"") + "\"\n" }
	return "// Package retry retries with exponential backoff.\npackage retry\n\nimport (\n" + list(standard) + "\n" + list(others) + ")\n\n" + body
}

// cenkaltiCode is the same from v5 to v7, but for the path.
var cenkaltiCode = goFile("context time", "github.com/cenkalti/backoff/v5", `// Do calls operation until it succeeds, and returns its last error where it does not.
func Do(ctx context.Context, operation func() error) error {
	policy := &backoff.ExponentialBackOff{
		InitialInterval:     <<InitialInterval>>,
		RandomizationFactor: <<RandomizationFactor>>,
		Multiplier:          <<Multiplier>>,
		MaxInterval:         <<MaxInterval>>,
	}
	_, err := backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, operation() },
		backoff.WithBackOff(policy),
<<?MaxTries>>		backoff.WithMaxTries(<<MaxTries>>),
		backoff.WithMaxElapsedTime(<<MaxElapsedTime argument>>), // 0: no limit
	)
	return err
}
`)

var goTargets = []Target{
	{Name: "cenkalti", Title: "cenkalti/backoff v5", Client: "cenkalti", Library: "github.com/cenkalti/backoff/v5", Language: golang, code: cenkaltiCode},

	{Name: "cenkalti-v7", Title: "cenkalti/backoff v7", Client: "cenkalti", Library: "github.com/cenkalti/backoff/v7", Language: golang, code: strings.Replace(cenkaltiCode, "/v5", "/v7", 1)},

	{Name: "cenkalti-v4", Title: "cenkalti/backoff v4", Client: "cenkalti-v4", Library: "github.com/cenkalti/backoff/v4", Language: golang, code: goFile("context time", "github.com/cenkalti/backoff/v4", `// Policy returns when to retry, for one operation.
func Policy(ctx context.Context) backoff.BackOff {
	var policy backoff.BackOff = backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(<<InitialInterval argument>>),
		backoff.WithRandomizationFactor(<<RandomizationFactor>>),
		backoff.WithMultiplier(<<Multiplier>>),
		backoff.WithMaxInterval(<<MaxInterval argument>>),
		backoff.WithMaxElapsedTime(<<MaxElapsedTime argument>>), // 0: no limit
	)
	policy = backoff.WithMaxRetries(policy, <<MaxRetries>>)
	return backoff.WithContext(policy, ctx)
}

// Do calls operation until it succeeds, and returns its last error where it does not.
func Do(ctx context.Context, operation func() error) error {
	return backoff.Retry(operation, Policy(ctx))
}
`)},

	{Name: "avast", Title: "avast/retry-go v4", Client: "avast", Library: "github.com/avast/retry-go/v4", Language: golang, code: goFile("context time", "github.com/avast/retry-go/v4", `// Do calls operation until it succeeds, and returns its last error where it does not.
func Do(ctx context.Context, operation func() error) error {
	return retry.Do(operation,
		retry.Context(ctx),
		retry.Attempts(<<Attempts>>), // 0: no limit
		retry.Delay(<<Delay argument>>),
<<?MaxJitter>>		retry.DelayType(retry.CombineDelay(retry.BackOffDelay, retry.RandomDelay)),
<<!MaxJitter>>		retry.DelayType(retry.BackOffDelay),
<<?MaxJitter>>		retry.MaxJitter(<<MaxJitter argument>>),
		retry.MaxDelay(<<MaxDelay argument>>),
		retry.LastErrorOnly(true),
	)
}
`)},

	{Name: "avast-full", Title: "avast/retry-go v4, full jitter", Client: "avast-full", Library: "github.com/avast/retry-go/v4", Language: golang, code: goFile("context time", "github.com/avast/retry-go/v4", `// Do calls operation until it succeeds, and returns its last error where it does not.
func Do(ctx context.Context, operation func() error) error {
	return retry.Do(operation,
		retry.Context(ctx),
		retry.Attempts(<<Attempts>>), // 0: no limit
		retry.DelayType(retry.FullJitterBackoffDelay),
		retry.Delay(<<Delay argument>>), // half of the longest first delay
		retry.MaxDelay(<<MaxDelay argument>>),
		retry.LastErrorOnly(true),
	)
}
`)},

	{Name: "failsafe-go", Title: "failsafe-go", Client: "failsafe-go", Library: "github.com/failsafe-go/failsafe-go", Language: golang, code: goFile("time", "github.com/failsafe-go/failsafe-go github.com/failsafe-go/failsafe-go/retrypolicy", `// Policy returns when to retry.
func Policy() retrypolicy.RetryPolicy[any] {
	return retrypolicy.NewBuilder[any]().
		WithMaxRetries(<<maxRetries>>). // -1: no limit
<<!maxDelay>>		WithDelay(<<delay>>).
		WithBackoffFactor(<<delay argument>>, <<maxDelay argument>>, <<delayFactor>>).
<<!jitter>><<?jitterFactor>>		WithJitterFactor(<<jitterFactor>>).
<<?jitter>>		WithJitter(<<jitter>>).
		WithMaxDuration(<<maxDuration>>).
		ReturnLastFailure().
		Build()
}

// Do calls operation until it succeeds, and returns its last error where it does not.
func Do(operation func() error) error {
	return failsafe.With(Policy()).Run(operation)
}
`)},

	{Name: "go-retryablehttp", Title: "hashicorp/go-retryablehttp", Client: "go-retryablehttp", Library: "github.com/hashicorp/go-retryablehttp", Language: golang, code: retryableCode},

	{Name: "go-retryablehttp-linear", Title: "hashicorp/go-retryablehttp, linear", Client: "go-retryablehttp-linear", Library: "github.com/hashicorp/go-retryablehttp", Language: golang,
		code: strings.Replace(retryableCode, ".DefaultBackoff", ".LinearJitterBackoff", 1)},

	{Name: "gax-go", Title: "gax-go, Google's Go libraries", Client: "gax-go", Library: "github.com/googleapis/gax-go/v2", Language: golang, code: goFile("time", "github.com/googleapis/gax-go/v2 google.golang.org/grpc/codes", `// Policy returns the option of a call that retries while the service is unavailable. The
// deadline of its context alone ends it.
func Policy() gax.CallOption {
	return gax.WithRetry(func() gax.Retryer {
		return gax.OnCodes([]codes.Code{codes.Unavailable}, gax.Backoff{
			Initial:    <<Initial>>,
			Max:        <<Max>>,
			Multiplier: <<Multiplier>>,
		})
	})
}
`)},

	{Name: "aws-sdk-go-v2", Title: "AWS SDK for Go v2", Client: "aws-sdk-go-v2", Library: "github.com/aws/aws-sdk-go-v2", Language: golang, code: goFile("time", "github.com/aws/aws-sdk-go-v2/aws github.com/aws/aws-sdk-go-v2/aws/retry", `// Retryer returns when to retry, for config.WithRetryer.
func Retryer() aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = <<MaxAttempts>>
		o.MaxBackoff = <<MaxBackoff>>
	})
}
`)},

	{Name: "azcore", Title: "Azure SDK for Go", Client: "azcore", Library: "github.com/Azure/azure-sdk-for-go/sdk/azcore", Language: golang, code: goFile("time", "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy", `// Options returns when to retry, for the field Retry of policy.ClientOptions.
func Options() policy.RetryOptions {
	return policy.RetryOptions{
		MaxRetries:    <<MaxRetries small>>,
		RetryDelay:    <<RetryDelay>>,
		MaxRetryDelay: <<MaxRetryDelay>>,
		TryTimeout:    <<TryTimeout>>,
	}
}
`)},

	{Name: "temporal-go", Title: "Temporal SDK for Go", Client: "temporal", Library: "go.temporal.io/sdk", Language: golang, code: goFile("time", "go.temporal.io/sdk/temporal go.temporal.io/sdk/workflow", `// Options returns when to retry an activity, for workflow.WithActivityOptions.
func Options() workflow.ActivityOptions {
	return workflow.ActivityOptions{
		ScheduleToCloseTimeout: <<scheduleToCloseTimeout>>,
<<!scheduleToCloseTimeout>>		ScheduleToCloseTimeout: 0,
		StartToCloseTimeout:    <<startToCloseTimeout>>,
<<!startToCloseTimeout>>		StartToCloseTimeout:    time.Minute, // of one attempt: one of the two must be set
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval:    <<initialInterval>>,
			BackoffCoefficient: <<backoffCoefficient>>,
			MaximumInterval:    <<maximumInterval>>,
			MaximumAttempts:    <<maximumAttempts small>>, // 0: no limit
		},
	}
}
`)},

	{Name: "kubernetes-wait-go", Title: "Kubernetes wait.Backoff", Client: "kubernetes-wait", Library: "k8s.io/apimachinery", Language: golang, code: goFile("context time", "k8s.io/apimachinery/pkg/util/wait", `// Policy is when to retry.
var Policy = wait.Backoff{
	Duration: <<Duration>>,
	Factor:   <<Factor>>,
	Jitter:   <<Jitter>>,
	Steps:    <<Steps>>,
<<?Cap>>	Cap:      <<Cap>>,
}

// Do calls operation until it succeeds, and returns its last error where it does not.
func Do(ctx context.Context, operation func() error) (err error) {
	if ended := wait.ExponentialBackoffWithContext(ctx, Policy, func(context.Context) (bool, error) {
		err = operation()
		return err == nil, nil
	}); err == nil {
		err = ended
	}
	return err
}
`)},
}

var retryableCode = goFile("time", "github.com/hashicorp/go-retryablehttp", `// Client returns a client that retries requests.
func Client() *retryablehttp.Client {
	client := retryablehttp.NewClient()
	client.RetryWaitMin = <<RetryWaitMin>>
	client.RetryWaitMax = <<RetryWaitMax>>
	client.RetryMax = <<RetryMax>>
	client.Backoff = retryablehttp.DefaultBackoff
	return client
}
`)
