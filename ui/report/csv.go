package report

import (
	"bufio"
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
			for _, f := range fields(t, i) {
				cells = append(cells, cell(f.Value))
			}
			w.Write(cells)
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
		return full(x)
	}
	return fmt.Sprint(v)
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
