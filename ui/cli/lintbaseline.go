package cli

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"retune/ui/ask/question/clients"
	"retune/ui/show/report"
)

// fingerprint returns the fingerprint of a finding. It has no line number and no figure, so that it survives changes
// above it and other figures.
func fingerprint(rule, where, path, client string) string {
	file, _ := placed(where)
	parts := []string{rule, filepath.ToSlash(filepath.Clean(file)), path, client}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:16]
}

// fingerprintOf returns the fingerprint of a finding.
func fingerprintOf(f clients.Finding) string {
	return fingerprint(f.Rule.ID(), f.Where, f.Path, f.Client)
}

// known returns the number of findings of an earlier doctor by their fingerprints, or nil if name is empty.
func (f *flags) known(name string) (map[string]int, error) {
	if name == "" {
		return nil, nil
	}
	data, err := readFile(f.in, name)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Schema int
		Query  string
		Tables struct {
			Findings []struct{ Rule, Where, Path, Client string }
		}
	}
	err = json.Unmarshal(data, &doc)
	switch {
	case err != nil:
		err = fmt.Errorf("not JSON: %w", err)
	case doc.Query != "doctor":
		err = errors.New("this is not the answer of retune doctor --format json")
	case doc.Schema != report.Schema:
		err = fmt.Errorf("it has version %d of the JSON format, this retune reads version %d", doc.Schema, report.Schema)
	}
	if err != nil {
		return nil, usage("write one with --format json -o FILE", "--baseline: %s: %v", quote(name), err)
	}
	marks := map[string]int{}
	for _, row := range doc.Tables.Findings {
		marks[fingerprint(row.Rule, row.Where, row.Path, row.Client)]++
	}
	return marks, nil
}

// compare marks the findings that the baseline has, each as often as it is there.
func compare(list []linted, known map[string]int) {
	left := map[string]int{}
	for i := range list {
		if m := fingerprintOf(list[i].Finding); list[i].ignored == "" && left[m] < known[m] {
			left[m]++
			list[i].old = true
		}
	}
}
