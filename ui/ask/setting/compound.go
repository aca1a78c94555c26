package setting

import (
	"strings"

	"retune/ui/unit"
)

// A compound is the Value of a setting that is written in a way of its own, with several
// words and numbers: a type of jitter and its amount, an outage, a retry budget.
type compound struct {
	rule   string // what Set takes, in words; "" if list says it
	text   func(Scenario) string
	set    func(*Scenario, string) error
	reset  func(*Scenario)
	show   func(Scenario) string         // for people, where that is not the text; or nil
	words  func() []string               // of which it begins with one; or nil
	number func(Scenario) (number, bool) // it is a number, but of which kind depends on s; or nil
	inside func(Scenario) number         // the number in it that can be solved for; or nil
	track  func(Scenario) track          // the part that keys turn, or nil; or nil
}

// A track is what keys turn.
type track interface {
	Step(s *Scenario, notches int, coarse bool)
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

// turned is what keys turn in s, or nil.
func (v compound) turned(s Scenario) track {
	if v.track == nil {
		return nil
	}
	return v.track(s)
}

func (v compound) Step(s *Scenario, n int, coarse bool) {
	if t := v.turned(*s); t != nil {
		t.Step(s, n, coarse)
	}
}

func (v compound) Limit(s *Scenario, end bool) {
	if t := v.turned(*s); t != nil {
		t.Limit(s, end)
	}
}
