// Package report writes the answer to a question as text, JSON, CSV, Markdown or SVG.
//
// It alone turns the numbers of an answer into text; the screen shows the cells of [Values] and [Row]. Text is rounded
// to four digits. JSON and CSV have full precision. Only the verdict and maps can be coloured.
package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// A Result is an answer with what is needed to ask for it again.
type Result struct {
	Query    string        // name of the question
	Scenario []answer.Pair // the settings that the question read, for JSON
	Command  string        // the command that reproduces it
	Version  string
	Answer   answer.Answer
}

// Options control how a result is written. The zero value is right for a pipe.
type Options struct {
	Format  string // one of [Formats]; "": text
	Width   int    // width of sentences in text; 0: 80
	Columns int    // width of tables in text; 0: 100
	Table   string // "": figures and selected rows; [All]; or the only table to write
	Charts  bool   // draw a chart in text
	Symbols bool   // add the symbols of the formulas to the figures
	Colour  bool   // colour the verdict
	ASCII   bool   // only ASCII characters in text
	Fit     Fit    // what becomes of a whole table that is wider than Columns
}

// Fit is what becomes of a whole table that is wider than there is room.
type Fit uint8

// The fits.
const (
	Overflows Fit = iota // its lines are longer
	Parted               // it is parted into blocks with the first column each, with a blank line between them
	Cut                  // its last columns are left out
)

// All selects every row of every table and every figure.
const All = "all"

// SVG is the format of drawings. The answer must have a chart.
const SVG = "svg"

// Figures is the name of the quantities of an answer as a table.
const Figures = "figures"

// writers lists the formats in the order of help.
var writers = []writer{
	{"text", []string{"txt", "plain"}, text, false},
	{"json", nil, jsonObject, true},
	{"csv", nil, csvTables, true},
	{"markdown", []string{"md"}, markdown, false},
	{SVG, nil, drawing, false},
}

// Exports are the names of the formats in the order in which the screen offers them.
var Exports = []string{"markdown", "csv", "json", SVG, "text"}

// A writer is a format.
type writer struct {
	format string
	names  []string // other names: the file extension comes first, unless that is the format
	write  func(*bufio.Writer, Result, Options)
	every  bool // writes every row of a table by default
}

// find returns the writer of a format by one of its names.
func find(name string) (w writer, ok bool) {
	name = strings.ToLower(name)
	i := slices.IndexFunc(writers, func(w writer) bool { return name == w.format || slices.Contains(w.names, name) })
	if i < 0 {
		return w, false
	}
	return writers[i], true
}

// Format returns the format with that name or other name.
func Format(name string) (format string, ok bool) {
	w, ok := find(name)
	return cmp.Or(w.format, strings.ToLower(name)), ok
}

// Names returns every name of a format.
func Names() (names []string) {
	for _, w := range writers {
		names = append(append(names, w.format), w.names...)
	}
	return names
}

// Ending returns the file extension of the format.
func Ending(format string) string {
	if w, _ := find(format); w.names != nil {
		return w.names[0]
	}
	return format
}

// Whole reports whether every row of a long table is written.
func (o Options) Whole(table string) bool {
	if o.Table != "" {
		return o.Table == All || o.Table == table
	}
	return o.Every()
}

// Every reports whether the format has every row of a table by default.
func (o Options) Every() bool {
	w, _ := find(o.Format)
	return w.every
}

// Formats returns the names of the formats.
func Formats() []string {
	names := make([]string, len(writers))
	for i, w := range writers {
		names[i] = w.format
	}
	return names
}

// Tables returns the names that [Options.Table] accepts for the answer.
func Tables(a answer.Answer) (names []string) {
	if len(a.Groups) > 0 {
		names = append(names, Figures)
	}
	for _, t := range a.Tables {
		names = append(names, t.Name)
	}
	return names
}

// Write writes the result. An error comes from out, or says that the format or the table does not exist.
func Write(out io.Writer, r Result, o Options) error {
	o.Format, o.Width, o.Columns = cmp.Or(o.Format, "text"), cmp.Or(o.Width, 80), cmp.Or(o.Columns, 100)
	if names := append(Tables(r.Answer), All); o.Table != "" && !slices.Contains(names, o.Table) {
		return fmt.Errorf("%s is not a table of this answer: use %s", unit.Quote(o.Table), strings.Join(names, ", "))
	}
	for _, t := range r.Answer.Tables {
		if o.Whole(t.Name) && !t.HoldsAll() {
			return fmt.Errorf("the table %s has %d rows, and not all of them are known", t.Name, t.Len)
		}
	}
	w, ok := find(o.Format)
	if !ok {
		return fmt.Errorf("%s is not a format: use %s", unit.Quote(o.Format), strings.Join(Formats(), ", "))
	}
	var whole strings.Builder
	to := out
	if o.ASCII && !w.every {
		to = &whole
	}
	b := bufio.NewWriter(to)
	w.write(b, r, o)
	err := b.Flush()
	if to != out {
		_, err = io.WriteString(out, chart.PlainText(whole.String()))
	}
	return err
}

// pick returns the tables that the options select, and whether they select the figures.
func (o Options) pick(a answer.Answer) (figures bool, tables []answer.Table) {
	if o.Table == "" || o.Table == All {
		return true, a.Tables
	}
	i := slices.IndexFunc(a.Tables, func(t answer.Table) bool { return t.Name == o.Table })
	if i < 0 {
		return true, nil
	}
	return false, a.Tables[i : i+1]
}
