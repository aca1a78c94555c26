package solve

import (
	"cmp"
	"context"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// What answers with one result by its name.
func What(results func() figure.Table) answer.Question {
	asked := func(s *setting.Scenario) figure.Figure { r, _ := results().Find(s.Result); return r }
	extra := figure.SettingsRead(results, asked, "vs")
	extra.NoAssumptions = true
	extra.OwnSettings = func() []setting.Setting {
		return []setting.Setting{setting.ResultSetting(results().Names(),
			func(name string) (string, bool) { r, ok := results().Find(name); return r.Name, ok })}
	}
	return answer.Question{
		Command: answer.Command{
			Examples: []string{"retune what elapsed-p99 -n 5 --jitter full",
				"retune what reconnect-delay-p99 --outage 60s --cap 10s --jitter full -n none"},
			Name:     "what",
			Names:    "value result get",
			Argument: "result",
			Short:    "print a single metric",
			Long:     aboutWhat,
		},
		Scope: answer.Scope{
			ManyPolicies: true,
			Lacks:        func(s *setting.Scenario) string { return asked(s).Missing(s) },
		},
		SettingsRead: extra,
		Computation: answer.Computation{
			Worked: explain.What,
			Slow:   answer.Slow,
			Ask: func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
				return askWhat(ctx, s, asked(s), effort)
			},
		},
	}
}

const aboutWhat = `Prints one result; retune help results lists all of them. retune solve does the reverse: it finds
the setting that gives a result.

    elapsed              T_n, with n the retries that the limits allow
    elapsed-p99          the 99th percentile of T_n; any percentile has its own name
    starts-by            P(T_n <= T)
    reconnect-delay      s + the longest delay that jitter draws from t(T), T timed by mean delays
    reconnect-delay-mean E (s+d)^2 / 2 E (s+d), d that delay; the outage ends at random within it

With --outage the reconnect delay refers to that outage.

` + answer.Sources

func askWhat(ctx context.Context, s *setting.Scenario, r figure.Figure, effort answer.Effort) answer.Answer {
	name := r.DisplayName()
	r = r.LabelledFor(s)
	of := func(s setting.Scenario) []answer.Quantity {
		q := r.Quantity(r.Evaluate(ctx, &s, effort))
		q.Name, q.Label, q.InComparisons = name, r.DisplayName(), false
		q.BestLabel = cmp.Or(r.BestLabel, map[answer.Better]string{answer.Less: "lowest", answer.More: "highest"}[r.Better])
		list := []answer.Quantity{q}
		if state := q.State; state != "" {
			list = append(list, answer.Quantity{Name: "state", Value: answer.Word(string(state)), Detail: true})
		}
		if r.Relative && (unit.Finite(s.AskAt) || s.HasOutage()) {
			s.Relative = true
			list = append(list, answer.Quantity{Name: name + " relative", Better: r.Better,
				Value: r.Evaluate(ctx, &s, effort).WithUnit(unit.Share)})
		}
		return list
	}
	policies := r.Scenarios(s)
	a := answer.Answer{Groups: []answer.Group{{Title: "result", Quantities: answer.MergeQuantities(policies, of)}}}
	if len(policies) > 1 {
		a.Policies = s.Names()
	}
	a.Summary = whatSummary(a, name, r)
	a.WarnAbsent()
	if r.WarnEnded != nil {
		r.WarnEnded(&a, s)
	}
	return a
}
