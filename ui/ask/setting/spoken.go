package setting

import (
	"math"
	"strings"
)

// Key returns the JSON key of the setting: its name in snake_case with its unit as suffix.
func (k Setting) Key() string {
	return strings.ReplaceAll(k.Name, "-", "_") + k.Kind().Suffix()
}

// Prefix starts the names of environment variables.
const Prefix = "RETUNE_"

// Env returns the environment variable of the setting.
func (k Setting) Env() string { return k.EnvNames()[0] }

// EnvNames returns the environment variables for the name and the other names of the setting.
func (k Setting) EnvNames() (list []string) {
	for name := range strings.FieldsSeq(k.Name + " " + k.Names) {
		list = append(list, Prefix+strings.ToUpper(strings.ReplaceAll(name, "-", "_")))
	}
	return list
}

// SentenceName returns the name of the setting for use in a sentence.
func (k Setting) SentenceName() string {
	switch {
	case k.Label != "":
		return k.Label
	case k.Nouns[1] != "":
		return "number of " + k.Nouns[1]
	}
	return strings.ReplaceAll(k.Name, "-", " ")
}

// ListName returns the name of the setting for use in a list.
func (k Setting) ListName() string {
	if k.Label != "" && k.PartOf == "" {
		return k.Label
	}
	return strings.ReplaceAll(k.Name, "-", " ")
}

// DefaultText returns the default of the setting in words, or "".
func (k Setting) DefaultText() string {
	text := k.Text(new(k.DefaultScenario()))
	if k.exampleDefault {
		return "no default, here " + text
	}
	if text == "" {
		return ""
	}
	return "default " + text
}

// Flag returns the flag of the setting: the short form if there is one.
func (k Setting) Flag() string {
	if k.Short != "" {
		return "-" + k.Short
	}
	return "--" + k.Name
}

// JSON returns the value of the setting as a JSON value: a number, a boolean for a switch, or a word. It returns nil
// for an absent limit and a question that is not asked.
func (k Setting) JSON(s *Scenario) any {
	switch x, ok := k.Number(s); {
	case ok && (math.IsInf(x, 0) || math.IsNaN(x)), k.Text(s) == "":
		return nil
	case ok:
		return x
	}
	if k.Switch() {
		return k.Text(s) == "yes"
	}
	return k.Typed(s)
}
