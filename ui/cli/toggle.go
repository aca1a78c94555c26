package cli

import (
	"errors"

	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
)

// addSwitch adds a flag that turns something on, alone or with a value such as yes or no.
func addSwitch(set *pflag.FlagSet, name, help string, turn func(on bool)) {
	set.BoolFunc(name, help, func(text string) error {
		on, ok := setting.Truth(text)
		if !ok {
			return errors.New("yes or no")
		}
		turn(on)
		return nil
	})
}

// to returns a function that sets a switch.
func to(on *bool) func(bool) { return func(is bool) { *on = is } }
