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
	"strings"

	"retune/ui/query"
	"retune/ui/unit"
)

// A Result is an answer with all that is needed to ask for it again.
type Result struct {
	Query    query.Query
	Scenario []query.Setting
	Command  string // the line that reproduces it
	Version  string
	Answer   query.Answer
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
			b := bufio.NewWriter(out)
			w.write(b, r)
			return b.Flush()
		}
	}
	return fmt.Errorf("%s is not a format: use %s", unit.Quote(format), strings.Join(Formats(), ", "))
}

// Values is the text of a quantity: one cell, or for a pair its value for A,
// for B, and B over A.
func Values(q query.Quantity, pair bool) []string {
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

// Row is the text of row i of a table, in the columns that people read.
func Row(t query.Table, i int) []string {
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

// fields is row i of a table in full, each cell with its key: a number, words,
// or true or false.
func fields(t query.Table, i int) []query.Setting {
	var list []query.Setting
	if t.Rows != "" {
		list = append(list, query.Setting{Key: t.Rows, Value: t.Label(i)})
	}
	for j, x := range t.Row(i) {
		cell := query.Setting{Key: t.Columns[j].Key(), Value: x}
		switch c := t.Columns[j]; {
		case c.Words != nil:
			cell.Value = c.Words(i)
		case c.Truth:
			cell.Value = x != 0
		}
		list = append(list, cell)
	}
	return list
}

// Heads is the names of those columns.
func Heads(t query.Table) []string {
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

func pairRows(a query.Answer) (rows []pairRow) {
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
