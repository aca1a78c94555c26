package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"retune/ui/knob"
	"retune/ui/unit"
)

// A Result is a row of table 3: one figure of a policy or of a fleet, which can be
// asked for by its name, wanted of a knob, or held against a bound.
type Result struct {
	Name     string // flag of solve, word of what: "elapsed-p99"
	Names    string // its other names, with spaces between them
	Label    string // what people read instead of the name, or ""
	Unit     unit.Kind
	Help     string                     // one line, no full stop
	Phrase   string                     // a wanted value in words, %s: "%s retries by T"; or "", for "a NAME of %s"
	Gives    string                     // a value that comes out, as a clause with %s; or "", for "the NAME is %s"
	Shows    []string                   // names of the quantities that are it, beside that of its own name
	Base     string                     // the name of the scenario that it starts from, or ""
	Takes    []string                   // questions that it reads
	Needs    []string                   // those of them without which there is none
	Lacks    func(knob.Scenario) string // the one that s still needs, or "", or nil
	Relative bool                       // it may be wanted as a share of the elapsed time
	Most     float64                    // the greatest that can be wanted, or 0
	Nominal  bool                       // it is worked out of the delays before jitter
	OfPair   bool                       // it is itself one number for policies A and B
	Better   Better                     // which of two values of it is the better one
	Tells    bool                       // a sentence that compares two policies says it
	Among    []string                   // the words that it may be, in order; nil: it is a number
	Tones    []Tone                     // of those words
	First    bool                       // of those in view it is asked for first
	Apart    bool                       // it is no figure of an answer, and may be wanted all the same
	Floor    bool                       // a bare value that is wanted is the least that will do; else the most

	// Making says what turning the knob to the wanted value shall do, where "gives a
	// NAME of VALUE" is not it, or ""; nil: it always is.
	Making func(s knob.Scenario, k knob.Knob, wanted string) string

	// Binds says what makes it what it is in s: a time, an outage, a retry; nil: nothing
	// that can be named.
	Binds func(s knob.Scenario) string

	// Caution says what is to be known of a solution for it in s; nil: nothing.
	Caution func(s knob.Scenario) []Warning

	// Ended warns of the policies of s that end before the time that it is asked about, where
	// it is worked out as if they did not; nil: it is not.
	Ended func(a *Answer, s knob.Scenario)

	// Over is s with a range of outages, where the result after a single one depends on where
	// exactly the retries fall; nil or not ok: it does not.
	Over func(s knob.Scenario) (_ knob.Scenario, ok bool)

	// Value is the figure: a number, words, or absent, with the reason.
	Value func(ctx context.Context, s knob.Scenario, effort Effort) Value

	// Turns tells that the value may jump or turn round while a knob is turned one
	// way, so that there may be several places for it, or none between two; nil: it
	// never does.
	Turns func(knob.Scenario) bool

	// TurnsWith is the knobs with which it may do so in any scenario.
	TurnsWith []string

	// Noise is how far a full value may be off, relatively, where it comes of distributions or of
	// simulated runs; nil: it is a closed form.
	Noise func(knob.Scenario) float64

	// Engine says in words how a result of a fleet is computed.
	Engine func(s knob.Scenario, effort Effort) string

	// Like is the result of another name that is like it, of which there are too many
	// to list; or nil.
	Like func(name string) (Result, bool)
}

// Results is table 3.
type Results []Result

// Find returns the result of that name, which may be another name of it.
func (list Results) Find(name string) (Result, bool) {
	name = knob.Fold(name)
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

// Of is the scenarios of which the result is asked for s: of each policy, or of both together.
func (r Result) Of(s knob.Scenario) []knob.Scenario {
	if r.OfPair {
		return []knob.Scenario{s}
	}
	return s.Policies()
}

// In is the result as it is called in s: what is worked out of the delays before jitter says so
// where there is jitter.
func (r Result) In(s knob.Scenario) Result {
	if r.Nominal && slices.ContainsFunc(s.Policies(), func(p knob.Scenario) bool { return p.Jitter.Draws() }) {
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
func (r Result) Missing(s knob.Scenario) string {
	for _, name := range r.Needs {
		if k, _ := knob.Find(name); !k.Asked(s) {
			return name
		}
	}
	if r.Lacks != nil {
		return r.Lacks(s)
	}
	return ""
}

// Steady tells whether the value never turns round while the knob is turned.
func (r Result) Steady(s knob.Scenario, k knob.Knob) bool {
	return (r.Turns == nil || !r.Turns(s)) && !slices.Contains(r.TurnsWith, k.Name)
}

// Kind is the unit in which s wants the result.
func (r Result) Kind(s knob.Scenario) unit.Kind {
	if s.Relative {
		return unit.Share
	}
	return r.Unit
}

// Knob is the knob that wants the result.
func (r Result) Knob() knob.Knob {
	k := knob.Wanted(r.Name, r.Unit, r.Help, r.Most, r.Relative)
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
