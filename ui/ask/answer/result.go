package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Result is one figure of a policy or a fleet. Users print it by its name, solve for it, or check it against a bound.
type Result struct {
	Naming
	Scope
	Goal
	Figure

	// Like finds results that are too many to list; or nil.
	Like func(name string) (Result, bool)
}

// Naming is how people name a result and read its value.
type Naming struct {
	Name   string // flag of solve, argument of what: "elapsed-p99"
	Names  string // other names, separated by spaces
	Label  string // name for people, or ""
	Unit   unit.Kind
	Help   string            // one line without a full stop
	Phrase string            // a wanted value in words, with %s: "%s retries by T"; "" means "a NAME of %s"
	Gives  string            // a computed value as a clause, with %s; "" means "the NAME is %s"
	Shows  []string          // names of quantities that show the result
	Among  []string          // all possible words, in order; nil: the result is a number
	Also   map[string]string // other words for them
	Tones  []Tone            // tones of those words
	Better Better            // which of two values is better
	Ranks  string            // word for the policy with the best value, or ""
	Tells  bool              // sentences that compare two policies mention it
}

// Goal is what solve and check need to know about a result.
type Goal struct {
	Relative bool    // the wanted value may be a share of the elapsed time
	Most     float64 // the largest value that can be wanted, or 0
	Apart    bool    // may be wanted although no answer has it as a figure
	Floor    bool    // a bare wanted value is a lower bound instead of an upper bound
	First    bool    // preferred to other results in view

	// Caution returns the warnings of a solution; nil: none.
	Caution func(s setting.Scenario) []Warning

	// Over replaces a single outage by a range of outages, if the result depends on where exactly the retries fall. ok
	// is false if it does not; nil means the same.
	Over func(s setting.Scenario) (_ setting.Scenario, ok bool)

	// Unfit returns why no solution is proposed in s, although its value may keep the bound, or ""; nil: never.
	Unfit func(s setting.Scenario) string

	// NotMonotone reports whether the value can jump or change direction as a setting rises, so that several settings
	// or none reach it; nil: never.
	NotMonotone func(setting.Scenario) bool

	// NotMonotoneIn names settings for which NotMonotone is true in any scenario.
	NotMonotoneIn []string
}

// Figure is how a result is computed.
type Figure struct {
	// Value computes the number or the words, or the reason why there is none.
	Value func(ctx context.Context, s setting.Scenario, effort Effort) Value

	Nominal bool // computed from the delays before jitter
	OfPair  bool // one number for policies A and B together

	// Binds names what determines the value in s: a time, an outage, a retry; nil: nothing.
	Binds func(s setting.Scenario) string

	// Ended adds a warning about policies that end before the time in question, if the value is computed as if they
	// continued; nil: no warning.
	Ended func(a *Answer, s setting.Scenario)

	// Noise returns the relative error of a value at full effort, from distributions or simulated runs; nil: a closed
	// form.
	Noise func(setting.Scenario) float64

	// Absolute returns s with a wanted multiple as a number, or why there is none; nil: no multiple can be wanted.
	Absolute func(ctx context.Context, s setting.Scenario) (_ setting.Scenario, why string)

	// Engine says in words how a result of a fleet is computed.
	Engine func(s setting.Scenario, effort Effort) string
}

// Results is a list of results in display order.
type Results []Result

// Find returns the result with that name or other name.
func (list Results) Find(name string) (Result, bool) {
	name = setting.Fold(name)
	for i := range list { // by index, because copying each result is slow
		names := list[i].Names
		if list[i].Name == name || strings.Contains(names, name) && slices.Contains(strings.Fields(names), name) {
			return list[i], true
		}
	}
	for i := range list {
		if like := list[i].Like; like != nil {
			if other, ok := like(name); ok {
				return other, true
			}
		}
	}
	return Result{}, false
}

// Of returns the result that the quantity shows.
func (list Results) Of(q Quantity) (Result, bool) {
	for i := range list {
		if slices.Contains(list[i].Shows, q.Name) {
			return list[i], true
		}
	}
	return list.Find(strings.ReplaceAll(q.Name, " ", "-"))
}

// Names returns the names of the listed results, without those that Like finds.
func (list Results) Names() []string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = r.Name
	}
	return names
}

// Takes returns the names of the settings that the results read.
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

// About returns the Extra of a question about one of the results, which its scenario names. further are settings that
// it reads besides those of the result.
func About(results func() Results, named func(setting.Scenario) Result, further ...string) Extra {
	return Extra{
		Also: sync.OnceValue(func() []string { return results().Takes() }), // once, because results are many
		Uses: func(s setting.Scenario) []string { return append(Results{named(s)}.Takes(), further...) },
		From: func(s setting.Scenario) string { return named(s).Base },
	}
}

// Called returns the name of the result for people.
func (r Result) Called() string {
	if r.Label != "" {
		return r.Label
	}
	return strings.ReplaceAll(r.Name, "-", " ")
}

// Clause returns a computed value in words: "5% of the clients give up".
func (r Result) Clause(value string) string {
	if r.Gives == "" {
		return fmt.Sprintf("the %s is %s", r.Called(), value)
	}
	return Agreed(fmt.Sprintf(r.Gives, value))
}

// Of returns the scenarios to compute the result for: each policy of s, or both together.
func (r Result) Of(s setting.Scenario) []setting.Scenario {
	if r.OfPair {
		return []setting.Scenario{s}
	}
	return s.Policies()
}

// In returns the result with its name in s. A Nominal result adds "without jitter" if a policy has jitter.
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

// Missing returns the name of a setting that s needs before the result can be computed, or "".
func (r Result) Missing(s setting.Scenario) string {
	return r.missing(s, setting.Find)
}

// Steady reports whether the value never jumps or changes direction as setting k rises.
func (r Result) Steady(s setting.Scenario, k setting.Setting) bool {
	return (r.NotMonotone == nil || !r.NotMonotone(s)) && !slices.Contains(r.NotMonotoneIn, k.Name)
}

// Kind returns the unit of the wanted value in s.
func (r Result) Kind(s setting.Scenario) unit.Kind {
	if s.Relative && r.Unit != unit.Rate {
		return unit.Share
	}
	return r.Unit
}

// Setting returns the setting for a wanted value of the result.
func (r Result) Setting() setting.Setting {
	k := setting.Wanted(r.Name, r.Unit, r.Help, r.Most, r.Relative)
	k.Names = r.Names
	return k
}

// Simulated reports whether a value comes from a simulated run of a fleet.
func (r Result) Simulated() bool { return r.Base != "" }

// Drawn reports whether a value comes from the distributions of the delays.
func (r Result) Drawn() bool { return r.Noise != nil && !r.Simulated() }

// At is the value in s with the digits that are known of it.
func (r Result) At(ctx context.Context, s setting.Scenario, effort Effort) Value {
	v := r.Value(ctx, s, effort)
	switch {
	case v.Error > 0:
		v.Digits = unit.Known(v.Number, v.Error)
	case v.Digits == 0 && r.Drawn() && s.Jitter.Draws():
		v.Digits = 3
	}
	return v
}

// Number returns a value that is x, or absent for the reason why if x is NaN.
func Number(x float64, why string) Value {
	return Quantity{A: x, Why: why}.Of(0)
}
