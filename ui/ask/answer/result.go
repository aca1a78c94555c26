package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Result is a row of table 3: one figure of a policy or of a fleet, which can be
// asked for by its name, wanted of a setting, or held against a bound.
type Result struct {
	Naming
	Scope
	Goal
	Figure

	// Like finds a result by name if there are too many to list; or nil.
	Like func(name string) (Result, bool)
}

// Naming is how people ask for a result and read its value.
type Naming struct {
	Name   string // flag of solve, word of what: "elapsed-p99"
	Names  string // its other names, separated by spaces
	Label  string // what people read instead of the name, or ""
	Unit   unit.Kind
	Help   string   // one line, no full stop
	Phrase string   // a wanted value in words, %s: "%s retries by T"; "" means "a NAME of %s"
	Gives  string   // a value that comes out, as a clause with %s; "" means "the NAME is %s"
	Shows  []string // quantities that show it under another name
	Among  []string // the words that it may be, in order; nil: it is a number
	Tones  []Tone   // the tone of each of those words
	Better Better   // which of two values is the better one
	Ranks  string   // what the policy with the best value is, or ""
	Tells  bool     // a sentence that compares two policies names it
}

// Goal is what solve and check need to know of a result that is wanted.
type Goal struct {
	Relative bool    // may be wanted as a share of the elapsed time
	Most     float64 // the greatest value that can be wanted, or 0
	Apart    bool    // no figure of an answer, and may be wanted all the same
	Floor    bool    // a bare value is the least that will do; otherwise the most
	First    bool    // asked for first of those in view

	// Caution returns the warnings of a solution; nil: none.
	Caution func(s setting.Scenario) []Warning

	// Over replaces a single outage by a range of outages if the result depends on where
	// exactly the retries fall; nil or not ok: it does not.
	Over func(s setting.Scenario) (_ setting.Scenario, ok bool)

	// Turns reports whether the value may jump or turn round as a setting moves one way, so
	// that it may be reached at several places or at none; nil: never.
	Turns func(setting.Scenario) bool

	// TurnsWith names the settings with which it may do so in any scenario.
	TurnsWith []string
}

// Figure is how a result is computed.
type Figure struct {
	// Value is the number, the words, or the reason why there is none.
	Value func(ctx context.Context, s setting.Scenario, effort Effort) Value

	Nominal bool // computed from the delays before jitter
	OfPair  bool // one number for policies A and B together

	// Binds names what sets the value in s: a time, an outage, a retry; nil: nothing to name.
	Binds func(s setting.Scenario) string

	// Ended warns about policies that end before the time asked about, although the value
	// is computed as if they went on; nil: no warning.
	Ended func(a *Answer, s setting.Scenario)

	// Noise is the relative error of a full value from distributions or simulated runs;
	// nil: a closed form.
	Noise func(setting.Scenario) float64

	// Engine says in words how a result of a fleet is computed.
	Engine func(s setting.Scenario, effort Effort) string
}

// Results lists results in the order in which everything shows them.
type Results []Result

// Find returns the result of that name, which may be another name of it.
func (list Results) Find(name string) (Result, bool) {
	name = setting.Fold(name)
	for i := range list { // a copy of each would take longer than all else
		if list[i].Name == name {
			return list[i], true
		}
	}
	for i := range list {
		if names := list[i].Names; strings.Contains(names, name) && slices.Contains(strings.Fields(names), name) {
			return list[i], true
		}
	}
	for i := range list {
		if list[i].Like == nil {
			continue
		}
		if other, ok := list[i].Like(name); ok {
			return other, true
		}
	}
	return Result{}, false
}

// Of returns the result that a quantity of an answer is.
func (list Results) Of(q Quantity) (Result, bool) {
	for i := range list {
		if slices.Contains(list[i].Shows, q.Name) {
			return list[i], true
		}
	}
	return list.Find(strings.ReplaceAll(q.Name, " ", "-"))
}

// Names lists the names, without those that others are like.
func (list Results) Names() []string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = r.Name
	}
	return names
}

// Takes lists the questions that they read.
func (list Results) Takes() (names []string) {
	for _, r := range list {
		for _, name := range slices.Concat(r.Needs, r.Takes) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Called is the result's name for people.
func (r Result) Called() string {
	if r.Label != "" {
		return r.Label
	}
	return strings.ReplaceAll(r.Name, "-", " ")
}

// Clause is a value that comes out, in words: "5% of the clients give up".
func (r Result) Clause(value string) string {
	if r.Gives == "" {
		return fmt.Sprintf("the %s is %s", r.Called(), value)
	}
	return Agreed(fmt.Sprintf(r.Gives, value))
}

// Of lists the scenarios for which s asks for the result: each policy, or both together.
func (r Result) Of(s setting.Scenario) []setting.Scenario {
	if r.OfPair {
		return []setting.Scenario{s}
	}
	return s.Policies()
}

// In is the result with its name in s: one computed from the delays before jitter says so
// where there is jitter.
func (r Result) In(s setting.Scenario) Result {
	if r.Nominal && slices.ContainsFunc(s.Policies(), func(p setting.Scenario) bool { return p.Jitter.Draws() }) {
		const so = " without jitter"
		r.Label = r.Called() + so
		if r.Gives != "" {
			r.Gives += so
		}
		if r.Phrase != "" {
			r.Phrase += so
		}
	}
	return r
}

// Missing is the question that s leaves open and the result needs, or "".
func (r Result) Missing(s setting.Scenario) string {
	for _, name := range r.Needs {
		if k, _ := setting.Find(name); !k.Asked(s) {
			return name
		}
	}
	if r.Lacks != nil {
		return r.Lacks(s)
	}
	return ""
}

// Steady tells whether the value never turns round while the setting is turned.
func (r Result) Steady(s setting.Scenario, k setting.Setting) bool {
	return (r.Turns == nil || !r.Turns(s)) && !slices.Contains(r.TurnsWith, k.Name)
}

// Kind is the unit in which s wants the result.
func (r Result) Kind(s setting.Scenario) unit.Kind {
	if s.Relative {
		return unit.Share
	}
	return r.Unit
}

// Setting is the setting that wants the result.
func (r Result) Setting() setting.Setting {
	k := setting.Wanted(r.Name, r.Unit, r.Help, r.Most, r.Relative)
	k.Names = r.Names
	return k
}

// Simulated reports whether a value of it is a run of a fleet.
func (r Result) Simulated() bool { return r.Base != "" }

// Drawn reports whether a value of it comes of the distributions of the delays.
func (r Result) Drawn() bool { return r.Noise != nil && !r.Simulated() }

// Number is a value that is a number, or that is absent for the reason if it is NaN.
func Number(x float64, why string) Value {
	return Quantity{A: x, Why: why}.Of(0)
}
