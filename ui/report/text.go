package report

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/answer"
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
	parts := 0
	part := func() { // a blank line between what stands apart
		if parts++; parts > 1 {
			fmt.Fprintln(w)
		}
	}
	for _, g := range r.Answer.Groups {
		if len(r.Answer.Groups) > 1 && absent(g, r.Answer.Pair) { // a note says why
			continue
		}
		part()
		fmt.Fprint(w, g.Title)
		if r.Answer.Pair {
			fmt.Fprintf(w, "%s%s%s%s", pad(name+symbol+6-utf8.RuneCountInString(g.Title)),
				right("A", valueWidth), right("B", valueWidth+2), right("B/A", valueWidth+2))
		}
		fmt.Fprintln(w)
		for _, q := range g.Quantities {
			if q.Error && !r.Answer.Pair { // it stands behind what it is of
				continue
			}
			line := fmt.Sprintf("  %-*s  %-*s  ", name, q.Called(), symbol, q.Symbol)
			for j, cell := range Values(q, r.Answer.Pair) {
				if j > 0 {
					line += "  "
				}
				line += right(cell, valueWidth)
			}
			if !r.Answer.Pair {
				line += " " + Errors(r.Answer, q)[0]
			}
			fmt.Fprintln(w, strings.TrimRight(line, " "))
		}
	}
	for _, t := range r.Answer.Tables {
		if t.Len == 0 {
			continue
		}
		part()
		heads := Heads(t)
		words := t.Columns[len(t.Columns)-1].Words != nil
		if t.Rows != "" {
			for i := range t.Len { // few rows, and names of any length
				for j, cell := range Row(t, i) {
					if !words || j < len(heads)-1 {
						heads[j] = right(heads[j], utf8.RuneCountInString(cell))
					}
				}
			}
		}
		row(w, heads, heads, words)
		for i := range t.Len {
			row(w, heads, Row(t, i), words)
		}
	}
	for _, c := range r.Answer.Charts {
		if c.InText {
			part()
			fmt.Fprintf(w, "%s\n%s\n", c.Title, draw(c))
		}
	}
	if len(r.Answer.Warnings) > 0 {
		part()
	}
	for _, warning := range r.Answer.Warnings {
		fmt.Fprintln(w, "note:", warning)
	}
}

// absent tells whether a group has nothing to show.
func absent(g answer.Group, pair bool) bool {
	return !slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool {
		return q.Words != "" || !math.IsNaN(q.A) || pair && !q.Single && !math.IsNaN(q.B)
	})
}

// row writes cells under their heads. Words, which only the last column can
// hold, begin in line and go on to their end.
func row(w *bufio.Writer, heads, cells []string, words bool) {
	for i, cell := range cells {
		if words && i == len(cells)-1 && cell == "" {
			break
		}
		if i > 0 {
			w.WriteString("  ")
		}
		if !words || i < len(cells)-1 {
			cell = right(cell, max(valueWidth, utf8.RuneCountInString(heads[i])))
		}
		w.WriteString(cell)
	}
	w.WriteByte('\n')
}

func right(s string, width int) string { return pad(width-utf8.RuneCountInString(s)) + s }

func pad(n int) string { return strings.Repeat(" ", max(0, n)) }
