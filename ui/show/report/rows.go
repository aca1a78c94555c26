package report

import (
	"encoding/json"
	"math"
	"strconv"

	"retune/ui/ask/answer"
)

// keys is the keys of a table's columns, after the key of the names of its rows if they
// have names.
func keys(t answer.Table) (list []string) {
	if t.Rows != "" {
		list = append(list, t.Rows)
	}
	for _, c := range t.Columns {
		list = append(list, c.Key())
	}
	return list
}

// whole is the cells of row i of a table in full.
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

// jsonNumber is a figure in 15 digits, beyond which there is only rounding.
func jsonNumber(x float64) string { return exact(tidy(x)) }

// csvNumber is the same, and nothing if there is none.
func csvNumber(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return jsonNumber(x)
}

// exact is a number as encoding/json writes it: with the fewest digits that give it back, and null if it is not finite.
func exact(x float64) string {
	b, err := json.Marshal(x)
	if err != nil {
		return "null"
	}
	return string(b)
}

// tidy is x in 15 digits: 0.7 where rounding made 0.7000000000000001 of it.
func tidy(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	if err != nil { // rounded beyond the largest number
		return x
	}
	return y
}
