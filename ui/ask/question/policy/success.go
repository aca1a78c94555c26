package policy

import (
	"context"
	"fmt"
	"math"

	"retune/calc/elapsed"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Success answers with the fate of a request whose attempts fail at random.
var Success = answer.Question{
	Command: answer.Command{
		Examples: []string{"retune --failure-rate 20% -n 3"},
		Name:     "success",
		Flag:     "failure-rate",
		Short:    "probability that a request succeeds when attempts fail at random",
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
	Scope:       answer.Scope{Takes: []string{"failure-rate", "vs"}, Needs: []string{"failure-rate"}, ManyPolicies: true},
	Computation: answer.Computation{Worked: explain.Success, Ask: askSuccess},
}

func askSuccess(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
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
func successGroup(s *setting.Scenario, lines []timeline) answer.Group {
	rate := func(p *setting.Scenario) string { return unit.Share.Format(p.FailureRate) }
	return grouped("at a failure rate of "+ofEach(s, rate), lines, succeeds)
}

// succeeds has the fate of a request of one policy.
var succeeds = figureGroup{scope: answer.Scope{Takes: []string{"failure-rate"}, Lacks: lacksFailures},
	jumps: hasDeadline,
	noise: noise, value: timeline.ofRequest, percentile: timeline.succeedsBy, rows: []row{
		{Figure: figure.Figure{Name: "success-probability", Names: "success-rate success", Unit: unit.Share,
			Better: answer.More, InComparisons: true, Help: "probability that a request succeeds, at --failure-rate"},
			of: func(l timeline) float64 { return l.succeeded().Probability }},
		{Figure: figure.Figure{Name: "failure-probability", Unit: unit.Share, Better: answer.Less,
			BestLabel: "fewest failures"},
			of: func(l timeline) float64 { return l.succeeded().Failure }},
		{Figure: figure.Figure{Name: "mean-attempts", Names: "attempts-mean", Unit: unit.Number, Better: answer.Less,
			InComparisons: true, Help: "mean attempts per request, at --failure-rate",
			ValueText: "a request takes %s attempts on average"},
			of: func(l timeline) float64 { return l.succeeded().Attempts }},
		{Figure: figure.Figure{Name: "time-to-success-mean", Names: "success-mean latency-mean", Unit: unit.Duration,
			Better: answer.Less, Help: "mean time until a request has succeeded, at --failure-rate"},
			compute: func(l timeline) answer.Value {
				return withoutEnd(number(l.succeeded().Mean, l.noSuccess(), l.digits(false)), fmt.Sprintf(
					"infinite, because the mean delay grows at least %s-fold per retry and only %s of the requests remain",
					unit.Number.Format(1/l.policy.FailureRate), unit.Share.Format(l.policy.FailureRate)))
			}},
		{Figure: figure.Figure{Name: "time-to-success-p50", Names: "success-p50 latency-p50", Unit: unit.Duration,
			Better: answer.Less, Help: "median time until a request has succeeded, at --failure-rate"},
			share: 0.5},
		{Figure: figure.Figure{Name: "time-to-success-p95", Names: "success-p95 latency-p95", Unit: unit.Duration,
			Better: answer.Less, Help: "95th percentile of the time until a request has succeeded"},
			share: 0.95},
		{Figure: figure.Figure{Name: "time-to-success-p99", Names: "success-p99 latency-p99", Unit: unit.Duration,
			Better: answer.Less, InComparisons: true, Help: "99th percentile of the time until a request has succeeded"},
			share: 0.99},
	}}

// A success is the fate of a request, and why it may be unknown.
type success struct {
	elapsed.Success
	why string
}

// succeeded returns the fate of a request.
func (l timeline) succeeded() success {
	return *cached(&l.cache.success, func() success {
		r, err := successOf(l)
		if unit.Finite(l.policy.MostRetries()) && l.policy.FailureRate > 0 { // a few failures in 1e16 round to none
			r.Probability = min(r.Probability, 1-0x1p-53)
		}
		if err != nil {
			nan := math.NaN()
			return success{elapsed.Success{Probability: nan, Failure: nan, Attempts: nan, Mean: nan}, err.Error()}
		}
		return success{r, ""}
	})
}

// ofRequest returns a figure of the fate of a request.
func (l timeline) ofRequest(x float64) answer.Value { return number(x, l.succeeded().why, 0) }

// noSuccess returns the reason why there is no time to success.
func (l timeline) noSuccess() string {
	switch {
	case l.succeeded().why != "":
		return l.succeeded().why
	case !unit.Finite(l.policy.TotalTimeout):
		return "the delays are longer than a number can hold"
	}
	return "the total timeout ends every attempt"
}

// succeedsBy returns a percentile of the time to success.
func (l timeline) succeedsBy(q float64) answer.Value {
	x := math.NaN()
	if r := l.succeeded(); r.Probability > 0 {
		x = r.Quantile(q)
	}
	return number(x, l.noSuccess(), l.digits(true))
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
