package report

import (
	"bufio"
	"encoding/csv"
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
	case len(a.Tables) > 0:
		t := a.Tables[0]
		var cells []string
		if t.Rows != "" {
			cells = append(cells, t.Rows)
		}
		for _, c := range t.Columns {
			cells = append(cells, c.Key())
		}
		w.Write(cells)
		for i := range t.Len {
			cells = cells[:0]
			if t.Rows != "" {
				cells = append(cells, t.Label(i))
			}
			for _, x := range t.Row(i) {
				cells = append(cells, full(x))
			}
			w.Write(cells)
		}
	case a.Pair:
		w.Write([]string{"name", "a", "b", "ratio"})
		for _, row := range pairRows(a) {
			w.Write([]string{row.name, full(row.a), full(row.b), full(row.ratio)})
		}
	default:
		w.Write([]string{"name", "value"})
		for _, f := range quantityFields(a) {
			w.Write([]string{f.Key, full(f.Value.(float64))})
		}
	}
}

// full is x in full precision.
func full(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	if x == math.Trunc(x) && math.Abs(x) < 1e15 { // 1000000, not 1e+06
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
