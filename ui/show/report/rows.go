package report

import (
	"encoding/json"
	"strconv"

	"retune/ui/ask/answer"
)

// keys returns the keys of a table's columns.
func keys(t answer.Table) (list []string) {
	for _, c := range t.Columns {
		list = append(list, c.Key())
	}
	return list
}

// cells returns all cells of row i of a table: numbers with full precision, words and truths.
func cells(t answer.Table, i int) (list []any) {
	for j, v := range t.Row(i) {
		switch c := &t.Columns[j]; {
		case c.IsWords:
			list = append(list, v.Words)
		case c.IsYesNo:
			list = append(list, v.Number != 0)
		default:
			list = append(list, tidy(v.Number))
		}
	}
	return list
}

// whole returns a value with full precision: its number, its words, or nil if it is absent.
func whole(v answer.Value) any {
	switch {
	case v.Status != "":
		return nil
	case v.Words != "":
		return v.Word()
	}
	return tidy(v.Number)
}

// exact writes a number as encoding/json does, with the fewest digits that give it back, and null if it is not finite.
func exact(x float64) string {
	b, err := json.Marshal(x)
	if err != nil {
		return "null"
	}
	return string(b)
}

// tidy returns x rounded to 15 digits: 0.7 for 0.7000000000000001. Further digits are rounding errors.
func tidy(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	if err != nil { // rounding overflowed
		return x
	}
	return y
}
