package clientconfig

import "slices"

// dotnetFormats returns the format of appsettings.json of .NET: the options of the standard resilience handler of
// Microsoft.Extensions.Http.Resilience, which retries with Polly.
func dotnetFormats() []Format {
	return []Format{
		{Name: "http-resilience", Title: ".NET HTTP resilience",
			Fold: true,
			At:   "**/Retry", Marks: "MaxRetryAttempts, BackoffType, UseJitter",
			Other: "ShouldRetryAfterHeader Name DisableForUnsafeHttpMethods",
			Frame: `{"HttpClient": {"Retry": {}}}`,
			Keys: slices.Concat(netTime.at("MaxRetryAttempts Delay"),
				words("Exponential=2 Linear=1 Constant=0").at("BackoffType"),
				netTime.at(`UseJitter MaxDelay ../AttemptTimeout/Timeout=AttemptTimeout
				../TotalRequestTimeout/Timeout=TotalRequestTimeout`))},
	}
}
