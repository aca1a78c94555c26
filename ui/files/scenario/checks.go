package scenario

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// A Report is a list of checks with what else its readers need to know.
type Report struct {
	Title  string
	File   string // name of the scenario file, or ""
	Checks []Checked
	Gone   []Checked // checks that only the baseline has
	Since  string    // sentence about the changes from the baseline, or ""
	Strict bool      // what is gone fails
	Notes  []string  // notes on how the file was read
}

// Left returns the number of checks that were not made because the computation was stopped.
func (r Report) Left() int { return Count(r.Checks)[NotMade] }

// Stopped says how many checks were not made, or returns "" if all were.
func (r Report) Stopped() string {
	if r.Left() == 0 {
		return ""
	}
	return fmt.Sprintf("Stopped after %d of %s.", len(r.Checks)-r.Left(),
		answer.Counted(float64(len(r.Checks)), "check", "checks"))
}

// Outcome returns the state of the whole, and why, by which the exit status is decided: not made if a check was not
// made, else fails if a check fails a build, else inconclusive if one does not decide it.
func (r Report) Outcome() (State, string) {
	switch {
	case r.Left() > 0:
		return NotMade, r.Stopped()
	case slices.ContainsFunc(r.Checks, Checked.Breaks) || r.Strict && len(r.Gone) > 0:
		return Fails, strings.TrimSuffix(cmp.Or(r.Since, Failing(r.Checks)), ".")
	}
	if i := slices.IndexFunc(r.Checks, Checked.Doubts); i >= 0 {
		return Inconclusive, r.Checks[i].Named("is inconclusive: " + r.Checks[i].Note())
	}
	return Holds, ""
}

// listed returns the checks, and those that are gone, for programs.
func (r Report) listed() []Checked {
	list := slices.Clone(r.Checks)
	for _, c := range r.Gone {
		if c.Settled = Inconclusive; r.Strict {
			c.Settled, c.How = Fails, "is gone since the baseline"
		}
		list = append(list, c)
	}
	return list
}

// Failing says how many checks fail, or returns "" if none does.
func Failing(list []Checked) string {
	switch n := Count(list)[Fails]; {
	case n == 0:
		return ""
	case n == len(list) && n == 1:
		return "The check fails"
	default:
		fail := fmt.Sprintf("of %d checks fail", len(list))
		return answer.Counted(float64(n), fail+"s", fail)
	}
}

// summary returns a sentence about the checks, and its tone.
func summary(list []Checked) (string, answer.Tone) {
	switch count := Count(list); {
	case len(list) == 0:
		return "There is nothing to check.", answer.Good
	case count[NotMade] > 0 && count[Fails] == 0:
		return fmt.Sprintf("%d hold, and none fails so far.", count[Holds]), answer.Doubtful
	case count[Fails] > 0:
		c := list[slices.IndexFunc(list, func(c Checked) bool { return c.State() == Fails })]
		text := fmt.Sprintf("%s. First: %s, and the limit is %s", Failing(list), c.Case.named(c.Finding.Figure), c.Limit.Text)
		if c.Finding.Lost {
			text += ", but " + c.Finding.Why
		}
		return text + ".", answer.Bad
	case count[Inconclusive] > 0:
		return answer.Counted(float64(count[Inconclusive]), "check is", "checks are") + " inconclusive, and none fails.",
			answer.Doubtful
	}
	text := answer.Counted(float64(len(list)), "check passes", "checks pass")
	if n := Nearest(list); !math.IsNaN(n.Finding.Margin()) {
		text += "; tightest: " + n.name() + ", with " + n.MarginText()
	}
	return text + ".", answer.Good
}

// Answer returns the checks as an answer: the first failure, and a table with a row for each check.
func (r Report) Answer() answer.Answer {
	list, count := r.Checks, Count(r.Checks)
	var a answer.Answer
	a.Summary, a.Tone = summary(list)
	a.Summary = strings.TrimSpace(r.Stopped()+" "+r.Since) + " " + a.Summary
	a.Summary = strings.TrimSpace(a.Summary)
	number := func(name string, n int) answer.Quantity {
		return answer.Quantity{Name: name, Value: answer.Amount(float64(n), unit.Count)}
	}
	numbers := []answer.Quantity{number("checks", len(list)), number("holding", count[Holds]),
		number("failing", count[Fails]), number("inconclusive", count[Inconclusive])}
	if count[NotMade] > 0 {
		numbers = append(numbers, number("not made", count[NotMade]))
	}
	a.Groups = []answer.Group{{Title: "checks", Quantities: numbers}}
	columns := answer.Columns("state: words, policy: words, outage: words, limit: words, now: words, margin: share, " +
		"binds: words, figure: detail, allowed: detail, holds: yes-no detail, fleet: words detail, word: words detail")
	t := answer.Table{Name: "checks", Columns: columns}
	t = t.WithRows(len(list), func(i int) []answer.Value {
		c, f := list[i], list[i].Finding
		return []answer.Value{{Words: string(c.State())}, {Words: c.Case.Policy}, {Words: c.Case.Outage},
			{Words: c.Limit.Text}, {Words: c.Now()}, {Number: f.Margin(), TableText: cmp.Or(c.MarginText(), "-")},
			{Words: f.Binds}, {Number: f.Number, Kind: f.Kind}, {Number: f.Allowed, Kind: f.Kind},
			answer.YesNo(c.State() == Holds), {Words: string(f.Of)}, {Words: f.Word}}
	})
	a.Tables = []answer.Table{t}
	for _, c := range list {
		if note := c.Note(); note != "" && c.State() != NotMade {
			a.Warnings = append(a.Warnings, answer.Warning{Code: answer.Approximate, Keys: []string{"checks"},
				Message: c.name() + ": " + note})
		}
	}
	return a
}

// MarginText is how far the figure is from its limit, for people: 12% left, 30% over, 3.4x the limit, 30% under a lower
// bound.
func (c Checked) MarginText() string { return c.Limit.margin(c.Finding.Margin(), 2) }

// margin returns a margin, a share of the limit, with that many digits. It returns "" for NaN.
func (l Limit) margin(m float64, digits int) string {
	beyond := " over"
	if strings.HasPrefix(l.Compare, ">") {
		beyond = " under"
	}
	switch {
	case m < -1:
		return unit.Number.Rounded(1-m, digits) + "x the limit"
	case m < 0:
		return unit.Share.Rounded(-m, digits) + beyond
	case m >= 0:
		return unit.Share.Rounded(m, digits) + " left"
	}
	return ""
}
