package scenario

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
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

// Rank is how bad a state is, the worst first.
func (s State) Rank() int { return slices.Index([]State{Fails, Inconclusive, Holds}, s) }

// A Checked is one limit held against one case.
type Checked struct {
	Case    Case
	Limit   Limit
	Finding Finding
	Settled State  // what an inconclusive check is taken as, or ""
	Since   Change // since a former check, or ""
	How     string // in what way it is worse than it was, or ""
}

// State is how it stands.
func (c Checked) State() State {
	switch {
	case c.Settled != "":
		return c.Settled
	case c.Finding.Open || c.Finding.Why != "":
		return Inconclusive
	case c.Finding.Holds:
		return Holds
	}
	return Fails
}

// Breaks tells whether the check is why a build fails: it does not hold, or beside a former check it got worse.
func (c Checked) Breaks() bool { return c.How != "" || c.Since == "" && c.State() == Fails }

// Doubts tells whether it is why a build is inconclusive.
func (c Checked) Doubts() bool { return c.Since != Unchanged && c.State() == Inconclusive }

// Settle takes inconclusive checks as failed, or as passed where their figure is within the limit.
func Settle(list []Checked, pass bool) {
	for i := range list {
		switch c := &list[i]; {
		case c.State() != Inconclusive:
		case !pass:
			c.Settled = Fails
		case c.Finding.Holds && c.Finding.Why == "":
			c.Settled = Holds
		}
	}
}

// runs is how many would settle an inconclusive check, or +Inf. The standard error falls with the root of their number.
func (c Checked) runs() float64 {
	f := c.Finding
	return math.Ceil(c.Case.Scenario.Runs * math.Pow(sure*f.Error/math.Abs(f.Number-f.Allowed), 2))
}

// Note says what would settle an inconclusive check, or "".
func (c Checked) Note() string {
	switch f := c.Finding; {
	case f.Why != "":
		return f.Why
	case !f.Open:
		return ""
	}
	runs := unit.Count.Exact(c.runs())
	if k, _ := setting.Find("runs"); k.Try(&c.Case.Scenario, runs) != nil {
		return "the figure equals the limit; no number of runs would decide it"
	}
	return "about " + runs + " runs would decide it"
}

// named is a text about the case, after its name.
func (c Checked) named(text string) string { return strings.TrimPrefix(c.Case.Name()+": "+text, ": ") }

// Named is what is said of the check, with its names.
func (c Checked) Named(how string) string { return c.named(c.Limit.Text) + " " + how }

// message says how it stands, for other programs: the figure, what binds, what is worse, what would settle it.
func (c Checked) message() string {
	text := c.Finding.Figure
	if c.Finding.Binds != "" {
		text += " (" + c.Finding.Binds + ")"
	}
	if note := cmp.Or(c.How, c.Note()); note != "" && note != c.Finding.Why {
		text += "; " + note
	}
	return text
}

// Now is the figure for people.
func (c Checked) Now() string {
	_, now, _ := strings.Cut(c.Finding.Figure, " is ")
	now, _, _ = strings.Cut(now, ", which is")
	return now
}

// left is the share of the limit that is left, for comparison: a verdict has all of it or none.
func (c Checked) left() float64 {
	switch m := c.Finding.Margin(); {
	case !math.IsNaN(m):
		return m
	case c.State() == Holds:
		return math.Inf(1)
	}
	return math.Inf(-1)
}

// Nearest is the check that fails by most, or else may fail, or else is nearest to its limit;
// there is one.
func Nearest(list []Checked) Checked {
	return slices.MinFunc(list, func(a, b Checked) int {
		return cmp.Or(a.State().Rank()-b.State().Rank(), cmp.Compare(a.left(), b.left()))
	})
}

// MarginText is how far the figure is from its limit, for people.
func (c Checked) MarginText() string { return unit.Share.Format(c.Finding.Margin()) }

// Check is how each limit stands in the case, and its fleet if that is wanted or a limit is about it, which is
// worked out once. Where a figure is too near to its limit to tell, more runs are made.
func (c Case) Check(ctx context.Context, limits []Limit, wanted bool) (a answer.Answer, list []Checked, err error) {
	for {
		if list = nil; wanted || slices.ContainsFunc(limits, ofFleet) {
			if a = Fleet().Ask(ctx, c.Scenario, answer.Full); a.None != nil {
				reason := strings.TrimPrefix(c.Name()+": "+a.None.Reason, ": ")
				return a, nil, Unreadable{Reason: reason, Hint: a.None.Hint}
			}
		}
		more := c.Scenario.Runs
		for _, l := range limits {
			f, err := l.Hold(ctx, a, c.Scenario)
			if u, ok := errors.AsType[Unreadable](err); ok && l.Line > 0 {
				u.Reason = Place{c.File, l.Line}.String() + ": " + u.Reason
				return a, nil, u
			} else if err != nil {
				return a, nil, err
			}
			checked := Checked{Case: c, Limit: l, Finding: f}
			if list = append(list, checked); f.Open && f.Error > 0 && ofFleet(l) {
				more = max(more, min(MostRuns, checked.runs()))
			}
		}
		if more == c.Scenario.Runs || ctx.Err() != nil {
			return a, list, nil
		}
		c.Scenario.Runs = max(more, min(MostRuns, 2*c.Scenario.Runs))
	}
}

// Run checks every case, and tells how many are done. When ctx ends it returns those that are done.
func Run(ctx context.Context, cases []Case, limits []Limit, told func(done, all int)) (list []Checked, err error) {
	for i, c := range cases {
		_, of, err := c.Check(ctx, limits, false)
		if ctx.Err() != nil {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, of...)
		told(i+1, len(cases))
	}
	return list, nil
}

// ofFleet tells whether a limit is about a figure that only a fleet has.
func ofFleet(l Limit) bool {
	result, ok := question.Results.Find(strings.ReplaceAll(normal(l.Name), "_", "-"))
	return !ok || result.Simulated() || result.Among != nil
}
