package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/question"
	"retune/ui/help"
)

// helpCommand returns the command that explains a word.
func (f *flags) helpCommand(root *cobra.Command) *cobra.Command {
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
			w := newHelp(cmd)
			switch word := strings.Join(args, " "); word {
			case "topics":
				help.PrintTopics(w, w.width)
			case "flags", "settings":
				f.printSettings(w)
			case "results":
				w.text("Results: retune what prints one, and retune solve takes them as flags. " +
					strings.Join(question.Figures().Names(), ", ") + ".")
				w.text("\nretune help NAME explains one of them.")
			default:
				return explainWord(cmd, word)
			}
			return nil
		},
	}
}

// explainWord prints the topics of a word, or the help of the subcommand if there is nothing more.
func explainWord(cmd *cobra.Command, word string) error {
	w, topics := newHelp(cmd), help.Find(word)
	c, rest, err := cmd.Root().Find(strings.Fields(word))
	if err == nil && len(rest) == 0 && c.HasParent() && !c.Hidden && (len(topics) == 0 || topics[0].Bare()) {
		c.InitDefaultHelpFlag()
		return c.Help()
	}
	if len(topics) == 0 {
		if flag := flagNamed(cmd.Root(), strings.TrimLeft(word, "-")); flag != nil {
			w.rows("Flag:", [][2]string{flagRow(flag)})
			return nil
		}
		near := among(word, help.Words(), "retune help topics lists everything that can be explained")
		return usage(cmp.Or(flagWords.of(strings.ToLower(word)), near), "there is no help on %s", quote(word))
	}
	for i, t := range topics {
		if i > 0 {
			fmt.Fprintln(w)
		}
		t.Print(w, w.width)
	}
	return nil
}

// flagNamed returns the flag of any command with that name or short name, or nil.
func flagNamed(cmd *cobra.Command, name string) *pflag.Flag {
	for _, c := range append(cmd.Commands(), cmd) {
		for _, set := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			if flag := set.Lookup(name); flag != nil {
				return flag
			}
			if len(name) == 1 && set.ShorthandLookup(name) != nil {
				return set.ShorthandLookup(name)
			}
		}
	}
	return nil
}

// printSettings lists the names of all settings by group.
func (f *flags) printSettings(w helpWriter) {
	w.text("All settings, by subject. Each is a flag.")
	w.names(slices.DeleteFunc(settingSections(slices.Collect(f.settings), false), section.empty), true)
	w.text("\nretune help NAME explains one of them; retune --help-all describes each in a line.")
}
