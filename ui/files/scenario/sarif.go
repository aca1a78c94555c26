package scenario

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
)

// A SARIF log of what fails or is inconclusive, which code review tools show beside the
// line of the file that it is about. Source: OASIS, Static Analysis Results Interchange
// Format 2.1.0, 2020.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver struct {
			Name    string      `json:"name"`
			Version string      `json:"version"`
			Rules   []sarifRule `json:"rules"`
		} `json:"driver"`
	}
	sarifRule struct {
		ID   string    `json:"id"`
		Text sarifText `json:"shortDescription"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Baseline  Change          `json:"baselineState,omitempty"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region struct {
				Line int `json:"startLine"`
			} `json:"region"`
		} `json:"physicalLocation"`
	}
)

// SARIF writes the checks that do not hold as a SARIF log, each beside the line where the
// policy stands that is imported, or else that of the limit in the scenario file, which may be "".
func SARIF(out io.Writer, file, version string, list []Checked) error {
	run := sarifRun{Results: []sarifResult{}}
	run.Tool.Driver.Name, run.Tool.Driver.Version, run.Tool.Driver.Rules = "retune", version, []sarifRule{}
	known := map[string]bool{}
	for _, c := range list {
		if rule := c.Limit.Text; !known[rule] {
			known[rule] = true
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule, sarifText{rule}})
		}
		level := "note" // it fails as it did before
		switch {
		case c.Breaks():
			level = "error"
		case c.State() == Holds:
			continue
		case c.State() == Inconclusive:
			level = "warning"
		}
		r := sarifResult{Rule: c.Limit.Text, Level: level, Message: sarifText{c.named(c.message())}, Baseline: c.Since}
		place := Place{file, c.Limit.Line}
		if c.Case.Import != (Place{}) {
			place = c.Case.Import
		}
		if place.File != "" && place.Line > 0 {
			var l sarifLocation
			l.Physical.Artifact.URI, l.Physical.Region.Line = (&url.URL{Path: filepath.ToSlash(place.File)}).String(), place.Line
			r.Locations = []sarifLocation{l}
		}
		run.Results = append(run.Results, r)
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}
