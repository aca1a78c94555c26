package report

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// An Object is a part of a SARIF log. Source: OASIS, Static Analysis Results Interchange Format 2.1.0, 2020.
type Object = map[string]any

// SARIF writes a log of one run of retune: the rules that it declares, its invocation and its results.
func SARIF(out io.Writer, version string, rules []Object, invocation Object, results []Object) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(Object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []Object{{"tool": Object{"driver": Object{"name": "retune", "version": version, "rules": rules}},
			"invocations": []Object{invocation}, "results": results}}})
}

// SARIFResult returns a result at a line of a file, or without a place if the line is 0.
func SARIFResult(rule, level, message, fingerprint, file string, line int) Object {
	r := Object{"ruleId": rule, "level": level, "message": Object{"text": message},
		"partialFingerprints": Object{"retune/v1": fingerprint}}
	if file != "" && line > 0 {
		uri := (&url.URL{Path: filepath.ToSlash(file)}).String()
		r["locations"] = []Object{{"physicalLocation": Object{"artifactLocation": Object{"uri": uri},
			"region": Object{"startLine": line}}}}
	}
	return r
}

// Fingerprint returns the fingerprint of a result. Its parts have no line number and no figure, so that it survives
// other changes of the file.
func Fingerprint(parts ...string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:16]
}
