package client

import (
	"errors"
	"math"

	"retune/calc"
	"retune/calc/jitter"
)

// npmRetry returns the rule of retry and p-retry. least is the shortest delay before growth, in seconds.
func npmRetry(v Values, least float64) jitter.Policy {
	p := exponential(math.Max(least, v.At("minTimeout")), v.At("factor"), v.At("maxTimeout"))
	p = counted(p, ms, calc.Nearest, false)
	if v.On("randomize") {
		p = after(between(p, 1, 2))
	}
	return p
}

func npmParameters(randomize bool) []Parameter {
	return []Parameter{
		retryLimit("retries", 10),
		factor("factor", 2),
		initialDelay("minTimeout", 1),
		longestDelay("maxTimeout", inf),
		on("randomize", randomize, "draw from the delay to twice the delay"),
		deadline("maxRetryTime", inf, "for all attempts together; 0s: no limit, and of p-retry no retry"),
	}
}

// sorted refuses values for which sorting the delays changes them. From a factor of 2 on, delays times U(1, 2) are
// already in order.
func sorted(v Values) error {
	if v.On("randomize") && v.At("factor") < 2 {
		return errors.New("retry sorts its delays when they are randomized; a factor below 2 is not modelled")
	}
	return atLeast("maxTimeout", "minTimeout")(v) // the package throws an error
}

// npmRetryClients returns retry and the packages built on it.
func npmRetryClients() []Row {
	return []Row{
		{
			Name:       "retry",
			Title:      "retry (npm)",
			Names:      []string{"node-retry", "npm-retry"},
			Version:    "0.13.1",
			Source:     "lib/retry.js",
			Held:       Conformance,
			Formula:    "min(maxTimeout, round(R minTimeout factor^(k-1)) ms), R = 1 or U(1, 2); all drawn first and sorted",
			On:         "what the caller hands to retry",
			Stops:      "retries; maxRetryTime, looked at after each failure",
			Stop:       jitter.LookBehind,
			Parameters: npmParameters(false),
			Refuses:    sorted,
			Policy:     func(v Values) jitter.Policy { return npmRetry(v, ms) },
		},

		{
			Name:       "async-retry",
			Title:      "async-retry (npm)",
			Names:      []string{"vercel-async-retry"},
			Version:    "1.3.3",
			Source:     "lib/index.js",
			Held:       Conformance,
			Formula:    "as retry, with randomize",
			On:         "every error but what bail ends",
			Stops:      "retries; maxRetryTime, looked at after each failure",
			Stop:       jitter.LookBehind,
			Parameters: npmParameters(true),
			Refuses:    sorted,
			Policy:     func(v Values) jitter.Policy { return npmRetry(v, ms) },
		},

		{
			Name:    "p-retry",
			Title:   "p-retry (npm)",
			Names:   []string{"pretry"},
			Version: "7.1.1",
			Source:  "index.js",
			Held:    Conformance,
			Formula: "min(maxTimeout, round(R minTimeout factor^(k-1)) ms), R = 1 or U(1, 2)",
			On:      "every error but AbortError, and TypeError but of the network",
			Stops:   "retries; maxRetryTime, which cuts the last wait",
			Stop:    jitter.Clip,
			Parameters: append([]Parameter{orNone(retryLimit("retries", 10, "retries; none: Infinity"))},
				npmParameters(false)[1:]...),
			Policy: func(v Values) jitter.Policy { return v.strict(npmRetry(v, 0)) },
		},
	}
}
