package setting

import (
	"strings"

	"retune/ui/unit"
)

// A compound is the Value of a setting with its own syntax of several words and numbers: a jitter type with its amount,
// an outage, a retry budget.
type compound struct {
	rule   string // the texts that Set accepts, in words; "" if the list of words says it
	text   func(Scenario) string
	set    func(*Scenario, string) error
	reset  func(*Scenario)
	asked  func(Scenario) bool           // whether it has a value; nil: if it has a text
	show   func(Scenario) string         // the text for people; nil if it is the text itself
	words  func() []string               // the first words offered; nil if there are none
	number func(Scenario) (number, bool) // its number, if it has one in s; nil if it never has
	inside func(Scenario) number         // the number inside it that can be solved for, or nil
	track  func(Scenario) track          // the part that keys change, or nil; a nil func means the same
}

// A track is the part of a value that keys change.
type track interface {
	Step(s *Scenario, steps int, coarse bool)
	Limit(s *Scenario, end bool)
}

func (v compound) Text(s Scenario) string             { return v.text(s) }
func (v compound) Set(s *Scenario, text string) error { return v.set(s, text) }
func (v compound) Reset(s *Scenario)                  { v.reset(s) }

func (v compound) Range() string {
	if v.rule == "" {
		return strings.Join(v.list(), ", ")
	}
	return v.rule
}

func (v compound) Show(s Scenario) string {
	if v.show != nil {
		return v.show(s)
	}
	return v.text(s)
}

func (v compound) list() []string {
	if v.words == nil {
		return nil
	}
	return v.words()
}

func (v compound) Kind() unit.Kind {
	if v.number != nil {
		return unit.Number
	}
	return unit.Count
}

func (v compound) Number(s Scenario) (float64, bool) {
	if v.number == nil {
		return 0, false
	}
	n, ok := v.number(s)
	if !ok {
		return 0, false
	}
	return n.get(s), true
}

// trackIn returns the track in s, or nil.
func (v compound) trackIn(s Scenario) track {
	if v.track == nil {
		return nil
	}
	return v.track(s)
}

func (v compound) Step(s *Scenario, n int, coarse bool) {
	if t := v.trackIn(*s); t != nil {
		t.Step(s, n, coarse)
	}
}

func (v compound) Limit(s *Scenario, end bool) {
	if t := v.trackIn(*s); t != nil {
		t.Limit(s, end)
	}
}
