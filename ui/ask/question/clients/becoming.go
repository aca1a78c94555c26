package clients

import (
	"fmt"
	"math"

	"retune/calc"
	"retune/calc/client"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/ask/setting"
)

// becoming lists what parts of the policy of s change with v.
func becoming(v client.Values, s *setting.Scenario) (list []string) {
	t := *s
	if err := t.SetClient(v); err != nil {
		return []string{err.Error(), "", "", "", "", "", ""} // worse than any other fit
	}
	delays := t // with the delays of s
	if delays.InitialDelay, delays.Factor, delays.Cap = s.InitialDelay, s.Factor, s.Cap; !sameWaits(s.Policy, t.Policy) {
		delays = t
	}
	delays.Retries = limit(t.Policy)
	for _, k := range setting.Settings {
		idle := k.Idle != nil && k.Idle(s) != "" && k.Idle(&t) != ""
		if k.OfQuestion || k.SetsOthers || k.PartOf != "" || idle {
			continue
		}
		if was, is := k.Text(s), k.Text(&delays); was != is && !close(k, s, &t) {
			list = append(list, fmt.Sprintf("%s %s instead of %s", k.Name, k.Show(&delays), k.Show(s)))
		}
	}
	if s.Budget.Kind != fleet.NoBudget && !sameBudget(t.Library.Budget(), s.Budget) {
		was, is := setting.BudgetText(s.Budget), setting.BudgetText(t.Library.Budget())
		list = append(list, fmt.Sprintf("budget %[2]s instead of %[1]s", was, is))
	}
	if rule := becomingRule(v, s.Policy, t.Policy); rule != "" {
		list = append(list, rule)
	}
	return list
}

// becomingRule describes the change of the delay rule, or returns "".
func becomingRule(v client.Values, p, q jitter.Policy) string {
	before, after := p, q
	p.Policy, q.Policy = plain(p), plain(q)
	switch {
	case p.Rule == q.Rule && p.Policy == q.Policy, sameDelays(before, after, 0.01):
		return ""
	case sameDelays(before, after, 1):
		return "delays in whole milliseconds"
	}
	return "the rule becomes " + v.Row.Name + "'s own: " + v.Row.Formula
}

// close reports whether a number is equal up to rounding.
func close(k setting.Setting, s, t *setting.Scenario) bool {
	x, ok := k.Number(s)
	y, both := k.Number(t)
	return ok && both && !math.IsInf(x, 0) && !math.IsInf(y, 0) && math.Abs(x-y) <= 1e-9*math.Abs(x)
}

// plain returns a policy without the values that settings describe.
func plain(p jitter.Policy) calc.Policy {
	q := p.Policy
	q.InitialDelay, q.Factor, q.Cap, q.AttemptTime = 1, 1, 1, 0
	return q
}
