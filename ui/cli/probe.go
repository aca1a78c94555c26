package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/fit"
	"retune/ui/lab"
	"retune/ui/unit"
)

// A prober has the flags of the command that probes a program.
type prober struct {
	*estimator
	lab.Probe
	fail, after, limit, log string
	times                   int
	matrix, noBody          bool
}

// probeCommand returns the command that runs a program against a server that fails.
func (f *flags) probeCommand() *cobra.Command {
	p := &prober{}
	cmd := &cobra.Command{
		Use:   "probe [flags] -- COMMAND [ARGUMENT ...]",
		Short: "find the policy of a program: run it against a server that fails",
		Long: "probe starts a server on 127.0.0.1 that fails on purpose, runs the command without a shell, ends it and the " +
			"processes of its group, and prints what retune fit prints: attempts, delays, jitter and the nearest clients. " +
			"{url}, {host} and {port} in the arguments stand for the server; the environment has RETUNE_URL. --client, " +
			"--import or the flags of a policy compare with what is configured. --retry-after 5s makes a failure ask to " +
			"wait.\n\n" +
			"The command runs once if it has no jitter, else up to --times, until a minute is over. Its output goes to " +
			"standard error, or to --log. reject closes a connection at once, reset after the request, hang never answers. " +
			"A process that leaves the group of the command is not ended. After kill -9 of retune the server is gone, and " +
			"on Linux the command, but not what it has started.",
		Example: "retune probe -- curl -s --retry 3 {url}\nretune probe --matrix -- curl -s --retry 3 {url}\n" +
			"retune probe --with 429 --retry-after 2s --client curl --fail-unless fits -- curl --retry 3 {url}",
	}
	p.estimator = f.addEstimate(cmd)
	set := cmd.Flags()
	set.StringVar(&p.fail, "fail", "all", "`attempts` that fail: all, first=3")
	addChoice(set, &p.With, "with", "how they `fail`: "+strings.Join(lab.Failures, ", "), lab.Failures)
	set.StringVar(&p.limit, "time-limit", "2m", "longest `time` of a run")
	set.StringVar(&p.log, "log", "", "write the output of the command to this `file`")
	set.IntVar(&p.times, "times", 5, "greatest `number` of runs")
	addSwitch(set, "matrix", "try each failure once, with and without a body", to(&p.matrix))
	addSwitch(set, "empty", "errors have no body", to(&p.noBody))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("retune probe -- curl -s --retry 3 {url}", "probe needs a command after --")
		}
		p.Command = args
		if err := p.read(); err != nil {
			return err
		}
		if _, _, err := p.given(&fit.Subject{}, nil); err != nil { // before the command runs
			return err
		}
		p.Output = cmd.ErrOrStderr()
		if p.log != "" {
			file, err := os.Create(p.log)
			if err != nil {
				return cannot("write", p.log, err)
			}
			defer file.Close()
			p.Output = file
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		defer stop()
		if p.matrix {
			return p.tried(ctx, cmd)
		}
		return p.probed(ctx, cmd)
	}
	return f.later(cmd, func() {
		f.addQuestions(set, []string{"retry-after"})
		f.understand(set, question.Schedule())
	})
}

// read reads the flags. Here --retry-after belongs to the server and not to a fleet.
func (p *prober) read() (err error) {
	p.after = p.text["retry-after"]
	delete(p.text, "retry-after")
	p.With, p.Body = cmp.Or(p.With, "503"), !p.noBody
	if n, ok := strings.CutPrefix(p.fail, "first="); ok {
		if p.First, err = strconv.Atoi(n); err != nil || p.First < 1 {
			return usage("", "--fail is %s, but must be all, or first=3", quote(p.fail))
		}
	} else if p.fail != "all" {
		return usage("", "--fail is %s, but must be all, or first=3", quote(p.fail))
	}
	for _, t := range []struct {
		name, text string
		to         *time.Duration
	}{{"--retry-after", p.after, &p.RetryAfter}, {"--time-limit", p.limit, &p.Limit}} {
		if t.text == "" {
			continue
		}
		x, err := unit.Duration.Parse(t.text)
		if err != nil || !(x > 0 && x <= 3600) {
			return usage("", "%s is %s, but must be a time from above 0s to 1h", t.name, quote(t.text))
		}
		*t.to = time.Duration(x * float64(time.Second))
	}
	if p.matrix && p.estimates() {
		return usage("", "--matrix only shows what is retried: a policy is compared or saved without it")
	}
	if p.times < 1 || p.times > 100 {
		return usage("", "--times is %d, but must be from 1 to 100", p.times)
	}
	return nil
}

// estimates reports whether a policy is given or asked for.
func (p *prober) estimates() bool {
	return p.unless != "" || p.save != "" || len(p.text) > 0 || len(p.from) > 0 || p.review != ""
}

// once runs the command once.
func (p *prober) once(ctx context.Context, probe lab.Probe) (lab.Finding, error) {
	f, err := probe.Run(ctx)
	switch {
	case ctx.Err() != nil:
		return f, interrupted()
	case err != nil:
		return f, failed(fmt.Sprintf("%s does not run: %v", quote(p.Command[0]), cause(err)), "")
	}
	return f, nil
}

// probed runs the command as often as needed, and estimates its policy.
func (p *prober) probed(ctx context.Context, cmd *cobra.Command) error {
	began := time.Now()
	var list []lab.Finding
	for len(list) < p.times {
		f, err := p.once(ctx, p.Probe)
		if err != nil {
			return err
		}
		if list = append(list, f); fit.Certain(list) || len(f.Calls) < 2 || time.Since(began) > time.Minute {
			break
		}
	}
	words := slices.Concat(p.words(), []string{"--"}, p.Command)
	log, calls := fit.LogOf(list)
	status := answer.Group{Title: "program", Quantities: []answer.Quantity{
		{Name: "runs", Value: answer.Amount(float64(len(list)), unit.Count)},
		{Name: "attempts of the first run", Value: answer.Amount(float64(len(list[0].Calls)), unit.Count)},
		{Name: "exit status", Value: answer.Word(exit(list[0]))}}}
	s := fit.Subject{Context: []answer.Group{status}, Notes: []string{fmt.Sprintf("%s of %s, which fails with %s",
		answer.Counted(float64(len(list)), "run", "runs"), filepath.Base(p.Command[0]), p.With)}}
	s.Notes = append(s.Notes, otherPaths(list)...)
	if calls < 3+len(list) || p.RetryAfter > 0 && p.First == 0 { // too few delays, or the server asked for them
		a := answer.Answer{Groups: s.Context, Tone: answer.Doubtful, Summary: few(p.Command[0], list)}
		for _, note := range otherPaths(list) {
			a.Warn(answer.Input, note)
		}
		if err := p.show(cmd, "probe", nil, words, a); err != nil {
			return err
		}
		if p.unless != "" {
			return unmet("--fail-unless fits does not hold: " + a.Summary)
		}
		return nil
	}
	return p.fitted(cmd, log, s, words)
}

// otherPaths returns a note on the requests of runs that are no retries of the one that is followed.
func otherPaths(list []lab.Finding) []string {
	n := 0
	for _, f := range list {
		n += f.Others
	}
	if n == 0 {
		return nil
	}
	return []string{answer.Counted(float64(n), "request", "requests") + " to other paths left out"}
}

// words returns the command with the flags of the server.
func (p *prober) words() []string {
	list := []string{"probe", "--with", p.With, "--fail", p.fail}
	if p.after != "" {
		list = append(list, "--retry-after", p.after)
	}
	if p.noBody {
		list = append(list, "--empty")
	}
	return list
}

// few says what a program does that makes few attempts.
func few(name string, list []lab.Finding) string {
	name = filepath.Base(name)
	calls := list[0].Calls
	switch len(calls) {
	case 0:
		return name + " makes no attempt: nothing reached the server. {url} stands for it, and RETUNE_URL in the environment."
	case 1:
		if !list[0].Ended {
			return name + " makes 1 attempt in " + unit.Duration.Rounded(list[0].Took, 2) + ", when --time-limit ends it."
		}
		return name + " makes 1 attempt and does not retry."
	}
	why := "too few delays for an estimate"
	if asked := calls[0].Asked; asked > 0 {
		why = "Retry-After asks for " + unit.Duration.Format(asked)
	}
	return fmt.Sprintf("%s makes %d attempts and waits for %s between them: %s.", name, len(calls),
		answer.JoinWords(waitsOf(list[0])), why)
}

// exit describes the end of a run.
func exit(f lab.Finding) string {
	switch {
	case !f.Ended:
		return "ended by --time-limit"
	case f.Status < 0:
		return "a signal"
	}
	return strconv.Itoa(f.Status)
}

// A failure is a way to fail that the matrix tries.
type failureTried struct {
	name string
	lab.Probe
}

// failures returns what the matrix tries.
func (p *prober) failures() (list []failureTried) {
	add := func(name, with string, body bool, after time.Duration) {
		probe := p.Probe
		probe.With, probe.Body, probe.RetryAfter = with, body, after
		list = append(list, failureTried{name, probe})
	}
	for _, with := range lab.Failures {
		if _, err := strconv.Atoi(with); err != nil {
			add(with, with, false, 0)
			continue
		}
		add(with+" with a body", with, true, 0)
		add(with+" without a body", with, false, 0)
	}
	after := max(p.RetryAfter, 3*time.Second)
	for _, with := range []string{"503", "429"} {
		add(with+" with Retry-After "+unit.Duration.Format(after.Seconds()), with, true, after)
	}
	return list
}

// tried tries each failure once and prints a table.
func (p *prober) tried(ctx context.Context, cmd *cobra.Command) error {
	var rows [][]string
	var found []lab.Finding
	retried, list := 0, p.failures()
	for _, r := range list {
		f, err := p.once(ctx, r.Probe)
		if err != nil {
			return err
		}
		found = append(found, f)
		waits, honors := waitsOf(f), "-"
		if len(waits) > 0 {
			retried++
			if first := f.Calls[0]; first.Asked > 0 {
				honors = "no"
				if f.Calls[1].Start-first.End >= first.Asked-0.05 {
					honors = "yes"
				}
			}
		}
		rows = append(rows, []string{r.name, strconv.Itoa(len(f.Calls)), cmp.Or(strings.Join(waits, " "), "-"), honors,
			exit(f)})
	}
	a := answer.Answer{
		Summary: fmt.Sprintf("%s retries %d of %d failures.", filepath.Base(p.Command[0]), retried, len(list)),
		Tables: []answer.Table{answer.WordTable("failures", "failure, attempts, waits, Retry-After honoured, exit status",
			rows)}}
	if !slices.ContainsFunc(found, func(f lab.Finding) bool { return len(f.Calls) > 0 }) {
		a.Summary = few(p.Command[0], found)
	}
	for _, note := range otherPaths(found) {
		a.Warn(answer.Input, note)
	}
	return p.show(cmd, "probe", nil, slices.Concat([]string{"probe", "--matrix", "--"}, p.Command), a)
}

// waitsOf returns the waits between the attempts of a run, in words.
func waitsOf(f lab.Finding) (list []string) {
	for i := range max(0, len(f.Calls)-1) {
		list = append(list, unit.Duration.Rounded(f.Calls[i+1].Start-f.Calls[i].End, 2))
	}
	return list
}
