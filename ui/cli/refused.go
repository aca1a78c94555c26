package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// unknownFlag returns an error that says which commands have the flag, or suggests another one.
func unknownFlag(cmd *cobra.Command, name, flag string) error {
	word := flagWords[setting.Fold(name)]
	k, known := findSetting(name)
	if k.Within != "" {
		k, _ = setting.Find(k.Within)
	}
	takes := known && cmd.Flags().Lookup(k.Name) != nil
	switch {
	case takes: // the name is its symbol
		return usage("did you mean --"+k.Name+"?", "unknown flag %s", flag)
	case known && k.HasFlag():
		is := ""
		if flag != "--"+k.Name {
			is = "--" + k.Name + ", "
		}
		if word == "" && !cmd.HasParent() && slices.ContainsFunc(question.Questions,
			func(q answer.Question) bool { return q.Tab != "" && q.Reads(k.Name) }) {
			word = "retune tui " + flag + " opens the screen with it"
		}
		return usage(cmp.Or(word, k.Help), "%s does not apply to %s (%sit belongs to %s)", flag, cmd.CommandPath(), is,
			owners(k))
	}
	var settings []setting.Setting
	var others []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if k, ok := setting.Find(f.Name); ok {
			settings = append(settings, k)
		} else if !f.Hidden {
			others = append(others, f.Name)
		}
	})
	return usage(meant(name, "--", settings, others, cmd.CommandPath()+" --help lists the flags"), "unknown flag %s",
		quote(flag))
}

// meant returns a hint for a name that is neither a setting nor one of others: a known hint, or the nearest name with
// mark before it, or fallback.
func meant(name, mark string, settings []setting.Setting, others []string, fallback string) string {
	if word := flagWords[setting.Fold(name)]; word != "" {
		return word
	}
	if r, ok := question.Results.Find(name); ok {
		return fmt.Sprintf("retune what %s prints it, --fail-if '%s > X' checks it", r.Name, snake(r.Name))
	}
	first := map[string]string{}
	for _, k := range settings {
		others = append(others, k.Name)
		for _, other := range k.Others() {
			others, first[other] = append(others, other), k.Name
		}
	}
	if near := nearestName(setting.Fold(name), others); near != "" {
		return "did you mean " + mark + cmp.Or(first[near], near) + "?"
	}
	return fallback
}

// differs returns a hint for an unknown name in --vs.
func differs(name string) string {
	list := slices.DeleteFunc(slices.Clone(setting.Settings), func(k setting.Setting) bool { return !k.MayDiffer() })
	return meant(name, "", list, nil, "any setting of the policy or the fleet may differ: retune help flags lists them")
}

// findSetting returns the setting with that name from the table or from a question.
func findSetting(name string) (setting.Setting, bool) {
	if k, ok := setting.Find(name); ok {
		return k, true
	}
	for _, q := range question.Questions {
		for _, k := range q.Own {
			if k.Called(name) {
				return k, true
			}
		}
	}
	return setting.Setting{}, false
}

// flagError rewrites an error of the flag parser in the style of retune.
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
		if f, ok := e.GetFlag().Value.(settingFlag); ok {
			what = "a value: " + f.setting.Range()
		}
		return usage("", "--%s needs %s", e.GetFlag().Name, what)
	case *pflag.InvalidValueError:
		if e.GetFlag().Value.Type() == (bounds{}).Type() {
			return unreadable("--"+e.GetFlag().Name+": ", errors.Unwrap(e))
		}
		return usage("", "--%s: %s is not yes or no", e.GetFlag().Name, quote(e.GetValue()))
	}
	return usage("flags are written --name value or --name=value", "cannot read the flag %s", quote(typed(err)))
}
