package report

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"math"
	"strconv"

	"retune/ui/answer"
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
		w := csv.NewWriter(out)
		w.WriteAll(rows)
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

// figureRows is the figures with a heading: one value with its unit and status, or in
// an answer for a pair those of A and B, and their ratio.
func figureRows(a answer.Answer) [][]string {
	heads := []string{"name", "value", "unit", "status"}
	if a.Pair {
		heads = []string{"name", "a", "b", "ratio", "unit", "a_status", "b_status"}
	}
	rows := [][]string{heads}
	for _, q := range a.Quantities() {
		va, vb := q.Of(0), q.Of(1)
		unit := q.Kind.Symbol()
		switch {
		case !a.Pair:
			rows = append(rows, []string{q.Key(), csvValue(va), unit, string(va.Status)})
		case q.Single:
			rows = append(rows, []string{q.Key(), "", "", csvValue(va), unit, string(va.Status), ""})
		default:
			rows = append(rows, []string{q.Key(), csvValue(va), csvValue(vb), string(csvNumber(nil, q.Ratio())), unit, string(va.Status), string(vb.Status)})
		}
	}
	return rows
}

func csvValue(v answer.Value) string {
	switch {
	case v.Status != "":
		return ""
	case v.Words != "":
		return v.Words
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

// csvWords appends a cell of words, in quotes where it needs them.
func csvWords(dst []byte, s string) []byte {
	if s == "" {
		return dst
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{s})
	w.Flush()
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
