package policy

import (
	"context"
	"slices"
	"sync"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A row is the wording of a result: see [answer.Naming].
type row struct {
	name, names         string
	kind                unit.Kind
	help, gives, phrase string
}

func (r row) result() (of answer.Result) {
	of.Name, of.Names, of.Unit, of.Help, of.Gives, of.Phrase = r.name, r.names, r.kind, r.help, r.gives, r.phrase
	return of
}

// Results are the figures of a policy, in display order.
var Results = sync.OnceValue(func() answer.Results {
	return binding(slices.Concat(answer.Results{delayRatio}, atT(), wholePolicies(), backs(), callTimes(), outcomes(),
		states(), ofPolicies(), answer.Results{deadlines()}, afterOutages(), successes()))
})

// delayRatio also has a question of its own.
var delayRatio = answer.Result{
	Naming: row{"ratio", "delay-ratio", unit.Number, "delay after a retry at T divided by T, or in the long run", "",
		""}.result().Naming,
	Scope:  answer.Scope{Takes: []string{"at"}},
	Goal:   answer.Goal{Most: setting.MaxFactor - 1, Caution: cappedRatio},
	Figure: answer.Figure{Ended: warnEnded, Nominal: true, Value: ratioOf},
}

// atT returns the results at time T without jitter.
func atT() (list answer.Results) {
	for _, r := range []struct {
		row
		group func(timeline) []answer.Quantity
	}{
		{row{"delay-after-retry", "next-delay", unit.Duration, "delay that follows a retry at T",
			"the delay after a retry at T is %s", ""}, onCurve},
		{row{"previous-delay", "", unit.Duration, "delay before a retry at T", "", ""}, onCurve},
		{row{"current-delay", "", unit.Duration, "current delay at T", "", ""}, atElapsed},
		{row{"next-retry-at", "next-retry", unit.Duration, "elapsed time of the first retry after T",
			"the next retry starts after %s", "a next retry at %s"}, atElapsed},
		{row{"retries-real", "fractional-retries", unit.Number, "fractional number of retries by T",
			"%s retries start by T", "%s retries by T"}, onCurve},
	} {
		of := ofPolicy(r.group, r.result())
		of.Needs, of.Ended = []string{"at"}, warnEnded
		list = append(list, of)
	}
	smooth, steady := &list[0], &list[4]
	smooth.First, smooth.NotMonotone, steady.NotMonotone = true, nil, nil
	// it can change direction where the cap begins
	steady.Shows, steady.NotMonotoneIn = []string{"retries done"}, []string{"cap"}
	return list
}

// wholePolicies returns the results of a whole policy without jitter.
func wholePolicies() (list answer.Results) {
	for _, r := range []row{
		{"elapsed", "total last-retry-at total-delay total-time last-retry", unit.Duration,
			"elapsed time at which the last retry starts", "", ""},
		{"gives-up-at", "gives-up gives-up-after", unit.Duration, "time at which the last attempt has failed",
			"the policy gives up after %s", "a policy that gives up at %s"},
		{"last-delay", "longest-delay", unit.Duration, "delay before the last retry", "", ""},
	} {
		of := r.result()
		if r.name == "elapsed" {
			of.Label, of.Shows = "elapsed time", []string{"last retry at"}
		}
		of = ofPolicy(wholePolicy, of)
		of.NotMonotone = hasDeadline
		list = append(list, of)
	}
	return list
}

// backs returns the wait after an outage that ends at T, or after the given outage.
func backs() answer.Results {
	most := row{"reconnect-delay", "overshoot reconnect reconnect-time", unit.Duration,
		"longest wait after an outage that ends at T, or after --outage; 10% is a tenth of its length", "", ""}.result()
	mean := row{"reconnect-delay-mean", "overshoot-mean reconnect-mean", unit.Duration,
		"expected wait after --outage, or after an outage that ends about T; 10% is a tenth of its length", "", ""}.result()
	most.Shows, most.Value = []string{"reconnect delay max"}, func(ctx context.Context, s setting.Scenario,
		effort answer.Effort) answer.Value {
		v := valued(reconnectMax)(ctx, s, effort)
		v.Digits = 4 // it is exact
		return v
	}
	mean.Ranks, mean.Value = "soonest back", valued(reconnectMean)
	list := answer.Results{most, mean}
	for i := range list {
		r := &list[i]
		r.Better, r.Takes, r.Lacks, r.Caution, r.Over = answer.Less, []string{"at", "outage"}, lacksOutage, fixedOutage,
			manyOutages
		r.Relative, r.NotMonotone, r.Ended, r.Noise = true, afterOne, warnEndedAtT, noise
	}
	return list
}

// outcomes returns the retries of B per retry of A, and the time of the last retry.
func outcomes() answer.Results {
	ratio := row{"retries-ratio", "", unit.Number, "retries of B per retry of A, by T or in the long run", "", ""}.result()
	ratio.Shows, ratio.Takes, ratio.Needs = []string{"retries ratio approx"}, []string{"at"}, []string{"vs"}
	ratio.NotMonotoneIn, ratio.OfPair, ratio.Value = []string{"cap"}, true, valued(retriesRatio)
	mean := row{"elapsed-mean", "total-mean mean-elapsed", unit.Duration,
		"expected elapsed time at which the last retry starts", "", ""}.result()
	mean.Label, mean.Shows, mean.NotMonotone = "elapsed time mean", []string{"last retry mean"}, hasDeadline
	mean.Value, mean.Noise = ofLast(jitter.Dist.Mean, false), noise
	by := row{"starts-by", "", unit.Share, "probability that the last retry starts by T",
		"%s of the clients start the last retry by T",
		"%s of the clients that start the last retry by T"}.result()
	by.Needs, by.Floor, by.NotMonotoneIn, by.Value, by.Noise = []string{"at"}, true, []string{"amount"}, startsBy, noise
	by.NotMonotone = func(s setting.Scenario) bool { return !s.ByDelayAlone() || hasDeadline(s) }
	return answer.Results{ratio, mean, percentile("elapsed-p99", "total-p99",
		"99th percentile of the elapsed time at the last retry; other percentiles: --elapsed-p50", 0.99), by}
}

// states returns the results about the state of clients at T with jitter.
func states() (list answer.Results) {
	for _, r := range []row{
		{"retries-expected", "expected-retries retries-by", unit.Number, "expected retries by T",
			"%s retries are expected by T", "%s retries expected by T"},
		{"current-delay-mean", "", unit.Duration, "expected current delay at T", "", ""},
		{"current-delay-p99", "", unit.Duration, "99th percentile of the current delay at T", "", ""},
	} {
		of := of(jitterAt, r.result())
		of.Needs = []string{"at"}
		list = append(list, of)
	}
	return list
}

// ofPolicies returns the results that do not depend on jitter.
func ofPolicies() answer.Results {
	return answer.Results{
		ofPolicy(atCap, row{"cap-from", "", unit.Duration, "elapsed time from which the delay is the cap",
			"the cap applies after %s", "a cap from %s on"}.result()),
		ofPolicy(atCap, row{"cap-from-retry", "", unit.Count, "first retry whose delay is the cap",
			"the number of the first retry at the cap is %s",
			"a cap from retry %s on"}.result()),
		ofPolicy(wholePolicy, row{"retries-made", "", unit.Count,
			"retries made before the limit or the deadline ends the policy", "%s retries are made", "%s retries"}.result()),
		ofPolicy(byDeadline, row{"retries-by-deadline-alone", "", unit.Count, "retries that the deadline alone would allow",
			"the deadline leaves %s retries",
			"%s retries by the deadline"}.result()),
		ofPolicy(byDeadline, row{"unused-by-deadline", "", unit.Duration, "time from the last retry to the deadline",
			"%s is left before the deadline",
			"%s unused before the deadline"}.result()),
	}
}

// deadlines returns the probability that the deadline ends the policy.
func deadlines() answer.Result {
	r := row{"ended-by-deadline", "", unit.Share, "probability that the deadline ends the policy",
		"%s of the clients are stopped by a deadline",
		"%s of the clients that the deadline stops"}.result()
	r.NotMonotone, r.Value, r.Noise = always, valued(endedByDeadline), noise
	return r
}

// afterOutages returns the wait after the given outage.
func afterOutages() (list answer.Results) {
	for _, r := range []row{
		{"reconnect-delay-p50", "overshoot-p50 reconnect-p50", unit.Duration, "median wait after --outage", "", ""},
		{"reconnect-delay-p95", "overshoot-p95 reconnect-p95", unit.Duration, "95th percentile of the wait after --outage",
			"", ""},
		{"reconnect-delay-p99", "overshoot-p99 reconnect-p99", unit.Duration, "99th percentile of the wait after --outage",
			"", ""},
		{"reconnect-delay-relative-mean", "overshoot-relative-mean", unit.Number,
			"expected wait after --outage, divided by the length of the outage", "", ""},
		{"wasted-retries", "retries-in-vain", unit.Number, "expected retries before the end of --outage",
			"%s retries are wasted", "%s wasted retries"},
		{"gave-up", "never-noticed", unit.Share, "probability that the policy ends before --outage does",
			"%s of the clients give up",
			"%s of the clients that give up before the outage ends"},
	} {
		of := of(afterOutage, r.result())
		of.Better, of.Needs = answer.Less, []string{"outage"}
		if len(list) < 4 { // the first four are waits
			of.Caution, of.Over = fixedOutage, manyOutages
		}
		list = append(list, of)
	}
	list[2].Tells, list[4].Tells, list[5].Tells = true, true, true
	list[4].Ranks = "kindest to the server"
	return list
}

// successes returns the results of a request at a failure rate.
func successes() (list answer.Results) {
	for _, r := range []row{
		{"success-probability", "success-rate success", unit.Share,
			"probability that a request succeeds, at --failure-rate", "", ""},
		{"mean-attempts", "attempts-mean", unit.Number, "mean attempts per request, at --failure-rate",
			"a request takes %s attempts on average", ""},
		{"time-to-success-mean", "success-mean latency-mean", unit.Duration,
			"mean time until a request has succeeded, at --failure-rate", "", ""},
		{"time-to-success-p50", "success-p50 latency-p50", unit.Duration,
			"median time until a request has succeeded, at --failure-rate", "", ""},
		{"time-to-success-p95", "success-p95 latency-p95", unit.Duration,
			"95th percentile of the time until a request has succeeded", "", ""},
		{"time-to-success-p99", "success-p99 latency-p99", unit.Duration,
			"99th percentile of the time until a request has succeeded", "", ""},
	} {
		of := of(succeeds, r.result())
		of.Better, of.NotMonotone, of.Takes, of.Lacks = answer.Less, hasDeadline, []string{"failure-rate"}, lacksFailures
		list = append(list, of)
	}
	list[0].Better, list[0].Floor = answer.More, true
	list[0].Tells, list[1].Tells, list[5].Tells = true, true, true
	return list
}

// lacksFailures names the failure rate if it is not set.
func lacksFailures(s setting.Scenario) string {
	if s.FailureRate == 0 {
		return "failure-rate"
	}
	return ""
}
