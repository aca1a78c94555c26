package report

import (
	"bufio"
	"bytes"
	"math"
	"strconv"

	"retune/ui/ask/answer"
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
	before []string // each cell
	end    string   // of the row
	number func(dst []byte, x float64) []byte
	words  func(dst []byte, s string) []byte
	buffer []byte
	last   []cell // of each column
}

// A cell is a number and how it was written.
type cell struct {
	number float64
	text   []byte
}

// ahead returns what gives the rows of a table one after the other. They are computed
// while those before are written, which takes about as long.
func ahead(t answer.Table) (next func() []float64) {
	const chunk = 256
	var failed any
	lists := make(chan [][]float64, 4)
	go func() {
		defer close(lists)
		defer func() { failed = recover() }()
		for i := 0; i < t.Len; i += chunk {
			list := make([][]float64, min(chunk, t.Len-i))
			if t.Chunk != nil {
				list = t.Chunk(i, i+len(list))
			} else {
				for j := range list {
					list[j] = t.Row(i + j)
				}
			}
			lists <- list
		}
	}()
	var list [][]float64
	return func() (row []float64) {
		if len(list) == 0 {
			if list = <-lists; list == nil {
				panic(failed) // where it can be caught
			}
		}
		row, list = list[0], list[1:]
		return row
	}
}

// row writes row i.
func (r *rowWriter) row(w *bufio.Writer, t answer.Table, i int, row []float64) {
	b, n := r.buffer[:0], 0
	next := func() {
		b = append(b, r.before[n]...)
		n++
	}
	if t.Rows != "" {
		next()
		b = r.words(b, t.Label(i))
	}
	if r.last == nil {
		r.last = make([]cell, len(row))
	}
	for j, x := range row {
		next()
		switch c, last := &t.Columns[j], &r.last[j]; {
		case c.Words != nil:
			b = r.words(b, c.Words(i))
		case c.Truth:
			b = strconv.AppendBool(b, x != 0)
		default:
			switch same := j > 0 && x == r.last[j-1].number; {
			case len(last.text) > 0 && x == last.number: // as after the cap all delays are
			case same && len(r.last[j-1].text) > 0: // as without jitter all figures of a delay are
				last.text = append(last.text[:0], r.last[j-1].text...)
			default:
				last.text = r.number(last.text[:0], x)
			}
			last.number = x
			b = append(b, last.text...)
		}
	}
	b = append(b, r.end...)
	r.buffer = b
	w.Write(b)
}

// inFull appends a finite x in up to 15 digits, beyond which there is but rounding:
// without an exponent where that is at least low and below high.
func inFull(dst []byte, x float64, low, high int) []byte {
	if size := math.Abs(x); size != 0 && size < 1e-290 || size > 1e300 { // 15 digits may not be what they say
		return strconv.AppendFloat(dst, tidy(x), 'e', -1, 64)
	}
	var buffer [32]byte
	b := strconv.AppendFloat(buffer[:0], x, 'e', 14, 64) // d.dddddddddddddde±dd
	if b[0] == '-' {
		dst, b = append(dst, '-'), b[1:]
	}
	exponent, _ := strconv.Atoi(string(b[17:]))
	digits := bytes.TrimRight(append(b[:1], b[2:16]...), "0")
	n := max(1, len(digits)) // of 0
	digits = digits[:n]
	switch {
	case (exponent < low || exponent >= high) && n == 1:
		return append(append(dst, digits...), b[16:]...)
	case exponent < low || exponent >= high:
		return append(append(append(dst, digits[0], '.'), digits[1:]...), b[16:]...)
	case exponent < 0:
		return append(append(dst, "0.000000"[:1-exponent]...), digits...)
	case exponent < n-1:
		return append(append(append(dst, digits[:exponent+1]...), '.'), digits[exponent+1:]...)
	}
	return append(append(dst, digits...), "00000000000000000000"[:exponent+1-n]...)
}
