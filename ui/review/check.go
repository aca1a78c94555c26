package review

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/unit"
)

// A State is how a check stands.
type State string

// The states of a check.
const (
	Holds        State = "holds"
	Fails        State = "fails"
	Inconclusive State = "inconclusive" // the figure may be on either side, or does not exist
)

// A Checked is one limit held against one case.
type Checked struct {
	Case    Case
	Limit   Limit
	Line    int // of the limit in its file, or 0
	Finding Finding
}

// State is how it stands.
func (c Checked) State() State {
	switch {
	case c.Finding.Open || c.Finding.Why != "":
		return Inconclusive
	case c.Finding.Holds:
		return Holds
	}
	return Fails
}

// Note says what would settle an inconclusive check, or "". The standard error falls with
// the root of the number of runs.
func (c Checked) Note() string {
	f := c.Finding
	switch {
	case f.Why != "":
		return f.Why
	case !f.Open:
		return ""
	}
	runs := math.Ceil(c.Case.Scenario.Runs * math.Pow(sure*f.Error/math.Abs(f.Number-f.Allowed), 2))
	if k, _ := knob.Find("runs"); k.Try(&c.Case.Scenario, unit.Count.Exact(runs)) != nil {
		return "it is on the limit: no number of runs will settle it"
	}
	return "about --runs " + unit.Count.Exact(runs) + " would settle it"
}

// named is a text about the case, after its name.
func (c Checked) named(text string) string {
	if name := c.Case.Name(); name != "" {
		return name + ": " + text
	}
	return text
}

// Named is what got worse of the check, with its names.
func (c Checked) Named(how string) string { return c.named(c.Limit.Text) + " " + how }

// message says how it stands, for other programs: the figure, what binds, what would settle it.
func (c Checked) message() string {
	text := c.Finding.Figure
	if c.Finding.Binds != "" {
		text += " (" + c.Finding.Binds + ")"
	}
	if note := c.Note(); note != "" && note != c.Finding.Why {
		text += "; " + note
	}
	return text
}

// now is the figure for people.
func (c Checked) now() string {
	_, now, _ := strings.Cut(c.Finding.Figure, " is ")
	now, _, _ = strings.Cut(now, ", which is")
	return now
}

// Run holds every limit against every case. A fleet is worked out once for a case, and
// only where a limit is about it.
func Run(ctx context.Context, cases []Case, limits []Limit, lines []int) ([]Checked, error) {
	return hold(ctx, cases, limits, lines, func(i int) (answer.Answer, error) {
		a := fleet().Ask(ctx, cases[i].Scenario, answer.Full)
		if a.None != nil {
			return a, Unreadable{Reason: strings.TrimPrefix(cases[i].Name()+": "+a.None.Reason, ": "), Hint: a.None.Hint}
		}
		return a, nil
	})
}

// hold holds every limit against every case; of is the fleet of a case.
func hold(ctx context.Context, cases []Case, limits []Limit, lines []int, of func(i int) (answer.Answer, error)) ([]Checked, error) {
	var list []Checked
	for i, c := range cases {
		var a answer.Answer
		for j, l := range limits {
			if a.Groups == nil && ofFleet(l) {
				var err error
				if a, err = of(i); err != nil {
					return nil, err
				}
			}
			f, err := l.Hold(ctx, a, c.Scenario)
			if u, ok := errors.AsType[Unreadable](err); ok && j < len(lines) && c.File != "" {
				u.Reason = Place{c.File, lines[j]}.String() + ": " + u.Reason
				return nil, u
			} else if err != nil {
				return nil, err
			}
			checked := Checked{Case: c, Limit: l, Finding: f}
			if j < len(lines) {
				checked.Line = lines[j]
			}
			list = append(list, checked)
		}
	}
	return list, nil
}

// ofFleet tells whether a limit is about a figure that only a fleet has.
func ofFleet(l Limit) bool {
	result, ok := query.Results.Find(strings.ReplaceAll(normal(l.Name), "_", "-"))
	return !ok || result.Simulated() || result.Among != nil
}

// Failing says how many checks fail, or is "".
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
	return fmt.Sprintf("%d of %s fail", n, answer.Counted(float64(len(list)), "check", "checks"))
}

// Answer is the checks as an answer: what fails first, and a table with a row each.
func Answer(list []Checked) answer.Answer {
	count := map[State]float64{}
	var worst string
	for _, c := range list {
		state := c.State()
		count[state]++
		if state == Fails && worst == "" {
			worst = fmt.Sprintf("First: %s, and the limit is %s.", c.named(c.Finding.Figure), c.Limit.Text)
		}
	}
	a := answer.Answer{Tone: answer.Good}
	total := float64(len(list))
	switch {
	case len(list) == 0:
		a.Summary = "There is nothing to check."
	case count[Fails] > 0:
		a.Tone = answer.Bad
		a.Summary = Failing(list) + ". " + worst
	case count[Inconclusive] > 0:
		a.Tone = answer.Doubtful
		a.Summary = fmt.Sprintf("None of %s fails, and %s of them may: more runs would settle it.", answer.Counted(total, "check", "checks"), unit.Count.Format(count[Inconclusive]))
	default:
		a.Summary = answer.Counted(total, "check, and it holds", "checks, and all hold")
		if n := Nearest(list); !math.IsNaN(n.Finding.Margin()) {
			a.Summary += "; nearest to its limit is " + n.named(n.Limit.Text) + ", with " + n.margin() + " left"
		}
		a.Summary += "."
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
		words("now", Checked.now),
		{Name: "margin", Kind: unit.Share},
		words("binds", func(c Checked) string { return c.Finding.Binds }),
		{Name: "figure", KindOf: kind, Detail: true}, {Name: "allowed", KindOf: kind, Detail: true}, {Name: "holds", Truth: true, Detail: true},
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
				Message: c.named(c.Limit.Text) + ": " + note})
		}
	}
	return a
}
