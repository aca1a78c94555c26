package policy

import (
	"context"
	"math"
	"slices"
	"strings"

	"retune/calc"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// Compare answers with policies A and B side by side.
var Compare = answer.Query{
	Try:    []string{"retune compare --vs r=1.5", "retune compare -a 100ms -n 6 --vs jitter=full", "retune compare --cap 10m -n none -T 30m --vs a=1s,cap=5m"},
	Worked: worked.Compare,
	Name:   "compare", Names: "diff vs versus", Tab: "compare", Screen: turned,
	Short: "policy A against policy B, figure by figure",
	Takes: []string{"at", "vs"},
	Needs: []string{"vs"},
	Slow:  slowLaws,
	Ask:   askCompare,
	Long: `Every quantity for policy A, for policy B, and B over A. --vs lists what differs in B.

With -T the quantities at T come first. Over the same elapsed time, without caps, B makes about

    log r / log r'

times the retries of A, r being the factor of A and r' that of B. That is the limit for very long
times and the initial delays do not count in it; retries ratio is the exact ratio n'(T)/n(T) of the
two whole policies. When both are capped it tends to
(c + s)/(c' + s') instead, and the approximation says nothing.

` + answer.Sources,
}

func askCompare(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Pair: true, Charts: charts(s, lines)}
	a.Groups = append(a.Groups, answer.Group{Title: "policy", Quantities: answer.Each(lines, settings)})
	ratios := []answer.Quantity{approx(s.Factor, s.Versus.Factor)}
	if finite(s.AskAt) {
		a.Groups = append(a.Groups, atGroups(s, lines)...)
		ratios = append([]answer.Quantity{{Name: "retries ratio", Symbol: "n'/n", Kind: unit.Number, Single: true,
			A: calc.RetriesRatio(s.Policy.Policy, s.Versus.Policy.Policy, s.AskAt)}}, ratios...)
	}
	for _, l := range lines {
		ratios = l.fixed(ratios)
	}
	a.Groups = append(a.Groups, answer.Group{Title: "retries of B per retry of A", Quantities: ratios})
	a.Groups = append(a.Groups, whole(lines)...)
	a.Summary = compareSummary(a, lines)
	a.WarnAbsent()
	if finite(s.AskAt) {
		warnEnded(&a, s)
	}
	warnLaws(&a, lines)
	warnApprox(&a, s.Policies()...)
	return a
}

// settings is the policy's own knobs, so that the comparison says of what.
func settings(l timeline) []answer.Quantity {
	var list []answer.Quantity
	for _, k := range knob.Knobs {
		if k.Asks || k.Within != "" {
			continue
		}
		q := answer.Quantity{Name: strings.ReplaceAll(k.Name, "-", " "), Symbol: k.Symbol, Kind: k.Kind(), Limit: true}
		var ok bool
		if q.A, ok = k.Number(l.policy); !ok {
			q.Words = k.Text(l.policy)
		}
		list = append(list, q)
	}
	return list
}

// approx is the long-run ratio of retries when the factor goes from r to r2.
func approx(r, r2 float64) answer.Quantity {
	return answer.Quantity{Name: "retries ratio approx", Symbol: "log r/log r'", Kind: unit.Number, Single: true,
		A: approxRatio(r, r2), Why: "a factor of 1 makes ever more retries than any other, and no ratio is near for long"}
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
	if slices.ContainsFunc(policies, func(p knob.Scenario) bool { return curved(p) && !math.IsInf(p.CapRetry(), 1) }) {
		a.Warn(answer.CapBinds, "retries ratio approx: says nothing once a cap is reached", "retries_ratio_approx")
	}
}
