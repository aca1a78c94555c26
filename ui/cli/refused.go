package cli

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/knob"
	"retune/ui/query"
)

// unknownFlag says which commands take the flag, or what to type instead.
func unknownFlag(cmd *cobra.Command, name, flag string) error {
	word := flagWords[knob.Fold(name)]
	k, known := findKnob(name)
	if k.Within != "" {
		k, _ = knob.Find(k.Within)
	}
	takes := known && cmd.Flags().Lookup(k.Name) != nil
	switch {
	case takes: // by its symbol
		return usage("did you mean --"+k.Name+"?", "unknown flag %s", flag)
	case known && k.HasFlag():
		is := ""
		if flag != "--"+k.Name {
			is = "--" + k.Name + ", "
		}
		return usage(cmp.Or(word, k.Help), "%s does not apply to %s (%sit belongs to %s)", flag, cmd.CommandPath(), is, owners(k))
	case word != "":
		return usage(word, "unknown flag %s", quote(flag))
	}
	if r, ok := query.Results.Find(name); ok {
		return usage(fmt.Sprintf("retune what %s prints it, --fail-if '%s > X' checks it", r.Name, snake(r.Name)), "unknown flag %s", quote(flag))
	}
	var names []string
	first := map[string]string{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		names = append(names, f.Name)
		if k, ok := knob.Find(f.Name); ok {
			for _, other := range k.Others() {
				names, first[other] = append(names, other), f.Name
			}
		}
	})
	near := nearestName(knob.Fold(name), names)
	hint := cmd.CommandPath() + " --help lists the flags"
	if near != "" {
		hint = "did you mean --" + cmp.Or(first[near], near) + "?"
	}
	return usage(hint, "unknown flag %s", quote(flag))
}

// findKnob is the knob of that name, be it in the table or a query's own.
func findKnob(name string) (knob.Knob, bool) {
	if k, ok := knob.Find(name); ok {
		return k, true
	}
	for _, q := range query.Queries {
		for _, k := range q.Own {
			if k.Called(name) {
				return k, true
			}
		}
	}
	return knob.Knob{}, false
}

// flagError turns what the flag parser says into our voice.
func flagError(cmd *cobra.Command, err error) error {
	switch e := err.(type) {
	case *pflag.NotExistError:
		name, flag := e.GetSpecifiedName(), "--"+e.GetSpecifiedName()
		if short := e.GetSpecifiedShortnames(); short != "" {
			name, flag = short, "-"+short
		}
		return unknownFlag(cmd, name, flag)
	case *pflag.ValueRequiredError:
		what := "a value"
		if f, ok := e.GetFlag().Value.(knobFlag); ok {
			what = "a value: " + f.knob.Range()
		}
		return usage("", "--%s needs %s", e.GetFlag().Name, what)
	case *pflag.InvalidValueError:
		if e.GetFlag().Value.Type() == (bounds{}).Type() {
			return usage("", "--%s: %v", e.GetFlag().Name, errors.Unwrap(e))
		}
		return usage("", "--%s: %s is not yes or no", e.GetFlag().Name, quote(e.GetValue()))
	}
	return usage("flags are written --name value or --name=value", "cannot read the flag %s", quote(typed(err)))
}
