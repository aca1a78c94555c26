package scenario

import (
	"io"

	"retune/ui/show/report"
)

// JUnit writes the checks as a JUnit report. Each case is a suite and each check a test. A check is skipped if it is
// inconclusive, or if it failed in the baseline too. A check that was not made is an error.
func (r Report) JUnit(out io.Writer) error {
	all := report.Suites{Name: r.Title}
	for i, c := range r.listed() {
		name := c.Case.Name()
		if i == 0 || all.Suites[len(all.Suites)-1].Name != name {
			all.Suites = append(all.Suites, report.Suite{Name: name})
		}
		test, message := report.Test{Name: c.Limit.Text, Class: name}, &report.Message{Text: c.message()}
		switch {
		case c.Breaks():
			test.Failure = message
		case c.State() == NotMade:
			test.Error = message
		case c.State() != Holds: // inconclusive, or failed in the baseline too
			test.Skipped = message
		}
		all.Suites[len(all.Suites)-1].Add(test)
	}
	return report.JUnit(out, all)
}
