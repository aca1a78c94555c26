// Package answer defines an answer (quantities, tables, charts and warnings) and the [Question] whose Ask computes one.
//
// A question fills an [Answer] with numbers. Reports and the screen turn them into text. Neither depends on the other.
package answer

import (
	"strings"
)

// An Answer is the answer to one question about one scenario.
type Answer struct {
	Summary     string   // one sentence that answers the question, with figures: "Back 28s after the outage."
	Assumed     string   // the defaults that the answer assumes, in words, or ""
	Brief       string   // Summary in a few words; "": no shorter form exists
	Tone        Tone     // whether the answer is good news
	Policies    []string // names of the policies; every quantity has a value for each; nil: one policy
	Groups      []Group
	Tables      []Table
	Charts      []Chart
	ChartInText bool  // text output shows the first chart too
	Map         *Map  // a heat map, or nil
	Bars        *Bars // bars that show a table, or nil
	Warnings    []Warning
	None        *None // set if the question has no answer; then all other fields are ignored

	// Inconclusive is the reason why the answer leaves the question open, such as a verdict of runs that stopped at the
	// limit of attempts. The exit status is then 4. "": the answer is conclusive.
	Inconclusive string

	Attempts float64 // attempts simulated for the answer
	Duration float64 // simulated time that the question chose, seconds; 0: none
	Outage   string  // outage that the question chose, as a user types it; "": none
}

// EachPolicy returns a sentence with the clause of(i) for each policy i. The names of the policies come before their
// clause, followed by the text behind. Policies with the same clause share it, and a clause of all policies has no
// names.
func (a Answer) EachPolicy(behind, between string, of func(i int) string) string {
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
		who := JoinWords(names[text])
		if len(names[text]) > 1 && behind == " " {
			who = "each of " + who
		}
		texts[i] = who + behind + text
	}
	return strings.Join(texts, between)
}

// ColumnName returns the name of a column for policy i. name is a key with the letter of the policy. head has its name
// for people instead, or is "" if that is the same.
func (a Answer) ColumnName(before string, i int, after string) (name, head string) {
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

// HasPicture reports whether the answer has a chart, a map or bars.
func (a Answer) HasPicture() bool { return a.Charts != nil || a.Map != nil || a.Bars != nil }

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
