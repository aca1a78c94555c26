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
		text := fmt.Sprintf("%s. First: %s, and the limit is %s", Failing(list), c.Case.named(c.Finding.Figure), c.Limit.Text)
		if c.Finding.Lost {
			text += ", but " + c.Finding.Why
		}
		return text + ".", answer.Bad
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
	columns := []answer.Column{{Name: "state", Words: true}, {Name: "policy", Words: true}, {Name: "outage", Words: true},
		{Name: "limit", Words: true}, {Name: "now", Words: true}, {Name: "margin", Kind: unit.Share},
		{Name: "binds", Words: true}, {Name: "figure", Detail: true}, {Name: "allowed", Detail: true},
		{Name: "holds", Truth: true, Detail: true}, {Name: "fleet", Words: true, Detail: true}}
	a.Tables = []answer.Table{{Name: "checks", Columns: columns, Len: len(list), Row: func(i int) []answer.Value {
		c, f := list[i], list[i].Finding
		return []answer.Value{{Words: string(c.State())}, {Words: c.Case.Policy}, {Words: c.Case.Outage},
			{Words: c.Limit.Text}, {Words: c.Now()}, {Number: f.Margin(), Read: cmp.Or(c.MarginText(), "-")},
			{Words: f.Binds}, {Number: f.Number, Kind: f.Kind}, {Number: f.Allowed, Kind: f.Kind},
			answer.Truth(c.State() == Holds), {Words: string(f.Of)}}
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
func (c Checked) MarginText() string { return marginText(c.Finding.Margin(), 2) }

// marginText returns a margin, a share of the limit, with that many digits. It returns "" for NaN.
func marginText(m float64, digits int) string {
	switch {
	case m < -1:
		return unit.Number.Rounded(1-m, digits) + "x the limit"
	case m < 0:
		return unit.Share.Rounded(-m, digits) + " over"
	case m >= 0:
		return unit.Share.Rounded(m, digits) + " left"
	}
	return ""
}
