package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
	"retune/ui/show/report"
)

// answer asks the question of s and writes the answer. s gets what the answer chose.
func (f *flags) answer(cmd *cobra.Command, q answer.Question, s *setting.Scenario) error {
	if f.read != nil {
		f.read(s, q.Name)
		return nil
	}
	if f.explain {
		return f.explained(cmd, q, s)
	}
	if (f.chart || f.format == report.SVG) && !q.HasCharts && !f.given("sweep") {
		return usage("retune tui shows every chart", "%s has no chart", cmd.CommandPath())
	}
	if err := askable(cmd, q, s); err != nil {
		return err
	}
	a, stopped := f.settled(cmd, q, s)
	if a.None != nil {
		return cmp.Or(stopped, noAnswer(a.None.Reason, a.None.Hint))
	}
	broken, err := check(cmd.Context(), f.bounds, a, s)
	if err != nil {
		return err
	}
	if idle := f.idle(slices.Concat(f.notes.Warnings, a.Warnings)); idle != "" && a.Summary != "" {
		a.Summary += " " + idle
	}
	a.Assumed = cmp.Or(q.Assumed(s, f.text[setting.Example().Name], f.gave(q, s)), a.Assumed)
	asRun(s, a)
	return cmp.Or(f.show(cmd, q.Name, q.Inputs(s), q.Args(s, append(f.pinned, q.Flag)), a), stopped, broken)
}

// gave returns a function that reports whether the user gave the value that a setting has in s: by its flag, in the
// environment or a file, or by another setting that sets it.
func (f *flags) gave(q answer.Question, s *setting.Scenario) func(name string) bool {
	start := q.Start(s)
	if named := f.text[setting.Example().Name]; named != "" {
		_ = setting.Example().Set(&start, named) // f.scenario has reported an error
	}
	return func(name string) bool {
		k, ok := q.Setting(name)
		return f.given(name) || slices.Contains(f.pinned, name) || ok && k.Text(s) != k.Text(&start)
	}
}

// show writes an answer, the notes, and the command that repeats it. settings is nil if it belongs to no scenario.
func (f *flags) show(cmd *cobra.Command, query string, settings func() []answer.Pair, command []string,
	a answer.Answer) error {
	a.Warnings = append(slices.Clone(f.notes.Warnings), a.Warnings...)
	switch names := append(report.Tables(a), report.All); {
	case a.None != nil:
		return noAnswer(a.None.Reason, a.None.Hint)
	case f.format == report.SVG && !a.HasPicture():
		return noAnswer("there is no chart: "+a.Summary, "")
	case f.table != "" && !slices.Contains(names, f.table):
		return notOneOf("--table", f.table, names)
	}
	o := f.options(cmd)
	if err := tooMany(a.Tables, o); err != nil {
		return err
	}
	if f.format == "csv" { // CSV has no place for notes
		for _, w := range a.Notes() {
			fmt.Fprintln(cmd.ErrOrStderr(), "retune: note:", w)
		}
	}
	r := report.Result{Query: query, Answer: a, Version: Version, Command: setting.Command(command)}
	if settings != nil && o.Every() {
		r.Scenario = settings()
	}
	return f.write(cmd, func(w io.Writer) error { return report.Write(w, r, o) })
}

// asRun gives s the duration and the outage that its answer chose.
func asRun(s *setting.Scenario, a answer.Answer) {
	if a.Duration > 0 {
		s.Duration = a.Duration
	}
	if a.Outage != "" {
		_ = setting.Outage().Set(s, a.Outage) // the setting wrote this text
	}
}

// settled asks the question of s. For a fleet it repeats with more runs while a bound is inconclusive.
func (f *flags) settled(cmd *cobra.Command, q answer.Question, s *setting.Scenario) (a answer.Answer, stopped error) {
	for {
		a, stopped = ask(cmd, q, s)
		if a.None != nil || stopped != nil || a.Inconclusive != "" {
			return a, stopped
		}
		more, moreRuns := s.Runs, scenario.Finding.MoreRunsDecide
		for _, b := range f.bounds {
			if !b.OfFleet() {
				continue
			}
			if list, err := b.HoldEach(cmd.Context(), a, s); err == nil && slices.ContainsFunc(list, moreRuns) {
				more = min(scenario.MostRuns, 4*s.Runs)
			}
		}
		if more <= s.Runs {
			return a, nil
		}
		s.Runs = more
	}
}

// explained writes the explanation of the question with the numbers of s.
func (f *flags) explained(cmd *cobra.Command, q answer.Question, s *setting.Scenario) error {
	if f.formatted(cmd) && f.format != "text" {
		return usage("leave one of them out", "--explain cannot be combined with --format %s", f.format)
	}
	return f.writeText(cmd, explain(cmd.Context(), q, s))
}

// askable returns an error if s lacks a setting that the question needs, or has one that the question does not read.
func askable(cmd *cobra.Command, q answer.Question, s *setting.Scenario) error {
	if len(s.Versus) > 1 && !q.ManyPolicies {
		return usage("retune compare takes several", "%s takes one --vs, not %d", cmd.CommandPath(), len(s.Versus))
	}
	for _, k := range setting.ChangedSettings(s) {
		if k.OfQuestion && !q.Reads(k.Name) {
			return usage(k.Help, "--vs: %s does not apply to %s (it belongs to %s)", k.Name, cmd.CommandPath(),
				owners(k, setting.Vs()))
		}
	}
	if name := q.Missing(s); name != "" {
		k, _ := q.Setting(name)
		return missing(q, k, s)
	}
	return nil
}

// formatsOf lists the formats of the commands that have others than reports, the usual one first.
var formatsOf = map[string]string{
	"retune check":       "text json csv markdown junit sarif",
	"retune doctor":      "text json csv markdown junit sarif",
	"retune review":      "html markdown json",
	"retune lab":         formatsOfLab,
	"retune lab server":  formatsOfLab,
	"retune lab clients": formatsOfLab,
}

const formatsOfLab = "text json csv markdown svg html"

// writable returns the formats of a command, the usual one first.
func writable(cmd *cobra.Command) []string {
	if others := formatsOf[cmd.CommandPath()]; others != "" {
		return strings.Fields(others)
	}
	return report.Formats()
}

// chooseFormat sets the format: from the flag, or else from the name of the file, or else the usual one.
func (f *flags) chooseFormat(cmd *cobra.Command) error {
	formats := writable(cmd)
	if word, ok := report.Format(f.file); ok {
		return usage("did you mean --format "+word+"?", "--output needs the name of a file; %s is a format",
			quote(f.file))
	}
	if !f.formatted(cmd) {
		f.format = formats[0]
		// the name of a document promises its format, which a command may not have
		ending, known := report.Format(strings.TrimPrefix(filepath.Ext(f.file), "."))
		if known || slices.Contains(append([]string{"html", "pdf", "png"}, formats...), ending) {
			f.format = ending
		}
	}
	typed := f.format
	if f.format, _ = report.Format(typed); !slices.Contains(formats, f.format) {
		return notOneOf("--format", typed, formats)
	}
	return nil
}

// tooMany returns an error if a table to be printed whole has too many rows.
func tooMany(tables []answer.Table, o report.Options) error {
	for _, t := range tables {
		if t.MaxRows > 0 && t.Len > t.MaxRows && o.Whole(t.Name) {
			return usage(fmt.Sprintf("--retries %d or fewer, --table %s, or --format text", t.MaxRows, report.Figures),
				"with jitter a %s has at most %d rows, not %d", t.Name, t.MaxRows, t.Len)
		}
	}
	return nil
}

// idle says which given flags have no effect, for which list has the reasons, or returns "".
func (f *flags) idle(list []answer.Warning) string {
	var ignored []string
	for k := range f.settings {
		about := func(w answer.Warning) bool { return w.Code == answer.NoEffect && slices.Contains(w.Keys, k.Key()) }
		if i := slices.IndexFunc(list, about); f.given(k.Name) && i >= 0 {
			ignored = append(ignored, answer.Sentence(list[i].String())+".")
		}
	}
	return strings.Join(ignored, " ")
}

// options returns the layout of the answer. A terminal has a width, colours and by default a chart.
func (f *flags) options(cmd *cobra.Command) report.Options {
	o := report.Options{Format: f.format, Table: f.table, Charts: f.chart, ASCII: f.ascii}
	if out := cmd.OutOrStdout(); !f.toFile() && isTerminal(out) {
		o.Width = lineWidth(out)
		o.Columns = o.Width
		o.Colour = os.Getenv("NO_COLOR") == ""
		if !cmd.Flags().Changed("chart") {
			o.Charts = f.format == "text" && f.table == ""
		}
	}
	return o
}

// formatted reports whether a flag sets the format.
func (f *flags) formatted(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("format") || slices.ContainsFunc(report.Names(), cmd.Flags().Changed)
}

// missing returns the failure of a question that lacks setting k.
func missing(q answer.Question, k setting.Setting, s *setting.Scenario) error {
	asked, lacks, hint := q.Name, k.Flag(), k.Help
	switch {
	case k.IsTarget:
		lacks, hint = "a target, such as --"+k.Name, q.MissingHint
		if of, _ := setting.Find(s.Unknown); of.UsualTargets != "" {
			lacks = "a target, such as " + strings.Fields(of.UsualTargets)[0]
			hint = "such as retune " + q.Name + " " + of.Name + " " + of.UsualTargets + "; retune help results lists the targets"
		}
	case q.MissingHint != "" && !slices.Contains(q.Needs, k.Name) && s.Want == "":
		lacks, hint = "a limit, such as --"+k.Name, q.MissingHint
	case s.Want != "":
		asked += " --" + s.Want
	case s.Result != "":
		asked += " " + s.Result
	default:
		for name, meant := range q.MeantSettings {
			if other, ok := setting.Find(name); ok && meant == k.Name {
				lacks, hint = "--"+name, other.Help
			}
		}
	}
	return usage(hint, "%s needs %s", asked, lacks)
}

// write writes to the requested file, as a whole or not at all, or else to standard output.
func (f *flags) write(cmd *cobra.Command, to func(io.Writer) error) error {
	if !f.toFile() {
		return to(cmd.OutOrStdout())
	}
	var err error
	stopped := await(cmd, working, func(context.Context) { err = replace(f.file, to) })
	return cmp.Or(stopped, cannot("write", f.file, err))
}

func (f *flags) writeText(cmd *cobra.Command, text string) error { return f.write(cmd, writing(text)) }

func (f *flags) toFile() bool { return f.file != "" && f.file != "-" }
