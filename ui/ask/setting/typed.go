package setting

import (
	"maps"
	"regexp"
	"strings"
)

// typed is a text that was set, and the exact text of the value that it gave.
type typed struct{ text, exact string }

// echoed is the texts that are echoed as they were typed: times of one number and one
// unit, where the table of units would write another: 90s and not 1m30s. A bare number
// is echoed with its unit.
var echoed = regexp.MustCompile(`^[<>]?=?([a-z]+=)?\d{1,6}(\.\d{1,3})?(ns|us|ms|s|m|h|d)(\.\.\d{1,6}(\.\d{1,3})?(ns|us|ms|s|m|h|d))?$`)

var bare = regexp.MustCompile(`^\d{1,6}(\.\d{1,3})?$`)

// Set sets the setting to what a person typed, or refuses it with a clause that says what
// would be right, and changes nothing.
func (k Setting) Set(s *Scenario, text string) error {
	if err := k.Value.Set(s, text); err != nil {
		return err
	}
	text = strings.TrimSpace(text)
	exact := k.Value.Text(*s)
	if again := *s; bare.MatchString(text) && text != exact && k.Value.Set(&again, text+"s") == nil && k.Value.Text(again) == exact {
		text += "s"
	}
	echo := text != exact && echoed.MatchString(text) && before(text) == before(exact)
	if _, was := s.typed[k.Name]; !echo && !was {
		return nil
	}
	s.typed = maps.Clone(s.typed) // others have the one there was
	if s.typed == nil {
		s.typed = map[string]typed{}
	}
	if delete(s.typed, k.Name); echo {
		s.typed[k.Name] = typed{text, exact}
	}
	return nil
}

// before is what stands before the number of a text: mean= of mean=90s.
func before(text string) string { return text[:strings.IndexAny(text+"0", "0123456789")] }

// Typed is the text of the setting as it was typed, or the exact one where the value is
// another by now.
func (k Setting) Typed(s Scenario) string {
	exact := k.Text(s)
	if as, ok := s.typed[k.Name]; ok && as.exact == exact {
		return as.text
	}
	return exact
}

// As is the value of the setting in a sentence: as it was typed, or rounded where it was not.
func (k Setting) As(s Scenario) string {
	if text := k.Typed(s); text != k.Text(s) {
		return text
	}
	return k.Show(s)
}

// As is that of the setting of that name.
func (s Scenario) As(name string) string {
	k, _ := Find(name)
	return k.As(s)
}
