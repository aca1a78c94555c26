package client

import (
	"math"

	"retune/calc/system"
)

// The retry budgets of clients. Each belongs to one process: a proxy, an SDK's client.

// throttling is gRPC's retryThrottling; without maxTokens there is none.
func throttling(v Values) system.Budget {
	if v.none("maxTokens") {
		return system.Budget{}
	}
	return system.Budget{
		Kind:    system.Throttle,
		Ratio:   math.Floor(1e3*v.At("tokenRatio")+1e-9) / 1e3,
		Reserve: v.At("maxTokens"),
	}
}

// awsQuota is the retry quota of the AWS SDKs: 5 tokens of 500 for a retry and 10 after a
// timeout. That of Go v2 also puts back one token for a retry that succeeds, beside those
// that it took, which is left out.
func awsQuota(Values) system.Budget { return system.Budget{Kind: system.Quota, Reserve: 500} }

// quotaTransient is that of the SDKs for Rust and JavaScript, for which the answers 500, 502,
// 503 and 504 count as a timeout does. After throttling it would be 5.
func quotaTransient(Values) system.Budget {
	return system.Budget{Kind: system.Quota, Reserve: 500, Cost: 10, LateCost: 10}
}

// quota2026 is that of AWS_NEW_RETRIES_2026: 14 tokens, whatever the retry follows. After
// throttling, which no server here does, it would be 5.
func quota2026(Values) system.Budget {
	return system.Budget{Kind: system.Quota, Reserve: 500, Cost: 14, LateCost: 14}
}

// leaky is the budget of Finagle and of tower, which Linkerd has: a retry takes whole
// tokens, as many as one has to make a share of one deposit, and there are tokens for so
// many retries in every whole second of the time to live beside.
func leaky(share, perSecond, ttl float64) system.Budget {
	return system.Budget{Kind: system.Expiring, Ratio: share, Reserve: perSecond * math.Floor(ttl) / ttl, Window: ttl}
}

// towerShare is the share of a retry_percent: 1 token for a request up to 1, of which a
// retry takes 1/percent, and 1000 beyond, both rounded down.
func towerShare(percent float64) float64 {
	switch {
	case percent == 0:
		return 0
	case percent <= 1:
		return 1 / math.Floor(float64(1/float32(percent)))
	}
	return 1000 / math.Floor(float64(1000/float32(percent)))
}

// finagleShare is that of percentCanRetry: 1000 tokens for a request.
func finagleShare(percent float64) float64 {
	if percent == 0 {
		return 0
	}
	return 1000 / math.Floor(1000/percent)
}

// leakyParameters is what such a budget is told.
func leakyParameters(share, perSecond, ttl, help string) []Parameter {
	life := dur(ttl, 10, BudgetWindow, "retry budget: how long a request and a retry count")
	life.Least, life.Most = 1, 60
	return []Parameter{
		num(share, 0.2, 0, 1000, BudgetShare, help),
		whole(perSecond, 10, 0, BudgetReserve, "retry budget: retries per second that it always allows"),
		life,
	}
}

// needed has the configuration say all of a list.
func needed(list []Parameter) []Parameter {
	for i := range list {
		list[i].Needed = true
	}
	return list
}

// roundedShare is what a share of a budget counts as that its tokens cannot have.
func roundedShare(name string, counts func(float64) float64) Trap {
	return when(Caution, func(v Values) bool {
		x := v.At(name)
		return !math.IsInf(x, 1) && math.Abs(counts(x)-x) > 0.005*x
	},
		"{"+name+"} counts as {}: a retry takes a whole number of tokens",
		"choose one over a whole number, such as 0.5, 0.25 or 0.2", func(v Values) Figure {
			return Figure{X: counts(v.At(name)), Unit: Number}
		})
}

// onlySuccess is what a budget comes to in an outage that requests pay for when they succeed.
func onlySuccess(perSecond, ttl string) Trap {
	return when(Note, func(v Values) bool { return v.Budget().OnSuccess },
		"a request counts when it succeeds: {} into an outage of all requests only {"+perSecond+"} retries per second and "+
			"process are left",
		"a higher "+perSecond+" lets more through", func(v Values) Figure {
			return secs(1.1 * v.At(ttl))
		})
}
