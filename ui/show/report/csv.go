package report

import (
	"bufio"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"retune/ui/ask/answer"
)

// csvTables writes the figures and then the tables, a blank line before each; or the
// one that was asked for, which is then a file of its own. Numbers are in full. What
// is absent is an empty cell; for a figure its status says in what way.
func csvTables(out *bufio.Writer, r Result, o Options) {
	figures, tables := o.pick(r.Answer)
	begun := false
	part := func() *csv.Writer {
		if begun {
			out.WriteByte('\n')
		}
		begun = true
		return csv.NewWriter(out)
	}
	if rows := figureRows(r.Answer); figures && len(rows) > 1 {
		part().WriteAll(rows)
	}
	for _, t := range tables {
		w := part()
		w.Write(keys(t))
		for i := range t.Len {
			w.Write(whole(t, i, csvNumber, defused))
		}
		w.Flush()
	}
}

// figureRows is the figures with a heading: one value with its unit and status, or those of
// several policies, and of two their ratio.
func figureRows(a answer.Answer) [][]string {
	pair := len(a.Policies) == 2
	heads, statuses := []string{"name", "value"}, []string{"status"}
	if a.Policies != nil {
		heads, statuses = heads[:1], nil
	}
	for i := range a.Policies {
		name := string(rune('a' + i))
		heads, statuses = append(heads, name), append(statuses, name+"_status")
	}
	if pair {
		heads = append(heads, "ratio")
	}
	rows := [][]string{slices.Concat(heads, []string{"unit"}, statuses)}
	for _, q := range a.Quantities() {
		row, statuses, ratio := []string{q.Key()}, []string(nil), csvNumber(q.Ratio())
		for i := range max(1, len(a.Policies)) {
			v := q.Of(i)
			cell, status := csvValue(v), string(v.Status)
			if q.Single && pair { // it is one of the two
				ratio, cell = csvValue(q.Of(0)), ""
			}
			if q.Single && i > 0 {
				cell, status = "", ""
			}
			row, statuses = append(row, cell), append(statuses, status)
		}
		if pair {
			row = append(row, ratio)
		}
		rows = append(rows, slices.Concat(row, []string{q.Kind.Symbol()}, statuses))
	}
	return rows
}

func csvValue(v answer.Value) string {
	switch {
	case v.Status != "":
		return ""
	case v.Words != "":
		return defused(v.Words)
	}
	return csvNumber(v.Number)
}

// defused is a cell of words that no spreadsheet runs as a formula: an apostrophe stands before what
// would begin one. A number stays a number.
func defused(s string) string {
	if _, err := strconv.ParseFloat(s, 64); err == nil || s == "" || !strings.Contains("=+-@\t\r", s[:1]) {
		return s
	}
	return "'" + s
}
