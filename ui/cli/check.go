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
		if !slices.Contains(checkFormats, f.format) {
			if _, ok := report.Format(f.format); !ok {
				formats := slices.DeleteFunc(append(report.Formats(), checkFormats...),
					func(name string) bool { return name == report.SVG })
				return usage(nearest(f.format, formats, ""), "--format: %s is not one of %s", quote(f.format),
					strings.Join(formats, ", "))
			}
			if err := f.chooseFormat(cmd, checkQuery); err != nil {
				return err
			}
		}
		was, err := f.baseline(before)
		if err != nil {
			return err
		}
		var file review.File
		cases := []review.Case{{Scenario: fleet.Start(knob.Default())}}
		name, picked, _ := strings.Cut(f.review, "#")
		if name != "" {
			var err error
			if file, err = f.readPicked(); err != nil {
				return err
			}
			if cases, err = file.Cases(); err != nil {
				return unreadable("", err)
			}
		}
		limits := file.Limits
		for _, text := range typed {
			l, err := review.ParseLimit(text)
			if err != nil {
				return usage("", "--require: %v", err)
			}
			limits = append(limits, l)
		}
		if len(limits) == 0 {
			return usage("write limits = [\"recovers\"] into the file, or --require recovers", "check needs a limit")
		}
		f.review = "" // which the cases have already
		for i := range cases {
			var err error
			if cases[i].Scenario, err = f.scenario(cases[i].Scenario); err != nil {
				return err
			}
			if f.place != (review.Place{}) {
				cases[i].Import = f.place
			}
		}
		list, err := held(cmd, cases, limits, file.Lines)
		if err != nil {
			return err
		}
		a, command := review.Answer(list), knob.Command(commandOf(name, picked, typed, fleet, cases))
		a.Warnings = append(f.notes, a.Warnings...)
		if err := f.tabled(a); err != nil {
			return err
		}
		if err := f.write(cmd, func(w io.Writer) error {
			switch f.format {
			case "junit":
				return review.JUnit(w, file.Title, list)
			case "sarif":
				return review.SARIF(w, name, Version, list)
			case "markdown":
				return review.Comment(w, a, list, command, Version)
			}
			return report.Write(w, report.Result{Query: checkQuery, Scenario: settings(fleet, cases), Answer: a,
				Version: Version, Command: command}, f.options(cmd))
		}); err != nil {
			return err
		}
		if before != "" {
			return worse(was, list)
		}
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
	return cmd
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
func settings(fleet answer.Query, cases []review.Case) []answer.Setting {
	if len(cases) > 1 || cases[0].Policy != "" {
		return nil
	}
	return fleet.Settings(cases[0].Scenario)
}

// commandOf is the words of the command that checks the same.
func commandOf(name, picked string, typed []string, fleet answer.Query, cases []review.Case) []string {
	args := []string{"check"}
	switch {
	case picked != "":
		args = append(args, "-f", name+"#"+picked)
	case name != "":
		args = append(args, "-f", name)
	default:
		args = append(args, fleet.Args(cases[0].Scenario, nil)[1:]...)
	}
	for _, l := range typed {
		args = append(args, "--require", l)
	}
	return args
}

// fleetQuery is the query whose settings a check has.
func fleetQuery() answer.Query {
	q, _ := query.Find("fleet")
	return q
}
