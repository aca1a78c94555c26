// Package report turns the answer to a question into text: for people, as JSON,
// as CSV and as Markdown.
//
// It is the one place where an answer's numbers become cells of text; the
// screen paints the cells that [Values] and [Row] give. Text for people is
// rounded to four digits, JSON and CSV carry full precision. Nothing here
// styles or colours.
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

// A Result is an answer with all that is needed to ask for it again.
type Result struct {
	Question answer.Question
	Scenario []answer.Pair
	Command  string // the line that reproduces it
	Version  string
	Answer   answer.Answer
}

// Options say how a result is written. The zero value is what a pipe gets.
type Options struct {
	Format  string // one of [Formats]; "": text
	Width   int    // of a line of words in text; 0: 80
	Columns int    // that a table in text may take; 0: 100
	Table   string // "": the figures and the most telling rows; [All]; or the name of a table, which is then all there is
	Charts  bool   // draw in text what a picture says better than a table
	Symbols bool   // name the symbols of the formulas beside the figures
	Colour  bool   // colour the verdict
	ASCII   bool   // text has no characters beyond ASCII
	// rows of a map that is not complete yet; 0: all
	Rows int
}

// All asks for every row of every table and every figure.
const All = "all"

// SVG is the format of drawings, which needs a chart.
const SVG = "svg"

// Figures is the name under which the quantities of an answer are a table.
const Figures = "figures"

// writers is one function per format, in the order in which help lists them.
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
	names  string // its other names, endings of files among them
	write  func(*bufio.Writer, Result, Options)
	every  bool // writes every row of a table, asked or not
	export int  // its place among those that are offered to who exports what is shown
}

// Format is the format that people call by that name.
func Format(name string) (format string, ok bool) {
	name = strings.ToLower(name)
	for _, w := range writers {
		if name == w.format || slices.Contains(strings.Fields(w.names), name) {
			return w.format, true
		}
	}
	return name, false
}

// Names is every name of a format.
func Names() (names []string) {
	for _, w := range writers {
		names = append(append(names, w.format), strings.Fields(w.names)...)
	}
	return names
}

// Whole tells whether every row of the table is written, of one whose rows are many.
func (o Options) Whole(table string) bool {
	if o.Table != "" {
		return o.Table == All || o.Table == table
	}
	return slices.ContainsFunc(writers, func(w writer) bool { return w.format == o.Format && w.every })
}

// Exports is the names of the formats, with those first that people want for what they see.
func Exports() (names []string) {
	for _, w := range slices.SortedFunc(slices.Values(writers), func(x, y writer) int { return x.export - y.export }) {
		names = append(names, w.format)
	}
	return names
}

// Formats lists the names of the formats.
func Formats() []string {
	names := make([]string, len(writers))
	for i, w := range writers {
		names[i] = w.format
	}
	return names
}

// Tables lists what [Options.Table] may name in the answer.
func Tables(a answer.Answer) (names []string) {
	if len(a.Groups) > 0 {
		names = append(names, Figures)
	}
	for _, t := range a.Tables {
		names = append(names, t.Name)
	}
	return names
}

// Write writes the result. The error comes from out, or the format or the table
// is none of those that there are.
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
			b := bufio.NewWriterSize(to, 1<<16)
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

// pick is the tables that the options want.
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

// Ending is how the name of a file ends that holds the format: the shortest of its names.
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
