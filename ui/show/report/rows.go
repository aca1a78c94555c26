package report

import (
	"encoding/json"
	"math"
	"strconv"

	"retune/ui/ask/answer"
)

// keys returns the keys of a table's columns, preceded by the key of its row names if it has them.
func keys(t answer.Table) (list []string) {
	if t.Rows != "" {
		list = append(list, t.Rows)
	}
	for _, c := range t.Columns {
		list = append(list, c.Key())
	}
	return list
}

// whole returns all cells of row i of a table.
func whole(t answer.Table, i int, number func(x float64) string, words func(s string) string) (cells []string) {
	if t.Rows != "" {
		cells = append(cells, words(t.Label(i)))
	}
	for j, x := range t.Row(i) {
		switch c := &t.Columns[j]; {
		case c.Words != nil:
			cells = append(cells, words(c.Words(i)))
		case c.Truth:
			cells = append(cells, strconv.FormatBool(x != 0))
		default:
			cells = append(cells, number(x))
		}
	}
	return cells
}

// jsonNumber writes a number with at most 15 digits. Further digits are rounding errors.
func jsonNumber(x float64) string { return exact(tidy(x)) }

// csvNumber writes a number as JSON does, or nothing if it is not finite.
func csvNumber(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return jsonNumber(x)
}

// exact writes a number as encoding/json does, with the fewest digits that give it back, and null if it is not finite.
func exact(x float64) string {
	b, err := json.Marshal(x)
	if err != nil {
		return "null"
	}
	return string(b)
}

// tidy returns x rounded to 15 digits: 0.7 for 0.7000000000000001.
func tidy(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	if err != nil { // rounding overflowed
		return x
	}
	return y
}
