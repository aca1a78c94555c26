package policy

import (
	"context"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// none is the default reason why a policy lacks a figure.
const none = "the policy has none"

// noRetry is the reason for an absent figure about retries.
const noRetry = "the policy makes no retry"

// whyInfinite returns the reason for an infinite figure.
func whyInfinite(s setting.Scenario) string {
	if finite(s.Total()) {
		return "beyond the largest number"
	}
	return "the policy never ends"
}

// valued turns a function that returns a number, or NaN for none, into the Value of a result.
func valued(of func(context.Context, setting.Scenario, answer.Effort) float64) func(context.Context, setting.Scenario,
	answer.Effort) answer.Value {
	return func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
		why := none
		if s.MostRetries() < 1 {
			why = noRetry
		}
		return answer.Number(of(ctx, s, effort), why)
	}
}

// noise returns the relative error of a rough value from a distribution. It is 0 unless each delay depends on the
// previous one.
func noise(s setting.Scenario) float64 {
	if s.Stateful() {
		return 1e-2
	}
	return 0
}

// of turns a quantity in a group of an answer into a result. These results jump, because they count retries or belong
// to the retry at T.
func of(group func(timeline) []answer.Quantity, r answer.Result) answer.Result {
	r.NotMonotone = always
	r.Value = func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
		l := unrolled(ctx, s, effort)
		l.figure = strings.ReplaceAll(r.Name, "-", " ")
		return valueOf(r, group(l))
	}
	r.Noise = noise
	return r
}

// ofPolicy turns a quantity that does not depend on jitter into a result.
func ofPolicy(group func(timeline) []answer.Quantity, r answer.Result) answer.Result {
	r.NotMonotone, r.Nominal = always, true
	r.Value = func(_ context.Context, s setting.Scenario, _ answer.Effort) answer.Value {
		return valueOf(r, group(timeline{policy: s}))
	}
	return r
}

// valueOf returns the value of the quantity that shows result r.
func valueOf(r answer.Result, list []answer.Quantity) answer.Value {
	for _, q := range list {
		if _, ok := (answer.Results{r}).Of(q); ok {
			return q.Of(0)
		}
	}
	panic("policy: no quantity " + r.Name)
}

// percentile returns the result for a percentile of the time at which the last retry starts. The result elapsed-p99
// also finds all similar names, such as elapsed-p999.
func percentile(name, names, help string, p float64) answer.Result {
	r := answer.Result{
		Naming: answer.Naming{
			Name:  name,
			Names: names,
			Help:  help,
			Unit:  unit.Duration,
			Label: "elapsed time" + strings.ReplaceAll(strings.TrimPrefix(name, "elapsed"), "-", " "),
		},
		Goal:   answer.Goal{NotMonotone: hasDeadline},
		Figure: answer.Figure{Binds: lastBinds, Value: ofLast(quantile(p), true), Noise: noise},
	}
	if p == 0.99 {
		r.Shows = []string{"last retry p99"}
		r.Like = func(name string) (answer.Result, bool) {
			if p, ok := percentileOf(name); ok {
				return percentile(name, "", "percentile of the elapsed time at which the last retry starts", p), true
			}
			return answer.Result{}, false
		}
	}
	return r
}

// percentileOf returns the probability in the name of a percentile: 0.99 for elapsed-p99, 0.999 for elapsed-p999.
func percentileOf(name string) (p float64, ok bool) {
	digits, ok := strings.CutPrefix(name, "elapsed-p")
	if !ok || len(digits) < 2 || len(digits) > 6 || strings.Trim(digits, "0123456789") != "" ||
		strings.Trim(digits, "0") == "" {
		return 0, false
	}
	p, err := unit.Number.Parse("0." + digits)
	return p, err == nil
}
