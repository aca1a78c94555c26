package policy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/calc"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Beside answers with the figures of policies side by side: from first to last attempt, at T if it is given, and for
// two policies the retries of B per retry of A.
func Beside(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names(), Groups: whole(lines),
		Plot: func() []answer.Chart { return append([]answer.Chart{callBoxes(s, lines)}, charts(s, lines)...) }}
	if finite(s.AskAt) {
		a.Groups = append(a.Groups, atGroups(s, lines)...)
		warnEnded(&a, s)
	}
	warnJitter(&a, lines)
	if a.Summary = perPolicy(a, lines, "", " ", keepsTrying); len(lines) > 2 {
		return a
	}
	ratios := []answer.Quantity{approx(s.Factor, s.B().Factor)}
	if finite(s.AskAt) {
		ratios = append([]answer.Quantity{{Name: "retries ratio", Symbol: "n'/n", Kind: unit.Number, Single: true,
			A: calc.RetriesRatio(s.Policy.Policy, s.B().Policy.Policy, s.AskAt)}}, ratios...)
	}
	for i := range ratios { // leave out a ratio of 1
		ratios[i] = ofCurve(s.B(), ofCurve(s, ratios[i]))
		ratios[i].Detail = math.Abs(ratios[i].A-1) <= answer.Near || !finite(s.AskAt)
	}
	a.Groups = append(a.Groups, answer.Group{Title: fmt.Sprintf("retries of %s per retry of %s", a.Policies[1],
		a.Policies[0]), Quantities: ratios})
	warnApprox(&a, s.Policies()...)
	return a
}

// SlowBeside reports whether Beside takes too long to compute on a key press.
func SlowBeside(s setting.Scenario, effort answer.Effort) bool { return slowDistributions(s, effort) }

// approx returns the long-run ratio of retries for factors r and r2.
func approx(r, r2 float64) answer.Quantity {
	return answer.Quantity{Name: "retries ratio approx", Symbol: "log r/log r'", Kind: unit.Number, Single: true,
		A: approxRatio(r, r2), Why: "the ratio has no limit if one factor is 1"}
}

// approxRatio returns the long-run ratio, or NaN if it tends to 0 or infinity.
func approxRatio(r, r2 float64) float64 {
	if x := calc.RetriesRatioApprox(r, r2); x > 0 && !math.IsInf(x, 1) {
		return x
	}
	return math.NaN()
}

// warnApprox warns if a cap invalidates the approximation.
func warnApprox(a *answer.Answer, policies ...setting.Scenario) {
	if policies[0].Factor != policies[len(policies)-1].Factor && slices.ContainsFunc(policies,
		func(p setting.Scenario) bool { return curved(p) && !math.IsInf(p.CapRetry(), 1) }) {
		a.Warn(answer.CapBinds, "the approximate retries ratio does not hold once a cap is reached", "retries_ratio_approx")
	}
}
