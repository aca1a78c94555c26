// Package answer defines an answer (quantities, tables, charts and warnings) and the [Question] whose Ask computes one.
//
// A question fills an [Answer] with numbers. Reports and the screen turn them into text. Neither depends on the other.
package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// An Answer is the answer to one question about one scenario.
type Answer struct {
	Summary  string   // one sentence that answers the question, with figures: "Back 28s after the outage."
	Assumed  string   // the defaults that the answer assumes, in words, or ""
	Brief    string   // Summary in a few words; "": no shorter form exists
	Tone     Tone     // whether the answer is good news
	Policies []string // names of the policies; every quantity has a value for each; nil: one policy
	Groups   []Group
	Tables   []Table
	Plot     func() []Chart // computes the charts when they are drawn; nil: no charts
	InText   bool           // text output shows the first chart too
	Map      *Map           // a heat map, or nil
	Bars     *Bars          // bars that show a table, or nil
	Warnings []Warning
	None     *None // set if the question has no answer; then all other fields are ignored

	// Inconclusive is the reason why the answer leaves the question open, such as a verdict of runs that stopped at the
	// limit of attempts. The exit status is then 4. nil: the answer is conclusive.
	Inconclusive error

	Attempts float64 // attempts simulated for the answer
	Duration float64 // simulated time that the question chose, seconds; 0: none
	Outage   string  // outage that the question chose, as a user types it; "": none
}

// Each returns a sentence with the clause of(i) for each policy i. The names of the policies come before their clause,
// followed by the text behind. Policies with the same clause share it, and a clause of all policies has no names.
func (a Answer) Each(behind, between string, of func(i int) string) string {
	if a.Policies == nil {
		return of(0)
	}
	var texts []string
	names := map[string][]string{}
	for i, name := range a.Policies {
		text := of(i)
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], name)
	}
	if len(texts) == 1 {
		return texts[0]
	}
	for i, text := range texts {
		who := Joined(names[text])
		if len(names[text]) > 1 && behind == " " {
			who = "each of " + who
		}
		texts[i] = who + behind + text
	}
	return strings.Join(texts, between)
}

// OfPolicy returns the name of a column for policy i. name is a key with the letter of the policy. head has its name
// for people instead, or is "" if that is the same.
func (a Answer) OfPolicy(before string, i int, after string) (name, head string) {
	with := func(who string) string { return strings.Join(strings.Fields(before+" "+who+" "+after), " ") }
	letter := string(rune('A' + i))
	if len(a.Policies) > i && a.Policies[i] != letter {
		head = with(a.Policies[i])
	}
	if i == 0 {
		letter = ""
	}
	return with(letter), head
}

// Pictured reports whether the answer has a chart, a map or bars.
func (a Answer) Pictured() bool { return a.Plot != nil || a.Map != nil || a.Bars != nil }

// Charts computes the charts of the answer.
func (a Answer) Charts() []Chart {
	if a.Plot == nil {
		return nil
	}
	list := a.Plot()
	for i := range list {
		list[i].Policies = a.Policies
	}
	return list
}

// Drawn returns the answer with its charts computed, so that drawing it again is fast.
func (a Answer) Drawn() Answer {
	if a.Plot != nil {
		list := a.Charts()
		a.Plot = func() []Chart { return list }
	}
	return a
}

// A Tone says whether an answer is good news.
type Tone int

// The tones.
const (
	Neutral  Tone = iota
	Good          // the fleet recovers
	Doubtful      // it recovers late or in part
	Bad           // it does not recover
)

// None says why a question has no answer, and hints at a question that has one.
type None struct{ Reason, Hint string }

// A Table holds rows of numbers. Rows are computed one at a time, because there can be a million.
type Table struct {
	Name    string
	Columns []Column
	Len     int
	Row     func(i int) []float64
	Rows    string             // name of the column of row names, or ""
	Head    string             // text that people read instead of Rows, or ""
	Label   func(i int) string // name of row i
	Even    bool               // the rows form a curve, so a sample of rows at even steps shows its shape
	Keep    []int              // rows that every sample includes
	Peaks   []int              // columns of a curve; a sample includes their peaks between the steps
	Drawn   bool               // a picture shows the table; text has it only on request
	Most    int                // rows that may be printed; 0: any number
	Shown   int                // rows that text shows unless all are requested; 0: as many as fit
}

// A Column is the heading of one column of a Table.
type Column struct {
	Name   string
	Head   string // text that people read instead of Name, or ""
	Kind   unit.Kind
	Detail bool // left out of text for people
	Wide   bool // shown despite Detail where there is room or scrolling

	Digits int                   // significant digits of its numbers; 0: as many as are shown
	Error  int                   // index of the column with the standard errors, or 0
	Of     func(i int) int       // significant digits known of the number in row i; or nil
	Words  func(i int) string    // text of the cell in row i, instead of its number; or nil
	Read   func(i int) string    // text that people read instead of Words, or nil
	Truth  bool                  // numbers are 1 for yes and 0 for no
	KindOf func(i int) unit.Kind // unit of the cell in row i, if rows differ; or nil
}

// Wide returns the table with the columns that are shown if there is room.
func (t Table) Wide() Table {
	t.Columns = slices.Clone(t.Columns)
	for j := range t.Columns {
		t.Columns[j].Detail = t.Columns[j].Detail && !t.Columns[j].Wide
	}
	return t
}

// Known returns the number of known digits of the number x of the column in row i; 0: all that are shown.
func (c Column) Known(i int, row []float64, x float64) int {
	se := 0.0
	if c.Error > 0 {
		se = row[c.Error]
	}
	return known(x, se, c.digits(i), c.At(i))
}

// digits returns the number of significant digits of the column in row i.
func (c Column) digits(i int) int {
	if c.Of != nil {
		return c.Of(i)
	}
	return c.Digits
}

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

// Bounded returns the table with a column of error bounds behind each column that is computed from distributions.
func (t Table) Bounded() Table {
	full, drawn := t, make([]bool, len(t.Columns))
	full.Columns = nil
	for j, c := range t.Columns {
		full.Columns = append(full.Columns, c)
		if c.Error > 0 || c.Words != nil || c.Truth {
			continue
		}
		drawn[j] = c.KindOf == nil && Bound(1, c.Digits, c.Kind) > 0 // rows of several units are compared, not computed
		for i := 0; c.Of != nil && i < t.Len; i++ {
			drawn[j] = drawn[j] || Bound(t.Row(i)[j], c.Of(i), c.At(i)) > 0
		}
		if drawn[j] {
			full.Columns = append(full.Columns, Column{Name: c.Name + " error", Kind: c.Kind, KindOf: c.KindOf, Detail: true})
		}
	}
	full.Row = func(i int) (row []float64) {
		for j, x := range t.Row(i) {
			if row = append(row, x); drawn[j] {
				row = append(row, Bound(x, t.Columns[j].digits(i), t.Columns[j].At(i)))
			}
		}
		return row
	}
	return full
}

// At returns the unit of the column in row i.
func (c Column) At(i int) unit.Kind {
	if c.KindOf != nil {
		return c.KindOf(i)
	}
	return c.Kind
}

// Key returns the JSON key of the column.
func (c Column) Key() string { return key(c.Name, c.Kind) }
