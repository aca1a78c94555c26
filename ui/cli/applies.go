package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/ask/answer"
	"retune/ui/show/report"
)

// reads lists the global flags that each subcommand reads if it asks no question. policy stands for all settings of the
// policy. Other global flags are errors, because a user who gives --fail-if relies on it.
var reads = map[string]string{
	"check":      "policy format output file import table ascii",
	"review":     "policy format output file import",
	"init":       "",
	"completion": "output",
	"clients":    "policy format output file table chart ascii",
	"import":     "format output import table ascii",
	"doctor":     "policy format output file import table ascii",
	"export":     "policy format output file import table ascii",
	"shot":       "policy output file import ascii",
	"tui":        "policy file import ascii",
	"fit":        "policy format output file import table chart ascii fail-unless",
	"probe":      "policy format output file import table chart ascii fail-unless",
	"lab":        "policy format output file import table chart ascii",
	"k6":         "policy output file import ascii",
	"server":     "policy format output file import table chart ascii",
}

// applies returns an error for a flag that the command does not read. It chooses the format.
func (f *flags) applies(cmd *cobra.Command, _ []string) (err error) {
	if err := f.chooseFormat(cmd); err != nil {
		return err
	}
	cmd.SetContext(answer.WithWants(cmd.Context(), f.wants(cmd)))
	if cmd.Name() == "import" && f.pick != "" { // import --pick asks a question
		return nil
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil && unread(cmd, flag) {
			err = usage("", "--%s does not apply to %s", flag.Name, cmd.CommandPath())
		}
	})
	return err
}

// wants returns what is written of an answer.
func (f *flags) wants(cmd *cobra.Command) answer.Wants {
	o := f.options(cmd)
	drawn := f.format == report.SVG
	asked := o.Table != "" && o.Table != report.Figures
	return answer.Wants{Charts: drawn || o.Charts, Exact: drawn, Rows: asked || o.Table == "" && o.Every(), Tables: asked}
}

// unread reports whether the command does not read a global flag.
func unread(cmd *cobra.Command, flag *pflag.Flag) bool {
	list, some := reads[cmd.Name()]
	if !some || cmd.Root().PersistentFlags().Lookup(flag.Name) == nil {
		return false
	}
	name := flag.Name
	if _, ok := flag.Value.(settingFlag); ok {
		name = "policy"
	} else if slices.Contains(report.Names(), name) {
		name = "format"
	} else if name == "pick" || name == "as" {
		name = "import"
	}
	return !slices.Contains(strings.Fields(list), name)
}
