package cli

import (
	"errors"
	"fmt"

	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/files/clientconfig"

	"github.com/spf13/cobra"
)

// doctorCommand returns the command that lists risks in a configuration.
func (f *flags) doctorCommand() *cobra.Command {
	var scan string
	var with []string
	cmd := &cobra.Command{
		Use:   "doctor [FILE ...] [flags]",
		Short: "flag risky retry settings in a client's configuration",
		Long: "doctor lists the surprises in the retry policies of files, or of the client that --client names. The most " +
			"severe come first. Each finding has a figure as evidence, and the nearest better value with its result, or " +
			"the reason why no value is better. Retries of two layers multiply: doctor looks for that within a file, within " +
			"objects of one name, and between the files and those of --with.",
		RunE: func(cmd *cobra.Command, args []string) error {
			args = append(args, f.from...)
			command := scanning("doctor", args, scan)
			if len(command) == 1 {
				q := question.Schedule()
				s, err := f.scenario(q, f.start())
				if err == nil && s.Library.Row == nil {
					err = usage("retune doctor envoy.yaml, or retune doctor --client envoy", "doctor needs a file or --client")
				}
				if err != nil {
					return err
				}
				command = append(command, q.Args(s, f.pinned)[1:]...)
				return f.show(cmd, "doctor", nil, command, clients.Doctor([]clients.Case{{Scenario: s}}))
			}
			if len(f.text) > 0 {
				return usage("retune doctor --client NAME takes them", "doctor takes no settings in addition to those of a file")
			}
			list, err := f.readAll("doctor", args, scan)
			if err != nil {
				return err
			}
			cases := casesOf(list, false)
			if len(with) > 0 {
				if list, err = f.readAll("doctor", with, ""); err != nil {
					return err
				}
				cases = append(cases, casesOf(list, true)...)
				for _, name := range with {
					command = append(command, "--with", name)
				}
			}
			return f.show(cmd, "doctor", nil, command, clients.Doctor(cases))
		},
	}
	addOnce(cmd.Flags(), &scan, "scan", "", "read all files below this `directory` that look like configuration")
	cmd.Flags().StringArrayVar(&with, "with", nil, "a `file` whose policies are in the same calls as the others")
	return cmd
}

// casesOf returns the policies of files as cases. with is true if they are in the same calls as all others.
func casesOf(list []clientconfig.Policy, with bool) (cases []clients.Case) {
	for _, p := range list {
		s, err := scenarioOf(p)
		cases = append(cases, clients.Case{Scenario: s, Client: p.Client, Wrong: err, With: with,
			Where: fmt.Sprintf("%s:%d", p.File, p.Line), Path: p.Path, Risks: p.Risks, Missing: p.Missing})
	}
	return cases
}

// pastedPolicy returns the client and the parameters of the first policy in a pasted configuration.
func pastedPolicy(text string) (client, parameters string, err error) {
	list, err := clientconfig.Read("pasted", []byte(text), nil)
	if err != nil {
		return "", "", err
	}
	if len(list) == 0 {
		return "", "", errors.New("neither a command, nor a value, nor a retry policy of a known client was pasted")
	}
	return list[0].Client, list[0].Parameters(), nil
}
