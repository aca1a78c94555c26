package answer

import (
	"cmp"
	"context"
	"math"
	"slices"

	"retune/ui/unit"
)

// A Table holds rows of values. Of a very long table it may hold only the first rows and the last.
type Table struct {
	Name         string
	Columns      []Column
	Len          int     // number of rows
	Held         int     // number of first rows that it holds, if that is not all
	Cells        []Cells // of each column, those of the last row behind the first ones
	Named        bool    // the first column has a name for each row
	Even         bool    // the rows form a curve, so a sample of rows at even steps shows its shape
	SampleAlways []int   // rows that every sample includes
	Peaks        []int   // columns of a curve; a sample includes their peaks between the steps
	InPicture    bool    // a picture shows the table; text has it only on request
	MaxRows      int     // rows that may be printed; 0: any number
	TextRows     int     // rows that text shows unless all are requested; 0: as many as fit
}

// A Column is the heading of one column of a Table.
type Column struct {
	Name    string
	Heading string // text that people read instead of Name, or ""
	Kind    unit.Kind
	Detail  bool // left out of text for people
	Wide    bool // shown despite Detail where there is room or scrolling

	Digits       int    // significant digits of its numbers; 0: as many as are shown
	Error        string // name of the column of the errors of its numbers, in files; or ""
	HasEstimates bool   // its values have estimates of their errors
	OwnDigits    bool   // its values have digits of their own
	IsWords      bool   // its values are words
	IsYesNo      bool   // its numbers are 1 for yes and 0 for no
}

// Cells are the values of a column.
type Cells struct {
	Numbers []float64
	Errors  []float64 // standard errors of the numbers; nil: none
	Values  []Value   // instead of them, if they have more than a number
}

// MaxHeldRows is the number of first rows that a long table holds if not all rows are wanted.
const MaxHeldRows = 1000

// WithRows returns the table with n rows.
func (t Table) WithRows(n int, row func(i int) []Value) Table {
	t.Len, t.Held = n, 0
	return t.filled(n, row)
}

// WithFirstRows returns the table with n rows, of which it holds the first and the last, unless ctx wants all and they
// may be printed.
func (t Table) WithFirstRows(ctx context.Context, n int, row func(i int) []Value) Table {
	if n <= MaxHeldRows+1 || Wanted(ctx).Rows && (t.MaxRows == 0 || n <= t.MaxRows) {
		return t.WithRows(n, row)
	}
	t.Len, t.Held = n, MaxHeldRows
	return t.filled(MaxHeldRows+1, func(i int) []Value {
		if i == MaxHeldRows {
			i = n - 1
		}
		return row(i)
	})
}

// filled returns the table with cells of n rows.
func (t Table) filled(n int, row func(i int) []Value) Table {
	t.Cells = make([]Cells, len(t.Columns))
	for i := range n {
		for j, v := range row(i) {
			t.Cells[j].add(v, n)
		}
	}
	return t
}

// add adds the value of the next of n rows.
func (c *Cells) add(v Value, n int) {
	if c.Values == nil && !v.isPlainNumber() {
		values := make([]Value, len(c.Numbers), n)
		for i := range values {
			values[i] = c.at(i)
		}
		*c = Cells{Values: values}
	}
	if c.Values != nil {
		c.Values = append(c.Values, v)
		return
	}
	if c.Errors == nil && v.Error != 0 {
		c.Errors = make([]float64, len(c.Numbers), n)
	}
	if c.Numbers == nil {
		c.Numbers = make([]float64, 0, n)
	}
	if c.Numbers = append(c.Numbers, v.Number); c.Errors != nil {
		c.Errors = append(c.Errors, v.Error)
	}
}

// at returns the value of row i.
func (c *Cells) at(i int) (v Value) {
	if c.Values != nil {
		return c.Values[i]
	}
	if v.Number = c.Numbers[i]; c.Errors != nil {
		v.Error = c.Errors[i]
	}
	return v
}

// isPlainNumber reports whether the value is no more than a number and its standard error.
func (v Value) isPlainNumber() bool {
	return v.Words == "" && v.Status == "" && v.Why == "" && v.ErrorEstimate == 0 && v.Digits == 0 && v.Kind == 0 &&
		v.TableText == "" &&
		v.UpperBound == 0 && v.Tally == nil && v.Origin == (Origin{}) && v.Attempts == 0
}

// Row returns the values of row i.
func (t Table) Row(i int) []Value {
	row := make([]Value, len(t.Cells))
	for j := range row {
		row[j] = t.Cells[j].at(t.held(i))
	}
	return row
}

// At returns the value of row i in column j.
func (t Table) At(i, j int) Value { return t.Cells[j].at(t.held(i)) }

// HoldsAll reports whether the table holds all its rows.
func (t Table) HoldsAll() bool { return t.Held == 0 || t.Len <= t.Held+1 }

// held returns the index of row i in the cells.
func (t Table) held(i int) int {
	if t.Held > 0 && i == t.Len-1 && i >= t.Held {
		return t.Held
	}
	return i
}

// Numbers returns a row of numbers.
func Numbers(list ...float64) []Value {
	row := make([]Value, len(list))
	for i, x := range list {
		row[i].Number = x
	}
	return row
}

// YesNo returns a yes or no.
func YesNo(yes bool) (v Value) {
	if yes {
		v.Number = 1
	}
	return v
}

// WordTable returns a table of words. See [Columns] for the text of its columns.
func WordTable(name, columns string, rows [][]string) Table {
	t := Table{Name: name, Columns: Columns(columns)}
	for j := range t.Columns {
		t.Columns[j].IsWords = true
	}
	return t.WithRows(len(rows), func(i int) (row []Value) {
		for _, text := range rows[i] {
			row = append(row, Value{Words: text})
		}
		return row
	})
}

// WithWideColumns returns the table with the columns that are shown if there is room.
func (t Table) WithWideColumns() Table {
	t.Columns = slices.Clone(t.Columns)
	for j := range t.Columns {
		t.Columns[j].Detail = t.Columns[j].Detail && !t.Columns[j].Wide
	}
	return t
}

// SelectColumns returns the table with some of its columns.
func (t Table) SelectColumns(columns []int) Table {
	part := t
	part.Columns, part.Cells = nil, nil
	for _, j := range columns {
		part.Columns, part.Cells = append(part.Columns, t.Columns[j]), append(part.Cells, t.Cells[j])
	}
	return part
}

// DigitsOf returns the number of known digits of a value of the column; 0: all that are shown.
func (c Column) DigitsOf(v Value) int {
	return known(v.Number, v.Error, v.ErrorEstimate, cmp.Or(v.Digits, c.Digits))
}

// UnitOf returns the unit of a value of the column.
func (c Column) UnitOf(v Value) unit.Kind { return cmp.Or(v.Kind, c.Kind) }

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
	if !(v.ErrorEstimate > 0) {
		return Value{Number: math.NaN()}
	}
	return Value{Number: v.ErrorEstimate}
}

// WithErrors returns the table with the errors of its values: the standard errors behind all columns and, if estimates
// is true, the estimates of errors behind each column that has some.
func (t Table) WithErrors(estimates bool) Table {
	full := t
	full.Columns, full.Cells = nil, nil
	add := func(c Column, cells Cells) {
		full.Columns, full.Cells = append(full.Columns, c), append(full.Cells, cells)
	}
	for j, c := range t.Columns {
		add(c, t.Cells[j])
		bounded := func(v Value) bool { return v.ErrorEstimate > 0 }
		if estimates && (c.HasEstimates || c.OwnDigits && slices.ContainsFunc(t.Cells[j].Values, bounded)) {
			add(Column{Name: c.Name + " error", Kind: c.Kind}, t.column(j, estimate))
		}
	}
	for j, c := range t.Columns {
		if c.Error != "" {
			add(Column{Name: c.Error, Kind: c.Kind}, t.column(j, func(v Value) Value { return Value{Number: v.Error} }))
		}
	}
	return full
}

// column returns cells made of those of column j.
func (t Table) column(j int, of func(Value) Value) (made Cells) {
	for i := range len(t.Cells[j].Numbers) + len(t.Cells[j].Values) {
		made.add(of(t.Cells[j].at(i)), t.Len)
	}
	return made
}

// Key returns the JSON key of the column.
func (c Column) Key() string { return key(c.Name, c.Kind) }
