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
	Off    bool   // its values have estimates of their errors
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

// Only returns the table with some of its columns.
func (t Table) Only(columns []int) Table {
	part := t
	part.Columns = nil
	for _, j := range columns {
		part.Columns = append(part.Columns, t.Columns[j])
	}
	part.Row = func(i int) (row []Value) {
		all := t.Row(i)
		for _, j := range columns {
			row = append(row, all[j])
		}
		return row
	}
	return part
}

// Known returns the number of known digits of a value of the column; 0: all that are shown.
func (c Column) Known(v Value) int {
	return known(v.Number, v.Error, v.Off, cmp.Or(v.Digits, c.Digits))
}

// At returns the unit of a value of the column.
func (c Column) At(v Value) unit.Kind { return cmp.Or(v.Kind, c.Kind) }

// known returns the number of known digits of x: as many as its standard error se justifies, or at most digits if that
// is not 0: the last is worth at least the estimate off of the error.
func known(x, se, off float64, digits int) int {
	switch {
	case digits == 0:
		return unit.Known(x, se)
	case !(off > 0) || x == 0 || math.IsInf(x, 0):
		return digits
	}
	return int(max(1, min(float64(digits), math.Floor(math.Log10(math.Abs(x)))-math.Ceil(math.Log10(off))+1)))
}

// estimate returns the estimate of the error of a value as a value, which is absent if there is none.
func estimate(v Value) Value {
	if !(v.Off > 0) {
		return Value{Number: math.NaN(), Status: Unknown}
	}
	return Value{Number: v.Off}
}

// Full returns the table with the errors of its values: the standard errors behind all columns and, if estimates is
// true, the estimates of errors behind each column that has some.
func (t Table) Full(estimates bool) Table {
	full, bounded := t, make([]bool, len(t.Columns))
	full.Columns = nil
	var errors []Column
	for j, c := range t.Columns {
		bounded[j] = estimates && c.Off
		for i := 0; c.Own && estimates && i < t.Len && !bounded[j]; i++ {
			bounded[j] = t.Row(i)[j].Off > 0
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
				row = append(row, estimate(v))
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
