package setting

import (
	"maps"
	"strings"

	"retune/ui/unit"
)

// typed is a text that was set, and the exact text of the value that it gave.
type typed struct{ text, exact string }

// echoes reports whether a text is echoed as it was typed: times of one number and one unit each, where the table of
// units would write another: 90s and not 1m30s.
func echoes(text string) bool {
	text = strings.TrimLeft(text, "<>=")
	if _, times, ok := strings.Cut(text, "="); ok {
		text = times
	}
	from, to, two := strings.Cut(text, "..")
	one := func(text string) bool {
		number := strings.TrimRight(text, "nusmhd")
		_, err := unit.Duration.Parse(text)
		whole, part, _ := strings.Cut(number, ".")
		return err == nil && bare(number) && len(number) < len(text) && len(whole) <= 6 && len(part) <= 3
	}
	return one(from) && (!two || one(to))
}

// bare reports whether a text is a number alone, without a sign or an exponent.
func bare(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }

// Set sets the setting to what a person typed, or refuses it with a clause that says what
// would be right, and changes nothing.
func (k Setting) Set(s *Scenario, text string) error {
	if err := k.Value.Set(s, text); err != nil {
		return err
	}
	text = strings.TrimSpace(text)
	exact := k.Value.Text(*s)
	if again := *s; bare(text) && text != exact && k.Value.Set(&again, text+"s") == nil &&
		k.Value.Text(again) == exact {
		text += "s"
	}
	echo := text != exact && echoes(text) && before(text) == before(exact)
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
