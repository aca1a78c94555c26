package answer

import (
	"context"
	"slices"
	"strings"

	"retune/ui/ask/setting"
)

// A Question is one thing that can be asked.
//
// The scenario that it is asked of has passed the door (package setting), so an Ask
// never fails. A question that has no answer says so in [Answer.None]. An Ask whose
// context has ended returns soon, with an answer that means nothing.
type Question struct {
	Command
	Scope
	Extra
	Screen
	Computation
}

// Command is how a question is asked on the command line.
type Command struct {
	Name    string            // sub-command: "schedule"
	Names   string            // other sub-commands by which people ask it, separated by spaces
	Flag    string            // name of the setting that asks it without a sub-command, or ""
	Asks    string            // name of a setting that asks it without the sub-command, too, or ""
	Short   string            // one line of help, no full stop
	Long    string            // meaning, formulas, sources
	Try     []string          // example commands, with the name of the program
	Word    string            // name of the setting that stands as a word after the sub-command, or ""
	Means   map[string]string // settings that it does not read -> the setting that people mean here
	Choose  string            // hint if one of several settings is missing: "the limits are ..."
	Default bool              // a command line without a question asks this one
	Yields  bool              // gives way to another question whose flag stands beside its own
}

// Scope names the settings that a question or a result reads beside the policy.
type Scope struct {
	Takes []string                      // settings it reads
	Needs []string                      // settings without which there is no answer
	Lacks func(setting.Scenario) string // the setting that s still needs, or ""; nil: none
	Base  string                        // name of the scenario it starts from, or ""
	Many  bool                          // asked of any number of policies; else of two at most
}

// Extra is what a question reads besides its Scope, and when.
type Extra struct {
	Uses  func(setting.Scenario) []string      // the part of Takes that counts in s; nil: all
	Own   []setting.Setting                    // settings of this question alone
	Like  func(string) (setting.Setting, bool) // finds a setting by name if there are too many to list; or nil
	From  func(setting.Scenario) string        // Base, if it depends on the word after the sub-command; or nil
	Begin func(*setting.Scenario)              // changes what it starts from; or nil
	Types bool                                 // compares types of jitter beside the one of the policy
	Terse bool                                 // its answer does not name what is assumed
}

// Screen is how a question looks in the terminal.
type Screen struct {
	Tab    string   // its name in the line of tabs, or "" if it has none
	Rows   []string // settings of questions that have a row while it is in view
	Layout Layout
	Draws  bool // its answer has charts, if there is anything to draw
}

// Computation is how a question is answered.
type Computation struct {
	Ask func(ctx context.Context, s setting.Scenario, effort Effort) Answer

	// Work splits the answer into parts that are computed one by one. If Work or its
	// result is nil, Ask computes it at once.
	Work func(s setting.Scenario, effort Effort) Work

	// Worked fills the numbers of s into the formulas of the answer, a line each; or nil.
	Worked func(s setting.Scenario, a Answer) []string

	// Slow reports whether Ask takes longer than a key press may; nil: never.
	Slow func(s setting.Scenario, effort Effort) bool

	// Brief computes the figures alone, sooner than Ask; nil: Ask does.
	Brief func(ctx context.Context, s setting.Scenario, effort Effort) Answer
}

// A Layout is how an answer stands on a screen.
type Layout int

const (
	Listed           Layout = iota // quantities and tables, one below the other
	ListedAndCharted               // and a chart below, where there is room
	Charted                        // two charts, and the quantities below
	Tabled                         // the first table, and the quantities below
	Verdict                        // words, charts, and quantities below
	Boxed                          // a chart of boxes, one of which can be taken, and the rest below
	Nested                         // bars inside each other, and the rest below
	Mapped                         // a map whose cells can be taken, and the rest below
)

// Quick tells whether an answer to s takes no longer than a key may, a millisecond or
// two. It is an estimate, which knows no clock: where it is in doubt it
// says no.
func (q Question) Quick(s setting.Scenario, effort Effort) bool {
	return q.Slow == nil || !q.Slow(s, effort)
}

// Effort says how much work an answer may be. The question is the same.
type Effort int

const (
	Full  Effort = iota // as exact as it gets
	Rough               // soon, for a key that was just pressed: a full answer follows
)

// Sub is the word that asks the question on the command line: "" if a flag does.
func (q Question) Sub() string {
	if q.Flag != "" {
		return ""
	}
	return q.Name
}

// Call is the sub-command that asks the question of s, with its argument.
func (q Question) Call(s setting.Scenario) string {
	if k, ok := q.Setting(q.Word); ok {
		return q.Sub() + " " + k.Text(s)
	}
	return q.Sub()
}

// Missing is the setting without which the question cannot be asked of s, or "".
func (q Question) Missing(s setting.Scenario) string {
	if a, ok := q.Axis("sweep", s); ok {
		s, _ = a.Of(s, a.Values[0])
	}
	for _, name := range q.Needs {
		if k, _ := q.Setting(name); !k.Asked(s) {
			return name
		}
	}
	if q.Lacks != nil {
		return q.Lacks(s)
	}
	return ""
}

// Reads tells whether the question reads the setting of a question.
func (q Question) Reads(name string) bool {
	if slices.Contains(q.Takes, name) || slices.ContainsFunc(q.Own,
		func(k setting.Setting) bool { return k.Name == name }) {
		return true
	}
	if q.Like == nil {
		return false
	}
	_, ok := q.Like(name)
	return ok
}

// Setting returns the setting of that name, its own or one of table 1.
func (q Question) Setting(name string) (setting.Setting, bool) {
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
	return setting.Find(name)
}

// Axis is the axis that the setting of that name holds in s, if the question has one: a setting of its
// own.
func (q Question) Axis(name string, s setting.Scenario) (a setting.Axis, ok bool) {
	for i := range q.Own {
		if q.Own[i].Name == name {
			return q.Own[i].Axis(s)
		}
	}
	return a, false
}

// Settings is table 1 and the settings of its own.
func (q Question) Settings() []setting.Setting { return slices.Concat(setting.Settings, q.Own) }

// Idle says why the setting has no effect on any policy that the question is of, after "has no
// effect", or "".
func (q Question) Idle(k setting.Setting, s setting.Scenario) (why string) {
	policies := s.Policies()
	if q.Types {
		policies = append(policies, s)
		_ = setting.Jitter().Set(&policies[len(policies)-1], "full") // as any other
	}
	for _, p := range policies {
		if k.Idle == nil || k.Idle(p) == "" {
			return ""
		}
		why = k.Idle(p)
	}
	return why
}

// uses is the settings of questions that count in s.
func (q Question) uses(s setting.Scenario) []string {
	if q.Uses != nil {
		return q.Uses(s)
	}
	return q.Takes
}

// Assumed returns what the question takes for granted in s: see [setting.Scenario.Assumed].
func (q Question) Assumed(s setting.Scenario) string {
	if q.Terse {
		return ""
	}
	along := func(name string) bool {
		return slices.ContainsFunc([]string{s.Sweep, s.X, s.Y}, func(axis string) bool {
			return strings.HasPrefix(axis,
				name+"=")
		})
	}
	return s.Assumed(slices.Contains(q.uses(s), "traffic"), func(name string) bool {
		return name == s.Turn || s.Layers != nil && name == "retries" || along(name) || q.Types && name == "jitter"
	})
}

// own is the settings of its own that hold anything in s.
func (q Question) own(s setting.Scenario) (list []setting.Setting) {
	for _, k := range q.Own {
		if k.Asked(s) {
			list = append(list, k)
		}
	}
	if k, ok := q.Setting(s.Want); ok && !slices.ContainsFunc(list,
		func(own setting.Setting) bool { return own.Name == k.Name }) {
		list = append(list, k)
	}
	return list
}

// Args is the words of the command that asks the question of s, after the program's
// name: see [setting.Args].
func (q Question) Args(s setting.Scenario, pinned []string) []string {
	s = q.differing(s)
	return setting.Args(s, q.Start(s), q.Call(s), q.uses(s), pinned, q.own(s)...)
}

// Counts tells whether the setting is part of the question that the question asks of s: as
// part of the policy, or because it holds something that the question reads.
func (q Question) Counts(k setting.Setting, s setting.Scenario) bool {
	if !k.Asks || !k.Asked(s) {
		return !k.Asks
	}
	_, table := setting.Find(k.Name)
	return !table || slices.Contains(q.uses(s), k.Name)
}

// differing is s with a B that differs from A in what the question reads.
func (q Question) differing(s setting.Scenario) setting.Scenario {
	return s.DifferingIn(func(k setting.Setting) bool { return !k.Asks || q.Reads(k.Name) })
}

// A Pair is a key and its value: a float64, a string, or nil when absent.
type Pair struct {
	Key   string
	Value any
}

// Start is the scenario from which the question's settings start; s holds the word after
// the sub-command.
func (q Question) Start(s setting.Scenario) setting.Scenario {
	name := q.Base
	if q.From != nil {
		name = q.From(s)
	}
	start := setting.Preset(name)
	if q.Begin != nil {
		q.Begin(&start)
	}
	return start
}

// Inputs is what the question is asked of: the policy, and of the questions
// those that it reads.
func (q Question) Inputs(s setting.Scenario) []Pair {
	s = q.differing(s)
	var list []Pair
	fleet := slices.Contains(q.uses(s), "traffic") // of nothing else does it tell what has no effect
	for _, k := range slices.Concat(setting.Settings, q.own(s)) {
		// what has no effect is no part of it
		if k.Within != "" || (k.Sets || !k.Asks) && !k.Asked(s) || fleet && k.Asks && k.Idle != nil && k.Idle(s) != "" {
			continue
		}
		if q.Counts(k, s) {
			list = append(list, Pair{k.Key(), k.JSON(s)})
		}
	}
	return list
}

// Slow is the Slow of what solves, simulates, or compares everything.
func Slow(setting.Scenario, Effort) bool { return true }

// Stopped is the answer of an Ask whose context has ended.
var Stopped = Answer{None: &None{Reason: "stopped before there was an answer"}}

// Sources are those of the closed forms.
const Sources = `Sources: the sum of a geometric series; the forms that hold near r = 1 use expm1 and
log1p (W. Kahan). The cap comes first in the published rules of AWS (Brooker, "Exponential
Backoff And Jitter", 2015) and of gRPC (proposal A6).`
