package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/setting"
)

// addSwitch adds a flag that turns something on, alone or with a value such as yes or no.
func addSwitch(set *pflag.FlagSet, name, help string, turn func(on bool)) {
	set.BoolFunc(name, help, func(text string) error {
		on, ok := setting.ParseYesNo(text)
		if !ok {
			return usage("", "--%s: %s is not yes or no", name, quote(text))
		}
		turn(on)
		return nil
	})
}

// addFormer adds the flags of earlier versions, which only note that they have no effect.
func addFormer(root *cobra.Command) {
	set := root.PersistentFlags()
	for _, name := range setting.Former() {
		set.Func(name, "no effect", func(string) error {
			fmt.Fprintf(root.ErrOrStderr(), "retune: note: --%s has no effect: every fleet is simulated\n", name)
			return nil
		})
		set.Lookup(name).Hidden = true
	}
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

// addOnce adds a flag with the name of a file or of a part of one, which must not be empty. It may be given once, since
// a second file would replace the first without a word.
func addOnce(set *pflag.FlagSet, file *string, name, short, help string) {
	o := &onceFlag{name: name, file: file}
	flag := set.VarPF(o, name, short, help)
	o.what, _ = pflag.UnquoteUsage(flag)
}

// A onceFlag is a flag that may be given once.
type onceFlag struct {
	name, what string
	file       *string
	given      bool
}

func (o *onceFlag) String() string { return "" }
func (o *onceFlag) Type() string   { return "string" }
func (o *onceFlag) Set(text string) error {
	switch {
	case text == "":
		return usage("", "--%s needs the name of a %s", o.name, o.what)
	case o.given:
		return usage("run retune once for each", "--%s is given twice: %s and %s", o.name, quote(*o.file), quote(text))
	}
	o.given, *o.file = true, text
	return nil
}

// to returns a function that sets a switch.
func to(on *bool) func(bool) { return func(is bool) { *on = is } }
