package setting

import (
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A NumberRange is the range of a setting's number.
type NumberRange struct {
	Lo, Hi float64
	Whole  bool
	None   bool // +Inf is allowed too
}

// Solvable returns the settings with a number that can be solved for: those of the policy and of the fleet. It leaves
// out settings of the simulation and the start of the outage.
func Solvable() []Setting {
	return where(func(k Setting) bool {
		v, _ := k.Value.(compound)
		_, plain := k.Value.(number)
		return (plain || v.number != nil) && !k.NeverSolved && !slices.Contains(alike, k.DisplayGroup())
	})
}

// numeric returns the number that the setting holds or contains in s. ok is false if there is none.
func (k Setting) numeric(s *Scenario) (number, bool) {
	switch v := k.Value.(type) {
	case number:
		return v, true
	case compound:
		if v.number != nil {
			return v.number(s)
		}
	}
	return number{}, false
}

// NumberRange returns the range of the setting's number given the other settings of s. ok is false if the setting holds
// no number in s.
func (k Setting) NumberRange(s *Scenario) (_ NumberRange, ok bool) {
	v, ok := k.numeric(s)
	if !ok {
		return NumberRange{}, false
	}
	lo, hi := v.limits(s)
	return NumberRange{lo, hi, v.grid == 1 && v.kind == unit.Count, v.none}, true
}

// WithNumber returns s with the setting's number at x, which must be within its Span.
func (k Setting) WithNumber(given *Scenario, x float64) Scenario {
	s := *given
	v, _ := k.numeric(&s)
	was := s
	*v.at(&s) = x
	if v.then != nil {
		v.then(&s, &was)
	}
	return s
}

// CurrentNumber returns the setting's number in s, or NaN if it holds none.
func (k Setting) CurrentNumber(s *Scenario) float64 {
	if v, ok := k.numeric(s); ok {
		return v.get(s)
	}
	return math.NaN()
}

// Rungs returns the round values within the Span, rising. +Inf comes last if it is allowed.
func (k Setting) Rungs(s *Scenario) (list []float64) {
	v, _ := k.numeric(s)
	lo, hi := v.limits(s)
	for _, x := range v.rungs {
		if x >= lo && x <= hi {
			list = append(list, x)
		}
	}
	if v.none {
		list = append(list, math.Inf(1))
	}
	return list
}

// Unit returns the unit of the setting's number in s.
func (k Setting) Unit(s *Scenario) unit.Kind {
	v, _ := k.numeric(s)
	return v.kind
}

// wordFrom returns a word that the scenario stores as a string. Keys do not change it.
func wordFrom(at field[string], words func() []string, find func(string) (string, bool), wrong string) word {
	return word{words: words, wrong: wrong, still: true,
		find: func(text string) (string, bool) { return find(strings.TrimLeft(text, "-")) },
		get:  func(s *Scenario) string { return *at(s) },
		put:  func(s *Scenario, word string) { *at(s) = word }}
}

// solvable returns the setting to solve for under that name: a setting with a number and that name, or the number
// inside the setting of that name.
func solvable(name string) (first string, ok bool) {
	for _, k := range Solvable() {
		if name != "" && (name == k.Short || name == k.Symbol || k.HasName(name) || k.PartOf != "" && name == k.PartOf) {
			return k.Name, true
		}
	}
	k, ok := ofLayer(name)
	return k.Name, ok
}

// solvableNames returns the settings that the argument of solve may name.
func solvableNames() []string { return namesOf(Solvable()) }

// PolicyLimits returns the settings that can end the policy of s.
func (s *Scenario) PolicyLimits() []Setting {
	return where(func(k Setting) bool { return k.EndsPolicy && unit.Finite(k.CurrentNumber(s)) })
}
