package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/answer"
	"retune/ui/glossary"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/query/library"
	"retune/ui/report"
)

// explain is the long explanation of a query, and its formulas with the numbers of s
// where these ask it. What is not whole is cut to a screen: the figures, which stand
// without --explain, then the end of the explanation.
func explain(ctx context.Context, q answer.Query, s knob.Scenario, whole bool) string {
	about := q.Name + ": " + q.Short + "\n\n" + q.Long + "\n"
	worked, figures := "", ""
	if q.Worked != nil && q.Missing(s) == "" {
		if a := q.Ask(ctx, s, answer.Full); a.None == nil {
			for i, line := range q.Worked(s, a) {
				if i == 0 {
					worked = "\nWith these numbers:\n\n"
				}
				worked += "    " + glossary.Wrap(line, 94, "      ") + "\n"
			}
			var b strings.Builder // with the symbols of the formulas
			report.Write(&b, report.Result{Query: q, Answer: a}, report.Options{Table: report.Figures, Symbols: true})
			figures = "\n" + b.String()
		}
	}
	rows := func(text string) int { return strings.Count(text, "\n") }
	if whole || rows(about+worked+figures) <= screenRows {
		return about + worked + figures
	}
	cut := about
	for cut != "" && rows(cut+worked) > screenRows-2 {
		cut = cut[:strings.LastIndex(strings.TrimRight(cut, "\n"), "\n\n")+1]
	}
	return cut + worked + fmt.Sprintf("\n… %d more lines: --explain --table all …\n", rows(about+worked+figures)-rows(cut+worked))
}

// starters are the first commands of a newcomer, with the questions that they answer.
var starters = [][2]string{
	{"retune schedule -a 100ms -n 9 --jitter full", "when does each retry start?"},
	{"retune solve retries --elapsed-p99 30s", "how many retries fit into 30s?"},
	{"retune --outage 1h --cap 2m -n none", "how late is a client back?"},
	{"retune fleet --scenario brownout", "does the server recover?"},
}

// screenRows is how many rows help may have: it stands on a screen.
const screenRows = 45

// help writes the help of a command from the tables: examples first, then the flags, as
// many of their groups in full as a screen has room for; all of them if all.
func help(cmd *cobra.Command, all bool) {
	root, out := !cmd.HasParent(), cmd.OutOrStdout()
	q, asks := query.Find(cmd.Name())
	asks = asks && !root
	var about string
	var sections []section
	switch {
	case asks:
		about, _, _ = strings.Cut(q.Long, "\n\n")
		if i := strings.LastIndex(about, "."); i > 0 { // what follows introduces a formula
			about = about[:i+1]
		}
		about = cmd.Name() + ": " + q.Short + "\n\n" + about
		var try [][2]string
		for _, line := range q.Try {
			try = append(try, [2]string{line, ""})
		}
		sections = []section{{title: "Examples", rows: try, full: true}}
	case root:
		about = cmd.Long
		sections = []section{{title: "Examples", rows: starters, full: true}, {title: "Commands", rows: commands(cmd), full: true}}
	default:
		about = cmp.Or(cmd.Long, cmd.Short)
	}
	foot := ""
	if asks || root || cmd.Name() == "tui" || cmd.Name() == "shot" {
		sections = append(sections, flagSections(cmd, q, asks, all)...)
		foot = "retune help WORD explains a word and help topics lists them; " + cmd.CommandPath() + " --help-all explains each flag"
		if asks {
			foot += ", --explain the formulas"
		}
		foot += ". Times: 250ms, 1.5s, 2m, 1h30m, 1d or seconds."
	}
	if root && all {
		foot += " RETUNE_INITIAL_DELAY, RETUNE_FACTOR, ... in the environment set the policy; a flag overrides them. Exit status: 0 answered, 1 a file cannot be read or written, 2 usage error, 3 no answer or a condition that does not hold, 4 inconclusive."
	}
	for {
		var b strings.Builder
		w := page{&b, lineWidth(out)}
		for paragraph := range strings.SplitSeq(about, "\n\n") {
			w.text(paragraph + "\n")
		}
		w.text("Usage: " + cmd.UseLine())
		w.sections(sections)
		if foot != "" {
			w.text("\n" + foot)
		}
		longest := -1
		for i, s := range sections {
			if s.short != "" && s.full && (longest < 0 || len(s.rows) >= len(sections[longest].rows)) {
				longest = i
			}
		}
		if all || longest < 0 || strings.Count(b.String(), "\n") <= screenRows {
			io.WriteString(out, b.String())
			return
		}
		sections[longest].full = false
	}
}

// flagSections is the flags of a command by their groups: those that say what it is asked
// are explained, and others as well if all.
func flagSections(cmd *cobra.Command, q answer.Query, asks, all bool) (list []section) {
	takes, root := flagged(), !cmd.HasParent()
	if asks {
		takes = q.Knobs()
	}
	fleet := []knob.Group{knob.GroupTraffic, knob.GroupClient, knob.GroupServer, knob.GroupOutage, knob.GroupSimulation}
	for _, g := range knob.Groups() {
		in := slices.DeleteFunc(knob.InGroup(takes, g), func(k knob.Knob) bool {
			if asks || !k.Asks {
				return k.Asks && !q.Reads(k.Name)
			}
			return !all && cmd.Flag(k.Name) == nil
		})
		own := g == knob.GroupQuestion || g == knob.GroupLimits || root && (g == knob.GroupPolicy || g == knob.GroupResults)
		if len(in) > 0 && (all || !root || !slices.Contains(fleet, g)) {
			short := flagNames(in)
			if few := 12; g == knob.GroupResults && len(in) > 2*few {
				short = fmt.Sprintf("%s and %d more: retune help results lists them", flagNames(in[:few]), len(in)-few)
			}
			list = append(list, section{string(g), flagRows(in), short, own || all})
		}
	}
	output := outputRows(cmd, all || !root)
	list = append(list, section{"Output", output, first(output), asks || all})
	if root && !all {
		list = append(list, section{title: "Fleet", short: "traffic, client, server, outage, simulation: see retune fleet --help"})
	}
	return list
}

// flagged is every knob that retune takes without a sub-command.
func flagged() []knob.Knob {
	list := slices.Clone(knob.Knobs)
	for _, q := range query.Queries {
		if q.Flag != "" {
			for _, k := range q.Own {
				if !slices.ContainsFunc(list, func(known knob.Knob) bool { return known.Name == k.Name }) {
					list = append(list, k)
				}
			}
		}
	}
	return list
}

// commands is the sub-commands with a line about each: queries in their order.
func commands(root *cobra.Command) (rows [][2]string) {
	for _, q := range query.Queries {
		if q.Sub() != "" {
			rows = append(rows, [2]string{q.Sub(), q.Short})
		}
	}
	for _, c := range root.Commands() {
		if _, asks := query.Find(c.Name()); !asks && (c.IsAvailableCommand() || c.Name() == "help") {
			rows = append(rows, [2]string{c.Name(), c.Short})
		}
	}
	return rows
}

// flagRows is the flags of knobs with a line about each.
func flagRows(list []knob.Knob) (rows [][2]string) {
	for _, k := range list {
		name := "    --" + k.Name
		if k.Short != "" {
			name = "-" + k.Short + ", --" + k.Name
		}
		if !k.Switch() {
			name += " " + strings.ToUpper(knobFlag{knob: k}.Type())
		}
		about := k.Help
		if d := k.Text(knob.Default()); !slices.Contains([]string{"", "none", "0s"}, d) && !k.Switch() {
			about += " (default " + d + ")"
		}
		rows = append(rows, [2]string{name, about})
	}
	return rows
}

// flagNames is the names of flags in one line; of very many, the first.
func flagNames(list []knob.Knob) string {
	const most = 14
	var names []string
	for _, k := range list {
		name := "--" + k.Name
		if k.Short != "" {
			name = k.Flag() + " " + name
		}
		names = append(names, name)
	}
	if len(names) > most {
		names = append(names[:most-4], "...: retune help "+strings.ToLower(string(list[0].Group))+" lists them")
	}
	return strings.Join(names, ", ")
}

// outputRows is the flags that say how and where an answer is written, and those of the
// screen if it is shown.
func outputRows(cmd *cobra.Command, screen bool) (rows [][2]string) {
	add := func(f *pflag.Flag) {
		if _, ok := f.Value.(knobFlag); ok || f.Hidden || f.Name == "help" || f.Name == "version" {
			return
		}
		name := "    --" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", --" + f.Name
		}
		value, about := pflag.UnquoteUsage(f)
		if f.NoOptDefVal == "" {
			name += " " + strings.ToUpper(value)
		}
		rows = append(rows, [2]string{name, about})
	}
	cmd.Root().PersistentFlags().VisitAll(add)
	if screen {
		cmd.LocalNonPersistentFlags().VisitAll(add)
	}
	return rows
}

// first is the names in rows of flags, in one line.
func first(rows [][2]string) string {
	var names []string
	for _, row := range rows {
		_, name, _ := strings.Cut(row[0], "--")
		if flag, value, _ := strings.Cut(name, " "); strings.ToUpper(flag) == value {
			name = flag
		}
		names = append(names, "--"+name)
	}
	return strings.Join(names, ", ")
}

// helpCommand explains a word.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:                "help [WORD]",
		Short:              "explain a word: a command, flag, value, result or type of jitter",
		DisableFlagParsing: true, // so that a flag can be asked about as it is typed
		RunE: func(cmd *cobra.Command, args []string) error {
			root.InitDefaultHelpFlag()
			root.InitDefaultVersionFlag()
			switch len(args) {
			case 0:
				return root.Help()
			}
			return helpWord(cmd, strings.Join(args, " "))
		},
	}
}

// helpWord explains what a word means: a sub-command by its help, anything else by its
// page of the glossary.
func helpWord(cmd *cobra.Command, word string) error {
	w, width := cmd.OutOrStdout(), lineWidth(cmd.OutOrStdout())
	if word == "topics" {
		glossary.PrintTopics(w, width)
		return nil
	}
	if word == "flags" {
		var list []section
		for _, g := range knob.Groups() {
			if in := knob.InGroup(flagged(), g); len(in) > 0 {
				list = append(list, section{title: string(g), short: flagNames(in)})
			}
		}
		page{w, width}.text("Every flag, by what it is about.")
		page{w, width}.sections(list)
		page{w, width}.text("\nretune help NAME explains one of them, retune --help-all each in a line.")
		return nil
	}
	if word == "results" {
		page{w, width}.text("Results, of retune what and as flags of retune solve: " + strings.Join(query.Results.Names(), ", ") + ".")
		page{w, width}.text("\nretune help NAME explains one of them.")
		return nil
	}
	topics := glossary.Find(word)
	for _, c := range cmd.Root().Commands() {
		if c.Name() == word && (len(topics) == 0 || topics[0].Bare()) {
			c.InitDefaultHelpFlag()
			return c.Help()
		}
	}
	if len(topics) == 0 && slices.Contains(library.Names(), word) {
		cmd.Root().SetArgs([]string{"clients", word})
		return cmd.Root().Execute()
	}
	if len(topics) == 0 {
		return usage(nearest(word, glossary.Words(), cmp.Or(flagWords[knob.Fold(strings.ToLower(word))], "retune help topics lists everything that can be explained")),
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
