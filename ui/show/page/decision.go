package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/files/scenario"
)

// A decision is the recommendation of a review.
type decision struct {
	text  string
	needs []string // what each policy would need, if none passes
	tone  answer.Tone
	pick  int // index of the recommended policy, or -1
}

// decide recommends a policy that passes every check. If none passes, it lists what each needs.
func (r Review) decide() decision {
	d := decision{pick: -1}
	if len(r.Checks) == 0 {
		if d.text, d.tone = r.unlimited(); r.Partial {
			d.text, d.tone = strings.TrimSpace("The computation was stopped. "+d.text), answer.Doubtful
		}
		return d
	}
	text, passing := r.standings()
	d.text = text
	switch {
	case r.Partial:
		d.text += " " + cmp.Or(r.report().Stopped(), "The computation was stopped.") + " No policy is recommended."
		d.tone = answer.Doubtful
	case passing != nil:
		pick, why := r.choose(passing)
		d.text, d.tone, d.pick = d.text+r.recommend(pick, why), answer.Good, pick
	default:
		d.text, d.tone = "No policy passes: "+d.text+r.nearest(), answer.Bad
		if scenario.Nearest(r.Checks).State() == scenario.Inconclusive {
			d.tone = answer.Doubtful
		}
		for _, p := range first(r.File.Policies) {
			d.needs = append(d.needs, "To pass, "+name(p)+" must meet: "+r.needs(r.checksOf(p.Name)))
		}
	}
	return d
}

// standings says how many checks each policy passes, and returns the indices of those that pass all.
func (r Review) standings() (text string, passing []int) {
	var list []string
	for i, p := range r.File.Policies {
		checks := r.checksOf(p.Name)
		if len(checks) == 0 { // the computation was stopped
			continue
		}
		if list = append(list, name(p)+" "+stands(checks)); passes(checks) {
			passing = append(passing, i)
		}
	}
	if len(list) > mostShown {
		return fmt.Sprintf("%d of %d policies pass all of their checks.", len(passing), len(list)), passing
	}
	return strings.Join(list, "; ") + ".", passing
}

// nearest names the only policy that fails the fewest checks, or returns "".
func (r Review) nearest() string {
	fails := func(i int) int {
		list := r.checksOf(r.File.Policies[i].Name)
		return len(list) - scenario.Count(list)[scenario.Holds]
	}
	best, tied := 0, false
	for i := 1; i < len(r.File.Policies); i++ {
		switch d := fails(i) - fails(best); {
		case d < 0:
			best, tied = i, false
		case d == 0:
			tied = true
		}
	}
	if tied || len(r.File.Policies) == 1 {
		return ""
	}
	return " The nearest is " + name(r.File.Policies[best]) + "."
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
	count, checks := scenario.Count(list), answer.Counted(float64(len(list)), "check", "checks")
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
func (r Review) needs(list []scenario.Checked) string {
	var parts []string
	for _, of := range byLimit(list) {
		if c := scenario.Nearest(of); c.State() != scenario.Holds {
			parts = append(parts, fmt.Sprintf("%s (now %s%s)", c.Limit.Text, now(c), r.in(c)))
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
