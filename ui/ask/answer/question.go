package answer

import (
	"context"
	"slices"

	"retune/ui/ask/setting"
)

// A Question is one question that a user can ask.
//
// Its scenario is valid (see package setting), so Ask never fails. If a question has no answer, [Answer.None] says why.
// When its context is cancelled, Ask returns soon with an answer to discard.
type Question struct {
	Command
	Scope
	SettingsRead
	Screen
	Computation
}

// Command is how a question is asked on the command line.
type Command struct {
	Name          string            // subcommand: "schedule"
	Names         string            // other names of the subcommand, separated by spaces
	Flag          string            // name of the setting whose flag asks the question without a subcommand, or ""
	AlsoAskedBy   string            // name of a setting whose flag asks it besides the subcommand, or ""
	Short         string            // one line of help without a full stop
	Long          string            // meaning, formulas and sources
	Examples      []string          // complete example commands
	Argument      string            // name of the setting that is the argument of the subcommand, or ""
	MeantSettings map[string]string // settings that it does not read, mapped to the ones that users mean
	MissingHint   string            // hint if one of several settings is missing: "the limits are ..."
	Default       bool              // a command line without a question asks this one
	YieldsToFlags bool              // the flag of another question takes precedence over its own
}

// Scope holds the settings that a question or a result reads besides the policy.
type Scope struct {
	Takes        []string                       // settings that it reads
	Needs        []string                       // settings without which it has no answer
	Lacks        func(*setting.Scenario) string // a further setting that s lacks, or ""; nil: none
	Preset       string                         // name of the preset that it starts from, or ""
	ManyPolicies bool                           // accepts any number of policies instead of at most two
}

// SettingsRead holds what a question reads besides its Scope.
type SettingsRead struct {
	UsedSettings func(*setting.Scenario) []string // the settings of Takes that matter in s; nil: all

	// Ignored returns the settings of the policy that it does not use in s, with the rest of the sentence "SETTING has
	// no effect"; nil: none.
	Ignored func(s *setting.Scenario) map[string]string

	OwnSettings     func() []setting.Setting // settings of this question only; nil: none
	FurtherSettings func() []string          // settings that it reads besides Takes; nil: none
	FindSetting     func(string) (setting.Setting,
		bool) // finds settings of this question that are too many to list; or nil
	PresetFor      func(*setting.Scenario) string // computes Preset from the argument of the subcommand; or nil
	Prepare        func(*setting.Scenario)        // changes the scenario that it starts from; or nil
	ComparesJitter bool                           // compares other jitter types with the one of the policy
	NoAssumptions  bool                           // the answer states no assumptions, unless it is about a fleet
}

// Screen describes a question on the screen.
type Screen struct {
	Tab            string   // name of its tab, or "" if it has none
	Rows           []string // settings of questions that have a row in its view
	Layout         Layout
	AsksT          bool // its view also has the schedule, and the wait after an outage if there is one
	Fleet          bool // the settings of a fleet have rows in its view
	Load           bool // its first chart is the load on a server, around an outage
	Calls          bool // in brief its view says how long the calls of each policy take
	Layers         bool // it is about layers of retries, and its view is hidden without any
	HasCharts      bool // its answer can have charts
	SeparateTables bool // its tables have a place of their own in its view
	ListsPolicies  bool // its view lists the policies, and shows the settings of the chosen one
}

// Computation holds the functions that answer a question.
type Computation struct {
	Ask func(ctx context.Context, s *setting.Scenario, effort Effort) Answer

	// Work splits the answer into parts that are computed one after the other. If Work or its result is nil, Ask
	// computes the whole answer.
	Work func(s *setting.Scenario, effort Effort) Work

	// Worked returns the formulas of the answer with the numbers of s, one per line; or nil.
	Worked func(s *setting.Scenario, a Answer) []string

	// Slow reports whether Ask takes too long to call on a key press; nil: never.
	Slow func(s *setting.Scenario, effort Effort) bool
}

// A Layout is how an answer is arranged on the screen.
type Layout int

const (
	Listed           Layout = iota // quantities and tables, one below the other
	ListedAndCharted               // as Listed, with a chart below if there is room
	Charted                        // two charts, and the quantities below
	Tabled                         // the first table, and the quantities below
	Verdict                        // words, charts, and quantities below
	Boxed                          // a chart of boxes to choose from, and the rest below
	Ranked                         // the same, of several policies
	Nested                         // bars inside each other, and the rest below
	Mapped                         // a map whose cells can be taken, and the rest below
)

// Quick reports whether an answer to s takes no longer than a key press allows, one or two milliseconds. It is a
// conservative estimate that does not use the clock.
func (q Question) Quick(s *setting.Scenario, effort Effort) bool {
	return q.Slow == nil || !q.Slow(s, effort)
}

// Effort is the amount of work for an answer. It does not change the question.
type Effort int

const (
	Full  Effort = iota // as exact as possible
	Rough               // fast, for a key that was just pressed; a full answer follows
)

// Subcommand returns the subcommand that asks the question, or "" if a flag does.
func (q Question) Subcommand() string {
	if q.Flag != "" {
		return ""
	}
	return q.Name
}

// CommandLine returns the subcommand that asks the question of s, with its argument.
func (q Question) CommandLine(s *setting.Scenario) string {
	if k, ok := q.Setting(q.Argument); ok {
		return q.Subcommand() + " " + k.Text(s)
	}
	return q.Subcommand()
}

// Missing returns the name of a setting that s needs before the question can be asked, or "".
func (q Question) Missing(s *setting.Scenario) string {
	if a, ok := q.Axis("sweep", s); ok {
		first, _ := a.ScenarioAt(s, a.Values[0])
		s = &first
	}
	return q.Scope.Missing(s, q.Setting)
}

// Missing returns the name of a setting that s lacks, or "". find finds settings.
func (c Scope) Missing(s *setting.Scenario, find func(name string) (setting.Setting, bool)) string {
	for _, name := range c.Needs {
		if k, _ := find(name); !k.Asked(s) {
			return name
		}
	}
	if c.Lacks != nil {
		return c.Lacks(s)
	}
	return ""
}

// own returns the question's own setting with that name.
func (q Question) own(name string) (k setting.Setting, ok bool) {
	list := q.Owned()
	if i := slices.IndexFunc(list, func(k setting.Setting) bool { return k.Name == name }); i >= 0 {
		return list[i], true
	}
	if q.FindSetting != nil {
		return q.FindSetting(name)
	}
	return k, false
}

// Reads reports whether the question reads the named setting of a question.
func (q Question) Reads(name string) bool {
	_, ok := q.own(name)
	return ok || slices.Contains(q.ReadSettings(), name)
}

// Setting returns the setting with that name: the question's own, or one of [setting.Settings].
func (q Question) Setting(name string) (setting.Setting, bool) {
	if k, ok := q.own(name); ok {
		return k, true
	}
	return setting.Find(name)
}

// Axis returns the axis that the question's own setting with that name holds in s. ok is false without one.
func (q Question) Axis(name string, s *setting.Scenario) (a setting.Axis, ok bool) {
	k, _ := q.own(name)
	return k.Axis(s)
}

// Settings returns all settings, with the question's own last.
func (q Question) Settings() []setting.Setting { return slices.Concat(setting.Settings, q.Owned()) }

// Idle completes the sentence "SETTING has no effect ..." if setting k has no effect on any policy of s. Otherwise it
// returns "".
func (q Question) Idle(k setting.Setting, s *setting.Scenario) (why string) {
	if q.Ignored != nil && q.Ignored(s)[k.Name] != "" {
		return q.Ignored(s)[k.Name]
	}
	policies := s.Policies()
	if q.ComparesJitter {
		policies = append(policies, *s)
		_ = setting.Jitter().Set(&policies[len(policies)-1], "full") // any other jitter type would do
	}
	for _, p := range policies {
		if k.Idle == nil || k.Idle(&p) == "" {
			return ""
		}
		why = k.Idle(&p)
	}
	return why
}

// Used reports whether the question uses a setting of questions in s.
func (q Question) Used(name string, s *setting.Scenario) bool {
	_, own := q.own(name)
	return q.UsedSettings == nil || own || slices.Contains(q.UsedSettings(s), name)
}

// usedSettings returns the settings of questions that matter in s.
func (q Question) usedSettings(s *setting.Scenario) []string {
	if q.UsedSettings != nil {
		return q.UsedSettings(s)
	}
	return q.ReadSettings()
}

// ReadSettings returns the settings that the question reads besides the policy.
func (q Question) ReadSettings() []string {
	if q.FurtherSettings == nil {
		return q.Takes
	}
	return slices.Concat(q.FurtherSettings(), q.Takes)
}

// Owned returns the settings of this question only.
func (q Question) Owned() []setting.Setting {
	if q.OwnSettings == nil {
		return nil
	}
	return q.OwnSettings()
}

// Slow is the Slow of questions that solve, simulate, or compare everything.
func Slow(*setting.Scenario, Effort) bool { return true }

// NoGrowth is the reason why no factor has an effect on immediate retries.
var NoGrowth = &None{Reason: "an initial delay of 0s does not grow with any factor",
	Hint: "choose an initial delay above 0s"}

// Cancelled is the answer of an Ask whose context was cancelled.
var Cancelled = Answer{None: &None{Reason: "stopped before there was an answer"}}

// Sources lists the sources of the closed forms.
const Sources = `Sources: the sum of a geometric series; the forms that hold near r = 1 use expm1 and
log1p (W. Kahan). The cap comes first in the published rules of AWS (Brooker, "Exponential
Backoff And Jitter", 2015) and of gRPC (proposal A6).`
