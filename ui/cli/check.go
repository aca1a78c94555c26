package cli

import (
	"cmp"
	"context"
	"io"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/show/page"

	"github.com/spf13/cobra"
)

func (f *flags) checkCommand(fleet answer.Question) *cobra.Command {
	var typed []bound
	var before, doubts string
	var strict bool
	var p picked
	cmd := &cobra.Command{
		Use:   "check [flags]",
		Short: "check limits (a CI gate): every policy in every outage",
		Long: "Checks limits for every policy in every outage of a scenario file, or for the settings of " +
			"the flags. " +
			"A limit is a verdict, such as recovers, or compares a figure with a value: 'peak_load <= 1.5x', " +
			"'retries_by 60s <= 10'. " +
			"It holds, fails, or is inconclusive if the figure is within two standard errors of the limit after up to " +
			"400 runs (--runs sets the fewest). The exit status is 3 if a limit fails, else 4 if one is inconclusive. " +
			"ctrl+c stops the computation and writes the finished checks.",
		Example: "retune check -f review.toml\nretune check --client grpc --require 'call_time_p99 < 30s'",
		Args:    noArguments,
	}
	for _, name := range []string{"require", "limit"} {
		cmd.Flags().Var(bounds{&typed, "--" + name}, name, "`limit` that must hold: recovers, 'elapsed_p99 < 30s'")
	}
	_ = cmd.Flags().MarkHidden("limit")
	addOnce(cmd.Flags(), &before, "baseline", "",
		"`file` with the JSON of an earlier check: fail only on checks that got worse")
	addSwitch(cmd.Flags(), "baseline-strict", "with --baseline: fail on checks that are gone, too", to(&strict))
	addChoice(cmd.Flags(), &doubts, "inconclusive",
		"`verdict` on inconclusive checks: pass (if the figure is within its limit) or fail", []string{"pass", "fail"})
	p.add(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := f.local(cmd, []string{f.review}); err != nil {
			return err
		}
		if strict && before == "" {
			return usage("", "--baseline-strict needs --baseline FILE")
		}
		was, err := f.baseline(before)
		if err != nil {
			return err
		}
		c, err := f.checking(fleet, typed, p)
		if err != nil {
			return err
		}
		list, stopped, err := held(cmd, c.cases, c.limits)
		if err != nil {
			return err
		}
		if doubts != "" {
			scenario.Settle(list, doubts == "pass")
		}
		r := scenario.Report{Title: c.file.Title, File: c.file.Name, Checks: list, Notes: c.file.Remarks, Strict: strict}
		if before != "" {
			r.Since, r.Gone = was.Compare(list)
		}
		if err := f.writeChecks(cmd, c, r); err != nil {
			return err
		}
		return cmp.Or(stopped, outcomeOf(r))
	}
	return f.laterFleet(cmd, fleet)
}

// laterFleet adds the settings of a fleet to the command when it is used.
func (f *flags) laterFleet(cmd *cobra.Command, fleet answer.Question) *cobra.Command {
	return f.later(cmd, func() {
		f.addQuestions(cmd.Flags(), fleet.Takes)
		f.understand(cmd.Flags(), fleet)
	})
}

// A checking holds the cases and the limits of one run of check.
type checking struct {
	fleet  answer.Question
	review string   // the file, as FILE or FILE#NAME, or ""
	args   []string // flags that set the fleet, or that change the file
	typed  []bound
	picks  []string // flags that choose limits
	file   scenario.File
	cases  []scenario.Case
	limits []scenario.Limit
}

// checking reads the cases and the limits from the file, if there is one, and from the flags.
func (f *flags) checking(fleet answer.Question, typed []bound, p picked) (c checking, err error) {
	c = checking{fleet: fleet, review: f.review, typed: typed}
	c.cases = []scenario.Case{{Scenario: fleet.Start(new(setting.Default()))}}
	if c.review != "" {
		if c.file, err = f.readPicked(); err != nil {
			return c, err
		}
		if c.cases, err = c.file.Cases(); err != nil {
			return c, misread("", err)
		}
	}
	c.limits = c.file.Limits
	for _, l := range typed {
		c.limits = append(c.limits, l.Limit)
	}
	f.review = "" // the cases already have its settings
	for i := range c.cases {
		if n := len(c.file.Outages); n > 0 {
			f.inFile = func(name string) bool {
				return c.file.Gives(name, c.file.Fleet, c.file.Outages[i%n], c.file.Policies[i/n])
			}
		}
		if c.cases[i].Scenario, err = f.scenario(fleet, &c.cases[i].Scenario); err != nil {
			return c, err
		}
		if c.args = f.typed(); c.review == "" {
			c.args = fleet.Args(&c.cases[i].Scenario, nil)[1:]
		}
		if f.place != (scenario.Place{}) {
			c.cases[i].Import = f.place
		}
	}
	c.cases = eachPolicy(c.cases)
	if c.limits, err = scenario.Assign(c.limits, c.cases); err != nil {
		return c, misread("", err)
	}
	if len(c.limits) == 0 && c.cases[0].Scenario.Inside.Limit == 0 {
		return c, usage("write limits = [\"recovers\"] into the file, or --require recovers", "check needs a limit")
	}
	return c, c.choose(p)
}

// typed returns the settings that flags give, as flags with the texts of the user.
func (f *flags) typed() (args []string) {
	for k := range f.settings {
		text, _, err := k.Read(cmp.Or(f.called[k.Name], k.Name), f.text[k.Name])
		switch {
		case !f.given(k.Name) || err != nil || text == "":
		case k.Switch():
			args = append(args, "--"+k.Name+"="+text)
		default:
			args = append(args, k.Flag(), text)
		}
	}
	return args
}

// eachPolicy returns the cases with one for each policy that --vs adds.
func eachPolicy(cases []scenario.Case) (list []scenario.Case) {
	for _, c := range cases {
		names, of := c.Scenario.Names(), c.Policy
		for i, s := range c.Scenario.Policies() {
			if c.Scenario, c.Scenario.Versus = s, nil; names != nil {
				c.Policy = strings.TrimSpace(of + " " + names[i])
			}
			list = append(list, c)
		}
	}
	return list
}

// writeChecks writes the results of the checks.
func (f *flags) writeChecks(cmd *cobra.Command, c checking, r scenario.Report) error {
	a := r.Answer()
	write := map[string]func(io.Writer) error{
		"junit": r.JUnit,
		"sarif": func(w io.Writer) error { return r.SARIF(w, Version) },
		"markdown": func(w io.Writer) error {
			a.Warnings = append(f.notes.Warnings, a.Warnings...)
			return page.Comment(w, a, r.Checks, setting.Command(c.command()), Version)
		},
	}[f.format]
	if write != nil {
		return f.write(cmd, write)
	}
	return f.show(cmd, "check", c.settings, c.command(), a)
}

// outcomeOf returns the failure for the outcome of checks, or nil if all hold.
func outcomeOf(r scenario.Report) error {
	switch state, why := r.Outcome(); state {
	case scenario.Fails:
		return unmet(why)
	case scenario.Inconclusive:
		return inconclusive(why)
	case scenario.NotMade:
		return interrupted()
	}
	return nil
}

// held checks every limit in every case. After ctrl+c it returns the finished checks.
func held(cmd *cobra.Command, cases []scenario.Case, limits []scenario.Limit) (list []scenario.Checked, stopped,
	err error) {
	var made []scenario.Outcome
	stopped = steps(cmd, func(ctx context.Context, progress func(n, all int)) {
		made, err = scenario.Run(ctx, cases, limits, false, func(_ *scenario.Outcome, n, all int) { progress(n, all) })
	})
	if err != nil {
		return nil, nil, misread("", err)
	}
	return scenario.Checks(made, cases, limits), stopped, nil
}

// baseline reads an earlier check from a file, or returns nil if name is empty.
func (f *flags) baseline(name string) (was scenario.Baseline, err error) {
	err = f.earlier(name, func(data []byte) (err error) {
		was, err = scenario.ReadBaseline(data)
		return err
	})
	return was, err
}

// settings returns the settings in the answer of a check, or nil for a file, which has several cases.
func (c checking) settings() []answer.Pair {
	if len(c.cases) > 1 || c.cases[0].Policy != "" {
		return nil
	}
	return c.fleet.Inputs(&c.cases[0].Scenario)()
}

// command returns the arguments of the command that repeats the check.
func (c checking) command() []string {
	args := []string{"check"}
	if c.review != "" {
		args = append(args, "-f", c.review)
	}
	args = append(args, c.args...)
	for _, l := range c.typed {
		args = append(args, "--require", l.Text)
	}
	return append(args, c.picks...)
}
