// Package answer holds what an answer is: quantities, tables, charts and warnings,
// and the [Question] whose Ask makes one.
//
// A question fills an [Answer] with numbers; the report and the screen turn them into
// text. Neither side knows the other.
package answer

import (
	"slices"
	"strings"

	"retune/ui/unit"
)

// An Answer is what one question says about one scenario.
type Answer struct {
	Summary  string   // one sentence in words and figures that answers the question: "Back 28s after the outage."
	Assumed  string   // what was not said and is taken for granted, or ""
	Brief    string   // it in a few words, for where it has no room; "": there is nothing shorter
	Tone     Tone     // whether that is good
	Policies []string // names of several policies, with a value of every quantity for each; nil: there is one
	Groups   []Group
	Tables   []Table
	Plot     func() []Chart // makes its charts, for who draws them; nil: it has none
	InText   bool           // the first of them is drawn where the answer is text, too
	Map      *Map           // a heat map, or nil
	Bars     *Bars          // a picture of a table, or nil
	Warnings []Warning
	None     *None // not nil: the question has no answer, and nothing else counts

	// Inconclusive is why the answer does not settle what was asked, such as a verdict of runs that
	// stopped at the limit of attempts; nil: it does. The status of the program is then 4.
	Inconclusive error

	Attempts float64 // that were simulated for it
	Duration float64 // simulated time that the question chose, seconds; 0: none
	Outage   string  // outage that the question chose, as it is typed; "": none
}

// Each is a sentence with a clause for each policy, behind its name and a colon or the blank before a verb. A
// clause that holds for several is said once, one that holds for all without a name.
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

// OfPolicy is the name of a column of policy i: as a key, with a letter, and as people read it with the
// name of the policy, or "" where that is the same.
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

// A Saying is a sentence in full, and in a few words for where it has no room.
type Saying struct{ Full, Brief string }

// Pictured tells whether there is something to draw.
func (a Answer) Pictured() bool { return a.Plot != nil || a.Map != nil || a.Bars != nil }

// Charts makes the charts of the answer.
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

// Drawn is the answer with its charts made, for who draws them again and again.
func (a Answer) Drawn() Answer {
	if a.Plot != nil {
		list := a.Charts()
		a.Plot = func() []Chart { return list }
	}
	return a
}

// A Tone says whether an answer is good news, where that can be said.
type Tone int

// The tones.
const (
	Neutral  Tone = iota
	Good          // the fleet recovers
	Doubtful      // in time, or in part
	Bad           // it does not
)

// None says why a question has no answer, and what can be had instead.
type None struct{ Reason, Hint string }

// A Table is rows of numbers, made one at a time: it may have a million.
type Table struct {
	Name    string
	Columns []Column
	Len     int
	Row     func(i int) []float64
	Rows    string             // what the rows are, if they have names, or ""
	Head    string             // what people read in place of Rows, or ""
	Label   func(i int) string // their names
	Even    bool               // it is a curve: some of its rows at even steps show its shape
	Keep    []int              // rows that must be among these
	Peaks   []int              // of a curve, the columns whose peaks between those steps are shown as well
	Drawn   bool               // a picture shows it: text has it only where it is asked for
	Most    int                // rows that may be printed whole; 0: any number
	Shown   int                // rows that a text shows unless all are asked for; 0: as many as fit
}

// A Column heads one column of a Table.
type Column struct {
	Name   string
	Head   string // what people read in place of Name, or ""
	Kind   unit.Kind
	Detail bool // left out where people read
	Wide   bool // shown where they read all, or can scroll, even so

	Digits int                   // significant digits known of its numbers; 0: as many as are shown
	Error  int                   // the column with the standard errors of its numbers, or 0
	Words  func(i int) string    // its cells are these words, not the numbers of the row; or nil
	Read   func(i int) string    // what people read in place of Words, or nil
	Truth  bool                  // its cells are 1 for yes and 0 for no
	KindOf func(i int) unit.Kind // the unit of a cell, where that differs from row to row, or nil
}

// Wide is the table with the columns that are shown where there is room for all.
func (t Table) Wide() Table {
	t.Columns = slices.Clone(t.Columns)
	for j := range t.Columns {
		t.Columns[j].Detail = t.Columns[j].Detail && !t.Columns[j].Wide
	}
	return t
}

// Known is how many significant digits are known of x, a number of the column, in that
// row; 0: as many as are shown.
func (c Column) Known(row []float64, x float64) int {
	if c.Error > 0 {
		return unit.Known(x, row[c.Error])
	}
	return c.Digits
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
