package report

import (
	"bufio"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"retune/ui/ask/answer"
)

// csvTables writes the figures and then the tables, separated by blank lines, or the one that was requested. Numbers
// have full precision. An absent value is an empty cell; the status of a figure says why.
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

// figureRows returns the figures with a heading: a value with its unit and status, or the values of several policies,
// with the ratio of two.
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
			if q.Single && pair { // the value is the ratio
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

// defused puts an apostrophe before a cell that a spreadsheet would run as a formula. Numbers stay unchanged.
func defused(s string) string {
	if _, err := strconv.ParseFloat(s, 64); err == nil || s == "" || !strings.Contains("=+-@\t\r", s[:1]) {
		return s
	}
	return "'" + s
}
