package client

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// legacyGo returns the default rule of the AWS SDK for Go v2: U(0, 2^k s) while 2^k <= c, then exactly
// c seconds.
func legacyGo(c float64) jitter.Policy {
	if c == 0 {
		return constant(0)
	}
	p := full(exponential(2, 2, math.Nextafter(c, inf))) // the draw includes a power of two
	if p.Cap < 2 {
		p.InitialDelay = p.Cap
	}
	p.Rule.AtCap = jitter.Pinned
	return p
}

// awsModes returns the rule of the retry modes that the AWS SDKs share in their configuration.
func awsModes(v Values) jitter.Policy {
	switch {
	case v.Is("retry_mode", "legacy"):
		return attempts(full(exponential(1, 2, inf)), v.Or("max_attempts", 5))
	case v.On("new_retries_2026"):
		return attempts(full(exponential(0.05, 2, 20)), v.Or("max_attempts", 3))
	}
	return attempts(full(exponential(1, 2, 20)), v.Or("max_attempts", 3))
}

// within5 is what AWS_NEW_RETRIES_2026 makes of x-amz-retry-after.
var within5 = fleet.Honor{Kind: fleet.Within, Most: 5}

// aws2026 returns a row for AWS_NEW_RETRIES_2026, a rule that the SDKs share. The values are fixed in
// botocore 1.43.67 and smithy-rs 56ee88c5, and options in Go v2. JavaScript has it as
// SMITHY_NEW_RETRIES_2026, in whole milliseconds.
func aws2026(name, title string, most, base float64, names ...string) Row {
	return Row{
		Name:    name,
		Title:   title,
		Names:   names,
		Version: "aws-sdk-go-v2 1.47.7, botocore 1.43.67, smithy-rs 56ee88c5",
		Source: "aws-sdk-go-v2 aws/retry/jitter_backoff.go, middleware.go; botocore retries/standard.py; smithy-rs " +
			"DynamoDbDecorator.kt",
		Held:    Table,
		Counts:  Attempts,
		Formula: "U(0, min(MaxBackoff, BaseDelay 2^(k-1)))",
		Stops:   "attempts; a quota of 500, 14 for a retry and 5 for one after throttling",
		Parameters: []Parameter{
			zeroIsDefault(retryLimit("MaxAttempts", most, "attempts with the first; 0: the default")),
			zeroIsDefault(initialDelay("BaseDelay", base, "longest first delay; 1s after throttling; 0s: the default")),
			longestDelay("MaxBackoff", 20),
		},
		On:          awsRetried,
		Policy:      Values.full,
		Budget:      quota2026,
		Honor:       honors(within5),
		HonorSource: "smithy-rs retries/strategy/standard.rs: x-amz-retry-after",
		Notes: []string{
			"where the quota is used up, operations that poll, as SQS ReceiveMessage, wait once more before they give up",
		},
	}
}

// awsRetried is what the AWS SDKs retry.
const awsRetried = "throttling, 500, 502, 503, 504, timeouts and connection errors, of every operation"

// legacyDynamoDB is the exception for DynamoDB in botocore's data/_retry.json.
const legacyDynamoDB = "DynamoDB has 10 attempts in legacy mode, and waits exactly 50 ms 2^(k-1)"

// awsClients returns the AWS SDKs.
func awsClients() []Row {
	return []Row{
		{
			Name:    "aws-simulator",
			Written: inNumberOfMillis,
			Title:   "AWS Architecture Blog, simulator of backoff and jitter",
			Names:   []string{"aws-blog", "brooker"},
			Version: "66cb1692 (2015)",
			Source:  "aws-samples/aws-arch-backoff-simulator src/backoff_simulator.py",
			Held:    Table,
			Formula: "x = min(cap, base 2^k); none x, full U(0, x), equal x/2 + U(0, x/2), decorrelated min(cap, U(base, 3 t))",
			On:      "writes that another client got ahead of",
			Stops:   "nothing",
			Parameters: []Parameter{
				word("strategy", "what is drawn", "full", "none", "equal", "decorrelated"),
				initialDelay("base", 5*ms, "half of the first delay"),
				longestDelay("cap", 2),
			},
			Policy: func(v Values) jitter.Policy {
				switch {
				case v.Is("strategy", "decorrelated"):
					return draws(v.grown(), jitter.Decorrelated, 3)
				case v.Is("strategy", "none"):
					return v.doubled()
				case v.Is("strategy", "equal"):
					return draws(v.doubled(), jitter.Equal, 0)
				}
				return full(v.doubled())
			},
			Notes: []string{
				"the first delay is twice base: many ports use base",
			},
		},

		{
			Name:    "aws",
			Title:   "AWS SDKs by shared config and environment",
			Names:   []string{"aws-config", "aws-environment", "aws-cli"},
			Version: "botocore 1.43.67",
			Source:  "botocore retries/standard.py, retryhandler.py",
			Held:    Table,
			Counts:  Attempts,
			Formula: "standard U(0, min(20 s, 2^(k-1) s)); legacy U(0, 2^(k-1) s); 2026 U(0, min(20 s, 50 ms 2^(k-1)))",
			On:      awsRetried,
			Stops:   "attempts; a quota of retries for all requests",
			Parameters: []Parameter{
				needed(word("retry_mode", "rule of the delays; adaptive limits the rate as well",
					"standard", "legacy", "adaptive")),
				upTo(1e6, attemptLimit("max_attempts", math.NaN(), "attempts, the first included: 3, or 5 in legacy mode")),
				on("new_retries_2026", false, "AWS_NEW_RETRIES_2026: 50 ms delays, except in legacy mode"),
			},
			Policy: awsModes,
			Honor: func(v Values) fleet.Honor {
				if v.On("new_retries_2026") && !v.Is("retry_mode", "legacy") {
					return within5
				}
				return fleet.Honor{Kind: fleet.Ignore}
			},
			HonorSource: "x-amz-retry-after with AWS_NEW_RETRIES_2026",
			Budget: func(v Values) fleet.Budget {
				switch {
				case v.Is("retry_mode", "legacy"):
					return fleet.Budget{}
				case v.On("new_retries_2026"):
					return quota2026(v)
				}
				return awsQuota(v)
			},
			Notes: []string{
				"this is the rule of botocore and, in standard mode, of the SDK for Rust; those for Java and JavaScript begin " +
					"with 100ms, the one for Go v2 with 2s, and have entries of their own",
				"legacy mode has no cap: retry 10 may wait 8m32s",
				"DynamoDB has 10 attempts in legacy mode, and waits exactly 50 ms 2^(k-1)",
				"with new_retries_2026 DynamoDB has a rule of its own, dynamodb-2026",
			},
		},

		{
			Name:    "botocore-standard",
			Title:   "botocore and boto3, standard mode",
			Names:   []string{"boto3-standard", "botocore"},
			Version: "1.43.11, 1.43.67",
			Source:  "botocore retries/standard.py @ 0e6e2404",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "U(0, min(20 s, 2^(k-1) s))",
			On:      awsRetried,
			Stops:   "attempts; a quota of 500, 5 for a retry and 10 for one after a timeout",
			Parameters: []Parameter{attemptLimit("total_max_attempts", 3,
				"attempts with the first; max_attempts in Config(retries=...) counts retries")},
			Policy: func(v Values) jitter.Policy { return full(exponential(1, 2, 20)) },
			Budget: awsQuota,
		},

		{
			Name:       "botocore-legacy",
			Title:      "botocore and boto3, legacy mode (the default)",
			Names:      []string{"boto3", "boto3-legacy"},
			Version:    "1.43.11, 1.43.67",
			Source:     "botocore retryhandler.py, data/_retry.json @ 0e6e2404",
			Held:       Conformance,
			Counts:     Attempts,
			Formula:    "U(0, 2^(k-1) s)",
			On:         awsRetried,
			Stops:      "attempts",
			Parameters: []Parameter{attemptLimit("total_max_attempts", 5)},
			Policy:     func(v Values) jitter.Policy { return full(exponential(1, 2, inf)) },
			Notes:      []string{legacyDynamoDB},
		},

		aws2026("aws-sdk-2026", "AWS SDKs with AWS_NEW_RETRIES_2026", 3, 50*ms, "aws-2026", "botocore-2026"),
		aws2026("dynamodb-2026", "AWS SDKs with AWS_NEW_RETRIES_2026, DynamoDB", 4, 25*ms, "dynamodb"),

		{
			Name:    "aws-sdk-go-v2",
			Title:   "AWS SDK for Go v2, standard retryer",
			Names:   []string{"aws-go", "aws-sdk-go"},
			Version: "1.47.7",
			Source:  "aws/retry/jitter_backoff.go",
			Held:    Conformance,
			Counts:  Attempts,
			Formula: "U(0, 2^k s) for k <= log2(MaxBackoff), then exactly MaxBackoff",
			On:      awsRetried,
			Stops:   "attempts; a quota of 500, 5 for a retry and 10 for one after a timeout",
			Parameters: []Parameter{
				zeroIsDefault(retryLimit("MaxAttempts", 3, "attempts with the first; 0: the default, 3")),
				longestDelay("MaxBackoff", 20),
			},
			// Only retry.AddWithMaxAttempts takes 0 as no limit.
			Policy: func(v Values) jitter.Policy { return legacyGo(v.At("MaxBackoff")) },
			Budget: awsQuota,
			Traps: []Trap{when(SameWait, below("MaxBackoff", 2),
				"with MaxBackoff below 2s nothing is drawn: all wait exactly {MaxBackoff}",
				"raise MaxBackoff to 2s or more")},
		},

		{
			Name:    "aws-sdk-java-v2",
			Title:   "AWS SDK for Java v2, standard",
			Names:   []string{"aws-java", "aws-sdk-java"},
			Version: "2.29",
			Source:  "core/retries DefaultRetryStrategy.java",
			Held:    Table,
			Counts:  Attempts,
			Formula: "U(0, min(maxDelay, baseDelay 2^(k-1)))",
			Stops:   "attempts; a quota of 500, 5 for a retry",
			On:      awsRetried,
			Parameters: []Parameter{
				attemptLimit("maxAttempts", 3), initialDelay("baseDelay", 0.1, "longest first delay; 1s after throttling"),
				longestDelay("maxDelay", 20),
			},
			Policy: Values.full,
			Budget: quota(5),
			Notes:  []string{"retry_mode=legacy has 4 attempts, and 500ms after throttling"},
		},

		{
			Name:    "aws-sdk-go-v1",
			Title:   "AWS SDK for Go v1",
			Names:   []string{"terraform-aws"},
			Version: "1.55.6, the last",
			Source:  "aws/client/default_retryer.go",
			Formula: "2^(k-1) U(MinRetryDelay, 2 MinRetryDelay); above MaxRetryDelay it restarts from MaxRetryDelay U(0.5, 1)",
			On:      awsRetried,
			Stops:   "MaxRetries",
			Parameters: []Parameter{
				retryLimit("MaxRetries", 3, "retries; Terraform sets 25, and for DynamoDB the SDK 10"),
				zeroIsDefault(initialDelay("MinRetryDelay", 30*ms,
					"shortest first delay; 500ms after throttling, 50ms for DynamoDB; 0s: the default")),
				zeroIsDefault(longestDelay("MaxRetryDelay", 300, "longest delay; 0s: the default")),
			},
			Policy: func(v Values) jitter.Policy {
				p := up(exponential(v.role(Initial, 0), 2, inf), 1)
				p.Cap, p.Rule.AtCap = v.role(Cap, inf), jitter.Redraw
				return p
			},
		},

		{
			Name:        "aws-sdk-js-v3",
			Written:     inNumberOfMillis,
			Title:       "AWS SDK for JavaScript v3",
			Names:       []string{"aws-js", "smithy-ts"},
			Version:     "6815d3e9",
			Source:      "smithy-typescript packages/core util-retry",
			Counts:      Attempts,
			Honor:       honors(fleet.Honor{Kind: fleet.AtLeast}),
			HonorSource: "@smithy/util-retry StandardRetryStrategy; since 2026 no more than 5s above the delay",
			Formula:     "whole ms of U(0, min(20 s, baseDelay 2^(k-1)))",
			On:          awsRetried,
			Stops:       "attempts; a quota of 500, 10 for a retry and 5 for one after throttling",
			Parameters: []Parameter{
				retryLimit("maxAttempts", 3, "attempts with the first; 0: one"),
				initialDelay("baseDelay", 0.1, "longest first delay; 500ms after throttling"),
			},
			Policy: func(v Values) jitter.Policy {
				return wholeMillis(full(exponential(v.At("baseDelay"), 2, 20)))
			},
			Budget: quotaTransient,
		},

		{
			Name:        "aws-sdk-rust",
			Title:       "AWS SDK for Rust",
			Names:       []string{"smithy-rs"},
			Version:     "56ee88c5",
			Source:      "smithy-rs retries/strategy/standard.rs, retries/classifiers.rs, retries/token_bucket.rs",
			Counts:      Attempts,
			Honor:       honorsToCap(fleet.Honor{}),
			HonorSource: "retries/strategy/standard.rs: x-amz-retry-after",
			Formula:     "U(0, min(max_backoff, initial_backoff 2^(k-1)))",
			On:          awsRetried,
			Stops:       "attempts; a quota of 500, 10 for a retry and 5 for one after throttling",
			Parameters: []Parameter{
				attemptLimit("max_attempts", 3),
				initialDelay("initial_backoff", 1, "longest first delay"),
				longestDelay("max_backoff", 20),
			},
			Policy: Values.full,
			Budget: quotaTransient,
		},

		{
			Name:    "aws-sdk-net",
			Written: inNumberOfMillis,
			Title:   "AWS SDK for .NET, standard",
			Names:   []string{"aws-sdk-dotnet"},
			Version: "13bd83ed (v3 and v4)",
			Source:  "Amazon.Runtime StandardRetryPolicy.cs",
			Held:    Table,
			Formula: "min(20 s, U(0, 2^(k-1) s)), in whole ms",
			Stops:   "MaxErrorRetry; a quota of 500",
			On:      awsRetried,
			Parameters: []Parameter{
				retryLimit("MaxErrorRetry", 2), longestDelay("MaxBackoffInMilliseconds", 20, "longest delay"),
			},
			Policy: func(v Values) jitter.Policy { return after(full(late(1, 2, v.role(Cap, 0)))) },
			Budget: awsQuota,
			Notes:  []string{"v3 has RetryMode Legacy by default, with 4 retries (ClientConfig.cs MaxRetriesLegacyDefault)"},
		},

		{
			Name:       "aws-sdk-cpp",
			Title:      "AWS SDK for C++, standard",
			Names:      []string{"aws-cpp"},
			Version:    "10540c7a",
			Source:     "aws-cpp-sdk-core RetryStrategy.cpp StandardRetryStrategy",
			Held:       Table,
			Counts:     Attempts,
			Formula:    "min(20 s, U{0..999} ms 2^(k-1))",
			Stops:      "maxAttempts; a quota of 500, 5 for a retry and 10 for one after a timeout",
			On:         awsRetried,
			Parameters: []Parameter{attemptLimit("maxAttempts", 3)},
			Policy:     func(Values) jitter.Policy { return after(full(late(0.999, 2, 20))) },
			Budget:     awsQuota,
			Notes:      []string{"DefaultRetryStrategy, the legacy mode: 10 retries, the first at once, then 25 ms 2^(k-1)"},
		},

		{
			Name:    "aws-sdk-php",
			Title:   "AWS SDK for PHP",
			Names:   []string{"aws-php"},
			Version: "2a8b891a (v3)",
			Source:  "src/RetryMiddleware.php, RetryMiddlewareV2.php",
			Held:    Table,
			Counts:  Attempts,
			Formula: "legacy whole ms of U(0, min(20 s, 100 ms 2^(k-1))); standard min(20 s, U(0, 2^k s))",
			Stops:   "max_attempts; in standard mode a quota of 500",
			On:      awsRetried,
			Parameters: []Parameter{
				word("mode", "which of the rules", "legacy", "standard"),
				unset(attemptLimit("max_attempts", 3, "attempts with the first; 4 in legacy mode, else 3")),
			},
			Policy: func(v Values) jitter.Policy {
				if v.Is("mode", "legacy") {
					return attempts(fromTo(full(exponential(0.1, 2, 20))), v.Or("max_attempts", 4))
				}
				return attempts(after(full(late(2, 2, 20))), v.Or("max_attempts", 3))
			},
			Budget: func(v Values) fleet.Budget {
				if v.Is("mode", "legacy") {
					return fleet.Budget{}
				}
				return awsQuota(v)
			},
		},
	}
}
