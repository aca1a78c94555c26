package answer

import (
	"cmp"
	"math"
	"slices"

	"retune/ui/unit"
)

// A Table holds rows of values. Rows are computed one at a time, because there can be a million.
type Table struct {
	Name    string
	Columns []Column
	Len     int
	Row     func(i int) []Value
	Named   bool  // the first column has a name for each row
	Even    bool  // the rows form a curve, so a sample of rows at even steps shows its shape
	Keep    []int // rows that every sample includes
	Peaks   []int // columns of a curve; a sample includes their peaks between the steps
	Drawn   bool  // a picture shows the table; text has it only on request
	Most    int   // rows that may be printed; 0: any number
	Shown   int   // rows that text shows unless all are requested; 0: as many as fit
}

// A Column is the heading of one column of a Table.
type Column struct {
	Name   string
	Head   string // text that people read instead of Name, or ""
	Kind   unit.Kind
	Detail bool // left out of text for people
	Wide   bool // shown despite Detail where there is room or scrolling

	Digits int    // significant digits of its numbers; 0: as many as are shown
	Error  string // name of the column of the errors of its numbers, in files; or ""
	Own    bool   // its values have digits of their own
	Words  bool   // its values are words
	Truth  bool   // its numbers are 1 for yes and 0 for no
}

// Numbers returns a row of numbers.
func Numbers(list ...float64) []Value {
	row := make([]Value, len(list))
	for i, x := range list {
		row[i].Number = x
	}
	return row
}

// Truth returns a yes or no.
func Truth(yes bool) (v Value) {
	if yes {
		v.Number = 1
	}
	return v
}

// WordTable returns a table of words with these headings.
func WordTable(name string, heads []string, rows [][]string) Table {
	t := Table{Name: name, Len: len(rows), Row: func(i int) (row []Value) {
		for _, text := range rows[i] {
			row = append(row, Value{Words: text})
		}
		return row
	}}
	for _, head := range heads {
		t.Columns = append(t.Columns, Column{Name: head, Words: true})
	}
	return t
}

// Wide returns the table with the columns that are shown if there is room.
func (t Table) Wide() Table {
	t.Columns = slices.Clone(t.Columns)
	for j := range t.Columns {
		t.Columns[j].Detail = t.Columns[j].Detail && !t.Columns[j].Wide
	}
	return t
}

// Known returns the number of known digits of a value of the column; 0: all that are shown.
func (c Column) Known(v Value) int {
	return known(v.Number, v.Error, cmp.Or(v.Digits, c.Digits), c.At(v))
}

// At returns the unit of a value of the column.
func (c Column) At(v Value) unit.Kind { return cmp.Or(v.Kind, c.Kind) }

// Bound returns the error bound of x, a figure that is computed from distributions: 0.1% if three digits are known,
// 0.5% if two; of a probability 1e-4 or 5e-4. It returns 0 for other numbers of digits, which exact figures have.
func Bound(x float64, digits int, kind unit.Kind) float64 {
	if kind == unit.Share {
		return map[int]float64{2: 5e-4, 3: 1e-4}[digits]
	}
	return map[int]float64{2: 5e-3, 3: 1e-3}[digits] * math.Abs(x)
}

// known returns the number of known digits of x: as many as its standard error se justifies, or digits if that is not
// 0.
func known(x, se float64, digits int, kind unit.Kind) int {
	switch {
	case digits == 0:
		return unit.Known(x, se)
	case kind == unit.Share && !(se > 0): // a probability that is computed from distributions
		return min(cmp.Or(unit.Known(x, Bound(x, digits, kind)), digits), digits)
	}
	return digits
}

// bound returns the error bound of a value of the column, or 0 if it is not computed from distributions.
func (c Column) bound(v Value) float64 {
	if c.Error != "" || c.Words || c.Truth {
		return 0
	}
	return Bound(v.Number, cmp.Or(v.Digits, c.Digits), c.At(v))
}

// Full returns the table with the errors of its values: the standard errors behind all columns and, if bounds is true,
// the error bounds behind each column that is computed from distributions.
func (t Table) Full(bounds bool) Table {
	full, bounded := t, make([]bool, len(t.Columns))
	full.Columns = nil
	var errors []Column
	for j, c := range t.Columns {
		bounded[j] = bounds && c.bound(Value{Number: 1}) > 0
		for i := 0; c.Own && bounds && i < t.Len && !bounded[j]; i++ {
			bounded[j] = c.bound(t.Row(i)[j]) > 0
		}
		if full.Columns = append(full.Columns, c); bounded[j] {
			full.Columns = append(full.Columns, Column{Name: c.Name + " error", Kind: c.Kind})
		}
		if c.Error != "" {
			errors = append(errors, Column{Name: c.Error, Kind: c.Kind})
		}
	}
	if full.Columns = append(full.Columns, errors...); len(full.Columns) == len(t.Columns) {
		return t
	}
	full.Row = func(i int) (row []Value) {
		var errors []Value
		for j, v := range t.Row(i) {
			if row = append(row, v); bounded[j] {
				row = append(row, Value{Number: t.Columns[j].bound(v)})
			}
			if t.Columns[j].Error != "" {
				errors = append(errors, Value{Number: v.Error})
			}
		}
		return append(row, errors...)
	}
	return full
}

// Key returns the JSON key of the column.
func (c Column) Key() string { return key(c.Name, c.Kind) }
