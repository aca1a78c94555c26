package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"
	"retune/ui/help"
)

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
			strings.Join(question.Results().Names(), ", ") + ".")
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
		return usage(cmp.Or(flagWords.of(strings.ToLower(word)), near),
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
			list = append(list, section{title: string(g), short: strings.Join(names(settingRows(in)), ", ")})
		}
	}
	w.text("All settings, by subject. Each is a flag.")
	w.sections(list)
	w.text("\nretune help NAME explains one of them; retune --help-all describes each in a line.")
}
