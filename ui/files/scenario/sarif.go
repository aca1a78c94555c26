package scenario

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
)

type object = map[string]any

// SARIF writes the checks that do not hold as a SARIF log. Code review tools show each at the line of the imported
// policy, or else of the limit in the scenario file. Source: OASIS, Static Analysis Results Interchange Format 2.1.0,
// 2020.
func SARIF(out io.Writer, file, version string, list []Checked) error {
	rules, results, known := []object{}, []object{}, map[string]bool{}
	for _, c := range list {
		if rule := c.Limit.Text; !known[rule] {
			known[rule] = true
			rules = append(rules, object{"id": rule, "shortDescription": object{"text": rule}})
		}
		level := "note" // the check failed in the baseline too
		switch {
		case c.Breaks():
			level = "error"
		case c.State() == Holds:
			continue
		case c.State() == Inconclusive:
			level = "warning"
		}
		r := object{"ruleId": c.Limit.Text, "level": level, "message": object{"text": c.Case.named(c.message())}}
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
		results = append(results, r)
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": object{"name": "retune", "version": version, "rules": rules}},
			"results": results}}})
}
