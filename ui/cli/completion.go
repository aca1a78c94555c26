package cli

import (
	"cmp"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/show/report"
)

// shells are the shells that cobra writes completions for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// bashWords defines the function of the package bash-completion that cobra's script calls, for users without the
// package.
const bashWords = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
_get_comp_words_by_ref() {
    local line=${COMP_LINE:0:COMP_POINT}
    read -ra words <<<"$line"
    [[ $line == *' ' ]] && words+=('')
    cword=$((${#words[@]} - 1)) cur=${words[${#words[@]} - 1]} prev=${words[${#words[@]} > 1 ? ${#words[@]} - 2 : 0]}
}
fi
`

// completionCommand returns the command that prints the completion script of a shell.
func (f *flags) completionCommand(root *cobra.Command) *cobra.Command {
	list := "the shells are " + strings.Join(shells, ", ")
	return &cobra.Command{
		Use:   "completion " + strings.Join(shells, "|"),
		Short: "print the shell completion script",
		Long: "Prints the completion script of a shell. For bash, add this line to ~/.bashrc: " +
			"source <(retune completion bash). For zsh, add source <(retune completion zsh) to ~/.zshrc, after compinit. " +
			"For fish, run retune completion fish -o ~/.config/fish/completions/retune.fish",
		ValidArgs: shells,
		Args:      oneWord("shell", list),
		RunE: func(cmd *cobra.Command, args []string) error {
			write := map[string]func(io.Writer) error{
				"bash": func(w io.Writer) error {
					return cmp.Or(writing(bashWords)(w), root.GenBashCompletionV2(w, true))
				},
				"zsh":        root.GenZshCompletion,
				"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				"powershell": root.GenPowerShellCompletionWithDesc,
			}
			if write[args[0]] == nil {
				return usage(among(args[0], shells, list), "there are no completions for %s", quote(args[0]))
			}
			return f.write(cmd, write[args[0]])
		},
	}
}

// complete registers completions for the values of flags: the words of a setting, or its default with its range.
func complete(root *cobra.Command) {
	root.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(report.Formats(), cobra.ShellCompDirectiveNoFileComp))
	for _, cmd := range append(root.Commands(), root) {
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			f, ok := flag.Value.(settingFlag)
			if !ok {
				return
			}
			words := f.setting.Words()
			if words == nil {
				words = []string{f.String() + "\t" + f.setting.Range()}
			}
			cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		})
	}
}
