package page

import (
	"bytes"
	"strings"

	"retune/ui/show/report"
)

// JSON returns the review as JSON: the answer of the checks, in the format of the command check, and the answers of its
// parts.
func (r Review) JSON() (string, error) {
	a := r.report().Answer()
	a.Summary = r.decide().text
	checks := report.Result{Query: "review", Command: r.Command, Version: r.Version, Answer: a}
	text, err := object(checks)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, p := range r.parts() {
		part, err := object(p.Result)
		if err != nil {
			return "", err
		}
		parts = append(parts, "\n"+part+"\n}")
	}
	return text + ",\n  \"answers\": [" + strings.Join(parts, ",") + "]\n}\n", nil
}

// object returns an answer as JSON without its final brace.
func object(r report.Result) (string, error) {
	var b bytes.Buffer
	err := report.Write(&b, r, report.Options{Format: "json"})
	return strings.TrimSuffix(b.String(), "\n}\n"), err
}
