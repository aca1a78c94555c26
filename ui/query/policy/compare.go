package policy

import (
	"context"
	"math"
	"slices"

	"retune/calc"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// Pair is what is said of two policies side by side: from their first attempt to their
// last, at T if that is asked, and the retries of B per retry of A.
func Pair(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Pair: true, Plot: func() []answer.Chart { return charts(s, lines) }, Groups: whole(lines)}
	ratios := []answer.Quantity{approx(s.Factor, s.B().Factor)}
	if finite(s.AskAt) {
		a.Groups = append(a.Groups, atGroups(s, lines)...)
		ratios = append([]answer.Quantity{{Name: "retries ratio", Symbol: "n'/n", Kind: unit.Number, Single: true,
			A: calc.RetriesRatio(s.Policy.Policy, s.B().Policy.Policy, s.AskAt)}}, ratios...)
	}
	for _, l := range lines {
		ratios = l.fixed(ratios)
	}
	for i := range ratios { // of two that retry alike there is nothing to say
		ratios[i].Detail = math.Abs(ratios[i].A-1) <= answer.Near
	}
	a.Groups = append(a.Groups, answer.Group{Title: "retries of B per retry of A", Quantities: ratios})
	a.Summary = pairSummary(a, lines)
	if finite(s.AskAt) {
		warnEnded(&a, s)
	}
	warnJitter(&a, lines)
	warnApprox(&a, s.Policies()...)
	return a
}

// SlowPair tells whether that takes longer than a key may.
func SlowPair(s knob.Scenario, effort answer.Effort) bool { return slowDistributions(s, effort) }

// approx is the long-run ratio of retries when the factor goes from r to r2.
func approx(r, r2 float64) answer.Quantity {
	return answer.Quantity{Name: "retries ratio approx", Symbol: "log r/log r'", Kind: unit.Number, Single: true,
		A: approxRatio(r, r2), Why: "compared with a factor of 1 the ratio has no limit"}
}

// approxRatio is that ratio; NaN where it tends to 0 or grows without end.
func approxRatio(r, r2 float64) float64 {
	if x := calc.RetriesRatioApprox(r, r2); x > 0 && !math.IsInf(x, 1) {
		return x
	}
	return math.NaN()
}

// warnApprox says where the approximation misleads.
func warnApprox(a *answer.Answer, policies ...knob.Scenario) {
	if policies[0].Factor != policies[len(policies)-1].Factor && slices.ContainsFunc(policies, func(p knob.Scenario) bool { return curved(p) && !math.IsInf(p.CapRetry(), 1) }) {
		a.Warn(answer.CapBinds, "retries ratio approx: does not hold once a cap is reached", "retries_ratio_approx")
	}
}
