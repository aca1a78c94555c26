package cli

import (
	"cmp"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/show/report"
	"retune/ui/tui"
	"retune/ui/unit"
)

// flags is what was typed: the text of each setting's flag, and where and how to
// write the answer. The texts are read when all are there, for what some
// settings may be set to depends on others.
type flags struct {
	text    map[string]*string // by setting; "" when the flag is not there
	given   map[string]bool    // the flag is there, if only with an empty text
	pinned  []string           // settings that the environment sets
	own     []setting.Setting  // those that are not in the table
	other   string             // the other name of a setting that the parser has just met
	called  map[string]string  // by setting, the other name by which it was given
	notes   []answer.Warning   // how what was typed is understood
	from    string             // the file whose policy it is, or ""; of layers several, one a line
	stacks  bool               // what is asked takes the policies of the files as layers
	pick    string             // the one of its policies
	as      string             // its format
	place   scenario.Place     // where it stands there
	format  string
	file    string
	in      io.Reader
	common  *pflag.FlagSet // those of every command
	review  string         // scenario file, maybe with the names of policies after a #
	filed   bool           // such a file has been read, beside which the environment sets nothing
	table   string
	chart   toggle
	bounds  []bound
	explain bool
	ascii   bool
	strokes bool
	view    string
	last    bool
	prepare map[*cobra.Command]func()            // makes the flags of a command
	read    func(s setting.Scenario, ask string) // takes what is set and asked in place of an answer; or nil
}

func newFlags(in io.Reader) *flags {
	return &flags{in: in, text: map[string]*string{}, given: map[string]bool{}, called: map[string]string{},
		chart: toggle{new(bool)}, prepare: map[*cobra.Command]func(){}}
}

// A settingFlag is the flag of one setting.
type settingFlag struct {
	setting setting.Setting
	flags   *flags
}

func (f settingFlag) String() string { return f.setting.Text(setting.Default()) }

func (f settingFlag) Type() string {
	if f.setting.Switch() {
		return "bool"
	}
	switch f.setting.Kind() {
	case unit.Duration:
		return "time"
	case unit.Rate:
		return "rate"
	case unit.Share:
		return "share"
	case unit.Number, unit.Factor:
		return "number"
	}
	if _, ok := f.setting.Number(setting.Default()); ok {
		return "count"
	}
	return "words"
}

func (f settingFlag) Set(text string) error {
	if was := *f.flags.text[f.setting.Name]; f.setting.Many != "" && was != "" {
		text = was + f.setting.Many + text
	}
	*f.flags.text[f.setting.Name] = text
	f.flags.given[f.setting.Name] = true
	delete(f.flags.called, f.setting.Name)
	if f.setting.Called(f.flags.other) {
		f.flags.called[f.setting.Name] = f.flags.other
	}
	f.flags.other = ""
	return nil
}

func (f *flags) add(set *pflag.FlagSet, k setting.Setting) {
	if f.text[k.Name] == nil {
		f.text[k.Name] = new(string)
	}
	help := k.Help
	if symbol := k.Symbol; symbol != "" && symbol != k.Short {
		help += ", " + symbol
	}
	set.VarP(settingFlag{k, f}, k.Name, k.Short, help)
	if k.Switch() {
		set.Lookup(k.Name).NoOptDefVal = "true"
	}
}

func (f *flags) addPolicy(set *pflag.FlagSet) {
	for _, k := range setting.Settings {
		if !k.Asks && k.HasFlag() {
			f.add(set, k)
		}
	}
}

func (f *flags) addQuestions(set *pflag.FlagSet, names []string) {
	for _, k := range setting.Settings {
		if k.Asks && k.HasFlag() && slices.Contains(names, k.Name) {
			f.add(set, k)
		}
	}
	if set.Lookup("vs") == nil {
		return
	}
	for _, k := range setting.Settings {
		if k.Sets {
			set.Var(versusFlag{f, k}, "vs-"+k.Name, "for B: "+k.Help)
			set.Lookup("vs-" + k.Name).Hidden = true // the help of --vs says it
		}
	}
}

// addOwn adds the settings of a question's own, with their flags.
func (f *flags) addOwn(set *pflag.FlagSet, q answer.Question) {
	for _, k := range q.Own {
		f.know(k)
		if k.HasFlag() && set.Lookup(k.Name) == nil {
			f.add(set, k)
		}
	}
}

// know has the setting read, which is not in the table.
func (f *flags) know(k setting.Setting) {
	if !slices.ContainsFunc(f.own, func(known setting.Setting) bool { return known.Name == k.Name }) {
		f.own = append(f.own, k)
	}
}

// settings is every setting that has a flag.
func (f *flags) settings() []setting.Setting { return slices.Concat(setting.Settings, f.own) }

func (f *flags) addOutput(set *pflag.FlagSet) {
	set.StringVar(&f.format, "format", "text", "`format` of the answer: "+strings.Join(report.Formats(), ", "))
	for _, name := range report.Names() { // people type --json
		set.Var(formatFlag{f, name}, name, "--format "+name)
		set.Lookup(name).NoOptDefVal, set.Lookup(name).Hidden = "true", true
	}
	set.StringVarP(&f.file, "output", "o", "", "write the answer to this `file`")
	set.StringVarP(&f.review, "file", "f", "", "scenario `file`; FILE#NAME takes one policy, FILE#A,B two")
	set.StringVar(&f.table, "table", "", "print this `table`; all: every row; figures: none")
	addSwitch(set, f.chart.on, "chart", "draw a chart in text (default: only on a terminal)")
	set.Var(bounds{&f.bounds, false}, "fail-unless", "exit status 3 unless this holds: recovers, 'elapsed_p99 < 30s'")
	set.Var(bounds{&f.bounds, true}, "fail-if", "exit status 3 if this holds: metastable, 'peak_load > 2000/s'")
	addSwitch(set, &f.ascii, "ascii", "use only ASCII characters, in text and on the screen")
	addSwitch(set, &f.explain, "explain", "explain the formulas, with sources and your numbers")
}

func (f *flags) addScreen(set *pflag.FlagSet) {
	addSwitch(set, &f.strokes, "strokes", "draw curves on the screen with box-drawing characters instead of braille")
	set.StringVar(&f.view, "view", "", "`view` of the screen: "+strings.Join(tui.Views(), ", "))
	addSwitch(set, &f.last, "last", "continue from the last state of the screen; other flags override it")
}

// forFile tells whether the flags want an answer as text even on a terminal.
func (f *flags) forFile(cmd *cobra.Command) bool {
	for _, name := range []string{"format", "output", "table", "chart", "fail-if", "fail-unless", "sweep"} {
		if cmd.Flags().Changed(name) {
			return true
		}
	}
	return f.formatted(cmd) || f.explain
}

// scenario is that from which a question starts, changed by the scenario file, the
// environment and then by the flags, in the order of the table.
func (f *flags) scenario(s setting.Scenario) (setting.Scenario, error) {
	if err := f.fromConfig(f.in); err != nil {
		return s, err
	}
	s, err := f.fromFile(s)
	if err != nil {
		return s, err
	}
	var ignored []string
	inFile := s.Versus // the other policies of the file, which the flags set as well
	for _, k := range f.settings() {
		if k.IsB && f.review == "" { // B has it, too
			s = f.implied(s)
		}
		env, counts := f.environment(k)
		switch {
		case counts:
			f.pinned = append(f.pinned, k.Name)
		case env != "":
			ignored, env = append(ignored, k.Env()), ""
		}
		if err := f.set(&s, k, env); err != nil {
			return s, err
		}
		notes := len(f.notes) // which s has already
		for i := 0; i < len(inFile) && !k.IsB; i++ {
			if err := f.set(&inFile[i], k, env); err != nil {
				return s, err
			}
			f.notes = f.notes[:notes]
		}
	}
	if f.review == "" {
		s = f.implied(s)
	}
	f.ignore(ignored)
	if !f.given["initial-delay"] {
		s = s.Begin()
	}
	if err := s.Check(); err != nil {
		return s, usage("", "%v", err)
	}
	f.noteIdle(s)
	return s, nil
}

// noteIdle notes which settings of the policy are given without an effect.
func (f *flags) noteIdle(s setting.Scenario) {
	for _, k := range setting.Settings {
		text := noEffect(answer.Question{}, k, s)
		if f.given[k.Name] && !k.Fleet && text != "" && k.Text(s) != k.Text(setting.Default()) {
			f.notes = append(f.notes, answer.Warning{Code: answer.NoEffect, Keys: []string{k.Key()}, Message: text})
		}
	}
}

// set sets the setting to what was typed, or else to what the environment says; "" says nothing.
func (f *flags) set(s *setting.Scenario, k setting.Setting, env string) error {
	name := cmp.Or(f.called[k.Name], k.Name)
	source, text := "--"+name+": ", env
	switch {
	case f.given[k.Name]:
		text = *f.text[k.Name]
	case env == "":
		return nil
	default:
		source = k.Env() + ": "
	}
	if k.Bare {
		source = ""
	}
	text, note, err := k.Read(name, text)
	if note != "" {
		f.notes = append(f.notes, answer.Warning{Code: answer.Input, Keys: []string{k.Key()}, Message: note})
	}
	if err == nil {
		err = k.Set(s, text)
	}
	if err == nil {
		return nil
	}
	hint := likelier(err)
	if unknown, ok := errors.AsType[setting.Unknown](err); ok {
		if hint = differs(unknown.Name); unknown.Among != nil {
			hint = among(unknown.Name, unknown.Among, "retune help results lists them")
		}
	} else if k.Bare {
		hint = bareHint(k, text)
	}
	return usage(hint, "%s%v", source, err)
}

// implied is the scenario with what the given flags imply, which a note says.
func (f *flags) implied(s setting.Scenario) setting.Scenario {
	s, notes := s.Implied(func(name string) bool { return f.given[name] })
	for _, note := range notes {
		f.notes = append(f.notes, answer.Warning{Code: answer.Input, Message: note})
	}
	return s
}

// ignore notes once which variables of the environment set nothing, for there is a scenario file.
func (f *flags) ignore(names []string) {
	note := answer.Warning{Code: answer.Input, Message: "the scenario file sets what " + answer.Joined(names) +
		" would: the environment is ignored"}
	said := slices.ContainsFunc(f.notes, func(w answer.Warning) bool { return w.Message == note.Message })
	if len(names) > 0 && !said {
		f.notes = append(f.notes, note)
	}
}

// meant moves what was given by another name of a setting that does not count in s to the
// setting of the policy that is called so, too: the timeout of an attempt is a time that it
// takes where there is no server.
func (f *flags) meant(q answer.Question, s setting.Scenario) {
	if q.Uses == nil {
		return
	}
	for _, k := range setting.Settings {
		name, given := f.called[k.Name]
		if !given || !k.Asks || slices.Contains(q.Uses(s), k.Name) {
			continue
		}
		for _, p := range setting.Settings {
			if !p.Asks && p.Called(name) && !f.given[p.Name] {
				*f.text[p.Name], f.given[p.Name], f.called[p.Name] = *f.text[k.Name], true, name
				delete(f.given, k.Name)
				break
			}
		}
	}
}

// bareHint is what to type for a word after a sub-command that the setting does not take.
func bareHint(k setting.Setting, text string) string {
	if hint := among(text, k.Words(), ""); hint != "" {
		return hint
	}
	if word := flagWords[setting.Fold(text)]; word != "" {
		return word
	}
	if len(k.Words()) > 20 {
		list := "flags"
		if _, ok := question.Results.Find(k.Words()[0]); ok {
			list = "results"
		}
		return "retune help " + list + " lists them"
	}
	return "choose one of " + k.Range()
}

// environment is what the environment says of a setting of the policy, by any of its names, or "". It does not count
// beside a scenario file, and sets nothing of a client that is named by a flag.
func (f *flags) environment(k setting.Setting) (text string, counts bool) {
	if k.Asks || !k.HasFlag() {
		return "", false
	}
	for _, name := range k.Envs() {
		text = cmp.Or(text, os.Getenv(name))
	}
	client := f.given["client"] && k.Name != "client" && k.Group == setting.GroupPolicy
	if client && !f.given[k.Name] && !f.filed {
		return "", false
	}
	return text, text != "" && !f.filed
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
