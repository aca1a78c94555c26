package cli

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/knob"
	"retune/ui/report"
	"retune/ui/unit"
)

// flags is what was typed: the text of each knob's flag, and where and how to
// write the answer. The texts are read when all are there, for what some
// knobs may be set to depends on others.
type flags struct {
	text    map[string]*string // by knob; "" when the flag is not there
	given   map[string]bool    // the flag is there, if only with an empty text
	pinned  []string           // knobs that the environment sets
	more    []knob.Knob        // percentiles that the table has not
	format  string
	file    string
	explain bool
	ascii   bool
}

func newFlags() *flags { return &flags{text: map[string]*string{}, given: map[string]bool{}} }

// A knobFlag is the flag of one knob.
type knobFlag struct {
	knob  knob.Knob
	flags *flags
}

func (f knobFlag) String() string { return f.knob.Text(knob.Default()) }

func (f knobFlag) Type() string {
	if f.knob.Switch() {
		return "bool"
	}
	switch f.knob.Kind() {
	case unit.Duration:
		return "time"
	case unit.Rate:
		return "rate"
	case unit.Share:
		return "share"
	case unit.Number, unit.Factor:
		return "number"
	}
	if _, ok := f.knob.Number(knob.Default()); ok {
		return "count"
	}
	return "words"
}

func (f knobFlag) Set(text string) error {
	*f.flags.text[f.knob.Name] = text
	f.flags.given[f.knob.Name] = true
	return nil
}

func (f *flags) add(set *pflag.FlagSet, k knob.Knob) {
	if f.text[k.Name] == nil {
		f.text[k.Name] = new(string)
	}
	help := k.Help
	if symbol := k.Symbol; symbol != "" && symbol != k.Short {
		help += ", " + symbol
	}
	set.VarP(knobFlag{k, f}, k.Name, k.Short, help)
	if k.Switch() {
		set.Lookup(k.Name).NoOptDefVal = "true"
	}
}

func (f *flags) addPolicy(set *pflag.FlagSet) {
	for _, k := range knob.Knobs {
		if !k.Asks && k.HasFlag() {
			f.add(set, k)
		}
	}
}

func (f *flags) addQuestions(set *pflag.FlagSet, names []string) {
	for _, k := range knob.Knobs {
		if k.Asks && k.HasFlag() && slices.Contains(names, k.Name) {
			f.add(set, k)
		}
	}
}

// addPercentiles gives every percentile of elapsed time a flag like that of the
// 99th, when it is first typed: the parser of flags asks for the name of each.
func (f *flags) addPercentiles(set *pflag.FlagSet) {
	known := map[string]bool{}
	set.SetNormalizeFunc(func(set *pflag.FlagSet, name string) pflag.NormalizedName {
		if _, ok := knob.Percentile(name); ok && !known[name] && !slices.Contains(knob.Wants(), name) {
			known[name] = true
			k, _ := knob.Find(name)
			f.more = append(f.more, k)
			f.add(set, k)
		}
		return pflag.NormalizedName(name)
	})
}

func (f *flags) addOutput(set *pflag.FlagSet) {
	set.StringVar(&f.format, "format", "text", strings.Join(report.Formats(), ", "))
	set.StringVarP(&f.file, "output", "o", "", "write the answer to this file instead")
	addSwitch(set, &f.explain, "explain", "print what is asked, its formulas and their sources")
}

func (f *flags) addScreen(set *pflag.FlagSet) {
	addSwitch(set, &f.ascii, "ascii", "draw the screen without characters beyond ASCII")
}

// forFile tells whether the flags want an answer as text even on a terminal.
func (f *flags) forFile(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("format") || cmd.Flags().Changed("output") || f.explain
}

// scenario is that from which a query starts, changed by the environment and
// then by the flags, in the order of the table.
func (f *flags) scenario(s knob.Scenario) (knob.Scenario, error) {
	for _, k := range append(knob.Knobs[:len(knob.Knobs):len(knob.Knobs)], f.more...) {
		source, text := "--"+k.Name+": ", ""
		if k.Bare {
			source = ""
		}
		switch env := os.Getenv(k.Env()); {
		case f.given[k.Name]:
			text = *f.text[k.Name]
		case env != "" && !k.Asks && k.HasFlag():
			source, text = k.Env()+": ", env
		default:
			continue
		}
		if !k.Asks && k.HasFlag() && os.Getenv(k.Env()) != "" {
			f.pinned = append(f.pinned, k.Name)
		}
		if err := k.Set(&s, text); err != nil {
			hint := ""
			if k.Bare {
				hint = nearest(text, k.Words(), "", "choose one of "+k.Range())
			}
			return s, usage(hint, "%s%v", source, err)
		}
	}
	if err := s.Check(); err != nil {
		return s, usage("", "%v", err)
	}
	return s, nil
}

// quote shows a typed text in a message.
func quote(text string) string { return unit.Quote(text) }

// typed is what the flag parser could not read.
func typed(err error) string {
	if e, ok := err.(*pflag.InvalidSyntaxError); ok {
		return e.GetSpecifiedFlag()
	}
	return err.Error()
}

// A toggle is a flag that is there or not, or says yes or no as the knobs do.
type toggle struct{ on *bool }

// addSwitch adds one that is off.
func addSwitch(set *pflag.FlagSet, on *bool, name, help string) {
	set.Var(toggle{on}, name, help)
	set.Lookup(name).NoOptDefVal = "true"
}

func (t toggle) String() string { return strconv.FormatBool(t.on != nil && *t.on) }
func (t toggle) Type() string   { return "bool" }
func (t toggle) Set(text string) error {
	switch text {
	case "yes", "on", "true", "1":
		*t.on = true
	case "no", "off", "false", "0":
		*t.on = false
	default:
		return errors.New("yes or no")
	}
	return nil
}

// flagError turns what the flag parser says into our voice.
func flagError(cmd *cobra.Command, err error) error {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	switch e := err.(type) {
	case *pflag.NotExistError:
		name, flag := e.GetSpecifiedName(), "--"+e.GetSpecifiedName()
		if short := e.GetSpecifiedShortnames(); short != "" {
			name, flag = short, "-"+short
		}
		return usage(nearest(name, names, "--", cmd.CommandPath()+" --help lists the flags"),
			"there is no flag %s", quote(flag))
	case *pflag.ValueRequiredError:
		what := "a value"
		if k, ok := knob.Find(e.GetFlag().Name); ok {
			what = "a value: " + k.Range()
		}
		return usage("", "--%s needs %s", e.GetFlag().Name, what)
	case *pflag.InvalidValueError:
		return usage("", "--%s: %s is neither yes nor no", e.GetFlag().Name, quote(e.GetValue()))
	}
	return usage("flags are written --name value or --name=value", "%s is not a flag", quote(typed(err)))
}
