package report

import (
	"bufio"
	"math"
	"strconv"

	"retune/ui/answer"
)

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
