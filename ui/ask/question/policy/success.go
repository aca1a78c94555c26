package policy

import (
	"context"
	"fmt"
	"math"

	"retune/calc/elapsed"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Success answers with the fate of a request whose attempts fail at random.
var Success = answer.Question{
	Command: answer.Command{
		Try:   []string{"retune --failure-rate 20% -n 3"},
		Name:  "success",
		Flag:  "failure-rate",
		Short: "probability that a request succeeds when attempts fail at random",
		Long: `Every attempt fails with probability q, independently of the others. A policy of n retries makes up
to n+1 attempts; retry k starts at T_k (T_0 = 0) unless T_k is after the deadline D:

    success probability   sum over k = 0..n of q^k (1-q) P(T_k <= D)   1 - q^(n+1) without D
    failure probability   1 - success probability              q^(n+1) without D
    mean attempts         sum over k = 0..n of q^k P(T_k <= D)         (1 - q^(n+1))/(1-q)
    time to success       T_k + s with probability q^k (1-q), of the requests that succeed

s is the attempt time of every attempt, failed or not. Mean and percentiles of the time to success
cover the requests that succeed. The mean is infinite if nothing ends the retries and q r >= 1: the
delays grow faster than the probability of further failures falls.

    retune solve retries --success-probability 99.9% --failure-rate 30%

finds the least n with 1 - q^(n+1) >= p. In a fleet (retune fleet --failure-rate 5%) the same
rate adds retries to the load.

` + answer.Sources,
	},
	Scope:       answer.Scope{Takes: []string{"failure-rate", "vs"}, Needs: []string{"failure-rate"}, Many: true},
	Computation: answer.Computation{Worked: explain.Success, Ask: askSuccess},
}

func askSuccess(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names()}
	a.Groups = []answer.Group{successGroup(s, lines)}
	a.Summary = perPolicy(a, lines, "", ": ", succeedsAt)
	if s.FailureRate == 0 && a.Policies == nil {
		a.Warn(answer.Trivial, "at a failure rate of 0% every first attempt succeeds", "failure_rate")
	}
	a.WarnAbsent()
	warnJitter(&a, lines)
	return a
}

// successGroup returns the fate of a request for each policy.
func successGroup(s setting.Scenario, lines []timeline) answer.Group {
	rate := func(p setting.Scenario) string { return unit.Share.Format(p.FailureRate) }
	return grouped("at a failure rate of "+ofEach(s, rate), lines, succeeds)
}

// succeeds returns the fate of a request of one policy.
func succeeds(l timeline) []figure {
	r, err := successOf(l)
	of := common{Better: answer.Less}
	long := common{Better: answer.Less, Why: "the total timeout ends every attempt", Digits: l.digits(true)}
	if !unit.Finite(l.policy.TotalTimeout) {
		long.Why = "the delays are longer than a number can hold"
	}
	if unit.Finite(l.policy.MostRetries()) && l.policy.FailureRate > 0 { // a few failures in 1e16 round to none
		r.Probability = min(r.Probability, 1-0x1p-53)
	}
	if err != nil {
		nan := math.NaN()
		r = elapsed.Success{Probability: nan, Failure: nan, Attempts: nan, Mean: nan}
		of.Why, long.Why = err.Error(), err.Error()
	}
	quantile := func(q float64) float64 {
		if !(r.Probability > 0) {
			return math.NaN()
		}
		return r.Quantile(q)
	}
	share, mean := of, long
	share.Better, mean.Digits = answer.More, l.digits(false)
	return []figure{
		share.of("success probability", "", unit.Share, r.Probability, "success-rate success",
			"probability that a request succeeds, at --failure-rate").tells(),
		of.of("failure probability", "", unit.Share, r.Failure).ranks("fewest failures"),
		of.of("mean attempts", "", unit.Number, r.Attempts, "attempts-mean", "mean attempts per request, at --failure-rate",
			"a request takes %s attempts on average").tells(),
		mean.of("time to success mean", "", unit.Duration, r.Mean, "success-mean latency-mean",
			"mean time until a request has succeeded, at --failure-rate").endless(fmt.Sprintf(
			"infinite, because the mean delay grows at least %s times per retry and only %s of the requests remain",
			unit.Number.Format(1/l.policy.FailureRate), unit.Share.Format(l.policy.FailureRate))),
		long.of("time to success p50", "", unit.Duration, quantile(0.5), "success-p50 latency-p50",
			"median time until a request has succeeded, at --failure-rate"),
		long.of("time to success p95", "", unit.Duration, quantile(0.95), "success-p95 latency-p95",
			"95th percentile of the time until a request has succeeded"),
		long.of("time to success p99", "", unit.Duration, quantile(0.99), "success-p99 latency-p99",
			"99th percentile of the time until a request has succeeded").tells(),
	}
}

// successOf returns the fate of a request of one policy at the failure rate. An attempt that the total timeout ends
// does not succeed.
func successOf(l timeline) (elapsed.Success, error) {
	p := l.policy
	r, err := l.Success(p.Policy, p.FailureRate)
	if err != nil || p.AttemptTime == 0 || !unit.Finite(p.TotalTimeout) {
		return r, err
	}
	attempts := r.Attempts
	if p.TotalTimeout -= p.AttemptTime; !(p.TotalTimeout > 0) {
		return elapsed.Success{Failure: 1, Attempts: attempts, Mean: math.NaN()}, nil
	}
	r, err = l.clients(p.Policy).Success(p.Policy, p.FailureRate)
	r.Attempts = attempts
	return r, err
}
