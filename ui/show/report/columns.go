package report

import (
	"cmp"
	"math"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// A column is a column of a table as people read it.
type column struct {
	at    int // index in the table
	head  string
	words bool
	width int
	scale float64 // divisor of rates, or 0
	noise float64 // smaller numbers are rounding errors
}

// columnsOf returns the columns of a table that people read.
func columnsOf(t answer.Table) (list []column) {
	for j, c := range t.Columns {
		if !c.Detail {
			list = append(list, column{at: j, head: cmp.Or(c.Heading, c.Name), words: c.IsWords || c.IsYesNo})
		}
	}
	return list
}

// texts returns the texts of row i in the columns.
func texts(t answer.Table, columns []column, i int) []string {
	cells := make([]string, len(columns))
	for k, c := range columns {
		of, v := &t.Columns[c.at], t.At(i, c.at)
		if math.Abs(v.Number) < c.noise {
			v.Number = 0
		}
		switch {
		case v.TableText != "" || of.IsWords:
			cells[k] = cmp.Or(v.TableText, v.Words)
		case of.IsYesNo && v.Number != 0:
			cells[k] = "yes"
		case of.IsYesNo:
			cells[k] = "no"
		case c.scale > 0:
			cells[k] = unit.Number.Rounded(v.Number/c.scale, of.DigitsOf(v))
		default:
			cells[k] = of.UnitOf(v).Rounded(v.Number, of.DigitsOf(v))
		}
	}
	return cells
}

// Row returns the text of row i of a table, in the columns that people read.
func Row(t answer.Table, i int) []string { return texts(t, columnsOf(t), i) }

// Heads returns the headings of the cells of [Row].
func Heads(t answer.Table) (names []string) {
	for _, c := range columnsOf(t) {
		names = append(names, c.head)
	}
	return names
}
