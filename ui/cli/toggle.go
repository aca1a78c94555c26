package cli

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
)

// A formatFlag is the name of a format as a flag of its own.
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

// A toggle is a flag that is there or not, or says yes or no as the settings do.
type toggle struct{ on *bool }

// addSwitch adds one that is off.
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
