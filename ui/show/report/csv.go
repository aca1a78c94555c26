package report

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"math"
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
	part := func() {
		if begun {
			out.WriteByte('\n')
		}
		begun = true
	}
	if rows := figureRows(r.Answer); figures && len(rows) > 1 {
		part()
		csv.NewWriter(out).WriteAll(rows)
	}
	for _, t := range tables {
		part()
		heads := keys(t)
		w := csv.NewWriter(out)
		w.Write(heads)
		w.Flush()
		rows := rowWriter{before: make([]string, len(heads)), end: "\n", number: csvNumber, words: csvWords}
		for i := range heads {
			rows.before[i] = ","
		}
		rows.before[0] = ""
		next := ahead(t)
		for i := range t.Len {
			rows.row(out, t, i, next())
		}
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
		row, statuses, ratio := []string{q.Key()}, []string(nil), string(csvNumber(nil, q.Ratio()))
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
	return string(csvNumber(nil, v.Number))
}

// csvNumber appends x in 15 digits, beyond which there is but rounding.
func csvNumber(dst []byte, x float64) []byte {
	switch whole := x == math.Trunc(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return dst
	case whole && math.Abs(x) < 1e15: // 1000000, not 1e+06
		return strconv.AppendInt(dst, int64(x), 10)
	}
	return inFull(dst, x, -4, 6)
}

// tidy is x in 15 digits: 0.7 where rounding made 0.7000000000000001 of it.
func tidy(x float64) float64 {
	var buffer [32]byte
	y, err := strconv.ParseFloat(string(strconv.AppendFloat(buffer[:0], x, 'g', 15, 64)), 64)
	if err != nil { // rounded beyond the largest number
		return x
	}
	return y
}

// defused is a cell of words that no spreadsheet runs as a formula: an apostrophe stands before what
// would begin one. What is a number stays one.
func defused(s string) string {
	if _, err := strconv.ParseFloat(s, 64); err == nil || s == "" || !strings.Contains("=+-@\t\r", s[:1]) {
		return s
	}
	return "'" + s
}

// csvWords appends a cell of words, in quotes where it needs them.
func csvWords(dst []byte, s string) []byte {
	if s == "" {
		return dst
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{defused(s)})
	w.Flush()
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
