package scenario

import (
	"io"
	"path/filepath"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
)

type object = report.Object

// SARIF writes the checks that do not hold as a SARIF log. Code review tools show each at the line of the imported
// policy, or else of the limit in the scenario file. Every limit is a rule, so that alerts of limits that hold close.
// The invocation was not successful if the computation was stopped.
func (r Report) SARIF(out io.Writer, version string) error {
	rules, results, known := []object{}, []object{}, map[string]bool{}
	for _, c := range r.listed() {
		if rule := c.Limit.Text; !known[rule] {
			known[rule] = true
			rules = append(rules, c.Limit.rule())
		}
		if level := c.level(); level != "none" {
			results = append(results, c.result(r.File, level))
		}
	}
	notices := []object{}
	if stopped := r.Stopped(); stopped != "" {
		notices = append(notices, object{"level": "error", "message": object{"text": stopped}})
	}
	for _, note := range r.Notes {
		notices = append(notices, object{"level": "note", "message": object{"text": note}})
	}
	invocation := object{"executionSuccessful": r.Left() == 0, "toolExecutionNotifications": notices}
	return report.SARIF(out, version, rules, invocation, results)
}

// level returns the SARIF level of the check, or none if there is nothing to report.
func (c Checked) level() string {
	switch {
	case c.Breaks():
		return "error"
	case c.State() == Holds || c.State() == NotMade:
		return "none"
	case c.State() == Inconclusive && c.Since != Absent:
		return "warning"
	}
	return "note" // the check failed in the baseline too
}

// result returns the check as a SARIF result.
func (c Checked) result(file, level string) object {
	place := Place{file, c.Limit.Line}
	if c.Case.Import != (Place{}) {
		place = c.Case.Import
	}
	r := report.SARIFResult(c.Limit.Text, level, c.Case.named(c.message()), c.mark(file), place.File, place.Line)
	if c.Since != "" {
		r["baselineState"] = c.Since
	}
	return r
}

// rule returns the limit as a SARIF rule, with what its figure means.
func (l Limit) rule() object {
	rule := object{"id": l.Text, "shortDescription": object{"text": l.Text}}
	_, name := l.split()
	if r, ok := question.Figures().Find(name); ok && r.Help != "" {
		rule["fullDescription"] = object{"text": r.Help}
		rule["help"] = object{"text": "The limit " + l.Text + " is about " + name + ": " + r.Help + ". retune help " +
			setting.DashedLower(name) + " explains it."}
	}
	return rule
}

// mark returns the fingerprint of the check.
func (c Checked) mark(file string) string {
	return report.Fingerprint(filepath.ToSlash(file), c.Case.Policy, c.Case.Outage, c.Limit.Text)
}
