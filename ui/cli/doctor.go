package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/files/clientconfig"

	"github.com/spf13/cobra"
)

// doctorCommand returns the command that lists risks in a configuration.
func (f *flags) doctorCommand() *cobra.Command {
	var scan string
	var l linter
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
				return f.lint(cmd, &l, command, []clients.Case{{Scenario: s}})
			}
			if len(f.text) > 0 {
				return usage("retune doctor --client NAME takes them", "doctor takes no settings in addition to those of a file")
			}
			list, err := f.readAll("doctor", args, scan)
			if err != nil {
				return err
			}
			f.noteUnknown(list)
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
			return f.lint(cmd, &l, command, cases)
		},
	}
	l.add(cmd.Flags())
	addOnce(cmd.Flags(), &scan, "scan", "", "read all files below this `directory` that look like configuration")
	cmd.Flags().StringArrayVar(&with, "with", nil, "a `file` whose policies are in the same calls as the others")
	return cmd
}

// lint writes the findings about the policies that count, and returns their outcome.
func (f *flags) lint(cmd *cobra.Command, l *linter, command []string, cases []clients.Case) error {
	list := l.kept(clients.Findings(cases))
	write := map[string]func(io.Writer) error{
		"junit": func(w io.Writer) error { return l.lintJUnit(w, list) },
		"sarif": func(w io.Writer) error { return lintSARIF(w, list) },
	}[f.format]
	command = append(command, l.args()...)
	if write != nil {
		return cmp.Or(f.write(cmd, write), l.outcome(list))
	}
	return cmp.Or(f.show(cmd, "doctor", nil, command, clients.Listed(list, len(cases))), l.outcome(list))
}

// noteUnknown notes how many values another program fills in.
func (f *flags) noteUnknown(list []clientconfig.Policy) {
	values, policies := 0, 0
	for _, p := range list {
		values, policies = values+len(p.Unknown), policies+min(1, len(p.Unknown))
	}
	if values > 0 {
		f.note(fmt.Sprintf("%s of %s filled in by another program: what depends on them is not judged",
			answer.Counted(float64(values), "value", "values"), answer.Counted(float64(policies), "policy is", "policies are")))
	}
}

// casesOf returns the policies of files as cases. with is true if they are in the same calls as all others.
func casesOf(list []clientconfig.Policy, with bool) (cases []clients.Case) {
	for _, p := range list {
		s, err := scenarioOf(p)
		cases = append(cases, clients.Case{Scenario: s, Client: p.Client, Wrong: err, With: with,
			Where: fmt.Sprintf("%s:%d", p.File, p.Line), Path: p.Path, Risks: p.Risks, Missing: p.Missing, Unknown: p.Unknown})
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
