package snippet

import (
	"math"
	"strings"
)

// csharp is C#. A time of Polly is at most a day.
var csharp = Language{Name: "C#", Ending: ".cs", comment: "//", forms: map[string]form{
	"count": upTo(math.MaxInt32), "number": number, "truth": truths("true", "false"),
	"time": stepped(86400e9, step{1e9, "TimeSpan.FromSeconds(#)"}, step{1e6, "TimeSpan.FromMilliseconds(#)"}, step{100, "TimeSpan.FromTicks(#)"}),
}}

var csharpTargets = []Target{
	{Name: "polly", Title: "Polly v8", Client: "polly", Library: "Polly.Core", Language: csharp, code: strings.TrimPrefix(`
using System;
using Polly;
using Polly.Retry;

/// <summary>Retries with exponential backoff.</summary>
public static class RetryPolicies
{
    /// <summary>Returns what calls an operation until it succeeds.</summary>
    public static ResiliencePipeline Create() => new ResiliencePipelineBuilder()
        .AddRetry(new RetryStrategyOptions
        {
            MaxRetryAttempts = <<MaxRetryAttempts>>,
            Delay = <<Delay>>,
<<?BackoffType=constant>>            BackoffType = DelayBackoffType.Constant,
<<?BackoffType=linear>>            BackoffType = DelayBackoffType.Linear,
<<?BackoffType=exponential>>            BackoffType = DelayBackoffType.Exponential,
            UseJitter = <<UseJitter>>,
            MaxDelay = <<MaxDelay>>,
        })
        .Build();
}
`, "\n")},
}
