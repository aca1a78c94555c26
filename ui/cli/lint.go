package cli

import (
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"retune/calc/client"
	"retune/ui/ask/question/clients"

	"github.com/spf13/pflag"
)

// A linter holds what a user asks of the findings of doctor: which of them count, and which fail.
type linter struct {
	selected, ignored []client.Rule
	failOn            string
}

// add adds the flags.
func (l *linter) add(set *pflag.FlagSet) {
	addChoice(set, &l.failOn, "fail-on", "`weight` of findings with exit status 3: serious or any",
		[]string{"serious", "any"})
	set.Func("select", "report only these `rules`: R003,no-budget", rules("select", &l.selected))
	set.Func("ignore", "leave out these `rules`: R003,no-budget", rules("ignore", &l.ignored))
}

// rules returns a function that adds the rules of a list by their numbers or names.
func rules(flag string, to *[]client.Rule) func(string) error {
	return func(text string) error {
		var names []string
		for _, r := range client.Rules() {
			names = append(names, r.ID(), r.Row().Name)
		}
		for word := range strings.SplitSeq(text, ",") {
			i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, strings.TrimSpace(word)) })
			if i < 0 {
				return usage(among(word, names, "retune help rule explains them"), "--%s: there is no rule %s", flag, quote(word))
			}
			*to = append(*to, client.Rules()[i/2])
		}
		return nil
	}
}

// args returns the flags as arguments.
func (l *linter) args() (args []string) {
	for _, r := range l.selected {
		args = append(args, "--select", r.ID())
	}
	for _, r := range l.ignored {
		args = append(args, "--ignore", r.ID())
	}
	if l.failOn != "" {
		args = append(args, "--fail-on", l.failOn)
	}
	return args
}

// kept returns the findings that count.
func (l *linter) kept(list []clients.Finding) []clients.Finding {
	return slices.DeleteFunc(slices.Clone(list), func(f clients.Finding) bool {
		return len(l.selected) > 0 && !slices.Contains(l.selected, f.Rule) || slices.Contains(l.ignored, f.Rule)
	})
}

// outcome returns the failure if a finding is as severe as --fail-on, in any format of the answer, or nil.
func (l *linter) outcome(list []clients.Finding) error {
	n := 0
	for _, f := range list {
		if l.failOn == "any" || l.failOn == "serious" && f.Rule.Row().Weight == client.Serious {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return unmet(fmt.Sprintf("%d of %d findings are %s", n, len(list),
		map[string]string{"any": "not allowed", "serious": "serious"}[l.failOn]))
}

// placed splits the place of a finding into its file and line.
func placed(f clients.Finding) (file string, line int) {
	i := strings.LastIndexByte(f.Where, ':')
	if i < 0 {
		return "", 0
	}
	line, _ = strconv.Atoi(f.Where[i+1:])
	return f.Where[:i], line
}

// withCure returns the text of a finding with its cure.
func withCure(f clients.Finding) string {
	if f.Advice == "" {
		return f.Text
	}
	return f.Text + "; " + f.Advice
}

// lintSARIF writes findings as a SARIF log. Every rule is declared in every run, so that alerts close when a finding is
// gone. The fingerprint of a finding has no line number, so that it survives changes above it.
func lintSARIF(out io.Writer, list []clients.Finding) error {
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
		file, line := placed(f)
		mark := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join([]string{f.Rule.ID(), file, f.Path, f.Client}, "\x00"))))
		r := object{"ruleId": f.Rule.ID(), "ruleIndex": int(f.Rule) - 1, "level": levels[f.Rule.Row().Weight],
			"message": object{"text": withCure(f)}, "partialFingerprints": object{"retune/v1": mark[:16]}}
		if line > 0 {
			uri := (&url.URL{Path: filepath.ToSlash(file)}).String()
			r["locations"] = []object{{"physicalLocation": object{"artifactLocation": object{"uri": uri},
				"region": object{"startLine": line}}}}
		}
		results = append(results, r)
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": object{"name": "retune", "version": Version, "rules": declared}},
			"invocations": []object{{"executionSuccessful": true}}, "results": results}}})
}

// lintJUnit writes findings as a JUnit report: a failure for each that fails the command, and a skipped test for each
// other.
func (l *linter) lintJUnit(out io.Writer, list []clients.Finding) error {
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
		c, text := test{Name: f.Rule.ID() + " " + f.Rule.Row().Name, Class: f.Where}, &message{withCure(f)}
		if l.outcome([]clients.Finding{f}) != nil {
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
