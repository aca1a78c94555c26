package client

import (
	"math"

	"retune/calc/system"
)

// The retry budgets of clients. Each belongs to one process: a proxy, an SDK's client.

// throttling is gRPC's retryThrottling; without maxTokens there is none.
func throttling(v Values) system.Budget {
	if math.IsInf(v.At("maxTokens"), 1) {
		return system.Budget{}
	}
	return system.Budget{Kind: system.Throttle, Ratio: math.Floor(1e3*v.At("tokenRatio")+1e-9) / 1e3, Reserve: v.At("maxTokens")}
}

// awsQuota is the retry quota of the AWS SDKs: 5 tokens of 500 for a retry and 10 after a
// timeout. That of Go v2 also puts back one token for a retry that succeeds, beside those
// that it took, which is left out.
func awsQuota(Values) system.Budget { return system.Budget{Kind: system.Quota, Reserve: 500} }

// quota2026 is that of AWS_NEW_RETRIES_2026: 14 tokens, whatever the retry follows. After
// throttling, which no server here does, it would be 5.
func quota2026(Values) system.Budget {
	return system.Budget{Kind: system.Quota, Reserve: 500, Cost: 14, LateCost: 14}
}

// places is Envoy's limit of the retries of a cluster at a time: so many or, where one of
// the other two is given, a retry_budget of a percentage of the active requests, and at
// least so many.
func places(most, percent, least float64) system.Budget {
	switch {
	case percent == percent || least == least:
		if percent != percent {
			percent = 20
		}
		if least != least {
			least = 3
		}
		return system.Budget{Kind: system.Concurrent, Ratio: percent / 100, Reserve: least}
	case math.IsInf(most, 1):
		return system.Budget{}
	}
	return system.Budget{Kind: system.Concurrent, Reserve: most}
}

// budgetParameters is what retry_budget of Envoy, and of who writes its configuration, is
// told.
func budgetParameters(percent, least string) []Parameter {
	share := num(percent, math.NaN(), 0, 100, BudgetShare, "retry budget: retries in percent of the active requests; 20 where there is one")
	return []Parameter{share, whole(least, math.NaN(), 0, BudgetReserve, "retry budget: retries at a time that it always allows; 3 where there is one")}
}
