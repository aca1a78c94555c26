package client

import (
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// azureParameters returns the retry options of an Azure SDK.
func azureParameters(most, first, longest string, a, c float64) []Parameter {
	return []Parameter{retryLimit(most, 3), initialDelay(first, a), longestDelay(longest, c)}
}

// azureRetried is what the Azure SDKs retry.
const azureRetried = "408, 429, 500, 502, 503, 504 and connection errors, with any method"

// azureClients returns the Azure SDKs without a row among the libraries of their languages.
func azureClients() []Row {
	return []Row{
		{
			Name:        "azure-java",
			Title:       "Azure SDK for Java",
			Names:       []string{"azure-core-java", "azure-sdk-java"},
			Version:     "01bc52e0",
			Source:      "azure-core ExponentialBackoff.java",
			Held:        Table,
			Honor:       replaces,
			HonorSource: "RetryPolicy.java getWellKnownRetryDelay",
			Formula:     "min(maxDelay, baseDelay 2^(k-1) U(0.95, 1.05))",
			Stops:       "maxRetries",
			On:          azureRetried,
			Parameters:  azureParameters("maxRetries", "baseDelay", "maxDelay", 0.8, 8),
			Refuses:     atLeast("maxDelay", "baseDelay"),
			Policy:      func(v Values) jitter.Policy { return after(spread(v.late(), 0.05)) },
		},

		{
			Name:        "azure-net",
			Written:     asSpan,
			Title:       "Azure SDK for .NET",
			Names:       []string{"azure-dotnet", "azure-sdk-net"},
			Version:     "Azure.Core 1.44",
			Source:      "sdk/core/Azure.Core RetryOptions.cs, DelayStrategy.cs",
			Held:        Table,
			Honor:       honors(fleet.Honor{Kind: fleet.AtLeast}),
			HonorSource: "ExponentialDelayStrategy.cs GetNextDelay",
			Formula:     "min(MaxDelay, Delay 2^(k-1) U(0.8, 1.2)), in whole ms of Delay U(0.8, 1.2)",
			Stops:       "MaxRetries",
			On:          azureRetried,
			Parameters:  azureParameters("MaxRetries", "Delay", "MaxDelay", 0.8, 60),
			Policy:      func(v Values) jitter.Policy { return after(spread(v.late(), 0.2)) },
		},

		{
			Name:        "azure-js",
			Written:     inNumberOfMillis,
			Title:       "Azure SDK for JavaScript",
			Names:       []string{"azure-sdk-js", "core-rest-pipeline"},
			Version:     "core-util 1.11",
			Source:      "sdk/core/core-util delay.ts, core-rest-pipeline exponentialRetryStrategy.ts",
			Held:        Table,
			Honor:       replaces,
			HonorSource: "core-rest-pipeline retryPolicy.ts, throttlingRetryStrategy.ts",
			Formula:     "x U(0.5, 1), x = min(maxRetryDelayInMs, retryDelayInMs 2^(k-1))",
			Stops:       "maxRetries",
			On:          "408, 500 and above but 501 and 505, 429 with Retry-After, connection errors, with any method",
			Parameters:  azureParameters("maxRetries", "retryDelayInMs", "maxRetryDelayInMs", 1, 64),
			Policy:      func(v Values) jitter.Policy { return down(v.grown(), 0.5) },
			Notes:       []string{"until 2024 the delay that was drawn is multiplied by 2^k for the next retry"},
		},
	}
}
