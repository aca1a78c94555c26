package config

// dotnetFormats is the appsettings.json of .NET: the options of the standard resilience
// handler of Microsoft.Extensions.Http.Resilience, whose retries are Polly's.
var dotnetFormats = []Format{
	{Name: "http-resilience", Title: ".NET HTTP resilience", Client: "http-resilience", Syntax: []syntax{jsonSyntax}, Files: "appsettings*.json", Fold: true,
		At: []string{"**/Retry"}, Marks: []string{"MaxRetryAttempts", "BackoffType", "UseJitter"},
		Other: "ShouldRetryAfterHeader Name DisableForUnsafeHttpMethods",
		Frame: `{"HttpClient": {"Retry": {}}}`,
		Keys: []Key{
			{"MaxRetryAttempts", "MaxRetryAttempts", count},
			{"Delay", "Delay", netTime},
			{"BackoffType", "BackoffType", words("Exponential=2 Linear=1 Constant=0")},
			{"UseJitter", "UseJitter", truth},
			{"MaxDelay", "MaxDelay", netTime},
			{"../AttemptTimeout/Timeout", "AttemptTimeout", netTime},
			{"../TotalRequestTimeout/Timeout", "TotalRequestTimeout", netTime},
		}},
}
