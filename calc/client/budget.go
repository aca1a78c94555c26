package client

import (
	"math"

	"retune/calc/fleet"
)

// A retry budget belongs to one process: a proxy, or the client of an SDK.

// throttling returns gRPC's retryThrottling, or no budget without maxTokens.
func throttling(v Values) fleet.Budget {
	if v.none("maxTokens") {
		return fleet.Budget{}
	}
	return fleet.Budget{
		Kind:    fleet.Throttle,
		Ratio:   math.Floor(1e3*v.At("tokenRatio")+1e-9) / 1e3,
		Reserve: v.At("maxTokens"),
	}
}

// awsQuota is the retry quota of the AWS SDKs: of 500 tokens a retry takes 5, or 10 after a timeout. A successful retry
// returns them. The SDK for Go v2 returns one token more, which is not modelled.
//
// In the SDKs for Rust and JavaScript the answers 500, 502, 503 and 504 count as timeouts, and with
// AWS_NEW_RETRIES_2026 a retry takes 14 tokens. Their cost of 5 after throttling is not modelled, because no server
// here throttles.
var awsQuota, quotaTransient, quota2026 = quota(0), quota(10), quota(14)

// quota returns a quota of 500 tokens. A retry takes cost tokens, or 5 and 10 if cost is 0.
func quota(cost float64) func(Values) fleet.Budget {
	return func(Values) fleet.Budget {
		return fleet.Budget{Kind: fleet.Quota, Reserve: 500, Cost: cost, LateCost: cost}
	}
}

// leaky returns the budget of Finagle and of tower, which Linkerd uses. A retry takes a whole number of the tokens that
// a request deposits. In addition perSecond retries are allowed in every whole second of the time to live ttl, in
// seconds.
func leaky(share, perSecond, ttl float64) fleet.Budget {
	return fleet.Budget{Kind: fleet.Expiring, Ratio: share, Reserve: perSecond * math.Floor(ttl) / ttl,
		Window: ttl}
}

// towerShare returns the share of retries for a retry_percent of tower. A request deposits 1 token and a retry takes
// floor(1/percent) of them; above 1 the numbers are 1000 and floor(1000/percent).
func towerShare(percent float64) float64 {
	switch {
	case percent == 0:
		return 0
	case percent <= 1:
		return 1 / math.Floor(float64(1/float32(percent)))
	}
	return 1000 / math.Floor(float64(1000/float32(percent)))
}

// finagleShare returns the share of retries for percentCanRetry of Finagle. A request deposits 1000 tokens, and a retry
// takes floor(1000/percent).
func finagleShare(percent float64) float64 {
	if percent == 0 {
		return 0
	}
	return 1000 / math.Floor(1000/percent)
}

// leakyParameters returns the parameters of a leaky budget.
func leakyParameters(share, perSecond, ttl, help string) []Parameter {
	life := dur(ttl, 10, BudgetWindow, "retry budget: how long a request and a retry count")
	life.Least, life.Most = 1, 60
	return []Parameter{
		num(share, 0.2, 0, 1000, BudgetShare, help),
		whole(perSecond, 10, 0, BudgetReserve, "retry budget: retries per second that it always allows"),
		life,
	}
}

// onlySuccess warns about a budget that only successful requests pay into.
func onlySuccess(perSecond, ttl string) Trap {
	return when(SpentBudget, func(v Values) bool { return v.Budget().OnSuccess },
		"a request counts when it succeeds: {} into an outage of all requests only {"+perSecond+"} retries per second and "+
			"process are left",
		"a higher "+perSecond+" lets more through", func(v Values) Figure {
			return secs(1.1 * v.At(ttl))
		})
}
