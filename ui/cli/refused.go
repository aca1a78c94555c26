package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"
)

// unknownFlag returns an error that says which commands or clients have the flag, or suggests another one.
func (f *flags) unknownFlag(cmd *cobra.Command, name, flag string) error {
	word := flagWords.of(name)
	k, known := findSetting(name)
	if k.PartOf != "" {
		k, _ = setting.Find(k.PartOf)
	}
	layer, of, ofLayer := strings.Cut(k.Name, ".")
	switch own := f.ownParameter(name); {
	case own != "":
		return usage(own, "unknown flag %s", quote(flag))
	case ofLayer:
		hint := fmt.Sprintf("a layer's settings stand in its flag: --layer '%s: %s=VALUE'", layer, of)
		return usage(hint, "unknown flag %s", flag)
	case known && cmd.Flags().Lookup(k.Name) != nil: // the name is its symbol
		return usage("did you mean --"+k.Name+"?", "unknown flag %s", flag)
	case known && k.HasFlag():
		is := ""
		if flag != "--"+k.Name {
			is = "--" + k.Name + ", "
		}
		if word == "" && !cmd.HasParent() && slices.ContainsFunc(question.Questions,
			func(q answer.Question) bool { return q.Tab != "" && q.Reads(k.Name) }) {
			word = f.elsewhere(cmd, k, flag) + "; retune tui " + flag + " " + f.valueOf(flag) + " opens the screen with it"
		}
		hint := cmp.Or(word, boundOn(cmd, k.Name), f.gate(cmd, k.Name, flag), f.elsewhere(cmd, k, flag))
		return usage(hint, "%s does not apply to %s (%sit belongs to %s)", flag,
			cmd.CommandPath(), is, owners(k))
	}
	var names []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if of, ok := flag.Value.(settingFlag); ok {
			names = append(names, of.setting.OtherNames()...)
		}
		if !flag.Hidden {
			names = append(names, flag.Name)
		}
	})
	lists := cmd.CommandPath() + " --help all lists the flags"
	return usage(meant(name, "--", names, cmp.Or(f.parameterHint(name), lists)), "unknown flag %s", quote(flag))
}

// boundOn returns a hint at a flag that bounds what name measures, as --max-ratio bounds --ratio, or "".
func boundOn(cmd *cobra.Command, name string) (hint string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if strings.HasSuffix(f.Name, "-"+name) {
			hint = "did you mean --" + f.Name + "?"
		}
	})
	return hint
}

// gate returns a hint for a flag that has the name of a figure: how the command checks the figure. It returns "" for
// other names.
func (f *flags) gate(cmd *cobra.Command, name, flag string) string {
	r, ok := question.Figures().Find(name)
	if !ok {
		return ""
	}
	compare := " <= "
	if r.LowerBound {
		compare = " >= "
	}
	value := f.valueOf(flag)
	limit := "'" + snake(r.Name) + compare + value + "'"
	q, asks := question.Find(cmd.Name())
	fleet := question.Fleet().Name
	switch {
	case has(cmd, "require"):
		return "use --require " + limit
	case r.Simulated() && q.Name != fleet:
		return "retune " + fleet + " --fail-unless " + limit + " checks it; " + finds(r, value)
	case asks && has(cmd, "fail-unless"):
		return "use --fail-unless " + limit + "; " + finds(r, value)
	}
	return "retune what " + r.Name + " prints it; " + finds(r, value)
}

// finds says which command finds how many clients or retries keep a figure at a value.
func finds(r figure.Figure, value string) string {
	of := "retries"
	if r.Simulated() {
		of = "clients"
	}
	return "retune solve " + of + " --" + r.Name + " " + value + " finds how many " + of + " keep it"
}

// elsewhere returns what a setting is, and a command that reads it: retune itself, the fleet, or the first one.
func (f *flags) elsewhere(cmd *cobra.Command, k setting.Setting, flag string) string {
	flag += " " + f.valueOf(flag)
	if slices.ContainsFunc(question.Questions, func(q answer.Question) bool {
		return cmd.HasParent() && k.Name == cmp.Or(q.Flag, q.AlsoAskedBy) && q.Subcommand() == ""
	}) {
		return k.Help + "; leave out the sub-command: retune " + flag
	}
	for _, q := range append([]answer.Question{question.Fleet()}, question.Questions...) {
		if q.Reads(k.Name) && q.Subcommand() != "" && q.Argument == "" && q.MissingHint == "" && len(q.Needs) == 0 {
			return k.Help + "; such as retune " + q.Subcommand() + " " + flag
		}
	}
	return k.Help
}

// valueOf returns the value of a flag that the parser refuses, or X.
func (f *flags) valueOf(flag string) string {
	for i, arg := range f.args {
		if name, value, ok := strings.Cut(arg, "="); ok && name == flag {
			return value
		} else if name == flag && i+1 < len(f.args) && !strings.HasPrefix(f.args[i+1], "-") {
			return f.args[i+1]
		}
	}
	return "X"
}

// meant returns a hint for a name that is none of names: a known hint, or the nearest name with mark before it, or
// fallback.
func meant(name, mark string, names []string, fallback string) string {
	if word := flagWords.of(name); word != "" {
		return word
	}
	if r, ok := question.Figures().Find(name); ok {
		return fmt.Sprintf("retune what %s prints it, --fail-if '%s > X' checks it", r.Name, snake(r.Name))
	}
	near := nearestName(setting.DashedLower(name), names)
	if k, ok := setting.Find(near); ok {
		near = k.Name
	}
	if near == "" {
		return fallback
	}
	return "did you mean " + mark + near + "?"
}

// differs returns a hint for an unknown name in --vs.
func differs(name string) string {
	if of, ok := clients.Of(name); ok {
		return "did you mean client=" + of.Row.Name + "?"
	}
	var names []string
	for _, k := range setting.Settings {
		if k.MayDiffer() {
			names = append(append(names, k.Name), k.OtherNames()...)
		}
	}
	return meant(name, "", names, "any setting of the policy or the fleet may differ: retune help flags lists them")
}

// findSetting returns the setting with that name from the table or from a question.
func findSetting(name string) (setting.Setting, bool) {
	if k, ok := setting.Find(name); ok {
		return k, true
	}
	for _, q := range question.Questions {
		for _, k := range q.Owned() {
			if k.HasName(name) {
				return k, true
			}
		}
	}
	return setting.Setting{}, false
}

// flagError rewrites an error of the flag parser in the style of retune.
func (f *flags) flagError(cmd *cobra.Command, err error) error {
	switch e := err.(type) {
	case *pflag.NotExistError:
		name, flag := e.GetSpecifiedName(), "--"+e.GetSpecifiedName()
		if short := e.GetSpecifiedShortnames(); short != "" {
			name, flag = short, "-"+short
		}
		return f.unknownFlag(cmd, name, flag)
	case *pflag.InvalidSyntaxError:
		return usage("flags are written --name value or --name=value", "cannot read the flag %s",
			quote(e.GetSpecifiedFlag()))
	case *pflag.ValueRequiredError:
		what := "a value"
		if f, ok := e.GetFlag().Value.(settingFlag); ok {
			what = "a value: " + f.setting.Range()
		}
		_, hint := pflag.UnquoteUsage(e.GetFlag())
		return usage(hint, "--%s needs %s", e.GetFlag().Name, what)
	case *pflag.InvalidValueError:
		if ours, ok := errors.AsType[failure](e); ok {
			return ours
		}
		what := map[string]string{"bool": "yes or no", "float64": "a number", "uint16": "a port: write 0 to 65535"}
		return usage("", "--%s: %s is not %s", e.GetFlag().Name, quote(e.GetValue()), what[e.GetFlag().Value.Type()])
	}
	return usage("", "%v", err)
}

// noSuchCommand refuses words that are no sub-command.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return usage(cmp.Or(commandWords.of(args[0]), among(args[0], names, cmp.Or(byWord(args[0]),
		"retune --help lists the sub-commands"))), "unknown sub-command %s", quote(args[0]))
}
