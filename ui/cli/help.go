package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"
	"retune/ui/help"
	"retune/ui/show/report"
)

// explain returns the long explanation of a question. If s sets everything that the question needs, the formulas with
// the numbers of s follow, then the figures with their symbols.
func explain(ctx context.Context, q answer.Question, s setting.Scenario) string {
	text := q.Name + ": " + q.Short + "\n\n" + q.Long + "\n"
	if q.Worked == nil || q.Missing(s) != "" {
		return text
	}
	a := q.Ask(ctx, s, answer.Full)
	if a.None != nil {
		return text
	}
	for i, line := range q.Worked(s, a) {
		if i == 0 {
			text += "\nWith these numbers:\n\n"
		}
		text += "    " + help.Wrap(line, 94, "      ") + "\n"
	}
	var figures strings.Builder
	report.Write(&figures, report.Result{Question: q, Answer: a}, report.Options{Table: report.Figures, Symbols: true})
	return text + "\n" + figures.String()
}

// starters are the first commands for new users, with the questions that they answer.
var starters = [][2]string{
	{"retune schedule -a 100ms -n 9 --jitter full", "when does each retry start?"},
	{"retune solve retries --elapsed-p99 30s", "how many retries fit into 30s?"},
	{"retune --outage 1h --cap 2m -n none", "how soon does a client reconnect?"},
	{"retune fleet --scenario brownout", "does the server recover?"},
}

// groups are the headings of the subcommands in help. A subcommand without a group is under "More".
var groups = []struct{ title, names string }{
	{"Start with", "schedule compare fleet solve doctor"},
	{"One policy", "jitter what recommend clients"},
	{"A fleet", "levers map contend lab"},
	{"Files", "check review init import export"},
}

// writeHelp writes the help of a command: what it does, examples, and every flag. The root command lists its
// subcommands instead of flags, unless all is true.
func writeHelp(cmd *cobra.Command, all bool) {
	root, w := !cmd.HasParent(), helpWriter{cmd.OutOrStdout(), lineWidth(cmd.OutOrStdout())}
	q, asks := question.Find(cmd.Name())
	about, examples := aboutOf(cmd, q, asks && !root)
	if root {
		examples = starters
	}
	for paragraph := range strings.SplitSeq(about, "\n\n") {
		w.text(paragraph + "\n")
	}
	w.text("Usage: " + cmd.UseLine())
	if len(examples) > 0 {
		w.rows("\nExamples:", examples)
	}
	if root {
		for _, g := range commandGroups(cmd) {
			w.rows("\n"+g.title+":", g.rows)
		}
	}
	sections := flagSections(cmd, all)
	if root && !all {
		sections = slices.DeleteFunc(sections, func(s section) bool {
			return !slices.Contains([]string{string(setting.GroupPolicy), "Output"}, s.title)
		})
		for i := range sections {
			sections[i].full = false
		}
	}
	w.sections(sections)
	switch {
	case root && !all:
		w.text("\nretune COMMAND --help lists the flags of a command, retune help WORD explains a flag, a value or a " +
			"result, and " +
			"retune help topics lists what can be explained.")
	case root:
		w.text("\nRETUNE_INITIAL_DELAY, RETUNE_FACTOR, ... in the environment set the policy; flags override them. " +
			"Exit status: 0 answered, 1 a file cannot be read or written, 2 usage error, 3 no answer, or a condition " +
			"fails, 4 inconclusive.")
	case len(sections) > 0:
		w.text("\nretune help WORD explains a word" + pick(asks, ", --explain the formulas", "") +
			". Times: 250ms, 1.5s, 2m, 1h30m, 1d or seconds.")
	}
}

// aboutOf returns the introduction to a command and its examples. For a question, that is the first paragraph of its
// explanation.
func aboutOf(cmd *cobra.Command, q answer.Question, asks bool) (about string, examples [][2]string) {
	if !asks {
		for _, line := range strings.FieldsFunc(cmd.Example, func(r rune) bool { return r == '\n' }) {
			examples = append(examples, [2]string{strings.TrimSpace(line), ""})
		}
		return cmp.Or(cmd.Long, cmd.Short), examples
	}
	about, _, _ = strings.Cut(q.Long, "\n\n")
	if i := strings.LastIndex(about, "."); i > 0 { // the rest introduces a formula
		about = about[:i+1]
	}
	for _, line := range q.Try {
		examples = append(examples, [2]string{line, ""})
	}
	return cmd.Name() + ": " + q.Short + "\n\n" + about, examples
}

// pick returns yes if the condition holds, else no.
func pick(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

// commandGroups returns the subcommands with their descriptions.
func commandGroups(root *cobra.Command) (list []section) {
	left := map[string]string{}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			left[c.Name()] = c.Short
		}
	}
	for _, g := range groups {
		s := section{title: g.title}
		for name := range strings.FieldsSeq(g.names) {
			s.rows = append(s.rows, [2]string{name, left[name]})
			delete(left, name)
		}
		list = append(list, s)
	}
	more := section{title: "More"}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		more.rows = append(more.rows, [2]string{name, left[name]})
	}
	return append(list, more)
}

// flagSections returns every flag that the command reads: the settings by group, then the others. If all is true, flags
// of results have a row each, and the root command has the settings of every question.
func flagSections(cmd *cobra.Command, all bool) (list []section) {
	var settings []setting.Setting
	var own, others [][2]string
	local := cmd.LocalNonPersistentFlags()
	cmd.Flags().AddFlagSet(cmd.InheritedFlags())
	cmd.Flags().SortFlags = false
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" || f.Name == "version" || unread(cmd, f) != "" {
			return
		}
		if k, ok := f.Value.(settingFlag); ok {
			settings = append(settings, k.setting)
		} else if cmd.HasParent() && local.Lookup(f.Name) != nil {
			own = append(own, flagRow(f))
		} else {
			others = append(others, flagRow(f))
		}
	})
	if len(own) > 0 {
		title := strings.ToUpper(cmd.Name()[:1]) + cmd.Name()[1:]
		list = append(list, section{title, own, strings.Join(names(own), ", "), true})
	}
	if all && !cmd.HasParent() {
		settings = flagged()
	}
	list = append(list, settingSections(settings, all)...)
	if len(others) > 0 {
		list = append(list, section{"Output", others, strings.Join(names(others), ", "), true})
	}
	return list
}

// settingSections returns a section for each group of the settings.
func settingSections(settings []setting.Setting, all bool) (list []section) {
	place := func(k setting.Setting) uint { // settings outside the table come last
		return uint(slices.IndexFunc(setting.Settings, func(x setting.Setting) bool { return x.Name == k.Name }))
	}
	slices.SortStableFunc(settings, func(a, b setting.Setting) int { return cmp.Compare(place(a), place(b)) })
	for _, g := range setting.Groups() {
		in := setting.InGroup(settings, g)
		if len(in) == 0 {
			continue
		}
		s := section{title: string(g), short: flagNames(in), full: all || g != setting.GroupResults}
		for _, k := range in {
			s.rows = append(s.rows, settingRow(k))
		}
		list = append(list, s)
	}
	return list
}

// settingRow returns the flag of a setting with its description.
func settingRow(k setting.Setting) [2]string {
	name := "    --" + k.Name
	if k.Short != "" {
		name = "-" + k.Short + ", --" + k.Name
	}
	if !k.Switch() {
		name += " " + strings.ToUpper(settingFlag{setting: k}.Type())
	}
	about := k.Help
	if d := k.Text(setting.Default()); !slices.Contains([]string{"", "none", "0s"}, d) && !k.Switch() {
		about += " (default " + d + ")"
	}
	return [2]string{name, about}
}

// flagRow returns a flag that is not a setting, with its description.
func flagRow(f *pflag.Flag) [2]string {
	name := "    --" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	value, about := pflag.UnquoteUsage(f)
	if f.NoOptDefVal == "" {
		name += " " + strings.ToUpper(value)
	}
	return [2]string{name, about}
}

// names returns the flags in rows, without their values.
func names(rows [][2]string) (list []string) {
	for _, row := range rows {
		_, name, _ := strings.Cut(row[0], "--")
		name, _, _ = strings.Cut(name, " ")
		list = append(list, "--"+name)
	}
	return list
}

// flagNames returns the names of flags in one line.
func flagNames(list []setting.Setting) string {
	var names []string
	for _, k := range list {
		name := "--" + k.Name
		if k.Short != "" {
			name = k.Flag() + " " + name
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// flagged returns the settings of the table and of questions that a flag asks.
func flagged() []setting.Setting {
	list := slices.Clone(setting.Settings)
	for _, q := range question.Questions {
		if q.Flag != "" {
			for _, k := range q.Own {
				if !slices.ContainsFunc(list, func(known setting.Setting) bool { return known.Name == k.Name }) {
					list = append(list, k)
				}
			}
		}
	}
	return list
}

// helpCommand returns the command that explains a word.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:                "help [WORD]",
		Short:              "explain a term: a command, flag, value, result, label or type of jitter",
		DisableFlagParsing: true, // so that users can type a flag as the word
		RunE: func(cmd *cobra.Command, args []string) error {
			root.InitDefaultHelpFlag()
			root.InitDefaultVersionFlag()
			if len(args) == 0 || args[0] == "--help" || args[0] == "-h" {
				return root.Help()
			}
			return helpWord(cmd, strings.Join(args, " "))
		},
	}
}

// helpWord explains a word: a subcommand by its help, anything else by its topic.
func helpWord(cmd *cobra.Command, word string) error {
	w, width := cmd.OutOrStdout(), lineWidth(cmd.OutOrStdout())
	if word == "topics" {
		help.PrintTopics(w, width)
		return nil
	}
	if word == "flags" || word == "settings" {
		printSettings(helpWriter{w, width})
		return nil
	}
	if word == "results" {
		helpWriter{w, width}.text("Results: retune what prints one, and retune solve takes them as flags. " +
			strings.Join(question.Results.Names(), ", ") + ".")
		helpWriter{w, width}.text("\nretune help NAME explains one of them.")
		return nil
	}
	return explainWord(cmd, word)
}

// explainWord prints the topics of a word, or the help of the subcommand if there is nothing more.
func explainWord(cmd *cobra.Command, word string) error {
	w, width := cmd.OutOrStdout(), lineWidth(cmd.OutOrStdout())
	topics := help.Find(word)
	for _, c := range cmd.Root().Commands() {
		if c.Name() == word && (len(topics) == 0 || topics[0].Bare()) {
			c.InitDefaultHelpFlag()
			return c.Help()
		}
	}
	if len(topics) == 0 && slices.Contains(clients.Names(), word) {
		cmd.Root().SetArgs([]string{"clients", word})
		return cmd.Root().Execute()
	}
	if len(topics) == 0 {
		near := nearest(word, help.Words(), "retune help topics lists everything that can be explained")
		return usage(cmp.Or(flagWords[setting.Fold(strings.ToLower(word))], near),
			"there is no help on %s", quote(word))
	}
	for i, t := range topics {
		if i > 0 {
			fmt.Fprintln(w)
		}
		t.Print(w, width)
	}
	return nil
}

// printSettings lists the names of all settings by group.
func printSettings(w helpWriter) {
	var list []section
	for _, g := range setting.Groups() {
		if in := setting.InGroup(flagged(), g); len(in) > 0 {
			list = append(list, section{title: string(g), short: flagNames(in)})
		}
	}
	w.text("All settings, by subject. Each is a flag.")
	w.sections(list)
	w.text("\nretune help NAME explains one of them; retune --help-all describes each in a line.")
}
