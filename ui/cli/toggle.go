package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
)

// addSwitch adds a flag that turns something on, alone or with a value such as yes or no.
func addSwitch(set *pflag.FlagSet, name, help string, turn func(on bool)) {
	set.BoolFunc(name, help, func(text string) error {
		on, ok := setting.Truth(text)
		if !ok {
			return usage("", "--%s: %s is not yes or no", name, quote(text))
		}
		turn(on)
		return nil
	})
}

// addChoice adds a flag that is one of the words.
func addChoice(set *pflag.FlagSet, choice *string, name, help string, words []string) {
	set.Func(name, help, func(text string) error {
		if *choice = text; !slices.Contains(words, text) {
			return notOneOf("--"+name, text, words)
		}
		return nil
	})
}

// to returns a function that sets a switch.
func to(on *bool) func(bool) { return func(is bool) { *on = is } }
