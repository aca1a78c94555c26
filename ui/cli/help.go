package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/help"
	"retune/ui/show/report"
)

// explain returns the long explanation of a question. If s sets everything that the question needs, the formulas with
// the numbers of s follow, then the figures with their symbols.
func explain(ctx context.Context, q answer.Question, s *setting.Scenario) string {
	text := q.Name + ": " + q.Short + "\n\n" + q.Long + "\n"
	if q.Worked == nil || q.Missing(s) != "" {
		return text
	}
	a := q.Ask(answer.WithWants(ctx, answer.Wants{}), s, answer.Full)
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
	report.Write(&figures, report.Result{Answer: a}, report.Options{Table: report.Figures, Symbols: true})
	return text + "\n" + figures.String()
}

// starters are the first commands for new users, with the questions that they answer.
const starters = `retune schedule -a 100ms -n 9 --jitter full  when does each retry start?
retune solve retries --elapsed-p99 30s  how many retries fit into 30s?
retune --outage 1h --cap 2m -n none  how soon does a client reconnect?
retune fleet --scenario brownout  does the server recover?`

// groups are the headings of the subcommands in help. A subcommand without a group is under "More".
var groups = []struct{ title, names string }{
	{"Start with", "schedule compare fleet solve doctor"},
	{"One policy", "jitter what recommend clients"},
	{"A fleet", "levers map contend lab probe"},
	{"Files", "check review init import export fit"},
}

// writeHelp writes the help of a command: what it does, examples, and the flags that most users need, or every flag if
// all is true. Without all, the root command lists its subcommands instead of flags.
func (f *flags) writeHelp(cmd *cobra.Command, all bool) {
	root, w := !cmd.HasParent(), newHelp(cmd)
	f.common.Lookup("format").Usage = aboutFormat(writable(cmd))
	for _, name := range []string{"pick", "as"} { // elsewhere the help of --import mentions them
		f.common.Lookup(name).Hidden = cmd.Name() != "import"
	}
	for paragraph := range strings.SplitSeq(aboutOf(cmd, all), "\n\n") {
		w.text(paragraph + "\n")
	}
	w.text("Usage: " + cmd.UseLine())
	w.examples(cmd.Example)
	w.subcommands(cmd)
	sections, rare := f.flagSections(cmd, all)
	switch {
	case root && !all:
		w.names(slices.DeleteFunc(sections, func(s section) bool {
			return !slices.Contains([]string{string(setting.GroupPolicy), "Output"}, s.title)
		}), true)
		w.text(footOfRoot)
		return
	case all:
		w.sections(sections)
	default:
		w.brief(sections)
	}
	switch {
	case root:
		w.text(footOfAll)
	case len(sections) > 0:
		w.text("\n" + footOf(cmd, len(rare)))
	}
}

// examples writes example commands, one a line, each with its explanation behind two spaces.
func (w helpWriter) examples(text string) {
	if text == "" {
		return
	}
	var rows [][2]string
	for line := range strings.SplitSeq(text, "\n") {
		command, why, _ := strings.Cut(strings.TrimSpace(line), "  ")
		rows = append(rows, [2]string{command, why})
	}
	w.rows("\nExamples:", rows)
}

// The last paragraphs of the help of the root command: short, and with every flag.
const (
	footOfRoot = "\nretune COMMAND --help lists the flags of a command, retune help WORD explains a flag, a value or a " +
		"result, and retune help topics lists what can be explained."
	footOfAll = "\nRETUNE_INITIAL_DELAY, RETUNE_FACTOR, ... in the environment set the policy; flags override them. " +
		"Exit status: 0 answered, 1 a file cannot be read or written, 2 usage error, 3 no answer, or a condition " +
		"fails, 4 inconclusive."
)

// footOf returns the last paragraph of the help of a command that leaves out some rare flags.
func footOf(cmd *cobra.Command, rare int) (text string) {
	if rare > 0 {
		text = fmt.Sprintf("%d more flags: %s --help all. ", rare, cmd.CommandPath())
	}
	text += "retune help WORD explains a word"
	if _, asks := question.Find(cmd.Name()); asks {
		text += ", --explain the formulas"
	}
	return text + ". Times: 250ms, 1.5s, 2m, 1h30m, 1d or seconds."
}

// aboutOf returns the introduction to a command. For a question, that is the first sentence of its explanation, or the
// first paragraph if all is true.
func aboutOf(cmd *cobra.Command, all bool) string {
	q, asks := question.Find(cmd.Name())
	if !asks {
		return cmp.Or(cmd.Long, cmd.Short)
	}
	about, _, _ := strings.Cut(q.Long, "\n\n")
	if i := strings.LastIndex(about, "."); i > 0 { // the rest introduces a formula
		about = about[:i+1]
	}
	if first, _, more := strings.Cut(strings.ReplaceAll(about, "\n", " "), ". "); more && !all {
		about = first + "."
	}
	return cmd.Name() + ": " + q.Short + "\n\n" + about
}

// commands writes the subcommands with their descriptions, by group.
func (w helpWriter) commands(root *cobra.Command) {
	left := map[string]string{}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			left[c.Name()] = c.Short
		}
	}
	write := func(title string, names []string) {
		var rows [][2]string
		for _, name := range names {
			rows = append(rows, [2]string{name, left[name]})
			delete(left, name)
		}
		w.rows("\n"+title+":", rows)
	}
	for _, g := range groups {
		write(g.title, strings.Fields(g.names))
	}
	write("More", slices.Sorted(maps.Keys(left)))
}

// subcommands writes the subcommands of a command, if it has some; those of the root by group.
func (w helpWriter) subcommands(cmd *cobra.Command) {
	if !cmd.HasParent() {
		w.commands(cmd)
		return
	}
	var rows [][2]string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			rows = append(rows, [2]string{cmd.Name() + " " + c.Name(), c.Short})
		}
	}
	if rows != nil {
		w.rows("\nCommands:", rows)
	}
}
