// Package report turns the answer to a query into text: for people, as JSON,
// as CSV and as Markdown.
//
// It is the one place where an answer's numbers become cells of text; the
// screen paints the cells that [Values] and [Row] give. Text for people is
// rounded to four digits, JSON and CSV carry full precision. Nothing here
// styles or colours.
package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"retune/ui/answer"
	"retune/ui/unit"
)

// A Result is an answer with all that is needed to ask for it again.
type Result struct {
	Query    answer.Query
	Scenario []answer.Setting
	Command  string // the line that reproduces it
	Version  string
	Answer   answer.Answer
}

// writers is one function per format, in the order in which help lists them.
var writers = []struct {
	format string
	write  func(*bufio.Writer, Result)
}{
	{"text", text},
	{"json", jsonObject},
	{"csv", csvTable},
	{"markdown", markdown},
}

// Formats lists the names of the formats.
func Formats() []string {
	names := make([]string, len(writers))
	for i, w := range writers {
		names[i] = w.format
	}
	return names
}

// Write writes the result in the named format, which is one of [Formats]. The
// error is that of out.
func Write(out io.Writer, format string, r Result) error {
	for _, w := range writers {
		if w.format == format {
			b := bufio.NewWriterSize(out, 1<<16)
			w.write(b, r)
			return b.Flush()
		}
	}
	return fmt.Errorf("%s is not a format: use %s", unit.Quote(format), strings.Join(Formats(), ", "))
}

// Values is the text of a quantity: one cell, or for a pair its value for A,
// for B, and B over A.
func Values(q answer.Quantity, pair bool) []string {
	show := func(x float64) string {
		if q.Limit && math.IsInf(x, 1) {
			return q.Kind.Exact(x)
		}
		return q.Kind.Format(x)
	}
	switch {
	case q.Words != "" && pair:
		return []string{q.Words, q.WordsB, ""}
	case q.Words != "":
		return []string{q.Words}
	case !pair:
		return []string{show(q.A)}
	case q.Single:
		return []string{"", "", show(q.A)}
	}
	return []string{show(q.A), show(q.B), unit.Number.Format(q.Ratio())}
}

// Errors is the standard errors of a quantity, A's and in an answer for a pair B's,
// "" where one has none.
func Errors(a answer.Answer, q answer.Quantity) []string {
	list := make([]string, map[bool]int{false: 1, true: 2}[a.Pair])
	for _, g := range a.Groups {
		i := 1 + slices.IndexFunc(g.Quantities, func(of answer.Quantity) bool { return of.Name == q.Name })
		if i == 0 || i == len(g.Quantities) || !g.Quantities[i].Error {
			continue
		}
		for j, se := range []float64{g.Quantities[i].A, g.Quantities[i].B}[:len(list)] {
			if !math.IsNaN(se) {
				list[j] = q.Kind.Error(se)
			}
		}
	}
	return list
}

// Row is the text of row i of a table, in the columns that people read.
func Row(t answer.Table, i int) []string {
	var cells []string
	if t.Rows != "" {
		cells = append(cells, t.Label(i))
	}
	for j, x := range t.Row(i) {
		switch c := t.Columns[j]; {
		case c.Detail:
		case c.Words != nil:
			cells = append(cells, c.Words(i))
		case c.Truth:
			cells = append(cells, yesNo(x != 0))
		default:
			cells = append(cells, c.At(i).Format(x))
		}
	}
	return cells
}

func yesNo(is bool) string { return map[bool]string{true: "yes", false: "no"}[is] }

// keys is the keys of a table's columns, with that of the rows' names before them
// if they have any.
func keys(t answer.Table) (list []string) {
	if t.Rows != "" {
		list = append(list, t.Rows)
	}
	for _, c := range t.Columns {
		list = append(list, c.Key())
	}
	return list
}

// A rowWriter writes the rows of a table in full, one after the other: it may have a
// million. What it writes before a cell depends on the column; how it writes numbers
// and words, on the format.
type rowWriter struct {
	before       []string // each cell
	end          string   // of the row
	number       func(dst []byte, x float64) []byte
	words        func(dst []byte, s string) []byte
	buffer, last []byte
}

// row writes row i.
func (r *rowWriter) row(w *bufio.Writer, t answer.Table, i int) {
	b, n := r.buffer[:0], 0
	next := func() {
		b = append(b, r.before[n]...)
		n++
	}
	if t.Rows != "" {
		next()
		b = r.words(b, t.Label(i))
	}
	// Without jitter all figures of a delay are the same number.
	known, last := math.NaN(), r.last[:0]
	for j, x := range t.Row(i) {
		next()
		switch c := &t.Columns[j]; {
		case c.Words != nil:
			b = r.words(b, c.Words(i))
		case c.Truth:
			b = strconv.AppendBool(b, x != 0)
		default:
			if x != known {
				known, last = x, r.number(last[:0], x)
			}
			b = append(b, last...)
		}
	}
	b = append(b, r.end...)
	r.buffer, r.last = b, last
	w.Write(b)
}

// Heads is the names of those columns.
func Heads(t answer.Table) []string {
	var names []string
	if t.Rows != "" {
		names = append(names, t.Rows)
	}
	for _, c := range t.Columns {
		if !c.Detail {
			names = append(names, c.Name)
		}
	}
	return names
}

// A pairRow is a row of the table "compare": a quantity with its value for A,
// for B, and B over A. What has one value for the pair is such a ratio.
type pairRow struct {
	name        string
	a, b, ratio any
}

func pairRows(a answer.Answer) (rows []pairRow) {
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			row := pairRow{q.Key(), q.A, q.B, q.Ratio()}
			switch {
			case q.Words != "":
				row = pairRow{q.Key(), q.Words, q.WordsB, math.NaN()}
			case q.Single:
				row = pairRow{q.Key(), math.NaN(), math.NaN(), q.A}
			}
			rows = append(rows, row)
		}
	}
	return rows
}
