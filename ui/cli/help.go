package cli

import (
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
	"retune/ui/report"
)

// explain is the long explanation of a query, and its formulas with the numbers of s
// where these ask it.
func explain(ctx context.Context, q answer.Query, s knob.Scenario) string {
	text := q.Name + ": " + q.Short + "\n\n" + q.Long + "\n"
	if q.Worked == nil || q.Missing(s) != "" {
		return text
	}
	a := q.Ask(ctx, s, answer.Full)
	if a.None != nil {
		return text
	}
	lines := q.Worked(s, a)
	for i, line := range lines {
		if i == 0 {
			text += "\nWith these numbers:\n\n"
		}
		text += "    " + glossary.Wrap(line, 94, "      ") + "\n"
	}
	var figures strings.Builder // with the symbols of the formulas
	report.Write(&figures, report.Result{Query: q, Answer: a}, report.Options{Table: report.Figures, Symbols: true})
	return text + "\n" + figures.String()
}

// starters are the first commands of a newcomer, with the questions that they answer.
var starters = [][2]string{
	{"retune schedule -a 100ms --cap 30s -n 9 --jitter full", "How long does a client keep trying?"},
	{"retune solve retries --elapsed-p99 30s --jitter full", "How many retries fit into 30 s?"},
	{"retune --outage 1h --cap 2m --jitter full -n none", "How soon is it back after an outage of an hour?"},
	{"retune fleet --scenario brownout --budget 10%", "Do all clients together let the server recover?"},
	{"retune help jitter", "What does a word mean?"},
}

// help writes the help of a command from the tables: examples first, the flags that are
// its own, and the others by name; all of them if all.
func help(cmd *cobra.Command, all bool) {
	out := cmd.OutOrStdout()
	width := lineWidth(out)
	w := page{out, width}
	q, asks := query.Find(cmd.Name())
	asks = asks && cmd.HasParent()
	switch {
	case asks:
		w.text(cmd.Name() + ": " + q.Short)
		about, _, _ := strings.Cut(q.Long, "\n\n")
		if i := strings.LastIndex(about, "."); i > 0 { // what follows introduces a formula
			about = about[:i+1]
		}
		w.text("\n" + about)
	case cmd.Long != "":
		w.text(cmd.Long)
	default:
		w.text(cmd.Short)
	}
	w.text("\nUsage: " + cmd.UseLine())
	if !cmd.HasParent() {
		fmt.Fprintln(out, "\nExamples:")
		for _, s := range starters {
			fmt.Fprintf(out, "  # %s\n  %s\n", s[1], s[0])
		}
		w.rows("\nCommands:", commands(cmd))
	} else if asks {
		fmt.Fprintln(out, "\nExamples:")
		for _, line := range q.Try {
			fmt.Fprintln(out, "  "+line)
		}
	}
	if !asks && cmd.HasParent() && cmd.Name() != "tui" {
		return
	}
	var names [][2]string
	takes := flagged()
	if asks {
		takes = q.Knobs()
	}
	for _, g := range knob.Groups() {
		list := knob.InGroup(takes, g)
		root := !cmd.HasParent()
		list = slices.DeleteFunc(list, func(k knob.Knob) bool {
			if asks || !k.Asks {
				return k.Asks && !q.Reads(k.Name)
			}
			return !all && (g == knob.GroupQuestion || g == knob.GroupLimits || g == knob.GroupResults) && cmd.Flag(k.Name) == nil
		})
		own := g == knob.GroupQuestion || g == knob.GroupLimits || root && g == knob.GroupPolicy
		switch {
		case len(list) == 0:
		case own || all:
			w.rows("\n"+string(g)+":", flagRows(list))
		default:
			names = append(names, [2]string{string(g), flagNames(list)})
		}
	}
	if output := outputRows(cmd); asks || all {
		w.rows("\nOutput:", output)
	} else {
		names = append(names, [2]string{"Output", first(output)})
	}
	if len(names) > 0 {
		w.rows("\nOther flags:", names)
	}
	w.text("\nretune help WORD explains any of these words, retune help topics lists them; " + cmd.CommandPath() +
		" --help-all says more of each flag, and --explain has the formulas. Times are written 250ms, 1.5s, 2m, 1h30m or 1d; a bare number is seconds.")
	if !cmd.HasParent() {
		w.text("\nRETUNE_INITIAL_DELAY, RETUNE_FACTOR, ... in the environment set the policy; a flag overrides them. Exit status: 0 answered, 1 a file cannot be read or written, 2 usage error, 3 no answer.")
	}
}

// flagged is every knob that retune takes without a sub-command.
func flagged() []knob.Knob {
	list := slices.Clone(knob.Knobs)
	for _, q := range query.Queries {
		if q.Flag != "" {
			list = append(list, q.Own...)
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

func flagNames(list []knob.Knob) string {
	var names []string
	for _, k := range list {
		names = append(names, "--"+k.Name)
	}
	return strings.Join(names, ", ")
}

// outputRows is the flags that say how and where an answer is written.
func outputRows(cmd *cobra.Command) (rows [][2]string) {
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
	cmd.LocalNonPersistentFlags().VisitAll(add)
	return rows
}

// first is the names in rows of flags, in one line.
func first(rows [][2]string) string {
	var names []string
	for _, row := range rows {
		_, name, _ := strings.Cut(row[0], "--")
		names = append(names, "--"+name)
	}
	return strings.Join(names, ", ")
}

// A page writes lines no wider than its width.
type page struct {
	io.Writer
	width int
}

// text writes a paragraph, behind a blank line where it begins with one.
func (w page) text(paragraph string) {
	if strings.HasPrefix(paragraph, "\n") {
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, glossary.Wrap(paragraph, w.width, ""))
}

// rows writes a title and rows of a name and what it is.
func (w page) rows(title string, rows [][2]string) {
	const most = 30
	fmt.Fprintln(w, title)
	column := 0
	for _, row := range rows {
		if n := len(row[0]); n <= most {
			column = max(column, n)
		}
	}
	indent := strings.Repeat(" ", column+4)
	for _, row := range rows {
		if len(row[0]) > max(column, most) {
			fmt.Fprintf(w, "  %s\n%s%s\n", row[0], indent, glossary.Wrap(row[1], w.width-len(indent), indent))
			continue
		}
		fmt.Fprintf(w, "  %-*s  %s\n", column, row[0], glossary.Wrap(row[1], w.width-len(indent), indent))
	}
}

// helpCommand explains a word.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:                "help [WORD]",
		Short:              "explain a word: a command, a flag, a value, a result, a type of jitter",
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
		all, _ := query.Find("solve") // it takes all results
		for _, g := range knob.Groups() {
			page{w, width}.rows(string(g)+":", flagRows(knob.InGroup(all.Knobs(), g)))
		}
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
	if len(topics) == 0 {
		return usage(nearest(word, glossary.Words(), "retune help topics lists everything that can be explained"),
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
