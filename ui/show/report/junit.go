package report

import (
	"encoding/xml"
	"io"
)

// A JUnit report in the form of its Ant task; JUnit publishes no schema.
type (
	// Suites are several suites as one report.
	Suites struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		Suites  []Suite  `xml:"testsuite"`
	}
	// A Suite is a list of tests with the numbers of their results.
	Suite struct {
		XMLName  xml.Name `xml:"testsuite"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Cases    []Test   `xml:"testcase"`
	}
	// A Test has no message if it passed, or else one.
	Test struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Failure *Message `xml:"failure"`
		Error   *Message `xml:"error"`
		Skipped *Message `xml:"skipped"`
	}
	// A Message says why a test did not pass.
	Message struct {
		Text string `xml:"message,attr"`
	}
)

// Add adds a test to the suite.
func (s *Suite) Add(t Test) {
	s.Tests++
	switch {
	case t.Failure != nil:
		s.Failures++
	case t.Error != nil:
		s.Errors++
	case t.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, t)
}

// JUnit writes a [Suite] or [Suites].
func JUnit(out io.Writer, tests any) error {
	data, err := xml.MarshalIndent(tests, "", "  ")
	if err == nil {
		_, err = io.WriteString(out, xml.Header+string(data)+"\n")
	}
	return err
}
