package policy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/calc"
	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// CompareQuestion computes the figures of policies side by side: from first to last attempt; at T, after an outage and
// at a failure rate, if these are given; and for two policies the retries of B per retry of A.
var CompareQuestion = answer.Computation{Slow: slowCompare, Ask: askCompare}

func askCompare(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names(), Groups: whole(lines)}
	if answer.Wanted(ctx).Charts {
		list := append([]answer.Chart{callBoxes(s, lines)}, charts(ctx, s, lines)...)
		if reconnects(s) {
			list = append(list, expectedRetries(ctx, s, lines))
		}
		a.SetCharts(list...)
	}
	if unit.Finite(s.AskAt) {
		a.Groups = append(a.Groups, atGroups(s, lines)...)
		warnEnded(&a, s)
	}
	warnJitter(&a, lines)
	if len(lines) == 2 {
		list := ratios(s, new(s.B()))
		for i := range list { // leave out a ratio of 1
			list[i] = ofCurve(new(s.B()), ofCurve(s, list[i]))
			list[i].Detail = math.Abs(list[i].Number-1) <= answer.EqualWithin || !unit.Finite(s.AskAt)
		}
		a.Groups = append(a.Groups, answer.Group{Title: fmt.Sprintf("retries of %s per retry of %s", a.Policies[1],
			a.Policies[0]), Quantities: list})
		warnApprox(&a, s.Policies()...)
	}
	if slices.ContainsFunc(s.Policies(), func(p setting.Scenario) bool { return p.FailureRate > 0 }) {
		a.Groups = append(a.Groups, successGroup(s, lines))
	}
	if reconnects(s) {
		a.Groups = append(a.Groups, outageGroup(s, lines))
		warnGaveUp(&a)
	}
	a.Summary = perPolicy(a, lines, "", " ", keepsTrying)
	return a
}

// reconnects reports whether all policies of s meet an outage in which every attempt fails.
func reconnects(s *setting.Scenario) bool {
	return !slices.ContainsFunc(s.Policies(), func(p setting.Scenario) bool {
		return !p.HasOutage() || p.ServerOutage.Kind != fleet.Hang && p.ServerOutage.Kind != fleet.Reject
	})
}

// ratios returns the retries of policy b per retry of s: by T if it is given, and in the long run.
func ratios(s, b *setting.Scenario) []answer.Quantity {
	approx := answer.Amount(calc.RetriesRatioApprox(s.Factor, b.Factor), unit.Number)
	long := answer.Quantity{Name: "retries ratio approx", Symbol: "log r/log r'", Shared: true,
		Value: approx.WithReason("the ratio has no limit if one factor is 1")}
	if !(long.Number > 0) || math.IsInf(long.Number, 1) {
		long.Number = math.NaN()
	}
	if !unit.Finite(s.AskAt) {
		return []answer.Quantity{long}
	}
	byT := calc.RetriesRatio(s.Policy.Policy, b.Policy.Policy, s.AskAt)
	return []answer.Quantity{{Name: "retries ratio", Symbol: "n'/n", Value: answer.Amount(byT, unit.Number), Shared: true},
		long}
}

// ofPair has the retries of B per retry of A.
var ofPair = figureGroup{rows: []row{
	{Figure: figure.Figure{Name: "retries-ratio", Unit: unit.Number, OfPair: true,
		Help:          "retries of B per retry of A, by T or in the long run",
		Scope:         answer.Scope{Takes: []string{"at"}, Needs: []string{"vs"}},
		QuantityNames: []string{"retries ratio approx"}, Goal: figure.Goal{NotMonotoneIn: []string{"cap"}}},
		compute: func(l timeline) answer.Value {
			b := l.policy.B()
			return ofCurve(&b, ofCurve(&l.policy, ratios(&l.policy, &b)[0])).Of(0)
		}},
}}

// warnApprox warns if a cap invalidates the approximation.
func warnApprox(a *answer.Answer, policies ...setting.Scenario) {
	if policies[0].Factor != policies[len(policies)-1].Factor && slices.ContainsFunc(policies,
		func(p setting.Scenario) bool { return curved(&p) && !math.IsInf(p.CapRetry(), 1) }) {
		a.Warn(answer.CapBinds, "the approximate retries ratio does not hold once a cap is reached", "retries_ratio_approx")
	}
}
