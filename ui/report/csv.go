package report

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
)

// csvTable writes one table: the answer's own if it has one, else its
// quantities. What is infinite or absent is an empty cell.
func csvTable(out *bufio.Writer, r Result) {
	w := csv.NewWriter(out)
	defer w.Flush()
	a := r.Answer
	switch {
	case len(a.Tables) > 0 && !a.Tables[0].Aside:
		t := a.Tables[0]
		heads := keys(t)
		w.Write(heads)
		w.Flush()
		rows := rowWriter{before: make([]string, len(heads)), end: "\n", number: csvNumber, words: csvWords}
		for i := range heads {
			rows.before[i] = ","
		}
		rows.before[0] = ""
		for i := range t.Len {
			rows.row(out, t, i)
		}
	case a.Pair:
		w.Write([]string{"name", "a", "b", "ratio"})
		for _, row := range pairRows(a) {
			w.Write([]string{row.name, cell(row.a), cell(row.b), cell(row.ratio)})
		}
	default:
		w.Write([]string{"name", "value"})
		for _, f := range quantityFields(a) {
			w.Write([]string{f.Key, cell(f.Value)})
		}
	}
}

// cell is a value in full.
func cell(v any) string {
	if x, ok := v.(float64); ok {
		return string(csvNumber(nil, x))
	}
	return fmt.Sprint(v)
}

// csvNumber appends x in full precision.
func csvNumber(dst []byte, x float64) []byte {
	switch whole := x == math.Trunc(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return dst
	case whole && math.Abs(x) < 1e15: // 1000000, not 1e+06
		return strconv.AppendInt(dst, int64(x), 10)
	}
	return strconv.AppendFloat(dst, x, 'g', -1, 64)
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
