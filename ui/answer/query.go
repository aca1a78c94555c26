package answer

import (
	"context"
	"slices"

	"retune/ui/knob"
)

// A Query is one thing that can be asked.
//
// The scenario that it is asked of has passed the door (package knob), so an Ask
// never fails. A question that has no answer says so in [Answer.None]. An Ask whose
// context has ended returns soon, with an answer that means nothing.
type Query struct {
	Name  string                         // sub-command or tab: "schedule"
	Names string                         // other sub-commands by which people ask it, with spaces between them
	Flag  string                         // name of the knob that asks it without a sub-command, or ""
	Tab   string                         // its name on the screen, or "" if it has no tab
	Short string                         // one line of help, no full stop
	Long  string                         // what it means, the formulas, the sources
	Try   []string                       // commands that ask it, with the name of the program
	Takes []string                       // knobs of questions that it reads
	Uses  func(knob.Scenario) []string   // those of them that count in s; nil: all
	Own   []knob.Knob                    // knobs that are not in table 1, which it reads as well
	Like  func(string) (knob.Knob, bool) // one that is like those, by its name; or nil
	Needs []string                       // those of them without which it cannot be asked
	Lacks func(knob.Scenario) string     // the one that s still needs, or "", or nil; what that is depends on s
	Base  string                         // the name of the scenario that it starts from, or ""
	From  func(knob.Scenario) string     // the same, where it depends on the word; or nil
	Word  string                         // the knob that is the word after the sub-command, or ""
	Means map[string]string              // knobs that it does not read, and the one that people mean by them here
	Ask   func(ctx context.Context, s knob.Scenario, effort Effort) Answer

	// Work is the answer of many parts that s asks for; nil, or a Work that is nil: the
	// query is asked by Ask.
	Work func(s knob.Scenario, effort Effort) Work

	// Worked fills the numbers of s into the formulas of its answer, a line each; or nil.
	Worked func(s knob.Scenario, a Answer) []string

	Types  bool     // it is of other types of jitter as well as of that of the policy
	Plain  bool     // it is asked on the command line where nothing is
	Yields bool     // its flag may stand beside that of another query, which is then asked
	Choose string   // a hint where what it lacks is one of several: "the limits are ..."
	Screen []string // questions that have a row on the screen while it is in view

	Layout Layout                                    // how its answer stands on a screen
	Draws  bool                                      // its answer has charts, if there is anything to draw
	Slow   func(s knob.Scenario, effort Effort) bool // an Ask takes longer than a key may; nil: never

	// Brief is an Ask for the figures alone, which is sooner; nil: Ask does.
	Brief func(ctx context.Context, s knob.Scenario, effort Effort) Answer
}

// A Layout is how an answer stands on a screen.
type Layout int

const (
	Listed           Layout = iota // quantities and tables, one below the other
	ListedAndCharted               // and a chart below, where there is room
	Charted                        // two charts, and the quantities below
	Tabled                         // the first table, and the quantities below
	Verdict                        // words, charts, and quantities below
	Boxed                          // a chart of boxes of which one can be taken, and the rest below
	Mapped                         // a map of which a cell can be taken, and the rest below
)

// Quick tells whether an answer to s takes no longer than a key may, a millisecond or
// two. It is an estimate, which knows no clock: where it is in doubt it
// says no.
func (q Query) Quick(s knob.Scenario, effort Effort) bool {
	return q.Slow == nil || !q.Slow(s, effort)
}

// Effort says how much work an answer may be. The question is the same.
type Effort int

const (
	Full  Effort = iota // as exact as it gets
	Rough               // soon, for a key that was just pressed: a full answer follows
)

// Sub is the word that asks the query on the command line: "" if a flag does.
func (q Query) Sub() string {
	if q.Flag != "" {
		return ""
	}
	return q.Name
}

// Call is the sub-command that asks the query of s, with its argument.
func (q Query) Call(s knob.Scenario) string {
	if k, ok := q.Knob(q.Word); ok {
		return q.Sub() + " " + k.Text(s)
	}
	return q.Sub()
}

// Missing is the knob without which the query cannot be asked of s, or "".
func (q Query) Missing(s knob.Scenario) string {
	if a, ok := q.Axis("sweep", s); ok {
		s, _ = a.Of(s, a.Values[0])
	}
	for _, name := range q.Needs {
		if k, _ := q.Knob(name); !k.Asked(s) {
			return name
		}
	}
	if q.Lacks != nil {
		return q.Lacks(s)
	}
	return ""
}

// Reads tells whether the query reads the knob of a question.
func (q Query) Reads(name string) bool {
	if slices.Contains(q.Takes, name) || slices.ContainsFunc(q.Own, func(k knob.Knob) bool { return k.Name == name }) {
		return true
	}
	if q.Like == nil {
		return false
	}
	_, ok := q.Like(name)
	return ok
}

// Knob returns the knob of that name, its own or one of table 1.
func (q Query) Knob(name string) (knob.Knob, bool) {
	for _, k := range q.Own {
		if k.Name == name {
			return k, true
		}
	}
	if q.Like != nil {
		if k, ok := q.Like(name); ok {
			return k, true
		}
	}
	return knob.Find(name)
}

// Axis is the axis that the knob of that name holds in s, if the query has one: a knob of its
// own.
func (q Query) Axis(name string, s knob.Scenario) (a knob.Axis, ok bool) {
	for i := range q.Own {
		if q.Own[i].Name == name {
			return q.Own[i].Axis(s)
		}
	}
	return a, false
}

// Knobs is table 1 and the knobs of its own.
func (q Query) Knobs() []knob.Knob { return slices.Concat(knob.Knobs, q.Own) }

// Idle says why the knob has no effect on any policy that the query is of, after "has no
// effect", or "".
func (q Query) Idle(k knob.Knob, s knob.Scenario) (why string) {
	policies := s.Policies()
	if q.Types {
		policies = append(policies, s)
		jitter, _ := knob.Find("jitter")
		_ = jitter.Set(&policies[len(policies)-1], "full") // as any other
	}
	for _, p := range policies {
		if k.Idle == nil || k.Idle(p) == "" {
			return ""
		}
		why = k.Idle(p)
	}
	return why
}

// uses is the knobs of questions that count in s.
func (q Query) uses(s knob.Scenario) []string {
	if q.Uses != nil {
		return q.Uses(s)
	}
	return q.Takes
}

// own is the knobs of its own that hold anything in s.
func (q Query) own(s knob.Scenario) (list []knob.Knob) {
	for _, k := range q.Own {
		if k.Asked(s) {
			list = append(list, k)
		}
	}
	if k, ok := q.Knob(s.Want); ok && !slices.ContainsFunc(list, func(own knob.Knob) bool { return own.Name == k.Name }) {
		list = append(list, k)
	}
	return list
}

// Args is the words of the command that asks the query of s, after the program's
// name: see [knob.Args].
func (q Query) Args(s knob.Scenario, pinned []string) []string {
	s = q.differing(s)
	return knob.Args(s, q.Start(s), q.Call(s), q.uses(s), pinned, q.own(s)...)
}

// Counts tells whether the knob is part of the question that the query asks of s: as
// part of the policy, or because it holds something that the query reads.
func (q Query) Counts(k knob.Knob, s knob.Scenario) bool {
	if !k.Asks || !k.Asked(s) {
		return !k.Asks
	}
	_, table := knob.Find(k.Name)
	return !table || slices.Contains(q.uses(s), k.Name)
}

// differing is s with a B that differs from A in what the query reads.
func (q Query) differing(s knob.Scenario) knob.Scenario {
	return s.DifferingIn(func(k knob.Knob) bool { return !k.Asks || q.Reads(k.Name) })
}

// A Setting is a key and its value: a float64, a string, or nil when absent.
type Setting struct {
	Key   string
	Value any
}

// Start is the scenario on which the query's knobs are set, of which s holds the word
// after the sub-command.
func (q Query) Start(s knob.Scenario) knob.Scenario {
	if q.From != nil {
		return knob.Preset(q.From(s))
	}
	return knob.Preset(q.Base)
}

// Settings is what the query is asked of: the policy, and of the questions
// those that it reads.
func (q Query) Settings(s knob.Scenario) []Setting {
	s = q.differing(s)
	var list []Setting
	fleet := slices.Contains(q.uses(s), "traffic") // of nothing else does it tell what has no effect
	for _, k := range slices.Concat(knob.Knobs, q.own(s)) {
		// what has no effect is no part of it
		if k.Within != "" || k.Sets && !k.Asked(s) || fleet && k.Asks && k.Idle != nil && k.Idle(s) != "" {
			continue
		}
		if q.Counts(k, s) {
			list = append(list, Setting{k.Key(), k.JSON(s)})
		}
	}
	return list
}

// Slow is the Slow of what solves, simulates, or compares everything.
func Slow(knob.Scenario, Effort) bool { return true }

// Stopped is the answer of an Ask whose context has ended.
var Stopped = Answer{None: &None{Reason: "stopped before there was an answer"}}

// Sources are those of the closed forms.
const Sources = `Sources: the sum of a geometric series; the forms that hold near r = 1 use expm1 and
log1p (W. Kahan). The cap comes first in the published rules of AWS (Brooker, "Exponential
Backoff And Jitter", 2015) and of gRPC (proposal A6).`
