// Package compare asks of two policies, with their fleets, all that is asked of one, and
// says what differs: first in the settings, then in what comes of them.
package compare

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// A Part is one of the answers that A and B are compared by.
type Part struct {
	Ask   func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer
	Asked func(s knob.Scenario) bool // whether s asks for it, of A or of B
	Slow  func(s knob.Scenario, effort answer.Effort) bool
	Fleet bool // it says what becomes of a fleet
}

// Query compares A and B by the parts. Screen is what is turned beside the policies.
func Query(screen []string, parts ...Part) answer.Query {
	return answer.Query{
		Try: []string{"retune compare --vs r=1.5", "retune compare -a 100ms --cap 5s -n none --outage 1m --vs jitter=full",
			"retune compare --scenario brownout --vs budget=10%", "retune compare --cap 10m -n none -T 30m --vs a=1s,cap=5m"},
		Worked: worked.Compare,
		Name:   "compare", Names: "diff vs versus", Tab: "compare", Screen: screen, Draws: true,
		Short: "what differs between A and B, and who is better in what",
		Takes: slices.Concat([]string{"at"}, knob.OfFleet()),
		Uses: func(s knob.Scenario) []string {
			if slices.ContainsFunc(parts, func(p Part) bool { return p.Fleet && p.Asked(s) }) {
				return slices.Concat([]string{"at"}, knob.OfFleet())
			}
			return []string{"at", "outage", "failure-rate", "vs"}
		},
		Needs: []string{"vs"},
		Slow: func(s knob.Scenario, effort answer.Effort) bool {
			return slices.ContainsFunc(parts, func(p Part) bool { return p.Asked(s) && (p.Slow == nil || p.Slow(s, effort)) })
		},
		Ask: func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
			return ask(ctx, s, effort, parts)
		},
		Long: `Prints the settings that differ, then every figure that differs: A, B, B over A, and which of the
two is better, where that can be said. What is the same for both is left out of the text; --table
all shows it. --vs lists the settings that are different in B, of the policy, the fleet, its server
or its outage; all others are those of A.

It compares how long and how often the policies retry; with -T what they do at T, with --outage
the reconnect delay, with --failure-rate the success of requests, and with any other setting of a
fleet, in A or in B, what becomes of the fleet.

With -T, over the same elapsed time and without caps, B makes about

    log r / log r'

times the retries of A, r being the factor of A and r' that of B. That is the limit for very long
times and the initial delays do not count in it; retries ratio is the exact ratio n'(T)/n(T) of the
two whole policies. When both are capped it tends to
(c + s)/(c' + s') instead, and the approximation says nothing.

` + answer.Sources,
	}
}

func ask(ctx context.Context, s knob.Scenario, effort answer.Effort, parts []Part) answer.Answer {
	a := answer.Answer{Pair: true}
	fleet, policies := false, ""
	var plots []func() []answer.Chart // that of the fleet first
	for _, p := range parts {
		if !p.Asked(s) {
			continue
		}
		of := p.Ask(ctx, s, effort)
		if ctx.Err() != nil {
			return answer.Stopped
		}
		if of.None != nil {
			a.Warn(answer.Absent, "the fleet: "+of.None.Reason)
			continue
		}
		if a.Groups = append(a.Groups, of.Groups...); p.Fleet {
			fleet = true
			plots = slices.Insert(plots, 0, of.Charts)
		} else {
			plots = append(plots, of.Charts)
			policies = cmp.Or(policies, of.Summary)
		}
		a.Tone = max(a.Tone, of.Tone)
		for _, w := range of.Warnings { // what is absent is said below
			if w.Code != answer.Absent && !slices.ContainsFunc(a.Warnings, func(said answer.Warning) bool { return said.String() == w.String() }) {
				a.Warnings = append(a.Warnings, w)
			}
		}
	}
	for _, g := range a.Groups {
		for i := range g.Quantities {
			g.Quantities[i].Detail = g.Quantities[i].Detail && !g.Quantities[i].Tells
		}
	}
	a.Groups = slices.Insert(a.Groups, 0, answer.Group{Title: "what differs", Quantities: settings(s, fleet)})
	if !slices.ContainsFunc(knob.Different(s), func(k knob.Knob) bool { return !k.Asks }) {
		policies = "" // they are the same
	}
	a.Plot = func() (list []answer.Chart) {
		for _, plot := range plots {
			list = append(list, plot()...)
		}
		return list
	}
	a.Summary = summary(a, policies)
	a.WarnAbsent()
	return a
}

// settings is the knobs of A and of B: those of the policies, those of their fleets
// where that is asked, and whatever else differs.
func settings(s knob.Scenario, fleet bool) (list []answer.Quantity) {
	differs := knob.Different(s)
	b := s.B()
	for _, k := range knob.Knobs {
		same := !slices.ContainsFunc(differs, func(d knob.Knob) bool { return d.Name == k.Name })
		if !k.MayDiffer() || same && (k.Asks && !fleet || !k.Asked(s)) {
			continue
		}
		q := answer.Quantity{Name: strings.ReplaceAll(k.Name, "-", " "), Symbol: k.Symbol, Kind: k.Kind(), Limit: true, Detail: same && k.Asks}
		var ok bool
		if q.A, ok = k.Number(s); ok {
			q.B, _ = k.Number(b)
		} else {
			q.Words, q.WordsB, q.Kind = orUnset(k.Text(s)), orUnset(k.Text(b)), unit.Count
		}
		list = append(list, q)
	}
	return list
}

// orUnset is the text of a knob, which is nothing where it is not asked.
func orUnset(text string) string {
	if text == "" {
		return "not set"
	}
	return text
}
