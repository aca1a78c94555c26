package setting

import (
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A Span is where the number of a setting may stand.
type Span struct {
	Lo, Hi float64
	Whole  bool
	None   bool // the setting may also be none, above Hi
}

// Turnable is the settings whose number can be solved for, in the order of table 1: those
// of the policy, and of its fleet all but what says how the fleet is worked out, and when
// the outage begins.
func Turnable() []Setting {
	var list []Setting
	for _, k := range slices.Concat(policySettings, []Setting{clients}, fleetSettings) {
		switch k.Part() {
		case GroupPolicy, GroupTraffic, GroupClient, GroupServer, GroupOutage:
			v, made := k.Value.(compound)
			if _, number := k.Value.(number); (number || made && (v.number != nil || v.inside != nil)) && !k.Moment {
				list = append(list, k)
			}
		}
	}
	return list
}

// numeric is the setting as a number, if in s it holds one, or has one in it.
func (k Setting) numeric(s Scenario) (number, bool) {
	switch v := k.Value.(type) {
	case number:
		return v, true
	case compound:
		switch {
		case v.number != nil:
			return v.number(s)
		case v.inside != nil:
			return v.inside(s), true
		}
	}
	return number{}, false
}

// Span tells within which limits the number of the setting can be turned, the
// other settings standing where they do; ok is false if in s it holds none.
func (k Setting) Span(s Scenario) (_ Span, ok bool) {
	v, ok := k.numeric(s)
	if !ok {
		return Span{}, false
	}
	lo, hi := v.limits(s)
	return Span{lo, hi, v.grid == 1 && v.kind == unit.Count, v.none}, true
}

// At returns s with the number of the setting at x, which is within its Span.
func (k Setting) At(s Scenario, x float64) Scenario {
	v, _ := k.numeric(s)
	was := s
	*v.at(&s) = x
	if v.then != nil {
		v.then(&s, was)
	}
	return s
}

// Stands is where the number of the setting is in s, which holds one.
func (k Setting) Stands(s Scenario) float64 {
	v, _ := k.numeric(s)
	return v.get(s)
}

// Rungs is the values of the number within its Span that a person would choose, rising;
// none, +Inf, the last.
func (k Setting) Rungs(s Scenario) (list []float64) {
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

// Unit is the unit of the setting's number in s.
func (k Setting) Unit(s Scenario) unit.Kind {
	v, _ := k.numeric(s)
	return v.kind
}

// freely is the word of a table that the scenario holds as it is; keys leave it.
func freely(at func(*Scenario) *string, words func() []string, find func(string) (string, bool), wrong string) word {
	return word{words: words, wrong: wrong, still: true,
		find: func(text string) (string, bool) { return find(strings.TrimLeft(text, "-")) },
		get:  func(s Scenario) string { return *at(&s) },
		put:  func(s *Scenario, word string) { *at(s) = word }}
}

// turnable returns the name of the setting that can be solved for: the one that people call so, or whose number the
// one of that name holds.
func turnable(name string) (first string, ok bool) {
	for _, k := range Turnable() {
		if name != "" && (name == k.Short || name == k.Symbol || k.Called(name) || k.Within != "" && name == k.Within) {
			return k.Name, true
		}
	}
	k, ok := ofLayer(name)
	return k.Name, ok
}

// turnableNames is what the argument of solve may be.
func turnableNames() []string {
	var names []string
	for _, k := range Turnable() {
		names = append(names, k.Name)
	}
	return names
}

// limit is the number of a question that sets a limit.
func limit(at func(*Scenario) *float64, kind unit.Kind, lo, hi float64) number {
	v := number{at: at, kind: kind, lo: lo, hi: hi, rungs: ratios}
	switch kind {
	case unit.Duration:
		v.rungs = delays(max(lo, 1e-3), hi)
	case unit.Count:
		v.rungs, v.grid = counts, 1
	}
	return v
}
