// Package report writes the answer to a question as text, JSON, CSV, Markdown or SVG.
//
// It alone turns the numbers of an answer into text; the screen shows the cells of [Values] and [Row]. Text is rounded
// to four digits. JSON and CSV have full precision. Only the verdict and maps can be coloured.
package report

import (
	"bufio"
	"cmp"
	"errors"
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
	Question answer.Question
	Scenario func() []answer.Pair // the settings that the question read; nil: none
	Command  string               // the command that reproduces it
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
	// number of rows of a map that is still incomplete; 0: all
	Rows int
}

// All selects every row of every table and every figure.
const All = "all"

// SVG is the format of drawings. The answer must have a chart.
const SVG = "svg"

// Figures is the name of the quantities of an answer as a table.
const Figures = "figures"

// writers lists the formats in the order of help.
var writers = []writer{
	{"text", "txt plain", text, false, 5},
	{"json", "", jsonObject, true, 3},
	{"csv", "", csvTables, true, 2},
	{"markdown", "md", markdown, false, 1},
	{SVG, "", drawing, false, 4},
}

// A writer is a format.
type writer struct {
	format string
	names  string // other names, including file extensions
	write  func(*bufio.Writer, Result, Options)
	every  bool // writes every row of a table by default
	export int  // order in which the screen offers formats for export
}

// Format returns the format with that name or other name.
func Format(name string) (format string, ok bool) {
	name = strings.ToLower(name)
	for _, w := range writers {
		if name == w.format || slices.Contains(strings.Fields(w.names), name) {
			return w.format, true
		}
	}
	return name, false
}

// Names returns every name of a format.
func Names() (names []string) {
	for _, w := range writers {
		names = append(append(names, w.format), strings.Fields(w.names)...)
	}
	return names
}

// Whole reports whether every row of a long table is written.
func (o Options) Whole(table string) bool {
	if o.Table != "" {
		return o.Table == All || o.Table == table
	}
	return slices.ContainsFunc(writers, func(w writer) bool { return w.format == o.Format && w.every })
}

// Exports returns the names of the formats in the order for export.
func Exports() (names []string) {
	for _, w := range slices.SortedFunc(slices.Values(writers), func(x, y writer) int { return x.export - y.export }) {
		names = append(names, w.format)
	}
	return names
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
	if names := Tables(r.Answer); o.Table != "" && o.Table != All && !slices.Contains(names, o.Table) {
		return fmt.Errorf("%s is not a table of this answer: use %s", unit.Quote(o.Table),
			strings.Join(append(names, All), ", "))
	}
	if o.Format == SVG && !r.Answer.Pictured() {
		return errors.New("there is nothing to draw")
	}
	for _, w := range writers {
		if w.format == o.Format {
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
	}
	return fmt.Errorf("%s is not a format: use %s", unit.Quote(o.Format), strings.Join(Formats(), ", "))
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

// Ending returns the file extension of the format: its shortest name.
func Ending(format string) string {
	for _, w := range writers {
		if w.format == format {
			return slices.MinFunc(append(strings.Fields(w.names), w.format), func(a,
				b string) int {
				return cmp.Compare(len(a), len(b))
			})
		}
	}
	return format
}
