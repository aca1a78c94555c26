package setting

import (
	"maps"
	"regexp"
	"strings"
	"sync"
)

// typed is the text that the user gave for a setting, and the exact text of the value at that time.
type typed struct{ text, exact string }

// repeatedAsTyped matches the times that output repeats as the user typed them: one number with one unit, or a range of
// two, behind a bound or a word. 90s stays 90s although the exact text is 1m30s.
var repeatedAsTyped = sync.OnceValue(func() *regexp.Regexp {
	const time = `(\d{1,6}(\.\d{0,3})?|\.\d{1,3})(ns|us|ms|s|m|h|d)`
	return regexp.MustCompile(`^[<>=]*([^=]*=)?` + time + `(\.\.` + time + `)?$`)
})

// plainNumber reports whether text is an unsigned number without an exponent.
func plainNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }

// Set parses what the user typed and sets the setting in s. On an error s is unchanged.
func (k Setting) Set(s *Scenario, text string) error {
	if err := k.Value.Set(s, text); err != nil {
		return err
	}
	text = strings.TrimSpace(text)
	exact := k.Text(s)
	if again := *s; plainNumber(text) && k.Value.Set(&again, text+"s") == nil && k.Text(&again) == exact {
		text += "s"
	}
	texts := maps.Clone(s.typed) // other scenarios share the map
	delete(texts, k.Name)
	if text != exact && repeatedAsTyped().MatchString(text) && beforeNumber(text) == beforeNumber(exact) {
		if texts == nil {
			texts = map[string]typed{}
		}
		texts[k.Name] = typed{text, exact}
	}
	s.typed = texts
	return nil
}

// beforeNumber returns the part of text before its number: "mean=" for mean=90s.
func beforeNumber(text string) string { return text[:strings.IndexAny(text+"0", "0123456789")] }

// Typed returns the text that the user typed for the setting, or the exact text if the value has changed since.
func (k Setting) Typed(s *Scenario) string {
	exact := k.Text(s)
	if as, ok := s.typed[k.Name]; ok && as.exact == exact {
		return as.text
	}
	return exact
}

// SentenceText returns the value of the setting for use in a sentence: as the user typed it, or rounded.
func (k Setting) SentenceText(s *Scenario) string {
	if text := k.Typed(s); text != k.Text(s) {
		return text
	}
	return k.Show(s)
}

// SentenceText returns [Setting.SentenceText] of the setting with that name.
func (s *Scenario) SentenceText(name string) string {
	k, _ := Find(name)
	return k.SentenceText(s)
}
