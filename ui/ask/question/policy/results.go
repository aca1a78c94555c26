package policy

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A family is a group of figures whose results have the same scope.
type family struct {
	of    func(timeline) []figure
	scope answer.Scope
	jumps func(setting.Scenario) bool                // see [answer.Goal.NotMonotone]
	noise func(setting.Scenario) float64             // nil: they come from the delays before jitter
	ended func(a *answer.Answer, s setting.Scenario) // see [answer.Figure.Ended]
}

// families returns the groups of figures that are results, in display order.
func families() []family {
	all, atT := answer.Scope{}, answer.Scope{Needs: []string{"at"}}
	after := answer.Scope{Needs: []string{"outage"}}
	rated := answer.Scope{Takes: []string{"failure-rate"}, Lacks: lacksFailures}
	return []family{
		{onCurve, atT, nil, nil, warnEnded},
		{atElapsed, atT, always, nil, warnEnded},
		{wholePolicy, all, hasDeadline, nil, nil},
		{afterOutage, after, always, noise, nil},
		{callTime, all, hasDeadline, noise, nil},
		{lastRetry, all, hasDeadline, noise, nil},
		{jitterAt, atT, always, noise, nil},
		{atCap, all, always, nil, nil},
		{byDeadline, all, always, nil, nil},
		{succeeds, rated, hasDeadline, noise, nil},
	}
}

// Results are the figures of a policy, in display order.
var Results = sync.OnceValue(func() (list answer.Results) {
	example := unrolled(context.Background(), setting.Default(), answer.Rough)
	for _, family := range families() {
		common := answer.Result{Scope: family.scope, Goal: answer.Goal{NotMonotone: family.jumps},
			Figure: answer.Figure{Nominal: family.noise == nil, Noise: family.noise, Ended: family.ended}}
		for i, f := range family.of(example) {
			if f.help != "" {
				list = append(list, f.result(common, func(l timeline) answer.Value { return family.of(l)[i].Of(0) }))
			}
		}
	}
	ratio := common{}.of("retries ratio", "", unit.Number, 0, "",
		"retries of B per retry of A, by T or in the long run").asResult(func(r *answer.Result) {
		r.Scope = answer.Scope{Takes: []string{"at"}, Needs: []string{"vs"}}
		r.Shows, r.NotMonotoneIn, r.OfPair = []string{"retries ratio approx"}, []string{"cap"}, true
	})
	by := common{Better: answer.More}.of("starts by", "", unit.Share, 0, "", "probability that the last retry starts by T",
		"%s of the clients start the last retry by T", "%s of the clients that start the last retry by T").
		asResult(func(r *answer.Result) {
			r.Needs, r.NotMonotoneIn, r.Noise = []string{"at"}, []string{"amount"}, noise
			r.NotMonotone = func(s setting.Scenario) bool { return !s.ByDelayAlone() || hasDeadline(s) }
		})
	return append(list, ratio.result(answer.Result{}, func(l timeline) answer.Value {
		b := l.policy.B()
		return ofCurve(b, ofCurve(l.policy, ratios(l.policy, b)[0])).Of(0)
	}),
		by.result(answer.Result{}, func(l timeline) answer.Value {
			return l.ofLast(func(last jitter.Dist) float64 { return last.CDF(l.policy.AskAt) }, true)
		}))
})

// always is the NotMonotone of results that jump, because they count retries or belong to the retry at T, and of waits
// after an outage: longer attempts shorten the delay in progress at its end.
func always(setting.Scenario) bool { return true }

func hasDeadline(s setting.Scenario) bool { return unit.Finite(s.Until()) }

// noise returns the relative error of a rough value from a distribution. It is 0 unless each delay depends on the
// previous one; where one number is drawn for a call, the percentiles are exact.
func noise(s setting.Scenario) float64 {
	if s.Stateful() && !s.Jitter.Once {
		return 1e-2
	}
	return 0
}

// orOther is what differs for the 99th percentile of the time at which the last retry starts: other percentiles are
// results like it, such as elapsed-p999.
func orOther(r *answer.Result) {
	titled("elapsed-p99", "elapsed time p99")(r)
	p99 := *r
	r.Like = func(name string) (answer.Result, bool) {
		digits, ok := strings.CutPrefix(name, "elapsed-p")
		n, err := strconv.ParseUint(digits, 10, 64)
		// p100 would be taken for the maximum, not for 10.0%
		if !ok || err != nil || len(digits) < 2 || len(digits) > 6 || n == 0 || len(digits) > 2 && digits[0] == '1' {
			return answer.Result{}, false
		}
		p := float64(n) / math.Pow10(len(digits))
		r := p99
		r.Name, r.Names, r.Label, r.Shows = name, "", "elapsed time p"+digits, nil
		r.Help = "percentile of the elapsed time at which the last retry starts"
		r.Value = func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
			return unrolled(ctx, s, effort).ofLast(quantile(p), true)
		}
		return r, true
	}
}

// binds names what determines a result that takes these settings: the time or outage of the question, or else the end
// of the policy.
func binds(s setting.Scenario, takes []string) string {
	switch {
	case slices.Contains(takes, "at") && unit.Finite(s.AskAt) && s.RetriesBy(s.AskAt) < s.Total():
		return "retry " + unit.Count.Format(max(1, s.RetriesBy(s.AskAt))) + ", the last by " + unit.Duration.Format(s.AskAt)
	case slices.Contains(takes, "outage") && s.As("outage") != "none":
		return "the outage of " + s.As("outage")
	}
	switch n := s.Total(); {
	case math.IsInf(n, 1):
		return "no retry limit"
	case math.IsNaN(n):
		return ""
	case n < s.Retries:
		return ender(s) + ", after retry " + unit.Count.Format(n)
	default:
		return "retry " + unit.Count.Format(n) + ", the last"
	}
}

// ender names what ends a policy before its last retry.
func ender(s setting.Scenario) string {
	switch {
	case unit.Finite(s.TotalTimeout) && s.TotalTimeout <= s.Deadline:
		return "the total timeout of " + unit.Duration.Format(s.TotalTimeout)
	case unit.Finite(s.Deadline):
		return "the deadline of " + unit.Duration.Format(s.Deadline)
	}
	return "the limit of starts"
}
