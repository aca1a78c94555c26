package report

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"
)

// valueWidth holds any formatted value, so that columns need no second pass
// over a table of a million rows.
const valueWidth = 10

// text writes for people: groups of quantities, tables, then what to beware of.
func text(w *bufio.Writer, r Result) {
	name, symbol := 0, 0
	for _, g := range r.Answer.Groups {
		for _, q := range g.Quantities {
			name = max(name, len(q.Called()))
			symbol = max(symbol, len(q.Symbol))
		}
	}
	for i, g := range r.Answer.Groups {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprint(w, g.Title)
		if r.Answer.Pair {
			fmt.Fprintf(w, "%s%s%s%s", pad(name+symbol+6-utf8.RuneCountInString(g.Title)),
				right("A", valueWidth), right("B", valueWidth+2), right("B/A", valueWidth+2))
		}
		fmt.Fprintln(w)
		for _, q := range g.Quantities {
			line := fmt.Sprintf("  %-*s  %-*s  ", name, q.Called(), symbol, q.Symbol)
			for j, cell := range Values(q, r.Answer.Pair) {
				if j > 0 {
					line += "  "
				}
				line += right(cell, valueWidth)
			}
			fmt.Fprintln(w, strings.TrimRight(line, " "))
		}
	}
	for _, t := range r.Answer.Tables {
		if t.Len == 0 {
			continue
		}
		fmt.Fprintln(w)
		heads := Heads(t)
		if t.Rows != "" {
			for i := range t.Len { // few rows, and names of any length
				for j, cell := range Row(t, i) {
					heads[j] = right(heads[j], utf8.RuneCountInString(cell))
				}
			}
		}
		row(w, heads, heads)
		for i := range t.Len {
			row(w, heads, Row(t, i))
		}
	}
	if len(r.Answer.Warnings) > 0 {
		fmt.Fprintln(w)
	}
	for _, warning := range r.Answer.Warnings {
		fmt.Fprintln(w, "note:", warning)
	}
}

// row writes cells under their heads.
func row(w *bufio.Writer, heads, cells []string) {
	for i, cell := range cells {
		if i > 0 {
			w.WriteString("  ")
		}
		w.WriteString(right(cell, max(valueWidth, utf8.RuneCountInString(heads[i]))))
	}
	w.WriteByte('\n')
}

func right(s string, width int) string { return pad(width-utf8.RuneCountInString(s)) + s }

func pad(n int) string { return strings.Repeat(" ", max(0, n)) }
