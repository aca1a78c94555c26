package cli

import (
	"io"

	"retune/calc/client"
	"retune/ui/ask/question/clients"
	"retune/ui/show/report"
)

// lintSARIF writes findings as a SARIF log. Every rule is declared in every run, so that alerts close when a finding is
// gone. A finding that does not count is there as suppressed, for the same reason.
func (l *linter) lintSARIF(out io.Writer, list []linted) error {
	declared, results := []report.Object{}, []report.Object{}
	levels := map[client.Weight]string{client.Note: "note", client.Caution: "warning", client.Serious: "error"}
	for _, r := range client.Rules() {
		row := r.Row()
		declared = append(declared, report.Object{"id": r.ID(), "name": row.Name,
			"shortDescription":     report.Object{"text": row.Says},
			"fullDescription":      report.Object{"text": row.Why},
			"help":                 report.Object{"text": row.Why + " retune help " + r.ID()},
			"defaultConfiguration": report.Object{"level": levels[row.Weight]}})
	}
	for _, f := range list {
		results = append(results, l.result(f, levels[f.Rule.Row().Weight]))
	}
	return report.SARIF(out, Version, declared, report.Object{"executionSuccessful": true}, results)
}

// result returns a finding as a SARIF result.
func (l *linter) result(f linted, level string) report.Object {
	file, line := placed(f.Where)
	r := report.SARIFResult(f.Rule.ID(), level, withCure(f.Finding), fingerprintOf(f.Finding), file, line)
	r["ruleIndex"] = int(f.Rule) - 1
	switch {
	case f.old:
		r["baselineState"] = "unchanged"
		r["suppressions"] = []report.Object{{"kind": "external", "justification": "in the baseline"}}
	case l.baseline != "":
		r["baselineState"] = "new"
	}
	if f.ignored != "" {
		r["suppressions"] = []report.Object{{"kind": "inSource", "justification": f.ignored}}
	}
	return r
}

// lintJUnit writes findings as a JUnit report: a failure for each that fails the command, and a skipped test for each
// other.
func (l *linter) lintJUnit(out io.Writer, list []linted) error {
	suite := report.Suite{Name: "retune doctor"}
	for _, f := range list {
		c := report.Test{Name: f.Rule.ID() + " " + f.Rule.Row().Name, Class: f.Where}
		text := &report.Message{Text: withCure(f.Finding)}
		switch {
		case f.ignored != "":
			text.Text = "ignored: " + f.ignored
		case f.old:
			text.Text += " (in the baseline)"
		}
		if f.counts() && l.outcome([]clients.Finding{f.Finding}) != nil {
			c.Failure = text
		} else {
			c.Skipped = text
		}
		suite.Add(c)
	}
	return report.JUnit(out, suite)
}
