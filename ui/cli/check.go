package cli

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/report"
	"retune/ui/review"
)

// checkQuery is what a check is for the report.
var checkQuery = answer.Query{Name: "check", Short: "whether limits hold, for every policy in every outage"}

// checkFormats are the formats of checks alone.
var checkFormats = []string{"junit", "sarif"}

// checkCommand holds limits.
func (f *flags) checkCommand(fleet answer.Query, full bool) *cobra.Command {
	var typed []string
	var before string
	cmd := &cobra.Command{
		Use:   "check [flags]",
		Short: checkQuery.Short,
		Long: "Holds limits against figures, for every policy in every outage of a scenario file, or for the settings of " +
			"the flags. " +
			"A limit is a verdict, such as recovers, or a figure, a comparison and a value: 'peak_load <= 1.5x', " +
			"'retries_by 60s <= 10'. " +
			"It holds, fails, or is inconclusive, where the figure is nearer to the limit than two of its standard errors. " +
			"Status 3 if one fails, 4 if none does and one is inconclusive.",
		Args: noArguments,
	}
	cmd.Flags().StringArrayVar(&typed, "require", nil, "`limit` that must hold: recovers, 'elapsed_p99 < 30s'")
	cmd.Flags().StringVar(&before, "baseline", "",
		"`file` with the JSON of a former check: fail on what got worse, not on what fails")
	if full {
		f.addQuestions(cmd.Flags(), fleet.Takes)
		f.understand(cmd.Flags(), fleet.Like, fleet.Means)
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := f.checkFormat(cmd); err != nil {
			return err
		}
		was, err := f.baseline(before)
		if err != nil {
			return err
		}
		c, err := f.checking(fleet, typed)
		if err != nil {
			return err
		}
		list, err := held(cmd, c.cases, c.limits, c.file.Lines)
		if err != nil {
			return err
		}
		if err := f.writeChecks(cmd, c, list); err != nil {
			return err
		}
		if before != "" {
			return worse(was, list)
		}
		return outcomeOf(list)
	}
	return cmd
}

// checkFormat reads the format of a check.
func (f *flags) checkFormat(cmd *cobra.Command) error {
	if slices.Contains(checkFormats, f.format) {
		return nil
	}
	if _, ok := report.Format(f.format); ok {
		return f.chooseFormat(cmd, checkQuery)
	}
	drawn := func(name string) bool { return name == report.SVG }
	formats := slices.DeleteFunc(append(report.Formats(), checkFormats...), drawn)
	return usage(nearest(f.format, formats, ""), "--format: %s is not one of %s", quote(f.format),
		strings.Join(formats, ", "))
}

// A checking is what a check is of.
type checking struct {
	fleet        answer.Query
	name, picked string // the file, and the policy in it, or ""
	typed        []string
	file         review.File
	cases        []review.Case
	limits       []review.Limit
}

// checking reads the cases and the limits from the file, if there is one, and from the flags.
func (f *flags) checking(fleet answer.Query, typed []string) (c checking, err error) {
	c = checking{fleet: fleet, typed: typed, cases: []review.Case{{Scenario: fleet.Start(knob.Default())}}}
	c.name, c.picked, _ = strings.Cut(f.review, "#")
	if c.name != "" {
		if c.file, err = f.readPicked(); err != nil {
			return c, err
		}
		if c.cases, err = c.file.Cases(); err != nil {
			return c, unreadable("", err)
		}
	}
	c.limits = c.file.Limits
	for _, text := range typed {
		l, err := review.ParseLimit(text)
		if err != nil {
			return c, usage("", "--require: %v", err)
		}
		c.limits = append(c.limits, l)
	}
	if len(c.limits) == 0 {
		return c, usage("write limits = [\"recovers\"] into the file, or --require recovers", "check needs a limit")
	}
	f.review = "" // which the cases have already
	for i := range c.cases {
		if c.cases[i].Scenario, err = f.scenario(c.cases[i].Scenario); err != nil {
			return c, err
		}
		if f.place != (review.Place{}) {
			c.cases[i].Import = f.place
		}
	}
	return c, nil
}

// writeChecks writes how the checks stand.
func (f *flags) writeChecks(cmd *cobra.Command, c checking, list []review.Checked) error {
	a, command := review.Answer(list), knob.Command(c.command())
	a.Warnings = append(f.notes, a.Warnings...)
	if err := f.tabled(a); err != nil {
		return err
	}
	return f.write(cmd, func(w io.Writer) error {
		switch f.format {
		case "junit":
			return review.JUnit(w, c.file.Title, list)
		case "sarif":
			return review.SARIF(w, c.name, Version, list)
		case "markdown":
			return review.Comment(w, a, list, command, Version)
		}
		r := report.Result{Query: checkQuery, Scenario: c.settings(), Answer: a, Version: Version, Command: command}
		return report.Write(w, r, f.options(cmd))
	})
}

// outcomeOf is the outcome of checks: how many fail, or else the first that is inconclusive.
func outcomeOf(list []review.Checked) error {
	if failing := review.Failing(list); failing != "" {
		return unmet(failing)
	}
	for _, c := range list {
		if c.State() == review.Inconclusive {
			return inconclusive(c.Named("is inconclusive: " + c.Note()))
		}
	}
	return nil
}

// held is every limit held against every case.
func held(
	cmd *cobra.Command, cases []review.Case, limits []review.Limit, lines []int,
) (list []review.Checked, err error) {
	failed, err := await(cmd, working, func(ctx context.Context) (err error) {
		list, err = review.Run(ctx, cases, limits, lines)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case failed != nil:
		return nil, unreadable("", failed)
	}
	return list, nil
}

// baseline is the former check that a file has; none where it has no name.
func (f *flags) baseline(name string) (was review.Baseline, err error) {
	if name == "" {
		return was, nil
	}
	data, err := readFile(f.in, name)
	if err != nil {
		return was, err
	}
	if was, err = review.ReadBaseline(data); err != nil {
		return was, usage("write one with --format json -o FILE", "--baseline: %s: %v", quote(name), err)
	}
	return was, nil
}

// worse is the failure of checks of which one got worse since the former ones.
func worse(was review.Baseline, list []review.Checked) error {
	var first string
	n := 0
	for _, c := range list {
		if how := was.Worse(c); how != "" {
			if n++; n == 1 {
				first = c.Named(how)
			}
		}
	}
	if n == 0 {
		return nil
	}
	return unmet(answer.Counted(float64(n), "check", "checks") + " got worse: " + first)
}

// settings is those of a check: of a file there are many, and none is said.
func (c checking) settings() []answer.Setting {
	if len(c.cases) > 1 || c.cases[0].Policy != "" {
		return nil
	}
	return c.fleet.Settings(c.cases[0].Scenario)
}

// command is the words of the command that checks the same.
func (c checking) command() []string {
	args := []string{"check"}
	switch {
	case c.picked != "":
		args = append(args, "-f", c.name+"#"+c.picked)
	case c.name != "":
		args = append(args, "-f", c.name)
	default:
		args = append(args, c.fleet.Args(c.cases[0].Scenario, nil)[1:]...)
	}
	for _, l := range c.typed {
		args = append(args, "--require", l)
	}
	return args
}

// fleetQuery is the query whose settings a check has.
func fleetQuery() answer.Query {
	q, _ := query.Find("fleet")
	return q
}
