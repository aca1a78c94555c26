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
			f.comments = map[string][]clientconfig.Ignore{}
			if err := f.local(cmd, append([]string{scan}, args...)); err != nil {
				return err
			}
			command := scanning("doctor", args, scan)
			if len(command) == 1 {
				q := question.Schedule()
				s, err := f.scenario(q, new(f.start()))
				if err == nil && s.Library.Row == nil {
					err = usage("retune doctor envoy.yaml, or retune doctor --client envoy", "doctor needs a file or --client")
				}
				if err != nil {
					return err
				}
				command = append(command, q.Args(&s, f.pinned)[1:]...)
				return f.lint(cmd, &l, command, []clients.Case{{Scenario: s}}, nil)
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
				others, err := f.readAll("doctor", with, "")
				if err != nil {
					return err
				}
				cases, list = append(cases, casesOf(others, true)...), append(list, others...)
				for _, name := range with {
					command = append(command, "--with", name)
				}
			}
			return f.lint(cmd, &l, command, cases, list)
		},
	}
	l.add(cmd.Flags())
	addOnce(cmd.Flags(), &scan, "scan", "", "read all files below this `directory` that look like configuration")
	cmd.Flags().StringArrayVar(&with, "with", nil, "a `file` whose policies are in the same calls as the others")
	return cmd
}

// lint writes the findings about the policies that count, and returns their outcome, which no format changes.
func (f *flags) lint(cmd *cobra.Command, l *linter, command []string, cases []clients.Case,
	policies []clientconfig.Policy) error {
	known, err := f.known(l.baseline)
	if err != nil {
		return err
	}
	var list []linted
	for _, found := range clients.Findings(cases) {
		list = append(list, linted{Finding: found})
	}
	list = l.kept(commented(list, f.comments, policies))
	compare(list, known)
	count, ignored, old := counting(list)
	for i, how := range []string{"ignored by comments", "in the baseline"} {
		if n := []int{ignored, old}[i]; n > 0 {
			f.note(answer.Counted(float64(n), "finding is", "findings are") + " " + how)
		}
	}
	write := map[string]func(io.Writer) error{
		"junit": func(w io.Writer) error { return l.lintJUnit(w, list) },
		"sarif": func(w io.Writer) error { return l.lintSARIF(w, list) },
	}[f.format]
	command = append(command, l.args()...)
	if write != nil {
		return cmp.Or(f.write(cmd, write), l.outcome(count))
	}
	return cmp.Or(f.show(cmd, "doctor", nil, command, clients.Listed(count, len(cases))), l.outcome(count))
}

// noteUnknown notes how many values another program fills in.
func (f *flags) noteUnknown(list []clientconfig.Policy) {
	values, policies := 0, 0
	for _, p := range list {
		values, policies = values+len(p.Unknown), policies+min(1, len(p.Unknown))
	}
	if values > 0 {
		f.note(fmt.Sprintf("another program fills in %s of %s: what depends on them is not judged",
			answer.Counted(float64(values), "value", "values"), answer.Counted(float64(policies), "policy", "policies")))
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
