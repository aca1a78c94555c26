package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/show/report"
	"retune/ui/unit"
)

// A Change is the change of a check from the baseline, in the words of SARIF.
type Change string

// The changes.
const (
	New       Change = "new"       // the baseline does not have the check
	Unchanged Change = "unchanged" // no worse than the baseline
	Updated   Change = "updated"   // worse than the baseline
	Absent    Change = "absent"    // only the baseline has the check
)

// A Baseline holds the checks of an earlier run, read from its JSON.
type Baseline []row

type row struct {
	State  State
	Policy string
	Outage string
	Limit  string
	Word   string // value in words, such as a verdict, or ""
	Margin *float64
	Figure *float64
}

// name returns the case and the limit.
func (r row) name() string {
	return Case{Policy: r.Policy, Outage: r.Outage}.named(r.Limit)
}

// ReadBaseline reads the output of --format json.
func ReadBaseline(data []byte) (Baseline, error) {
	var tables struct{ Checks *Baseline }
	if err := report.ReadTables(data, &tables, "check", "review"); err != nil {
		return nil, err
	}
	if tables.Checks == nil {
		return nil, errors.New("it has no table of checks")
	}
	made := *tables.Checks
	for _, r := range made {
		if r.State.Rank() < 0 {
			return nil, fmt.Errorf("%s has the unknown state %s", r.name(), unit.Quote(string(r.State)))
		}
	}
	return slices.DeleteFunc(made, func(r row) bool { return r.State == NotMade }), nil
}

// Compare sets Since, Was and How of each check, and returns a sentence about the changes and the checks that are gone.
// A check is worse if its limit no longer holds, or if its figure moved towards the limit or further beyond it by more
// than random variation explains. A check that the baseline does not have must hold.
func (b Baseline) Compare(list []Checked) (since string, gone []Checked) {
	var worse, fresh, lacking []string
	now := map[string]bool{}
	for i := range list {
		c := &list[i]
		name := c.name()
		now[name] = true
		at := slices.IndexFunc(b, func(was row) bool { return was.name() == name })
		switch {
		case c.State() == NotMade:
			continue
		case at < 0:
			if c.Since = New; c.State() == Fails {
				c.How = "fails, and was not checked before"
			}
			fresh = append(fresh, name)
		default:
			c.Was = b[at].State
			if c.Since, c.How = Unchanged, b[at].worse(*c); c.How != "" {
				c.Since = Updated
			}
		}
		if c.How != "" {
			worse = append(worse, c.Named(c.How))
		}
	}
	for _, was := range b {
		if !now[was.name()] {
			lacking = append(lacking, was.name())
			gone = append(gone, Checked{Case: Case{Policy: was.Policy, Outage: was.Outage}, Limit: Limit{Text: was.Limit},
				Since: Absent, Was: was.State})
		}
	}
	return "Since the baseline " + cmp.Or(some("", worse[:min(1, len(worse))], len(worse), "got worse"),
		"nothing got worse") + some("; ", fresh[:min(1, len(fresh))], len(fresh), "new") +
		some("; ", lacking, len(lacking), "gone") + ".", gone
}

// some counts checks and names them. It returns "" if there are none.
func some(before string, list []string, n int, what string) string {
	if n == 0 {
		return ""
	}
	return before + answer.Counted(float64(n), "check", "checks") + " " + what + " (" + strings.Join(list, "; ") + ")"
}

// worse says how the check is worse than in the baseline, or returns "".
func (r row) worse(c Checked) string {
	f, e := c.Finding, 0.0
	if c.Finding.Error > 0 {
		e = 2 * answer.DecidingErrors * c.Finding.Error
	}
	margin, slack := f.Margin(), max(1e-9, e/math.Abs(f.Allowed))
	switch {
	case c.State() == Fails && r.State != Fails:
		return "fails, and did not before"
	case r.Word != "" && f.Word != "":
		if severity(c.Limit, f.Word) > severity(c.Limit, r.Word) {
			return "went from " + r.Word + " to " + f.Word
		}
		return ""
	case c.State() == Inconclusive && r.State == Holds: // see Doubts
		return ""
	case r.Margin != nil && !math.IsNaN(margin):
		if margin < *r.Margin-slack {
			return "went from " + c.Limit.margin(*r.Margin, 3) + " to " + c.Limit.margin(margin, 3)
		}
	case r.Figure != nil && beyond(c.Limit, f.Number-*r.Figure, e):
		return "went from " + f.Kind.Rounded(*r.Figure, 3) + " to " + c.Now()
	}
	return ""
}

// beyond reports whether a figure that grew by that much, or shrank if it is negative, is worse for the limit. NaN is
// not.
func beyond(l Limit, grew, slack float64) bool {
	return strings.HasPrefix(l.Compare, "<") && grew > slack || strings.HasPrefix(l.Compare, ">") && grew < -slack
}

// severity ranks the words of a figure from the best. Words for a fleet that does not recover are equally bad.
func severity(l Limit, word string) int {
	r, _ := question.Figures().Find(l.Name)
	at := slices.IndexFunc(r.PossibleWords, func(w string) bool { return same(w, word) })
	if bad := slices.Index(r.Tones, answer.Bad); bad >= 0 && (at < 0 || at > bad) {
		return bad
	}
	return at
}
