package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/clients"
	"retune/ui/ask/question/fit"
	"retune/ui/ask/setting"
	"retune/ui/files/attempts"
	"retune/ui/files/scenario"
	"retune/ui/unit"
)

// An estimator has the flags of the commands that estimate a policy.
type estimator struct {
	*flags
	noise, save, unless string
}

// addEstimate adds the flags of an estimate.
func (f *flags) addEstimate(cmd *cobra.Command) *estimator {
	e := &estimator{flags: f}
	cmd.Flags().StringVar(&e.noise, "noise", "", "`time` by which clocks and the network change a delay; "+
		"default: estimated")
	cmd.Flags().StringVar(&e.save, "save", "", "write the policy to this scenario `file`, which must not exist")
	addChoice(cmd.Flags(), &e.unless, "fail-unless", "exit status 3 unless this holds: fits", []string{"fits"})
	return e
}

// fitCommand returns the command that estimates the policy of a log.
func (f *flags) fitCommand() *cobra.Command {
	var columns, layout string
	cmd := &cobra.Command{
		Use:   "fit FILE ... [flags]",
		Short: "find the policy that made the attempts of a log",
		Long: "fit reads the attempts of requests and prints the policy that made them: initial delay, factor, cap, " +
			"jitter, retries and deadline, each with its 95 % interval or \"not seen\", what does not fit, and the nearest " +
			"clients. --client, --import or the flags of a policy compare: what is configured, and what the log shows.\n\n" +
			"FILE is a record of retune lab, JSON lines, CSV, spans of OpenTelemetry in JSON, or with --log-format an " +
			"access log of nginx or Apache; - is standard input. A row is an attempt: it needs a time, and a name that " +
			"tells requests apart, such as a request, trace or client id; an end or a duration and a status make the " +
			"answer sharper. Columns are recognised by their names and printed; --columns sets them. No content of a log " +
			"is shown.\n\nThe likeliest type of jitter counts, less a penalty for each parameter; docs/maths.md has the " +
			"method. " +
			"What a log cannot tell is said: a cap that no delay reached is not seen.",
		Example: "retune fit attempts.jsonl\nretune fit access.log --log-format '$msec $request_time $request_id $status'\n" +
			"retune fit attempts.csv --columns time=ts,status=code --client grpc --fail-unless fits",
	}
	e := f.addEstimate(cmd)
	cmd.Flags().StringVar(&columns, "columns", "", "`names` of the columns: time=ts,request=trace_id,status=code; roles "+
		"are time, end, duration, request, status, error, retry-after")
	cmd.Flags().StringVar(&layout, "log-format", "", "`format` of an access log: '$time_iso8601 $request_id $status' of "+
		"nginx, '%t %D %>s' of Apache")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("retune fit attempts.jsonl", "fit needs the name of a log, or - for standard input")
		}
		named, err := attempts.ParseColumns(columns)
		if err != nil {
			return usage("", "--columns: %v", err)
		}
		c := attempts.NewCollector(named, layout)
		for _, name := range args {
			if err := e.collect(c, name); err != nil {
				return err
			}
		}
		log, err := c.Log()
		if err != nil {
			return noAnswer(err.Error(), "")
		}
		notes := []string{fmt.Sprintf("read as %s with --columns %s", c.Format, c.Columns)}
		if c.Unread > 0 {
			notes = append(notes, answer.Counted(float64(c.Unread), "row is", "rows are")+
				" not read: no time, no request or another format")
		}
		if c.Sampled < 1 {
			notes = append(notes, fmt.Sprintf("1 of %.0f requests is used, chosen by a hash of its name, of %s", 1/c.Sampled,
				answer.Counted(float64(c.Rows), "attempt", "attempts")))
		}
		words := append([]string{"fit"}, args...)
		for _, given := range [][2]string{{"--columns", columns}, {"--log-format", layout}} {
			if given[1] != "" {
				words = append(words, given[0], given[1])
			}
		}
		return e.fitted(cmd, log, fit.Subject{Notes: notes}, words)
	}
	return f.later(cmd, func() { f.understand(cmd.Flags(), question.Schedule()) })
}

// collect reads a log.
func (e *estimator) collect(c *attempts.Collector, name string) error {
	in := e.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return cannot("read", name, err)
		}
		defer file.Close()
		in = file
	}
	if err := c.Read(in); err != nil {
		if errors.As(err, new(*fs.PathError)) {
			return cannot("read", name, err)
		}
		return failed(quote(name)+": "+err.Error(), "")
	}
	return nil
}

// fitted estimates the policy of a log, compares it with the one of the flags, and prints and saves it.
func (e *estimator) fitted(cmd *cobra.Command, log fit.Log, s fit.Subject, words []string) error {
	noise, words, err := e.given(&s, words)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(e.save); e.save != "" && err == nil { // before the search, which takes longer
		return e.exists()
	}
	if s.Fit, err = fit.Estimate(log, noise); err != nil {
		return noAnswer(err.Error(), "")
	}
	schedule, policy := question.Schedule(), fit.Scenario(s.Fit)
	for _, l := range clients.Nearest(&s.Fit, &policy) {
		s.Near = append(s.Near, fit.Near{Names: l.Names, Parameters: l.Parameters, Sure: l.Sure})
	}
	if e.save != "" {
		if err := e.saved(&policy); err != nil {
			return err
		}
	}
	a := fit.Answer(s)
	a.Warn(answer.Input, "goes on with: "+setting.Command(schedule.Args(&policy, nil)))
	if err := e.show(cmd, "fit", schedule.Inputs(&policy), words, a); err != nil {
		return err
	}
	if e.unless != "" && !s.Fits() {
		return unmet("--fail-unless fits does not hold: " + a.Summary)
	}
	return nil
}

// given reads the noise and the policy of the flags, and adds them to the words of the command.
func (e *estimator) given(s *fit.Subject, words []string) (noise float64, _ []string, err error) {
	if e.noise != "" {
		noise, err = unit.Duration.Parse(e.noise)
		if err != nil || !(noise > 0) || math.IsInf(noise, 1) {
			return 0, nil, usage("", "--noise is %s, but must be a time above 0s, such as 5ms", quote(e.noise))
		}
		words = append(words, "--noise", e.noise)
	}
	if len(e.text) > 0 || len(e.from) > 0 || e.review != "" {
		schedule := question.Schedule()
		believed, err := e.scenario(schedule, new(setting.Default()))
		if err != nil {
			return 0, nil, err
		}
		s.Expected = &believed
		words = append(words, schedule.Args(&believed, e.pinned)[1:]...)
	}
	return noise, words, nil
}

// saved writes a scenario file with the policy.
func (e *estimator) saved(s *setting.Scenario) error {
	d, err := scenario.Template(e.save, s, parseReview)
	if err != nil {
		return err
	}
	err = save(e.save, nil, []byte(d.Source))
	if errors.Is(err, fs.ErrExist) {
		return e.exists()
	}
	return cannot("write", e.save, err)
}

// exists is the error for a scenario file that is there already.
func (e *estimator) exists() error {
	return failed(quote(e.save)+" exists already", "choose another name")
}
