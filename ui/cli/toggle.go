package cli

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
)

// A formatFlag is the name of a format as a flag: --json means --format json.
type formatFlag struct {
	flags *flags
	name  string
}

func (formatFlag) String() string { return "" }
func (formatFlag) Type() string   { return "bool" }
func (f formatFlag) Set(text string) error {
	on := false
	if err := (toggle{&on}).Set(text); err != nil || !on {
		return err
	}
	f.flags.format = f.name
	return nil
}

// A toggle is a flag that turns something on, alone or with a value such as yes or no.
type toggle struct{ on *bool }

// addSwitch adds a toggle that is off.
func addSwitch(set *pflag.FlagSet, on *bool, name, help string) {
	set.Var(toggle{on}, name, help)
	set.Lookup(name).NoOptDefVal = "true"
}

func (t toggle) String() string { return strconv.FormatBool(t.on != nil && *t.on) }
func (t toggle) Type() string   { return "bool" }
func (t toggle) Set(text string) error {
	on, ok := setting.Truth(text)
	if !ok {
		return errors.New("yes or no")
	}
	*t.on = on
	return nil
}
