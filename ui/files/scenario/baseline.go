package scenario

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
)

// A Change is the change of a check from the baseline, in the words of SARIF.
type Change string

// The changes.
const (
	New       Change = "new"       // the baseline does not have the check
	Unchanged Change = "unchanged" // no worse than the baseline
	Updated   Change = "updated"   // worse than the baseline
)

// A Baseline holds the checks of an earlier run, read from its JSON.
type Baseline []row

type row struct {
	State  State
	Policy string
	Outage string
	Limit  string
	Margin *float64
}

// name returns the case and the limit.
func (r row) name() string {
	return Case{Policy: r.Policy, Outage: r.Outage}.named(r.Limit)
}

// ReadBaseline reads the output of --format json.
func ReadBaseline(data []byte) (Baseline, error) {
	var doc struct {
		Query  string
		Tables struct{ Checks []row }
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if doc.Query != "check" && doc.Query != "review" {
		return nil, errors.New("this is neither the answer of retune check --format json nor of retune review")
	}
	return doc.Tables.Checks, nil
}

// Compare sets Since and How of each check, and returns a sentence about the changes. A check is worse if its limit no
// longer holds, or if its margin shrank by more than random variation explains. A check that the baseline does not have
// must hold.
func (b Baseline) Compare(list []Checked) string {
	var worse, fresh, gone []string
	now := map[string]bool{}
	for i := range list {
		c := &list[i]
		name := c.name()
		now[name] = true
		if at := slices.IndexFunc(b, func(was row) bool { return was.name() == name }); at < 0 {
			if c.Since = New; c.State() == Fails {
				c.How = "fails, and was not checked before"
			}
			fresh = append(fresh, name)
		} else if c.Since, c.How = Unchanged, b[at].worse(*c); c.How != "" {
			c.Since = Updated
		}
		if c.How != "" {
			worse = append(worse, c.Named(c.How))
		}
	}
	for _, was := range b {
		if !now[was.name()] {
			gone = append(gone, was.name())
		}
	}
	return "Since the baseline " + cmp.Or(some("", worse, "got worse"), "nothing got worse") + some("; ", fresh, "new") +
		some("; ", gone, "gone") + "."
}

// some counts checks and names the first. It returns "" if there are none.
func some(before string, list []string, what string) string {
	if len(list) == 0 {
		return ""
	}
	return before + answer.Counted(float64(len(list)), "check", "checks") + " " + what + " (" + list[0] + ")"
}

// worse says how the check is worse than in the baseline, or returns "".
func (r row) worse(c Checked) string {
	margin := c.Finding.Margin()
	switch {
	case c.State() == Fails && r.State != Fails:
		return "fails, and did not before"
	case c.State() == Inconclusive && r.State == Holds:
		return ""
	case r.Margin == nil || math.IsNaN(margin):
		return ""
	}
	slack := max(1e-9, 2*answer.Sure*c.Finding.Error/math.Abs(c.Finding.Allowed))
	if margin < *r.Margin-slack {
		return "went from " + marginText(*r.Margin, 3) + " to " + marginText(margin, 3)
	}
	return ""
}
