package cli

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"net/url"
	"path/filepath"

	"retune/calc/client"
	"retune/ui/ask/question/clients"
)

// lintSARIF writes findings as a SARIF log. Every rule is declared in every run, so that alerts close when a finding is
// gone. A finding that does not count is there as suppressed, for the same reason.
func (l *linter) lintSARIF(out io.Writer, list []linted) error {
	type object = map[string]any
	declared, results := []object{}, []object{}
	levels := map[client.Weight]string{client.Note: "note", client.Caution: "warning", client.Serious: "error"}
	for _, r := range client.Rules() {
		row := r.Row()
		declared = append(declared, object{"id": r.ID(), "name": row.Name, "shortDescription": object{"text": row.Says},
			"fullDescription": object{"text": row.Why}, "help": object{"text": row.Why + " retune help " + r.ID()},
			"defaultConfiguration": object{"level": levels[row.Weight]}})
	}
	for _, f := range list {
		results = append(results, l.result(f, levels[f.Rule.Row().Weight]))
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": object{"name": "retune", "version": Version, "rules": declared}},
			"invocations": []object{{"executionSuccessful": true}}, "results": results}}})
}

// result returns a finding as a SARIF result.
func (l *linter) result(f linted, level string) map[string]any {
	type object = map[string]any
	r := object{"ruleId": f.Rule.ID(), "ruleIndex": int(f.Rule) - 1, "level": level,
		"message": object{"text": withCure(f.Finding)}, "partialFingerprints": object{"retune/v1": fingerprintOf(f.Finding)}}
	if file, line := placed(f.Where); line > 0 {
		uri := (&url.URL{Path: filepath.ToSlash(file)}).String()
		r["locations"] = []object{{"physicalLocation": object{"artifactLocation": object{"uri": uri},
			"region": object{"startLine": line}}}}
	}
	switch {
	case f.old:
		r["baselineState"] = "unchanged"
		r["suppressions"] = []object{{"kind": "external", "justification": "in the baseline"}}
	case l.baseline != "":
		r["baselineState"] = "new"
	}
	if f.ignored != "" {
		r["suppressions"] = []object{{"kind": "inSource", "justification": f.ignored}}
	}
	return r
}

// lintJUnit writes findings as a JUnit report: a failure for each that fails the command, and a skipped test for each
// other.
func (l *linter) lintJUnit(out io.Writer, list []linted) error {
	type message struct {
		Message string `xml:"message,attr"`
	}
	type test struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Failure *message `xml:"failure"`
		Skipped *message `xml:"skipped"`
	}
	var suite struct {
		XMLName  xml.Name `xml:"testsuite"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Cases    []test   `xml:"testcase"`
	}
	suite.Name = "retune doctor"
	for _, f := range list {
		c, text := test{Name: f.Rule.ID() + " " + f.Rule.Row().Name, Class: f.Where}, &message{withCure(f.Finding)}
		switch {
		case f.ignored != "":
			text.Message = "ignored: " + f.ignored
		case f.old:
			text.Message += " (in the baseline)"
		}
		if f.counts() && l.outcome([]clients.Finding{f.Finding}) != nil {
			c.Failure = text
			suite.Failures++
		} else {
			c.Skipped = text
			suite.Skipped++
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	return e.Encode(suite)
}
