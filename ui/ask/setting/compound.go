package setting

import "strings"

// A compound is the Value of a setting with its own syntax of several words and numbers: a jitter type with its amount,
// an outage, a retry budget.
type compound struct {
	rule   string // the texts that Set accepts, in words; "" if the list of words says it
	text   func(*Scenario) string
	set    func(*Scenario, string) error
	reset  func(*Scenario)
	asked  func(*Scenario) bool           // whether it has a value; nil: if it has a text
	show   func(*Scenario) string         // the text for people; nil if it is the text itself
	words  func() []string                // the first words offered; nil if there are none
	number func(*Scenario) (number, bool) // its number, if it has one in s; nil if it never has
	whole  bool                           // the number is all of the value
	still  bool                           // keys do not change the number
	types  func(*Scenario) word           // the words that keys step through, or nil
}

func (v compound) Text(s *Scenario) string            { return v.text(s) }
func (v compound) Set(s *Scenario, text string) error { return v.set(s, text) }
func (v compound) Reset(s *Scenario)                  { v.reset(s) }

func (v compound) Range() string {
	if v.rule == "" {
		return strings.Join(v.choices(), ", ")
	}
	return v.rule
}

func (v compound) Show(s *Scenario) string {
	if v.show != nil {
		return v.show(s)
	}
	return v.text(s)
}

func (v compound) choices() []string {
	if v.words == nil {
		return nil
	}
	return v.words()
}

func (v compound) track(s *Scenario) track {
	if v.types != nil {
		return v.types(s)
	}
	if v.number != nil && !v.still {
		if n, ok := v.number(s); ok {
			return n
		}
	}
	return nil
}
