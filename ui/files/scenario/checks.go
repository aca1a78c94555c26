package scenario

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// Failing says how many checks fail, or returns "" if none does.
func Failing(list []Checked) string {
	n := 0
	for _, c := range list {
		if c.State() == Fails {
			n++
		}
	}
	switch {
	case n == 0:
		return ""
	case n == len(list) && n == 1:
		return "The check fails"
	}
	fail := fmt.Sprintf("of %d checks fail", len(list))
	return answer.Counted(float64(n), fail+"s", fail)
}

// summary returns a sentence about the checks, and its tone.
func summary(list []Checked, count map[State]float64) (string, answer.Tone) {
	switch {
	case len(list) == 0:
		return "There is nothing to check.", answer.Good
	case count[Fails] > 0:
		c := list[slices.IndexFunc(list, func(c Checked) bool { return c.State() == Fails })]
		return fmt.Sprintf("%s. First: %s, and the limit is %s.", Failing(list), c.Case.named(c.Finding.Figure),
			c.Limit.Text), answer.Bad
	case count[Inconclusive] > 0:
		return answer.Counted(count[Inconclusive], "check is", "checks are") + " inconclusive, and none fails.",
			answer.Doubtful
	}
	text := answer.Counted(float64(len(list)), "check passes", "checks pass")
	if n := Nearest(list); !math.IsNaN(n.Finding.Margin()) {
		text += "; tightest: " + n.name() + ", with " + n.MarginText()
	}
	return text + ".", answer.Good
}

// Answer returns the checks as an answer: the first failure, and a table with a row for each check. since describes
// changes from the baseline, or is "".
func Answer(list []Checked, since string) answer.Answer {
	count := map[State]float64{}
	for _, c := range list {
		count[c.State()]++
	}
	total := float64(len(list))
	var a answer.Answer
	a.Summary, a.Tone = summary(list, count)
	if since != "" {
		a.Summary = since + " " + a.Summary
	}
	a.Groups = []answer.Group{{Title: "checks", Quantities: []answer.Quantity{
		{Name: "checks", Kind: unit.Count, A: total},
		{Name: "holding", Kind: unit.Count, A: count[Holds]},
		{Name: "failing", Kind: unit.Count, A: count[Fails]},
		{Name: "inconclusive", Kind: unit.Count, A: count[Inconclusive]},
	}}}
	words := func(name string, of func(Checked) string) answer.Column {
		return answer.Column{Name: name, Words: func(i int) string { return of(list[i]) }}
	}
	kind := func(i int) unit.Kind { return list[i].Finding.Kind }
	columns := []answer.Column{
		words("state", func(c Checked) string { return string(c.State()) }),
		words("policy", func(c Checked) string { return c.Case.Policy }),
		words("outage", func(c Checked) string { return c.Case.Outage }),
		words("limit", func(c Checked) string { return c.Limit.Text }),
		words("now", Checked.Now),
		{Name: "margin", Kind: unit.Share, Read: func(i int) string { return cmp.Or(list[i].MarginText(), "-") }},
		words("binds", func(c Checked) string { return c.Finding.Binds }),
		{Name: "figure", KindOf: kind, Detail: true}, {Name: "allowed", KindOf: kind, Detail: true},
		{Name: "holds", Truth: true, Detail: true},
	}
	a.Tables = []answer.Table{{Name: "checks", Columns: columns, Len: len(list), Row: func(i int) []float64 {
		f, holds := list[i].Finding, 0.0
		if list[i].State() == Holds {
			holds = 1
		}
		return []float64{0, 0, 0, 0, 0, f.Margin(), 0, f.Number, f.Allowed, holds}
	}}}
	for _, c := range list {
		if note := c.Note(); note != "" {
			a.Warnings = append(a.Warnings, answer.Warning{Code: answer.Approximate, Keys: []string{"checks"},
				Message: c.name() + ": " + note})
		}
	}
	return a
}

// MarginText is how far the figure is from its limit, for people: 12% left, 30% over, 3.4x the limit.
func (c Checked) MarginText() string {
	switch m := c.Finding.Margin(); {
	case m < -1:
		return unit.Number.Rounded(1-m, 2) + "x the limit"
	case m < 0:
		return unit.Share.Rounded(-m, 2) + " over"
	case m >= 0:
		return unit.Share.Rounded(m, 2) + " left"
	}
	return ""
}
