package scenario

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A State is the result of a check.
type State string

// The results of a check.
const (
	Holds        State = "holds"
	Fails        State = "fails"
	Inconclusive State = "inconclusive" // the figure may be on either side of the limit, or does not exist
	NotMade      State = "not made"     // the computation was stopped before
)

// Rank orders states from the worst.
func (s State) Rank() int { return slices.Index([]State{Fails, NotMade, Inconclusive, Holds}, s) }

// A Checked is the result of checking one limit in one case.
type Checked struct {
	Case    Case
	Limit   Limit
	Finding Finding
	Settled State  // state that replaces the one of the finding, or ""
	Since   Change // change from the baseline, or ""
	Was     State  // state in the baseline, or ""
	How     string // how it is worse than the baseline, or ""
}

// State returns the state of the check.
func (c Checked) State() State {
	switch {
	case c.Settled != "":
		return c.Settled
	case c.Finding.Open:
		return Inconclusive
	case c.Finding.Holds:
		return Holds
	}
	return Fails
}

// Breaks reports whether the check fails a build: its limit does not hold or, with a baseline, it is worse.
func (c Checked) Breaks() bool { return c.How != "" || c.Since == "" && c.State() == Fails }

// Doubts reports whether the check makes a build inconclusive: it is, and was not in the baseline.
func (c Checked) Doubts() bool {
	return c.State() == Inconclusive && (c.Since != Unchanged || c.Was == Holds)
}

// Count returns the number of checks in each state.
func Count(list []Checked) map[State]int {
	count := map[State]int{}
	for _, c := range list {
		count[c.State()]++
	}
	return count
}

// Settle turns inconclusive checks into failed ones or, if pass is true, into passed ones if the figure is within the
// limit.
func Settle(list []Checked, pass bool) {
	for i := range list {
		switch c := &list[i]; {
		case c.State() != Inconclusive:
		case !pass:
			c.Settled = Fails
		case c.Finding.Holds && (c.Finding.Why == "" || c.Finding.MoreRunsDecide()):
			c.Settled = Holds
		}
	}
}

// runs returns the number of runs that would decide an inconclusive check, or +Inf. The standard error is proportional
// to 1/sqrt(runs).
func (c Checked) runs() float64 {
	f := c.Finding
	if f.Runs > 0 {
		return f.Runs
	}
	return math.Ceil(c.Case.Scenario.Runs * math.Pow(2*f.Error/math.Abs(f.Number-f.Allowed), 2))
}

// next returns the number of runs to make next: more than before for an open figure of a fleet, as far as the limit of
// attempts allows. attempts is the number of attempts of the runs before.
func (c Checked) next(attempts float64) float64 {
	made := c.Case.Scenario.Runs
	if !c.Finding.MoreRunsDecide() || !c.Limit.OfFleet() {
		return made
	}
	afford := math.Floor(made * answer.MostAttempts / attempts)
	return max(made, min(MostRuns, afford, max(2*made, c.runs())))
}

// Note says what would decide an inconclusive check, or returns "".
func (c Checked) Note() string {
	switch f := c.Finding; {
	case c.Settled == NotMade:
		return "the computation was stopped before this check"
	case f.Lost:
		return "the limit holds, but " + f.Why
	case !f.MoreRunsDecide():
		return f.Why
	}
	runs := unit.Count.Exact(c.runs())
	if setting.Runs().Try(&c.Case.Scenario, runs) != nil {
		return "the figure equals the limit; no number of runs would decide it"
	}
	return "about " + runs + " runs would decide it"
}

// name returns the case and the limit.
func (c Checked) name() string { return c.Case.named(c.Limit.Text) }

// Named returns the case and the limit, followed by how.
func (c Checked) Named(how string) string { return c.name() + " " + how }

// message describes the check for other programs: the figure, what determines it, how it is worse, what would decide
// it.
func (c Checked) message() string {
	if c.Finding.Figure == "" {
		return cmp.Or(c.How, c.Note(), "is gone since the baseline")
	}
	text := c.Finding.Figure
	if c.Finding.Binds != "" {
		text += " (" + c.Finding.Binds + ")"
	}
	if note := cmp.Or(c.How, c.Note()); note != "" && note != c.Finding.Why {
		text += "; " + note
	}
	return text
}

// Now returns the figure for people.
func (c Checked) Now() string {
	_, now, _ := strings.Cut(c.Finding.Figure, " is ")
	return now
}

// left returns the margin for comparisons, or +Inf or -Inf for a check without a number.
func (c Checked) left() float64 {
	switch m := c.Finding.Margin(); {
	case !math.IsNaN(m):
		return m
	case c.State() == Holds:
		return math.Inf(1)
	}
	return math.Inf(-1)
}

// Nearest returns the check that fails by most; without failures one that is inconclusive, otherwise the one nearest to
// its limit. list must not be empty.
func Nearest(list []Checked) Checked {
	return slices.MinFunc(list, func(a, b Checked) int {
		return cmp.Or(a.State().Rank()-b.State().Rank(), cmp.Compare(a.left(), b.left()))
	})
}

// An Outcome is a case with its answer about the fleet, if computed, and its checks.
type Outcome struct {
	Case
	Fleet  answer.Answer
	Checks []Checked

	runs float64 // runs to make next, to decide the open checks; at least those made
}

// outcome checks each limit in the case. It computes the fleet once, if fleets is true or a limit needs it. If add is
// true it adds runs while a figure is too close to its limit.
func (c Case) outcome(ctx context.Context, limits []Limit, fleets, add bool) (Outcome, error) {
	limits, c.Scenario.Inside = c.limits(limits), setting.Host{}
	nested := c.nested(ctx)
	for {
		o := Outcome{Case: c}
		if fleets || slices.ContainsFunc(limits, Limit.OfFleet) {
			if o.Fleet = question.Fleet().Ask(ctx, &c.Scenario, answer.Full); o.Fleet.None != nil {
				return o, setting.Refused{Reason: c.named(o.Fleet.None.Reason), Hint: o.Fleet.None.Hint}
			}
		}
		o.runs = c.Scenario.Runs
		for _, l := range limits {
			all := o.Fleet
			all.Groups = slices.Concat(nested.Groups, all.Groups)
			f, err := l.Hold(ctx, all, &c.Scenario)
			if err != nil && l.Line > 0 {
				return o, fmt.Errorf("%s: %w", Place{c.File, l.Line}, err)
			} else if err != nil {
				return o, err
			}
			checked := Checked{Case: c, Limit: l, Finding: f}
			o.Checks, o.runs = append(o.Checks, checked), max(o.runs, checked.next(o.Fleet.Attempts))
		}
		if !add || o.runs == c.Scenario.Runs || ctx.Err() != nil {
			return o, nil
		}
		c.Scenario.Runs = o.runs
	}
}

// Run checks every case. It computes the fleet of every case if fleets is true. The policies in an outage run for the
// same time, the longest that any of them needs to settle. Runs are added once this time is known. done receives each
// outcome; all is the largest number of outcomes to come. When ctx is cancelled, Run returns the outcomes so far, with
// the checks that are settled.
func Run(
	ctx context.Context, cases []Case, limits []Limit, fleets bool, done func(o *Outcome, n, all int),
) (list []Outcome, err error) {
	longest, all := map[string]float64{}, 2*len(cases)
	for i := range all {
		again, c := i >= len(cases), cases[i%len(cases)]
		if again {
			was, open := &list[i-len(cases)], false
			if c.Scenario, open = was.more(c, longest[c.Outage]); !open {
				done(was, i+1, all)
				continue
			}
		}
		o, err := c.outcome(ctx, limits, fleets, again)
		if ctx.Err() != nil {
			for j := max(0, i-len(cases)); j < len(list); j++ {
				if _, open := list[j].more(cases[j], longest[cases[j].Outage]); open {
					list[j].Checks = nil
				}
			}
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		longest[c.Outage] = max(longest[c.Outage], o.Fleet.Duration)
		if done(&o, i+1, all); again {
			list[i-len(cases)] = o
		} else {
			list = append(list, o)
		}
	}
	return list, nil
}

// more returns the scenario with which case c of the outcome is computed again: for as long as the others in its outage
// and with the runs that decide its open checks. open is false if the outcome is final.
func (o Outcome) more(c Case, longest float64) (s setting.Scenario, open bool) {
	s = c.Scenario
	if o.Fleet.Duration < longest && math.IsInf(s.Duration, 1) {
		s.Duration, open = longest, true
	}
	open, s.Runs = open || o.runs != s.Runs, o.runs
	return s, open
}

// Checks returns the checks of all cases: those of the outcomes, and after ctrl+c also those that were not made.
func Checks(list []Outcome, cases []Case, limits []Limit) (checks []Checked) {
	for i, c := range cases {
		if i < len(list) && list[i].Checks != nil {
			checks = append(checks, list[i].Checks...)
			continue
		}
		for _, l := range c.limits(limits) {
			left := Checked{Case: c, Limit: l, Settled: NotMade}
			left.Finding.Number, left.Finding.Allowed = math.NaN(), math.NaN()
			checks = append(checks, left)
		}
	}
	return checks
}

// OfFleet reports whether the limit is on a figure that only a fleet has.
func (l Limit) OfFleet() bool {
	result, ok := question.Figures().Find(l.Name)
	return !ok || result.Simulated()
}
