package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
)

// explain is the long explanation of a query.
func explain(q answer.Query) string {
	return q.Name + ": " + q.Short + "\n\n" + q.Long + "\n"
}

// help writes the help of a command from the tables.
func help(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	fmt.Fprintf(w, "%s\n\nUsage: %s\n", text, cmd.UseLine())
	if !cmd.HasParent() {
		helpRoot(w, cmd)
	}
	questions := pflag.NewFlagSet("", pflag.ContinueOnError)
	questions.SortFlags = false
	local := cmd.LocalNonPersistentFlags()
	for _, k := range knob.Knobs {
		if f := local.Lookup(k.Name); f != nil {
			questions.AddFlag(f)
		}
	}
	for _, r := range query.Results {
		if f := local.Lookup(r.Name); f != nil {
			questions.AddFlag(f)
		}
	}
	questions.AddFlagSet(local) // the others
	fmt.Fprintf(w, "\nQuestions:\n%s", questions.FlagUsages())
	fmt.Fprintf(w, "\nPolicy and output:\n%s", cmd.Root().PersistentFlags().FlagUsages())
	fmt.Fprint(w, "\nTimes are written 250ms, 1.5s, 2m, 1h30m or 1d; a bare number is seconds.\n")
}

func helpRoot(w io.Writer, root *cobra.Command) {
	fmt.Fprintln(w, "\nSub-commands:")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			fmt.Fprintf(w, "  %-11s %s\n", c.Name(), c.Short)
		}
	}
	fmt.Fprint(w, `
Environment: RETUNE_INITIAL_DELAY, RETUNE_FACTOR, ... set the knobs of the policy; flags override the environment.
Status: 0 success, 1 a file cannot be written, 2 usage error, 3 no answer.
`)
}

// helpCommand explains a sub-command, a question or a knob.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:                "help [sub-command, question or knob]",
		Short:              "explain a sub-command, a question or a knob",
		DisableFlagParsing: true, // so that a flag can be asked about as it is typed
		RunE: func(cmd *cobra.Command, args []string) error {
			root.InitDefaultHelpFlag()
			root.InitDefaultVersionFlag()
			switch len(args) {
			case 0:
				return root.Help()
			case 1:
			default:
				return usage("", "help takes one word, and %s is another", quote(args[1]))
			}
			topic := strings.TrimLeft(args[0], "-")
			topics := []string{}
			for _, c := range root.Commands() {
				if c.Name() == topic {
					c.InitDefaultHelpFlag()
					return c.Help()
				}
				topics = append(topics, c.Name())
			}
			if q, ok := query.Find(topic); ok {
				fmt.Fprint(cmd.OutOrStdout(), explain(q))
				return nil
			}
			if k, ok := knob.Find(topic); ok {
				helpKnob(cmd.OutOrStdout(), k)
				return nil
			}
			if r, ok := query.Results.Find(topic); ok {
				helpKnob(cmd.OutOrStdout(), r.Knob())
				return nil
			}
			for _, k := range knob.Knobs {
				topics = append(topics, k.Name)
			}
			topics = append(topics, query.Results.Names()...)
			return usage(nearest(topic, topics, "", "retune help lists them"), "there is no help on %s", quote(args[0]))
		},
	}
}

func helpKnob(w io.Writer, k knob.Knob) {
	fmt.Fprintf(w, "--%s: %s\n\n", k.Name, k.Help)
	row := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "  %-12s %s\n", name, value)
		}
	}
	if k.Short != "" {
		row("short", "-"+k.Short)
	}
	row("symbol", k.Symbol)
	row("range", k.Range())
	row("default", k.Text(knob.Default()))
	row("JSON key", k.Key())
	if !k.Asks {
		row("environment", k.Env())
	}
}
