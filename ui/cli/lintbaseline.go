package cli

import (
	"path/filepath"

	"retune/ui/ask/question/clients"
	"retune/ui/show/report"
)

// fingerprint returns the fingerprint of a finding.
func fingerprint(rule, where, path, client string) string {
	file, _ := placed(where)
	return report.Fingerprint(rule, filepath.ToSlash(filepath.Clean(file)), path, client)
}

// fingerprintOf returns the fingerprint of a finding.
func fingerprintOf(f clients.Finding) string {
	return fingerprint(f.Rule.ID(), f.Where, f.Path, f.Client)
}

// earlier reads the answer of an earlier run from the file of --baseline, if it has a name.
func (f *flags) earlier(name string, read func(data []byte) error) error {
	if name == "" {
		return nil
	}
	data, err := readFile(f.in, name)
	if err != nil {
		return err
	}
	if err := read(data); err != nil {
		return usage("write one with --format json -o FILE", "--baseline: %s: %v", quote(name), err)
	}
	return nil
}

// known returns the number of findings of an earlier doctor by their fingerprints.
func (f *flags) known(name string) (map[string]int, error) {
	var tables struct {
		Findings []struct{ Rule, Where, Path, Client string }
	}
	err := f.earlier(name, func(data []byte) error { return report.ReadTables(data, &tables, "doctor") })
	marks := map[string]int{}
	for _, row := range tables.Findings {
		marks[fingerprint(row.Rule, row.Where, row.Path, row.Client)]++
	}
	return marks, err
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
