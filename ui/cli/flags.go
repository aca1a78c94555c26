package cli

import (
	"io"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/files/scenario"
	"retune/ui/show/report"
	"retune/ui/tui"
	"retune/ui/unit"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flags holds what the user typed: the text of each setting's flag, and the options of the output. The texts are parsed
// after all flags are known, because the range of a setting can depend on others.
type flags struct {
	args   []string          // what the user typed
	text   map[string]string // by setting, if its flag is present
	pinned []string          // settings that the environment sets
	own    []setting.Setting // settings of questions outside the table
	other  string            // the other name that the parser has just looked up
	called map[string]string // by setting, the other name that the user typed
	notes  answer.Answer     // its warnings are notes on how the input was understood
	from   []string          // files of --import; several for layers
	stacks bool              // the question takes the policies of the files as layers
	pick   string            // name of the policy in the file
	as     string            // format of the file
	place  scenario.Place    // place of the policy in the file
	// comments are the comments about findings, by file; nil: they are not wanted
	comments map[string][]clientconfig.Ignore
	format   string
	file     string
	in       io.Reader
	common   *pflag.FlagSet         // flags that all commands have
	review   string                 // scenario file, optionally with names of policies behind a #
	inFile   func(name string) bool // reports whether the scenario file gives the setting; nil: no file
	table    string
	chart    bool
	bounds   []bound
	explain  bool
	ascii    bool
	strokes  bool
	view     string
	last     bool
	prepare  map[*cobra.Command]func()             // creates the flags of a command
	read     func(s *setting.Scenario, ask string) // receives the scenario and the question instead of an answer; or nil
}

func newFlags(in io.Reader) *flags {
	return &flags{in: in, text: map[string]string{}, called: map[string]string{},
		prepare: map[*cobra.Command]func(){}}
}

// given reports whether the flag of a setting is present, even with an empty text.
func (f *flags) given(name string) bool {
	_, ok := f.text[name]
	return ok
}

// note adds a note on how the input was understood.
func (f *flags) note(text string) {
	f.notes.Warn(answer.Input, strings.Map(printed, text))
}

func (f *flags) addPolicy(set *pflag.FlagSet) {
	for _, k := range setting.Settings {
		if !k.OfQuestion && k.HasFlag() {
			f.add(set, k)
		}
	}
}

func (f *flags) addQuestions(set *pflag.FlagSet, names []string) {
	for _, k := range setting.Settings {
		if k.OfQuestion && k.HasFlag() && slices.Contains(names, k.Name) {
			f.add(set, k)
		}
	}
	if set.Lookup("vs") == nil {
		return
	}
	for _, k := range setting.Settings {
		if k.SetsOthers {
			set.Func("vs-"+k.Name, "for B: "+k.Help, func(text string) error { return f.setOfB(k.Name, text) })
			set.Lookup("vs-" + k.Name).Hidden = true // the help of --vs mentions it
		}
	}
}

// addOwn adds flags for the question's own settings.
func (f *flags) addOwn(set *pflag.FlagSet, q answer.Question) {
	for _, k := range q.Owned() {
		f.know(k)
		if k.HasFlag() && set.Lookup(k.Name) == nil {
			f.add(set, k)
		}
	}
}

// know registers a setting that is not in the table, so that its flag is read.
func (f *flags) know(k setting.Setting) {
	if !slices.ContainsFunc(f.own, func(known setting.Setting) bool { return known.Name == k.Name }) {
		f.own = append(f.own, k)
	}
}

// settings yields all settings that can have flags.
func (f *flags) settings(yield func(setting.Setting) bool) {
	for _, list := range [][]setting.Setting{setting.Settings, f.own} {
		for _, k := range list {
			if !yield(k) {
				return
			}
		}
	}
}

func aboutFormat(list []string) string { return "`format`: " + strings.Join(list, ", ") }

func (f *flags) addOutput(set *pflag.FlagSet) {
	set.StringVar(&f.format, "format", "text", aboutFormat(report.Formats()))
	for _, name := range report.Names() { // for people who type --json
		addSwitch(set, name, "--format "+name, func(on bool) {
			if on {
				f.format = name
			}
		})
		set.Lookup(name).Hidden = true
	}
	addOnce(set, &f.file, "output", "o", "write the answer to this `file`")
	addOnce(set, &f.review, "file", "f", "scenario `file`; FILE#NAME takes one policy, FILE#A,B two")
	set.StringVar(&f.table, "table", "", "print this `table`; all: every row; figures: none")
	addSwitch(set, "chart", "draw a chart in text (default: only on a terminal)", to(&f.chart))
	set.Var(bounds{&f.bounds, "--fail-unless"}, "fail-unless",
		"exit status 3 unless this holds: recovers, 'elapsed_p99 < 30s'")
	set.Var(bounds{&f.bounds, failIf}, "fail-if", "exit status 3 if this holds: metastable, 'peak_load > 2000/s'")
	addSwitch(set, "ascii", "use only ASCII characters, in text and on the screen", to(&f.ascii))
	addSwitch(set, "explain", "explain the formulas, with sources and your numbers", to(&f.explain))
	seldom(set, "ascii", "chart", "table", "fail-if", "explain")
}

func (f *flags) addScreen(set *pflag.FlagSet) {
	addSwitch(set, "strokes", "draw curves on the screen with box-drawing characters instead of braille", to(&f.strokes))
	addChoice(set, &f.view, "view", "`view` of the screen: "+strings.Join(tui.Views(), ", "), tui.Views())
	addSwitch(set, "last", "continue from the last state of the screen; other flags override it", to(&f.last))
}

// opensScreen reports whether the command may show a screen: on a terminal, unless the flags ask for text.
func (f *flags) opensScreen(cmd *cobra.Command) bool {
	changed := cmd.Flags().Changed
	text := []string{"output", "table", "chart", "fail-if", "fail-unless", "sweep", "explain"}
	return isScreen(f.in, cmd.OutOrStdout()) && !slices.ContainsFunc(text, changed) && !f.formatted(cmd)
}

// scenario returns the start s of question q, changed by the scenario file, then by the environment and the flags in
// the order of the table.
func (f *flags) scenario(q answer.Question, given *setting.Scenario) (setting.Scenario, error) {
	if err := f.fromConfig(); err != nil {
		return *given, err
	}
	s, err := f.fromFile(given)
	if err != nil {
		return s, err
	}
	var ignored []string
	policies := []*setting.Scenario{&s} // the flags also apply to the other policies of the file
	for i := range s.Versus {
		policies = append(policies, &s.Versus[i])
	}
	for k := range f.settings {
		if k.IsB {
			policies, s = policies[:1], f.implied(&s) // B inherits what the flags imply
		}
		env := f.environment(k)
		switch {
		case env == "":
		case f.inFile != nil: // the file is the whole scenario
			ignored, env = append(ignored, k.Env()), ""
		default:
			f.pinned = append(f.pinned, k.Name)
		}
		for _, of := range policies {
			if err := f.set(of, k, env); err != nil {
				return s, err
			}
		}
	}
	s = f.implied(&s)
	if len(ignored) > 0 {
		f.note("beside a scenario file the environment is ignored: " + answer.JoinWords(ignored))
	}
	if !f.given("initial-delay") {
		s = s.InitialDelayWithinCap()
	}
	if err := s.Check(); err != nil {
		return s, usage("", "%v", err)
	}
	f.noteIdle(q, &s)
	return s, nil
}

// noteIdle adds a note for each given setting that has no effect on any policy of the question, or that the question
// does not use in s.
func (f *flags) noteIdle(q answer.Question, s *setting.Scenario) {
	for k := range f.settings {
		if f.given(k.Name) && k.OfQuestion && !k.IsTarget && !k.IsArgument && k.Name != setting.Example().Name &&
			!q.Used(k.Name, s) {
			f.notes.Warn(answer.NoEffect, "--"+k.Name+" has no effect on this answer", k.Key())
		}
	}
	for _, k := range setting.Settings {
		// the answer about a fleet has such notes itself
		if !f.given(k.Name) || k.Fleet && q.Argument == "" || k.Text(s) == k.Text(new(setting.Default())) {
			continue
		}
		if why := q.Idle(k, s); why != "" {
			f.notes.Warn(answer.NoEffect, "--"+k.Name+" has no effect "+why, k.Key())
		}
	}
}

// implied returns the scenario with what the given flags, the scenario file and the setting to solve for imply, and
// adds a note for each.
func (f *flags) implied(given *setting.Scenario) setting.Scenario {
	s, notes := given.Implied(func(name string) bool {
		return f.given(name) || name == given.Unknown || f.inFile != nil && f.inFile(name)
	})
	for _, note := range notes {
		f.note(note)
	}
	return s
}

// meant moves a value to another setting of the same name, if the question does not read the first in s. For example
// --timeout is an attempt time of the policy if the question has no server.
func (f *flags) meant(q answer.Question, s *setting.Scenario) {
	if q.UsedSettings == nil {
		return
	}
	for _, k := range setting.Settings {
		name, given := f.called[k.Name]
		if !given || !k.OfQuestion || slices.Contains(q.UsedSettings(s), k.Name) {
			continue
		}
		for _, p := range setting.Settings {
			if !p.OfQuestion && p.HasName(name) && !f.given(p.Name) {
				f.text[p.Name], f.called[p.Name] = f.text[k.Name], name
				delete(f.text, k.Name)
				break
			}
		}
	}
}

// quote returns a typed text as messages show it.
func quote(text string) string { return unit.Quote(text) }
