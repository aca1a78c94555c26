package cli

import (
	"cmp"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/tui"
)

const long = `retune shows what a retry policy does: when clients retry, how long they keep trying, and
whether the server recovers from an outage while they all retry. No traffic leaves this machine.`

// Root returns the command tree: retune itself, a subcommand for each question that no flag asks, and commands about
// the program.
func Root(in io.Reader, out io.Writer) *cobra.Command {
	f := newFlags(in)
	root := f.tree(out)
	for _, prepare := range f.prepare {
		prepare()
	}
	return root
}

// later postpones prepare, which makes the flags of a command, until the command is used.
func (f *flags) later(cmd *cobra.Command, prepare func()) *cobra.Command {
	f.prepare[cmd] = sync.OnceFunc(prepare)
	return cmd
}

// execute runs the command in args. It makes the flags of the commands that args name, because making all takes longer
// than most answers.
func (f *flags) execute(root *cobra.Command, args []string) error {
	f.args = args
	for _, arg := range strings.Fields(strings.Join(args, " ")) { // help takes "lab server" as one word
		for cmd, prepare := range f.prepare {
			if arg == cmd.Name() || cmd.HasAlias(arg) {
				prepare()
			}
		}
	}
	first := strings.Join(args[:min(1, len(args))], "")
	if q, _ := question.Find(first); q.Subcommand() == "" { // a question has all its flags
		f.prepare[root]() // last, because the first setting with a name counts
	}
	root.InitDefaultHelpCmd()
	switch {
	case strings.HasPrefix(first, cobra.ShellCompRequestCmd):
		complete(root)
	case len(args) > 0 && !strings.HasPrefix(first, "-"): // before the flags are parsed
		if found, _, err := root.Find(args[:1]); err != nil || found == root {
			return noSuchCommand(root, args)
		}
	}
	root.SetArgs(args)
	return root.Execute()
}

// tree returns the commands. Commands with many flags get them later.
func (f *flags) tree(out io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           "retune [COMMAND] [flags]",
		Short:         "a terminal calculator for tuning exponential backoff",
		Long:          long,
		Example:       starters,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			q, asked, err := f.quick()
			if err != nil {
				return err
			}
			s, err := f.scenario(q, new(f.start()))
			if err != nil {
				return err
			}
			if !asked && f.opensScreen(cmd) {
				return f.run(&s, out)
			}
			return f.answer(cmd, q, &s)
		},
	}
	f.common = root.PersistentFlags()
	f.common.SortFlags = false
	f.addPolicy(f.common)
	f.addImport(root)
	f.addOutput(f.common)
	addFormer(root)
	f.later(root, func() {
		root.Version = strings.TrimSpace(Version + " " + commit())
		f.addQuestions(root.Flags(), quickTakes())
		for _, q := range question.Questions {
			if q.Flag != "" {
				f.addOwn(root.Flags(), q)
			}
		}
		f.addScreen(root.Flags())
		f.understand(root.Flags(), answer.Question{})
	})
	for _, q := range question.Questions {
		if q.Flag == "" {
			root.AddCommand(f.questionCommand(q))
		}
	}

	screen, fleet, run := f.screenCommand(out), question.Fleet(), ofRun(question.Fleet())
	fleet.Takes = append(fleet.Takes, "layer", "inside") // for checks
	export := f.exportCommand()
	export.AddCommand(f.exportK6Command(run))
	root.AddCommand(screen, f.shotCommand(screen), f.checkCommand(fleet), f.initCommand(), f.reviewCommand(fleet),
		f.labCommand(run), f.fitCommand(), f.probeCommand(), f.clientsCommand(), f.importCommand(), export, f.doctorCommand(),
		f.completionCommand(root))
	root.SetVersionTemplate("retune {{.Version}}\n")
	root.PersistentPreRunE = f.applies
	root.SetFlagErrorFunc(f.flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { f.writeHelp(cmd, root.Annotations[helpAll] != "") })
	root.SetHelpCommand(f.helpCommand(root))
	root.CompletionOptions.DisableDefaultCmd = true
	return root
}

// questionCommand returns the subcommand that asks a question.
func (f *flags) questionCommand(q answer.Question) *cobra.Command {
	cmd := &cobra.Command{
		Use:     q.Name + " [flags]",
		Aliases: strings.Fields(q.Names),
		Short:   q.Short,
		Long:    q.Long,
		Example: strings.Join(q.Examples, "\n"),
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if q.Argument != "" {
				f.text[q.Argument] = args[0]
			} else if len(args) > 0 {
				f.text[q.AlsoAskedBy] = args[0]
			}
			start := setting.Default()
			for k := range f.settings { // what the question starts from and reads may depend on the settings
				if f.given(k.Name) {
					_ = k.Set(&start, f.text[k.Name]) // f.scenario reports the error
				}
			}
			f.meant(q, &start)
			f.stacks = q.Layers
			s, err := f.scenario(q, new(q.Start(&start)))
			if err != nil {
				return err
			}
			return f.answer(cmd, q, &s)
		},
	}
	return f.later(cmd, func() {
		if of, ok := q.Setting(q.AlsoAskedBy); ok && of.Separator != "" { // retune stack 3x3x3
			cmd.Args = func(cmd *cobra.Command, args []string) error {
				if len(args) == 1 && !f.given(q.AlsoAskedBy) {
					return nil
				}
				return noArguments(cmd, args)
			}
		}
		if word, ok := q.Setting(q.Argument); ok {
			cmd.Use = q.Name + " " + strings.ToUpper(word.ListName()) + " [flags]"
			hint := bareHint(word, "")
			if len(q.Examples) > 0 {
				hint = "such as " + q.Examples[0] + "; " + hint
			}
			cmd.Args = oneWord(word.Help, hint)
			cmd.ValidArgs = word.Words()
		}
		f.addQuestions(cmd.Flags(), q.ReadSettings())
		f.addOwn(cmd.Flags(), q)
		f.understand(cmd.Flags(), q)
	})
}

// screenCommand returns the command that opens the screen.
func (f *flags) screenCommand(out io.Writer) *cobra.Command {
	screen := &cobra.Command{
		Use:     "tui [flags]",
		Aliases: []string{"ui", "screen", "interactive"},
		Short:   "open the interactive screen with the settings of the flags",
		Long: "Opens the interactive screen with the settings of the flags, as retune without a command does on a " +
			"terminal. Arrows select a setting and change it, digits type a value, c keeps the policy to compare with, " +
			"/ finds anything, p lists presets, = solves for a result, h ranks changes that help a fleet, e exports " +
			"the view, ctrl+s saves the settings to a scenario file, ctrl+o opens one, y copies the command, ? lists " +
			"every key, q quits. retune shot writes the screen as a picture.",
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			s, err := f.scenario(answer.Question{}, new(f.start()))
			if err != nil {
				return err
			}
			return f.run(&s, out)
		},
	}
	f.addScreen(screen.Flags())
	return f.later(screen, func() {
		var takes []string
		for _, q := range question.Questions {
			if q.Tab != "" {
				takes = append(takes, q.ReadSettings()...)
			}
		}
		f.addQuestions(screen.Flags(), takes)
		f.addOwn(screen.Flags(), answer.Question{SettingsRead: answer.SettingsRead{OwnSettings: tui.Own}})
		f.understand(screen.Flags(), answer.Question{})
	})
}

// quickTakes returns the settings read by the questions that a flag asks.
func quickTakes() []string {
	var takes []string
	for _, q := range question.Questions {
		if q.Flag == "" && q.AlsoAskedBy == "" {
			continue
		}
		for _, name := range q.Takes {
			if k, _ := setting.Find(name); q.Flag != "" || !k.Fleet || name == q.AlsoAskedBy {
				takes = append(takes, name)
			}
		}
	}
	return takes
}

// quick returns the question that the flags ask without a subcommand, or the default question and asked = false. -T
// also belongs to other questions, so its own question yields to them.
func (f *flags) quick() (q answer.Question, asked bool, err error) {
	for _, candidate := range question.Questions {
		flag := cmp.Or(candidate.Flag, candidate.AlsoAskedBy)
		if f.text[flag] == "" {
			continue
		}
		if before := cmp.Or(q.Flag, q.AlsoAskedBy); asked && !q.YieldsToFlags && !candidate.Reads(before) {
			continue // the loop below refuses its flag
		}
		q, asked = candidate, true
	}
	if !asked {
		return question.First(func(q answer.Question) bool { return q.Default }), false, nil
	}
	for k := range f.settings {
		if k.OfQuestion && f.given(k.Name) && !q.Reads(k.Name) {
			return q, true, usage("leave one of them out", "--%s cannot be combined with --%s", k.Name,
				cmp.Or(q.Flag, q.AlsoAskedBy))
		}
	}
	return q, true, nil
}
