package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retune/ui/report"
)

// reads is what sub-commands that ask no question read of the flags that every command has:
// policy is those of its settings. Others are refused: whoever types --fail-if counts on it.
var reads = map[string]string{
	"check":      "policy format output file import table ascii",
	"review":     "format output file",
	"init":       "",
	"completion": "output",
	"clients":    "policy format output file table chart ascii",
	"import":     "format output import table ascii",
	"doctor":     "policy format output file import table ascii",
	"export":     "policy format output file import table ascii",
	"shot":       "policy output file import ascii",
	"tui":        "policy file import ascii",
}

// applies refuses a flag that the command does not read.
func (f *flags) applies(cmd *cobra.Command, _ []string) (err error) {
	list, some := reads[cmd.Name()]
	if !some || cmd.Name() == "import" && f.pick != "" { // which is a question
		return nil
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		name := flag.Name
		if _, ok := flag.Value.(knobFlag); ok {
			name = "policy"
		} else if slices.Contains(report.Names(), name) {
			name = "format"
		} else if name == "pick" || name == "as" {
			name = "import"
		}
		if err == nil && f.common.Lookup(flag.Name) != nil && !slices.Contains(strings.Fields(list), name) {
			err = usage(map[string]string{"import": "--pick NAME shows what one policy of the file does", "init": "retune init FILE writes the file"}[cmd.Name()],
				"--%s does not apply to %s", flag.Name, cmd.CommandPath())
		}
	})
	return err
}
