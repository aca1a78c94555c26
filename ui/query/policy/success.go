package policy

import (
	"context"
	"fmt"
	"math"

	"retune/calc/elapsed"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// Success answers with what becomes of a request whose attempts fail at a rate.
var Success = answer.Query{
	Try:    []string{"retune --failure-rate 20% -n 3"},
	Worked: worked.Success,
	Name:   "success", Flag: "failure-rate",
	Short: "how likely a request is to succeed when attempts fail at random",
	Takes: []string{"failure-rate", "vs"},
	Needs: []string{"failure-rate"},
	Ask:   askSuccess,
	Long: `Every attempt fails with the probability q by itself, outage or not. A policy of n retries makes
up to n+1 attempts, retry k starting at T_k (T_0 = 0) unless the deadline D is over by then:

    success probability   sum over k = 0..n of q^k (1-q) P(T_k <= D)   1 - q^(n+1) without D
    failure probability   1 - that: q^(n+1) without D
    mean attempts         sum over k = 0..n of q^k P(T_k <= D)         (1 - q^(n+1))/(1-q)
    time to success       T_k + s with probability q^k (1-q), of the requests that succeed

s is the attempt time, which an attempt takes whether it fails or not. Mean and percentiles of
the time to success are those of the requests that succeed. The mean is infinite where nothing
ends the retries and q r >= 1: the delays then grow faster than the failures thin out.

    retune solve retries --success-probability 99.9% --failure-rate 30%

finds the least n with 1 - q^(n+1) >= p. In a fleet (retune fleet --failure-rate 5%) the same
rate adds retries to the load.

` + answer.Sources,
}

func askSuccess(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Pair: s.Versus != nil}
	a.Groups = []answer.Group{successGroup(s, lines)}
	a.Summary = perPolicy(lines, func(i int, l timeline) string { return succeedsAt(a, i, l) })
	if s.FailureRate == 0 && !a.Pair {
		a.Warn(answer.Trivial, "at a failure rate of 0% every first attempt succeeds", "failure_rate")
	}
	directed(&a)
	a.WarnAbsent()
	warnJitter(&a, lines)
	return a
}

// successGroup is what becomes of a request, policy by policy.
func successGroup(s knob.Scenario, lines []timeline) answer.Group {
	return answer.Group{Title: "at a failure rate of " + ofBoth(s, func(p knob.Scenario) string { return unit.Share.Format(p.FailureRate) }), Quantities: answer.Each(lines, succeeds)}
}

// succeeds is what becomes of a request of one policy at the failure rate.
func succeeds(l timeline) []answer.Quantity {
	list := []answer.Quantity{
		{Name: "success probability", Kind: unit.Share},
		{Name: "failure probability", Kind: unit.Share, Better: answer.Less},
		{Name: "mean attempts", Kind: unit.Number},
		{Name: "time to success mean", Kind: unit.Duration},
		{Name: "time to success p50", Kind: unit.Duration},
		{Name: "time to success p95", Kind: unit.Duration},
		{Name: "time to success p99", Kind: unit.Duration},
	}
	r, err := successOf(l)
	if err != nil {
		for i := range list {
			list[i].A, list[i].Why = math.NaN(), err.Error()
		}
		return list
	}
	quantile := func(p float64) func() float64 { return func() float64 { return r.Quantile(p) } }
	for i, x := range []func() float64{func() float64 { return r.Probability }, func() float64 { return r.Failure }, func() float64 { return r.Attempts },
		func() float64 { return r.Mean }, quantile(0.50), quantile(0.95), quantile(0.99)} {
		if l.needs(list[i].Name) {
			list[i].A = x()
		}
	}
	list[3].Status = answer.Unbounded
	list[3].Why = fmt.Sprintf("infinite, as the mean delay grows %s times or more per retry and only %s of the requests are left",
		unit.Number.Format(1/l.policy.FailureRate), unit.Share.Format(l.policy.FailureRate))
	return list
}

// successOf is what becomes of a request of one policy at the failure rate.
func successOf(l timeline) (elapsed.Success, error) {
	return l.times.Success(l.policy.Policy, l.policy.FailureRate)
}
