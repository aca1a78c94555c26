// Package answer holds what an answer is: quantities, tables, charts and warnings,
// and the [Query] whose Ask makes one.
//
// A query fills an [Answer] with numbers; the report and the screen turn them into
// text. Neither side knows the other.
package answer

import (
	"math"
	"strings"

	"retune/ui/unit"
)

// An Answer is what one query says about one scenario.
type Answer struct {
	Pair     bool // there is a policy B, and every quantity has its value for both
	Groups   []Group
	Tables   []Table
	Charts   []Chart
	Warnings []string
	None     *None // not nil: the question has no answer, and nothing else counts
}

// None says why a question has no answer, and what can be had instead.
type None struct{ Reason, Hint string }

// A Group is quantities that belong together under a title.
type Group struct {
	Title      string
	Quantities []Quantity
}

// A Quantity is one number with its name. A value that is not finite has no
// number to show: why says so in a warning.
type Quantity struct {
	Name   string // "next delay"; JSON key next_delay_s
	Label  string // what people read instead, or ""
	Symbol string // as in the formulas of package calc, or ""
	Kind   unit.Kind
	A, B   float64 // for policy A, and for B in an answer for a pair
	Single bool    // one value for the pair, in A
	Error  bool    // the standard error of the quantity before it
	Limit  bool    // may well not be there: +Inf then says none, and nobody is warned
	As     string  // its JSON key where that is not made of name and unit, or ""
	Words  string  // what it is, if that is no number
	WordsB string  // and for policy B
	Why    string  // why it has no value, if it has none
}

// Called is the quantity's name for people.
func (q Quantity) Called() string {
	if q.Label != "" {
		return q.Label
	}
	return q.Name
}

// Key is the quantity's JSON key: its name in snake_case with its unit as suffix.
func (q Quantity) Key() string {
	if q.As != "" {
		return q.As
	}
	return key(q.Name, q.Kind)
}

// Ratio is B over A: NaN where that says nothing.
func (q Quantity) Ratio() float64 {
	r := q.B / q.A
	if q.Single || !finite(q.A) || !finite(q.B) || !finite(r) {
		return math.NaN()
	}
	return r
}

// A Table is rows of numbers, made one at a time: it may have a million.
type Table struct {
	Name    string
	Columns []Column
	Len     int
	Row     func(i int) []float64
	Rows    string             // what the rows are, if they have names, or ""
	Label   func(i int) string // their names
	Aside   bool               // it stands beside the answer and is not the answer itself
}

// A Column heads one column of a Table.
type Column struct {
	Name   string
	Kind   unit.Kind
	Detail bool // left out where people read

	Words  func(i int) string    // its cells are these words, not the numbers of the row; or nil
	Truth  bool                  // its cells are 1 for yes and 0 for no
	KindOf func(i int) unit.Kind // the unit of a cell, where that differs from row to row, or nil
}

// At is the unit of the column's cell in row i.
func (c Column) At(i int) unit.Kind {
	if c.KindOf != nil {
		return c.KindOf(i)
	}
	return c.Kind
}

// Key is the column's JSON key.
func (c Column) Key() string { return key(c.Name, c.Kind) }

func key(name string, kind unit.Kind) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(name)) + kind.Suffix()
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
