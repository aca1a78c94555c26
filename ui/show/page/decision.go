package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/files/scenario"
	"retune/ui/unit"
)

// A decision is the recommendation of a review.
type decision struct {
	text  string
	needs []string // what each policy would need, if none passes
	tone  answer.Tone
	pick  int // index of the recommended policy, or -1
}

// sure is the number of standard errors by which two figures must differ.
const sure = 2

// decide recommends a policy that passes every check. Of several it takes the one with the fewest failed requests, and
// the first in the file if the difference is within the error. If none passes, it lists what each needs.
func (r Review) decide() decision {
	d := decision{pick: -1}
	if len(r.Checks) == 0 {
		if d.text, d.tone = r.unlimited(); r.Partial {
			d.text, d.tone = strings.TrimSpace("The computation was stopped. "+d.text), answer.Doubtful
		}
		return d
	}
	d.text, d.pick = r.standings()
	switch {
	case r.Partial:
		d.text += " " + cmp.Or(r.report().Stopped(), "The computation was stopped.") + " No policy is recommended."
		d.pick, d.tone = -1, answer.Doubtful
	case d.pick >= 0:
		d.text, d.tone = d.text+r.recommend(d.pick), answer.Good
	default:
		d.text, d.tone = "No policy passes: "+d.text, answer.Bad
		if scenario.Nearest(r.Checks).State() == scenario.Inconclusive {
			d.tone = answer.Doubtful
		}
		for _, p := range first(r.File.Policies) {
			d.needs = append(d.needs, "To pass, "+name(p)+" must meet: "+needs(r.checksOf(p.Name)))
		}
	}
	return d
}

// standings says how many checks each policy passes, and returns the index of the recommended policy, or -1.
func (r Review) standings() (text string, pick int) {
	var list []string
	pass := 0
	pick = -1
	for i, p := range r.File.Policies {
		checks := r.checksOf(p.Name)
		if len(checks) == 0 { // the computation was stopped
			continue
		}
		list = append(list, name(p)+" "+stands(checks))
		if !passes(checks) {
			continue
		}
		if pass++; pick < 0 || r.failsLess(i, pick) {
			pick = i
		}
	}
	if len(list) > mostShown {
		return fmt.Sprintf("%d of %d policies pass all of their checks.", pass, len(list)), pick
	}
	return strings.Join(list, "; ") + ".", pick
}

// recommend returns the sentence about the recommended policy: its cost and its margin to the nearest limit.
func (r Review) recommend(pick int) (text string) {
	if len(r.File.Policies) > 1 {
		text = " Recommended: " + name(r.File.Policies[pick]) + ". " + r.price(pick)
	}
	if n := scenario.Nearest(r.checksOf(r.File.Policies[pick].Name)); !math.IsNaN(n.Finding.Margin()) {
		text += fmt.Sprintf(" Nearest to its limit: %s%s, %s.", n.Limit.Text, in(n.Case.Outage), n.MarginText())
	}
	return text
}

// unlimited returns the result of each policy for a file without limits.
func (r Review) unlimited() (string, answer.Tone) {
	if parts := r.parts(); len(r.Fleets) == 0 && len(parts) > 0 {
		return parts[0].Answer.Summary, parts[0].Answer.Tone
	}
	var texts []string
	for _, p := range r.Fleets {
		texts = append(texts, named(p.Name, p.Answer.Summary))
	}
	if len(texts) == 1 {
		return texts[0], r.Fleets[0].Answer.Tone
	}
	return strings.Join(append(texts, "There are no limits to decide by."), " "), answer.Neutral
}

func (r Review) checksOf(policy string) []scenario.Checked {
	return slices.DeleteFunc(slices.Clone(r.Checks), func(c scenario.Checked) bool { return c.Case.Policy != policy })
}

func passes(list []scenario.Checked) bool { return scenario.Nearest(list).State() == scenario.Holds }

// stands says how many checks a policy passes.
func stands(list []scenario.Checked) string {
	count := map[scenario.State]int{}
	for _, c := range list {
		count[c.State()]++
	}
	checks := answer.Counted(float64(len(list)), "check", "checks")
	switch fails, open := count[scenario.Fails], count[scenario.Inconclusive]; {
	case fails > 0:
		return fmt.Sprintf("fails %d of %s", fails, checks)
	case count[scenario.NotMade] > 0:
		return fmt.Sprintf("passes %d of %s, and %d were not made", count[scenario.Holds], checks, count[scenario.NotMade])
	case open > 0:
		return fmt.Sprintf("is not settled in %d of %s", open, checks)
	}
	return "passes " + strings.Replace("all "+checks, "all 1 ", "its ", 1)
}

// needs lists the limits that a policy does not keep, each with the figure of its worst case.
func needs(list []scenario.Checked) string {
	var parts []string
	for _, of := range byLimit(list) {
		if c := scenario.Nearest(of); c.State() != scenario.Holds {
			parts = append(parts, fmt.Sprintf("%s (now %s%s)", c.Limit.Text, now(c), in(c.Case.Outage)))
		}
	}
	return strings.Join(parts, "; ") + "."
}

// now returns the figure of a check, with three digits if it is a number.
func now(c scenario.Checked) string {
	text := c.Now()
	if x, err := c.Finding.Kind.Parse(text); err == nil {
		return c.Finding.Kind.Rounded(x, 3)
	}
	return text
}

// byLimit groups checks by limit, in order.
func byLimit(list []scenario.Checked) (groups [][]scenario.Checked) {
	for _, c := range list {
		i := slices.IndexFunc(groups, func(g []scenario.Checked) bool { return g[0].Limit.Text == c.Limit.Text })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

func in(outage string) string {
	if outage == "" {
		return ""
	}
	return " in " + outage
}

// failsLess reports whether significantly fewer requests fail with policy i than with policy j, over all outages.
func (r Review) failsLess(i, j int) bool {
	var less, e float64
	for k := range r.File.Outages {
		a, b := r.of(i, k), r.of(j, k)
		less += b.Value("requests failed", 0).Number - a.Value("requests failed", 0).Number
		e = math.Hypot(e, math.Hypot(errorOf(a, "requests failed"), errorOf(b, "requests failed")))
	}
	return less > sure*e
}

// errorOf returns the standard error of a figure, or 0.
func errorOf(a answer.Answer, figure string) float64 {
	if e := a.Value(figure+" se", 0).Number; e > 0 {
		return e
	}
	return 0
}

// price describes the cost of a policy that rises most compared with the first policy of the file. The first policy is
// compared with the next one that passes.
func (r Review) price(pick int) string {
	other := 0
	for i := len(r.File.Policies) - 1; pick == 0 && i > 0; i-- {
		if other == 0 || passes(r.checksOf(r.File.Policies[i].Name)) {
			other = i
		}
	}
	against, text, most := name(r.File.Policies[other]), "", 1.0
	see := func(p, q answer.Quantity, e float64, outage string) {
		x, y := p.Of(0).Number, q.Of(0).Number
		if p.Better != answer.Less || !(x-y > e) || !(x/y > max(most, 1.01)) {
			return
		}
		most = x / y
		more := unit.Share.Rounded(most-1, 2) + " more"
		if most >= 10 {
			more = "more"
		}
		text = fmt.Sprintf("Its price: %s %s than %s%s (%s, not %s).", more, p.Called(), against, in(outage),
			p.Kind.Rounded(x, 3), p.Kind.Rounded(y, 3))
	}
	for j, o := range r.File.Outages {
		a, b := r.of(pick, j), r.of(other, j)
		for _, p := range costs(a) {
			if q, ok := b.Figure(p.Name); ok && p.Kind == unit.Number { // a number of requests or attempts
				see(p, q, sure*math.Hypot(errorOf(a, p.Name), errorOf(b, p.Name)), o.Name)
			}
		}
	}
	see(r.Calls[pick], r.Calls[other], 0, "")
	return cmp.Or(text, "It costs no more failed requests, attempts or call time than "+against+".")
}

// costs returns the figures of a fleet that describe the cost of a policy.
func costs(a answer.Answer) []answer.Quantity {
	return slices.DeleteFunc(a.Quantities(), func(q answer.Quantity) bool { return !q.Tells || q.Error || q.Among != nil })
}
