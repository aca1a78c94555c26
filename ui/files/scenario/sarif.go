package scenario

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

type object = map[string]any

// SARIF writes the checks that do not hold as a SARIF log. Code review tools show each at the line of the imported
// policy, or else of the limit in the scenario file. Every limit is a rule, so that alerts of limits that hold close.
// The invocation was not successful if the computation was stopped. Source: OASIS, Static Analysis Results Interchange
// Format 2.1.0, 2020.
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
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": object{"name": "retune", "version": version, "rules": rules}},
			"invocations": []object{{"executionSuccessful": r.Left() == 0, "toolExecutionNotifications": notices}},
			"results":     results}}})
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
	r := object{"ruleId": c.Limit.Text, "level": level, "message": object{"text": c.Case.named(c.message())},
		"partialFingerprints": object{"retune/v1": c.mark(file)}}
	if c.Since != "" {
		r["baselineState"] = c.Since
	}
	place := Place{file, c.Limit.Line}
	if c.Case.Import != (Place{}) {
		place = c.Case.Import
	}
	if place.File != "" && place.Line > 0 {
		uri := (&url.URL{Path: filepath.ToSlash(place.File)}).String()
		r["locations"] = []object{{"physicalLocation": object{"artifactLocation": object{"uri": uri},
			"region": object{"startLine": place.Line}}}}
	}
	return r
}

// rule returns the limit as a SARIF rule, with what its figure means.
func (l Limit) rule() object {
	rule := object{"id": l.Text, "shortDescription": object{"text": l.Text}}
	name := l.Name[strings.LastIndexByte(l.Name, '.')+1:] // without the name of a policy
	if r, ok := question.Figures().Find(name); ok && r.Help != "" {
		rule["fullDescription"] = object{"text": r.Help}
		rule["help"] = object{"text": "The limit " + l.Text + " is about " + name + ": " + r.Help + ". retune help " +
			setting.DashedLower(name) + " explains it."}
	}
	return rule
}

// mark returns the fingerprint of the check. It has no line number and no figure, so that it survives other changes of
// the file.
func (c Checked) mark(file string) string {
	parts := []string{filepath.ToSlash(file), c.Case.Policy, c.Case.Outage, c.Limit.Text}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:16]
}
