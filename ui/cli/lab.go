package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/lab"
	"retune/ui/show/chart"
	"retune/ui/show/page"
	"retune/ui/show/report"
)

// notRun is the settings of a fleet that say how it is simulated.
const notRun = "vs max-outage runs recovers-share scale step window sweep of"

// notHere is the flags that the laboratory refuses, unless they turn a rule of a client off.
const notHere = "budget breaker processes wait-after-last"

// A laboratory is the flags that only retune lab has, and what they come to.
type laboratory struct {
	*flags
	fleet          answer.Question
	speed          float64
	record, replay string
	url            string
	port           uint16

	name      string // lab, lab server or lab clients
	scenario  setting.Scenario
	predicted *lab.Prediction
	run       *lab.Run
}

// A work is what a command runs; it may write notes to errs.
type work func(ctx context.Context, errs io.Writer) error

// ofRun returns a question about a fleet that is run, which has no settings of the simulation.
func ofRun(fleet answer.Question) answer.Question {
	left := strings.Fields(notRun)
	fleet.Takes = slices.DeleteFunc(slices.Clone(fleet.Takes), func(name string) bool {
		return slices.Contains(left, name)
	})
	return fleet
}

// labCommand runs a fleet on this machine.
func (f *flags) labCommand(fleet answer.Question) *cobra.Command {
	l := &laboratory{flags: f, fleet: fleet}
	cmd := l.command("lab", "run the fleet: a real server, real clients, against the simulation",
		"Starts a real HTTP server and real clients with the fleet of the flags, and compares load, goodput, timeouts "+
			"and recovery with the simulation. The server is a separate process on 127.0.0.1; an outage that hangs stops and "+
			"resumes it. --speed 10 divides all times by ten. The band is the prediction ± two standard deviations of "+
			"20 simulated runs, and at least ± 10%. A run has at most 5,000 clients and takes at most 10 minutes. ctrl+c "+
			"ends it and prints the figures so far; -o x.html writes a page. Retry budgets, circuit breakers and changes of "+
			"the traffic are simulated only: retune fleet. No traffic leaves this machine.",
		lab.Whole, func(ctx context.Context, _ io.Writer) error { return l.run.Start(ctx, "") })
	cmd.PersistentFlags().Float64Var(&l.speed, "speed", 1, "divide all times by this `number`")
	cmd.PersistentFlags().StringVar(&l.record, "record", "", "write every attempt to this `file` (JSON lines)")
	cmd.Flags().StringVar(&l.replay, "replay", "", "show the run in this `file`, which --record wrote; -: standard input")
	server := l.command("server", "run the server of the fleet alone, for clients of your own",
		"Runs the server of the fleet on 127.0.0.1 and counts the attempts. The clock starts with the first attempt. "+
			"Attempts with the same URL belong to one request, until one succeeds. If there are far fewer requests than the "+
			"fleet would make, the attempts are listed with the waits between them, and not compared.",
		lab.Server, func(ctx context.Context, errs io.Writer) error {
			return l.run.Serve(ctx, l.port, func(url string) {
				fmt.Fprintf(errs, "retune: note: the server is %s\n", url)
			})
		})
	server.Flags().Uint16Var(&l.port, "port", 0, "`port` of the server; 0: a free one")
	clients := l.command("clients", "run the clients of the fleet alone, against a server on this machine",
		"Runs the clients of the fleet against the server at --url. Attempts in flight are not compared, since clients know "+
			"only those that they wait for.",
		lab.Clients, func(ctx context.Context, _ io.Writer) error { return l.run.Start(ctx, l.url) })
	clients.PreRunE = func(*cobra.Command, []string) (err error) {
		if l.url, err = lab.Target(l.url); err != nil {
			return usage("retune export k6 writes a script for other machines", "--url: %v", err)
		}
		return nil
	}
	clients.Flags().StringVar(&l.url, "url", "", "`address` of the server, such as http://127.0.0.1:8080")
	cmd.AddCommand(server, clients)
	cmd.AddCommand(&cobra.Command{Use: "serve", Hidden: true, Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			defer keepTerminal()()
			return lab.Part()
		}})
	return cmd
}

// command returns a command that runs something and prints what was measured.
func (l *laboratory) command(name, short, long string, side lab.Side, run work) *cobra.Command {
	cmd := &cobra.Command{Use: name + " [flags]", Short: short, Long: long, Args: noArguments,
		Annotations: map[string]string{unlisted: notHere},
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, l.name, _ = strings.Cut(cmd.CommandPath(), " ")
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			if l.replay != "" {
				return l.replayed(ctx, cmd)
			}
			var err error
			if l.scenario, err = l.flags.scenario(l.fleet, new(l.fleet.Start(new(setting.Default())))); err != nil {
				return err
			}
			if l.read != nil {
				l.read(&l.scenario, l.name)
				return nil
			}
			if err := l.predict(ctx); err != nil {
				return err
			}
			l.run.Side = side
			return l.measure(ctx, cmd, run)
		}}
	l.laterFleet(cmd, l.fleet)
	fleet := l.prepare[cmd]
	return l.later(cmd, func() {
		fleet()
		event := cmd.Flags().Lookup("event")
		flag := event.Value.(settingFlag)
		flag.setting.Help = "further outages: reject@1m+20s has attempts rejected from 1m on for 20s"
		event.Value = flag
	})
}

// predict sets the prediction, and the run, which has its duration.
func (l *laboratory) predict(ctx context.Context) (err error) {
	if len(l.scenario.Versus) > 0 {
		return usage("name one: -f FILE#NAME", "lab runs one policy, not %d", len(l.scenario.Policies()))
	}
	p := lab.Plan{System: l.scenario.Fleet(), Speed: l.speed, Seed: uint64(l.scenario.Seed)}
	if err := misread("", p.Check()); err != nil {
		return err
	}
	if l.predicted, err = lab.Predict(ctx, p); ctx.Err() != nil {
		return interrupted()
	} else if err != nil {
		return noAnswer(err.Error(), "")
	}
	p.System.Duration = l.predicted.System.Duration
	l.scenario.Duration = p.System.Duration
	l.run = lab.NewRun(p)
	return misread("", p.Check())
}

// words returns the arguments of the command that repeats the run.
func (l *laboratory) words() []string {
	words := append(strings.Fields(l.name), l.fleet.Args(&l.scenario, l.pinned)[1:]...)
	return append(words, "--speed", fmt.Sprint(l.speed))
}

// measure runs the fleet, records it, and prints what was measured, whatever ended it.
func (l *laboratory) measure(ctx context.Context, cmd *cobra.Command, run work) error {
	if l.record != "" {
		file, err := os.OpenFile(l.record, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err == nil {
			defer file.Close()
			err = l.run.Record(file, setting.Command(l.words()))
		}
		if err != nil {
			return cannot("write", l.record, err)
		}
	}
	ended := l.running(ctx, cmd, run)
	if l.run.Now() == 0 {
		return cmp.Or(ended, interrupted())
	}
	if err := l.print(cmd); err != nil {
		return err
	}
	switch err := l.run.Unwritten; {
	case errors.Is(ended, context.Canceled):
		return interrupted()
	case ended != nil:
		return ended
	case err != nil:
		return failed(fmt.Sprintf("%s lacks attempts: %v", quote(l.record), cause(err)), "")
	}
	return nil
}

// running runs the fleet, and shows on a terminal how far it has come. It returns why the run ended early, or nil.
func (l *laboratory) running(ctx context.Context, cmd *cobra.Command, run work) (ended error) {
	errs := cmd.ErrOrStderr()
	if l.opensScreen(cmd) {
		silent := func(ctx context.Context) error { return run(ctx, io.Discard) }
		return l.live(silent).Show(ctx, l.in, cmd.OutOrStdout())
	}
	took := time.Duration(l.run.System.Duration / l.speed * float64(time.Second)).Round(time.Second)
	if !isTerminal(errs) && took > 3*time.Second {
		fmt.Fprintf(errs, "retune: note: the fleet runs for %v\n", took)
	}
	soFar := func(int) string { return fmt.Sprintf("%.0fs of %.0fs", l.run.Now(), l.run.System.Duration) }
	if await(cmd, soFar, func(context.Context) { ended = run(ctx, errs) }) != nil {
		return context.Canceled
	}
	return ended
}

// live returns the view of a run that some work makes.
func (l *laboratory) live(work func(context.Context) error) lab.Live {
	v := lab.Live{Run: l.run, Of: l.predicted, Work: work}
	if l.ascii {
		v.View.Glyphs = chart.ASCII
	}
	return v
}

// replayed shows the run of a record. A signal ends it even while it waits for the record, which may come from a pipe.
func (l *laboratory) replayed(ctx context.Context, cmd *cobra.Command) error {
	file := l.in
	if l.replay != "-" {
		opened, err := openFile(l.replay)
		if err != nil {
			return err
		}
		defer opened.Close()
		file = opened
	}
	read := make(chan error, 1)
	go func() { read <- l.readRecord(ctx, file) }()
	select {
	case err := <-read:
		if err != nil {
			return err
		}
	case <-ctx.Done():
		return interrupted()
	}
	if l.opensScreen(cmd) {
		if err := l.live(l.run.Play).Show(ctx, l.in, cmd.OutOrStdout()); err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return l.print(cmd)
}

// readRecord reads the record of a run.
func (l *laboratory) readRecord(ctx context.Context, file io.Reader) error {
	unreadable := func(err error) error { return cannot("read", l.replay, err) }
	tape, err := lab.Open(file)
	if err != nil {
		return unreadable(err)
	}
	if l.scenario, _, err = readLine(tape.Command); err != nil {
		return unreadable(fmt.Errorf("its command is wrong: %w", err))
	}
	l.speed, l.name = tape.Speed, "lab"
	if err := l.predict(ctx); err != nil {
		return err
	}
	short := l.run.Replay(tape)
	if l.run.Now() == 0 {
		return unreadable(short)
	}
	if short != nil {
		l.note(short.Error())
	}
	return nil
}

// print writes what was measured, as a page if the file is called so.
func (l *laboratory) print(cmd *cobra.Command) error {
	if m := l.run.Measured(); m.System.Duration < l.run.System.Duration {
		predicted, err := lab.Predict(context.WithoutCancel(cmd.Context()), m)
		if err != nil {
			return err
		}
		l.predicted = predicted
	}
	a := l.run.Answer(l.predicted)
	if l.format != "html" {
		return l.show(cmd, "lab", l.fleet.Inputs(&l.scenario), l.words(), a)
	}
	a.Warnings = append(l.notes.Warnings, a.Warnings...)
	r := report.Result{Version: Version, Command: setting.Command(l.words()), Answer: a}
	text, err := page.Of("A fleet that was run", r).HTML()
	if err != nil {
		return err
	}
	return l.writeText(cmd, text)
}
