package scenario

import (
	"encoding/xml"
	"io"
)

// A JUnit report in the form of its Ant task; JUnit publishes no schema. Each case is a suite and each check a test. A
// check is skipped if it is inconclusive, or if it failed in the baseline too. A check that was not made is an error.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Name    string       `xml:"name,attr"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitMessage `xml:"failure"`
		Error   *junitMessage `xml:"error"`
		Skipped *junitMessage `xml:"skipped"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
	}
)

// JUnit writes the checks as a JUnit report.
func (r Report) JUnit(out io.Writer) error {
	all := junitSuites{Name: r.Title}
	for i, c := range r.listed() {
		name := c.Case.Name()
		if i == 0 || all.Suites[len(all.Suites)-1].Name != name {
			all.Suites = append(all.Suites, junitSuite{Name: name})
		}
		suite := &all.Suites[len(all.Suites)-1]
		test := junitCase{Name: c.Limit.Text, Class: name}
		message := &junitMessage{c.message()}
		switch {
		case c.Breaks():
			test.Failure = message
			suite.Failures++
		case c.State() == NotMade:
			test.Error = message
			suite.Errors++
		case c.State() != Holds: // inconclusive, or failed in the baseline too
			test.Skipped = message
			suite.Skipped++
		}
		suite.Tests++
		suite.Cases = append(suite.Cases, test)
	}
	io.WriteString(out, xml.Header)
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}
