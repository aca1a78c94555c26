package target

import (
	"context"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// What answers with one of the results, by its name.
func What(results answer.Results) answer.Query {
	asked := func(s knob.Scenario) answer.Result { r, _ := results.Find(s.Result); return r }
	return answer.Query{
		Try: []string{"retune what elapsed-p99 -n 5 --jitter full",
			"retune what reconnect-delay-p99 --outage 60s --cap 10s --jitter full -n none"},
		Worked: worked.What,
		Name:   "what", Names: "value result get", Word: "result",
		Short: "one result of the policy, by its name",
		Takes: results.Takes(),
		Own: []knob.Knob{knob.Result(results.Names(),
			func(name string) (string, bool) { r, ok := results.Find(name); return r.Name, ok })},
		Lacks: func(s knob.Scenario) string { return asked(s).Missing(s) },
		Uses:  func(s knob.Scenario) []string { return append(answer.Results{asked(s)}.Takes(), "vs") },
		From:  func(s knob.Scenario) string { return asked(s).Base },
		Slow:  answer.Slow,
		Long:  aboutWhat,
		Ask: func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
			return askWhat(ctx, s, asked(s), effort)
		},
	}
}

const aboutWhat = `Prints one result. retune solve does the reverse: it finds the setting that gives a result. retune
help results lists them all.

    elapsed              T_n, n the retries that retries or deadline leave
    elapsed-p99          the 99th percentile of T_n; so every percentile
    starts-by            P(T_n <= T)
    reconnect-delay      s + the longest delay that jitter makes of t(T), T timed by mean delays
    reconnect-delay-mean E (s+d)^2 / 2 E (s+d), d that delay; the outage ends at random within

With --outage the reconnect delay is that after the outage.

` + answer.Sources

func askWhat(ctx context.Context, s knob.Scenario, r answer.Result, effort answer.Effort) answer.Answer {
	name := r.Called()
	r = r.In(s)
	of := func(s knob.Scenario) []answer.Quantity {
		list := []answer.Quantity{{Name: name, Label: r.Called(), Kind: r.Unit}}
		list[0].Set(r.Value(ctx, s, effort))
		if r.Relative && (finite(s.AskAt) || s.HasOutage()) {
			s.Relative = true
			share := answer.Quantity{Name: name + " relative", Kind: unit.Share}
			share.Set(r.Value(ctx, s, effort))
			list = append(list, share)
		}
		return list
	}
	policies := r.Of(s)
	a := answer.Answer{Pair: len(policies) > 1,
		Groups: []answer.Group{{Title: "result", Quantities: answer.Each(policies, of)}}}
	a.Summary = whatSummary(a, name, r)
	a.WarnAbsent()
	if r.Ended != nil {
		r.Ended(&a, s)
	}
	return a
}
