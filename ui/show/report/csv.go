package report

import (
	"bufio"
	"encoding/csv"
	"strconv"
	"strings"

	"retune/ui/ask/answer"
)

// csvTables writes the figures and then the tables, separated by blank lines, or the one that was requested. Numbers
// have full precision. An absent value is an empty cell; the status of a figure says why.
func csvTables(out *bufio.Writer, r Result, o Options) {
	figures, tables := o.pick(r.Answer)
	w := csv.NewWriter(out)
	if list := answer.WithErrors(r.Answer.Quantities()); figures && len(list) > 0 {
		w.Write(figureHeads(r.Answer))
		for _, q := range list {
			w.Write(csvCells(figureRow(r.Answer, q)))
		}
		if len(tables) > 0 {
			w.Write(nil) // a blank line
		}
	}
	for k, t := range tables {
		t = t.WithErrors(false)
		if k > 0 {
			w.Write(nil)
		}
		w.Write(keys(t))
		for i := range t.Len {
			w.Write(csvCells(cells(t, i)))
		}
	}
	w.Flush()
}

// figureHeads returns the headings of [figureRow].
func figureHeads(a answer.Answer) []string {
	if a.Policies == nil {
		return []string{"name", "value", "unit", "status"}
	}
	heads, behind := []string{"name"}, []string{"unit"}
	for i := range a.Policies {
		name := string(rune('a' + i))
		heads, behind = append(heads, name), append(behind, name+"_status")
	}
	if len(a.Policies) == 2 {
		heads = append(heads, "ratio")
	}
	return append(heads, behind...)
}

// figureRow returns the key of a figure and its value for each policy, the ratio of two, its unit and the statuses.
func figureRow(a answer.Answer, q answer.Quantity) []any {
	pair, ratio := len(a.Policies) == 2, any(tidy(q.Ratio()))
	row, behind := []any{q.Key()}, []any{q.Kind.Symbol()}
	for i := range max(1, len(a.Policies)) {
		cell, status := whole(q.Of(i)), string(q.Of(i).Status)
		switch {
		case q.Shared && i > 0:
			cell, status = nil, ""
		case q.Shared && pair: // the value is the ratio
			cell, ratio = nil, cell
		}
		row, behind = append(row, cell), append(behind, status)
	}
	if pair {
		row = append(row, ratio)
	}
	return append(row, behind...)
}

// csvCells returns the texts of cells, which are empty for what is absent or not finite.
func csvCells(row []any) []string {
	texts := make([]string, len(row))
	for i, cell := range row {
		switch v := cell.(type) {
		case float64:
			texts[i] = strings.TrimPrefix(exact(v), "null")
		case bool:
			texts[i] = strconv.FormatBool(v)
		case string:
			texts[i] = defused(v)
		}
	}
	return texts
}

// defused puts an apostrophe before a cell that a spreadsheet would run as a formula. Numbers stay unchanged.
func defused(s string) string {
	if _, err := strconv.ParseFloat(s, 64); err == nil || s == "" || !strings.Contains("=+-@\t\r", s[:1]) {
		return s
	}
	return "'" + s
}
