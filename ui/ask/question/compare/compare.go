// Package compare answers several questions about several policies and their fleets, and reports the differences: first
// in the settings, then in the results.
package compare

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Question compares policies, and their fleets if they are asked for. screen lists settings that have a row on the
// screen.
func Question(screen []string, policies, fleet answer.Computation, asked func(*setting.Scenario) bool) answer.Question {
	return answer.Question{
		Command: answer.Command{
			Examples: []string{"retune compare --vs r=1.5",
				"retune compare -a 100ms --cap 5s -n none --outage 1m --vs jitter=full",
				"retune compare --scenario brownout --vs budget=10%", "retune compare --cap 10m -n none -T 30m --vs a=1s,cap=5m",
				"retune compare --client grpc --outage 1m -n none --vs client=envoy --vs name=slower,r=3"},
			Name:  "compare",
			Names: "diff vs versus",
			Short: "compare policies metric by metric",
			Long: `Prints the settings that differ, then every figure that differs: A, B, B over A, and which of the
two is better, if either is. The text omits figures that are the same for all; --table all shows
them. --vs lists the settings that differ in B (policy, fleet, server or outage); B takes all
others from A. Another --vs adds another policy, up to five. The name of a policy is its client,
name=NAME in its list, or a letter. A last line ranks three or more.

The comparison covers how long and how often the policies retry; with -T their state at T, with
--outage the reconnect delay, with --failure-rate the success of requests, and with any other
setting of a fleet, in A or in B, the verdict on the fleet.

With -T, over the same elapsed time and without caps, B makes about

    log r / log r'

times the retries of A, with the factors r of A and r' of B. This is the limit for very long
times, whatever the initial delays; retries ratio is the exact ratio n'(T)/n(T) of the two whole
policies. When both are capped the exact ratio tends to (c + s)/(c' + s'), and the approximation
does not hold.

` + answer.Sources,
		},
		Scope: answer.Scope{Takes: slices.Concat([]string{"at"}, setting.OfFleet()), Needs: []string{"vs"},
			ManyPolicies: true},
		SettingsRead: answer.SettingsRead{
			UsedSettings: func(s *setting.Scenario) []string {
				if asked(s) {
					return slices.Concat([]string{"at"}, setting.OfFleet())
				}
				return []string{"at", "outage", "failure-rate", "vs"}
			},
		},
		Screen: answer.Screen{Tab: "compare", Rows: screen, Layout: answer.Ranked, Calls: true, HasCharts: true,
			ListsPolicies: true},
		Computation: answer.Computation{
			Worked: explain.Compare,
			Slow:   func(s *setting.Scenario, effort answer.Effort) bool { return asked(s) || policies.Slow(s, effort) },
			Ask: func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
				a, of := policies.Ask(ctx, s, effort), answer.Answer{}
				if asked(s) {
					of = fleet.Ask(ctx, s, effort)
				}
				if ctx.Err() != nil {
					return answer.Cancelled
				}
				return joined(a, of, s)
			},
		},
	}
}

// joined returns the answer about the policies with the one about their fleets, whose charts come first.
func joined(a, fleet answer.Answer, s *setting.Scenario) answer.Answer {
	policies := a.Summary
	a.Groups, a.Tone = append(a.Groups, fleet.Groups...), fleet.Tone
	if fleet.None != nil {
		a.Warn(answer.Absent, "the fleet: "+fleet.None.Reason)
	}
	for _, w := range fleet.Warnings { // WarnAbsent below handles absent figures
		if w.Code != answer.Absent && !slices.ContainsFunc(a.Warnings,
			func(said answer.Warning) bool { return said.String() == w.String() }) {
			a.Warnings = append(a.Warnings, w)
		}
	}
	outlast := outlasts(a)
	for _, g := range a.Groups {
		for i := range g.Quantities {
			q := &g.Quantities[i]
			q.Detail = q.Detail && !q.InComparisons
			if !outlast && strings.HasPrefix(q.Name, "call time") { // giving up sooner is no merit
				q.Better = answer.Neither
			}
		}
	}
	differ := answer.Group{Title: "what differs", Quantities: settings(s, fleet.Groups != nil)}
	a.Groups = slices.Insert(a.Groups, 0, differ)
	if !slices.ContainsFunc(setting.DifferingSettings(s), func(k setting.Setting) bool { return !k.OfQuestion }) {
		policies = "" // the policies are equal
	}
	a.Charts = slices.Concat(fleet.Charts, a.Charts)
	slices.SortStableFunc(a.Charts, func(x, y answer.Chart) int { return cmp.Compare(len(y.Boxes), len(x.Boxes)) })
	a.Summary = summary(a, policies)
	a.WarnAbsent()
	return a
}

// outlasts reports whether an outage is given that every client of all policies outlasts.
func outlasts(a answer.Answer) bool {
	gaveUp, ok := a.Figure("gave up")
	for i := range a.Policies {
		v := gaveUp.Of(i)
		ok = ok && v.Status == "" && v.Number == 0
	}
	return ok
}

// settings returns the settings of the policies, those of their fleets if fleet is true, and any others that differ.
func settings(s *setting.Scenario, fleet bool) (list []answer.Quantity) {
	differs := setting.DifferingSettings(s)
	for _, k := range setting.Settings {
		same := !slices.ContainsFunc(differs, func(d setting.Setting) bool { return d.Name == k.Name })
		if !k.MayDiffer() || same && (k.OfQuestion && !fleet || !k.Asked(s)) {
			continue
		}
		if named(s, k) {
			continue
		}
		_, number := k.Number(s)
		list = append(list, answer.MergeQuantities(s.Policies(), func(p setting.Scenario) []answer.Quantity {
			x, _ := k.Number(&p)
			q := answer.Quantity{Name: strings.ReplaceAll(k.Name, "-", " "), Symbol: k.Symbol, Value: answer.OrNone(x, k.Kind()),
				Detail: same && (k.OfQuestion || len(differs) == 0)}
			if !number {
				q.Words, q.Kind = cmp.Or(k.Text(&p), "not set"), unit.Count
			}
			return []answer.Quantity{q}
		})...)
	}
	return list
}

// named reports whether the names of the policies state the setting.
func named(s *setting.Scenario, k setting.Setting) bool {
	names := s.Names()
	for i, p := range s.Policies() {
		if text := k.Text(&p); text != "" && text != names[i] {
			return false
		}
	}
	return true
}
