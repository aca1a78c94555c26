// Package figure defines the row of a named number or word, which users print, solve for, check, map and see on the
// screen: its names, unit, help, which way is better, what it reads, and how it is computed.
//
// Each room of questions has a table with its rows, and package question joins them. A figure is added with one row.
package figure

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A Figure is a named number or word of a policy, a fleet or a stack of layers.
type Figure struct {
	Name          string // flag of solve, argument of what: "elapsed-p99"
	Names         string // other names, separated by spaces
	Label         string // name for people, or ""
	Unit          unit.Kind
	Help          string            // one line without a full stop
	WantedText    string            // a wanted value in words, with %s: "%s retries by T"; "" means "a NAME of %s"
	ValueText     string            // a computed value as a clause, with %s; "" means "the NAME is %s"
	ZeroText      string            // the clause for a value of 0, if that is another one; its verb takes "would" as well
	QuantityNames []string          // names of quantities that show it, besides its own name
	PossibleWords []string          // all possible words, in order; nil: it is a number
	WordAliases   map[string]string // other words for them
	Tones         []answer.Tone     // tones of those words
	Better        answer.Better     // which of two values is better
	BestLabel     string            // word for the policy with the best value, or ""
	InComparisons bool              // sentences that compare two policies mention it

	answer.Scope

	// Compute computes the number or the words, or the reason why there is none.
	Compute      func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Value
	BeforeJitter bool // computed from the delays before jitter
	OfPair       bool // one number for policies A and B together
	// DeterminedBy names what determines the value in s: a time, an outage, a retry; nil: nothing.
	DeterminedBy func(s *setting.Scenario) string
	// WarnEnded adds a warning about policies that end before the time in question, if the value is computed as if they
	// continued; nil: no warning.
	WarnEnded func(a *answer.Answer, s *setting.Scenario)
	// RelativeError returns the relative error of a value at full effort, from distributions or simulated runs; nil: a
	// closed form.
	RelativeError func(*setting.Scenario) float64
	// Method says in words how a figure of a fleet is computed.
	Method func(s *setting.Scenario, effort answer.Effort) string

	Goal

	// FindMore finds figures that are too many to list; or nil.
	FindMore func(name string) (Figure, bool)
}

// Goal is what solve and check need to know about a figure.
type Goal struct {
	Relative     bool    // the wanted value may be a share of the elapsed time
	MaxWanted    float64 // the largest value that can be wanted, or 0
	NotInAnswers bool    // may be wanted although no answer has it
	LowerBound   bool    // a bare wanted value is a lower bound instead of an upper bound
	Preferred    bool    // preferred to other figures in view
	// Warnings returns the warnings of a solution; nil: none.
	Warnings func(s *setting.Scenario) []answer.Warning
	// OverOutages replaces a single outage by a range of outages, if the figure depends on where exactly the retries fall.
	// ok is false if it does not; nil means the same.
	OverOutages func(s *setting.Scenario) (_ setting.Scenario, ok bool)
	// Unfit returns why no solution is proposed in s, although its value may keep the bound, or ""; nil: never.
	Unfit func(s *setting.Scenario) string
	// NotMonotone reports whether the value can jump or change direction as a setting rises, so that several settings
	// or none reach it; nil: never.
	NotMonotone func(*setting.Scenario) bool
	// NotMonotoneIn names settings for which NotMonotone is true in any scenario.
	NotMonotoneIn []string
	// Absolute returns s with a wanted multiple as a number, or why there is none; nil: no multiple can be wanted.
	Absolute func(ctx context.Context, s *setting.Scenario) (_ setting.Scenario, why string)
}

// A Table is a list of figures in display order.
type Table []Figure

// dashedSuffixes are the ends of the JSON keys of figures in a unit.
var dashedSuffixes = map[unit.Kind]string{unit.Duration: "-s", unit.Rate: "-per-s"}

// Find returns the result with that name, other name or JSON key.
func (list Table) Find(name string) (Figure, bool) {
	name = setting.DashedLower(name)
	for i := range list { // by index, because copying each result is slow
		if list[i].isCalled(name) {
			return list[i], true
		}
	}
	for i := range list {
		if list[i].hasKey(strings.TrimSuffix(name, dashedSuffixes[list[i].Unit])) {
			return list[i], true
		}
	}
	for i := range list {
		if like := list[i].FindMore; like != nil {
			if other, ok := like(strings.TrimSuffix(name, "-s")); ok { // all are durations
				return other, true
			}
		}
	}
	return Figure{}, false
}

// isCalled reports whether name is a name of the figure.
func (r *Figure) isCalled(name string) bool {
	return r.Name == name || strings.Contains(r.Names, name) && slices.Contains(strings.Fields(r.Names), name)
}

// hasKey reports whether key is a JSON key of the figure or of a quantity that shows it, with dashes and without its
// unit.
func (r *Figure) hasKey(key string) bool {
	return key != "" && (r.isCalled(key) || isSpelled(r.Label, key) ||
		slices.ContainsFunc(r.QuantityNames, func(shown string) bool { return isSpelled(shown, key) }))
}

// isSpelled reports whether key is shown with dashes, without an allocation.
func isSpelled(shown, key string) bool {
	if len(shown) != len(key) {
		return false
	}
	for i := range len(key) {
		if c := shown[i]; c != key[i] && (c != ' ' || key[i] != '-') {
			return false
		}
	}
	return true
}

// ForQuantity returns the result that the quantity shows.
func (list Table) ForQuantity(q answer.Quantity) (Figure, bool) {
	for i := range list {
		if slices.Contains(list[i].QuantityNames, q.Name) {
			return list[i], true
		}
	}
	return list.Find(strings.ReplaceAll(q.Name, " ", "-"))
}

// Names returns the names of the listed results, without those that FindMore finds.
func (list Table) Names() []string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = r.Name
	}
	return names
}

// Takes returns the names of the settings that the results read.
func (list Table) Takes() (names []string) {
	for _, r := range list {
		for _, name := range slices.Concat(r.Needs, r.Takes) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// SettingsRead returns what a question reads that is about one of the results, which its scenario names. further are
// settings that it reads besides those of the result.
func SettingsRead(results func() Table, named func(*setting.Scenario) Figure, further ...string) answer.SettingsRead {
	return answer.SettingsRead{
		FurtherSettings: sync.OnceValue(func() []string { return results().Takes() }), // once, because results are many
		UsedSettings:    func(s *setting.Scenario) []string { return append(Table{named(s)}.Takes(), further...) },
		PresetFor:       func(s *setting.Scenario) string { return named(s).Preset },
		Ignored: func(s *setting.Scenario) map[string]string {
			if !named(s).Simulated() {
				return nil
			}
			return map[string]string{"attempt-time": "in a fleet: an attempt takes as long as the server needs"}
		},
	}
}

// DisplayName returns the name of the result for people.
func (r Figure) DisplayName() string {
	if r.Label != "" {
		return r.Label
	}
	return strings.ReplaceAll(r.Name, "-", " ")
}

// Quantity returns a value of the figure as a line of an answer.
func (r Figure) Quantity(v answer.Value) answer.Quantity {
	v.Kind = r.Unit
	return answer.Quantity{Name: strings.ReplaceAll(r.Name, "-", " "), Label: r.Label, Value: v, Better: r.Better,
		BestLabel: r.BestLabel, InComparisons: r.InComparisons, PossibleWords: r.PossibleWords}
}

// Clause returns a computed value in words: "5% of the clients give up".
func (r Figure) Clause(value string) string {
	if r.ZeroText != "" && value == "0" {
		return r.ZeroText
	} else if r.ValueText == "" {
		return fmt.Sprintf("the %s is %s", r.DisplayName(), value)
	}
	return answer.Singulars(fmt.Sprintf(r.ValueText, value))
}

// Scenarios returns the scenarios to compute the result for: each policy of s, or both together.
func (r Figure) Scenarios(s *setting.Scenario) []setting.Scenario {
	if r.OfPair {
		return []setting.Scenario{*s}
	}
	return s.Policies()
}

// LabelledFor returns the result with its name in s. A result from the delays before jitter adds "without jitter" if a
// policy has jitter.
func (r Figure) LabelledFor(s *setting.Scenario) Figure {
	if r.BeforeJitter && slices.ContainsFunc(s.Policies(), func(p setting.Scenario) bool { return p.Jitter.Draws() }) {
		const so = " without jitter"
		r.Label = r.DisplayName() + so
		if r.ValueText != "" {
			r.ValueText += so
		}
		if r.WantedText != "" {
			r.WantedText += so
		}
	}
	return r
}

// Missing returns the name of a setting that s needs before the result can be computed, or "".
func (r Figure) Missing(s *setting.Scenario) string {
	return r.Scope.Missing(s, setting.Find)
}

// Steady reports whether the value never jumps or changes direction as setting k rises.
func (r Figure) Steady(s *setting.Scenario, k setting.Setting) bool {
	return (r.NotMonotone == nil || !r.NotMonotone(s)) && !slices.Contains(r.NotMonotoneIn, k.Name)
}

// Kind returns the unit of the wanted value in s.
func (r Figure) Kind(s *setting.Scenario) unit.Kind {
	if s.Relative && r.Unit != unit.Rate {
		return unit.Share
	}
	return r.Unit
}

// Setting returns the setting for a wanted value of the result.
func (r Figure) Setting() setting.Setting {
	k := setting.TargetSetting(r.Name, r.Unit, r.Help, r.MaxWanted, r.Relative)
	k.Names = r.Names
	return k
}

// Simulated reports whether a value comes from a simulated run of a fleet.
func (r Figure) Simulated() bool { return r.Preset != "" }

// FromDistributions reports whether a value comes from the distributions of the delays.
func (r Figure) FromDistributions() bool { return r.RelativeError != nil && !r.Simulated() }

// Evaluate is the value in s with the digits that are known of it.
func (r Figure) Evaluate(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Value {
	v := r.Compute(ctx, s, effort)
	switch {
	case v.Error > 0:
		v.Digits = unit.Known(v.Number, v.Error)
	case v.Digits == 0 && r.FromDistributions() && s.Jitter.Draws():
		v.Digits = 3
	}
	return v
}
