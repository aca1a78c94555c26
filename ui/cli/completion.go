package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/knob"
	"retune/ui/report"
)

// shells are those for which cobra writes completions.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// completionCommand prints the script that completes retune in a shell.
func (f *flags) completionCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:       "completion " + strings.Join(shells, "|"),
		Short:     "print the script that completes retune in a shell",
		Long:      "Prints the script that completes retune in a shell. In bash: source <(retune completion bash)",
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return usage("the shells are "+strings.Join(shells, ", "), "completion takes one argument, the shell")
			case !slices.Contains(shells, args[0]):
				return usage(nearest(args[0], shells, "the shells are "+strings.Join(shells, ", ")),
					"there are no completions for %s", quote(args[0]))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			write := map[string]func(io.Writer) error{
				"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
				"zsh":        root.GenZshCompletion,
				"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				"powershell": root.GenPowerShellCompletionWithDesc,
			}
			return f.write(cmd, write[args[0]])
		},
	}
}

// complete offers values of the flags: the words of which a knob takes one, or
// its default with its range.
func complete(root *cobra.Command) {
	root.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(report.Formats(), cobra.ShellCompDirectiveNoFileComp))
	for _, cmd := range append(root.Commands(), root) {
		offer := func(flag *pflag.Flag) {
			f, ok := flag.Value.(knobFlag)
			if !ok {
				return
			}
			cmd.RegisterFlagCompletionFunc(flag.Name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				if words := f.knob.Words(); words != nil {
					return words, cobra.ShellCompDirectiveNoFileComp
				}
				return []string{f.knob.Text(knob.Default()) + "\t" + f.knob.Range()}, cobra.ShellCompDirectiveNoFileComp
			})
		}
		cmd.LocalFlags().VisitAll(offer)
		cmd.PersistentFlags().VisitAll(offer)
	}
}
