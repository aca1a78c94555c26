package cli

import (
	"context"
	"errors"
	"fmt"
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
)

// labQuestion is what a laboratory answers in reports.
var labQuestion = answer.Question{
	Command: answer.Command{Name: "lab", Short: "run the fleet: a real server, real clients, against the simulation"},
	Screen:  answer.Screen{Draws: true},
}

// notRun is the settings of a fleet that say how it is simulated.
const notRun = "vs max-outage engine runs recovers-share scale step window sweep of"

// labFlags are the flags that only the laboratory has.
type labFlags struct {
	speed float64
	url   string
	port  int
}

// labCommand runs a fleet on this machine.
func (f *flags) labCommand(fleet answer.Question) *cobra.Command {
	var o labFlags
	fleet.Takes = slices.DeleteFunc(slices.Clone(fleet.Takes), func(name string) bool {
		return slices.Contains(strings.Fields(notRun), name)
	})
	cmd := f.laterFleet(&cobra.Command{
		Use:   "lab [flags]",
		Short: labQuestion.Short,
		Long: "Starts a real HTTP server and real clients with the fleet of the flags, and compares load, goodput, " +
			"time-outs and recovery with the simulation. The server is a process of its own on 127.0.0.1, which a hang " +
			"stops and resumes. --speed 10 divides all times by ten. A figure is inside the band within two standard " +
			"deviations of 20 simulated runs, and at least 10%. At most 5,000 clients and 10 minutes by the clock. " +
			"ctrl+c ends the run and prints what was measured. No traffic leaves this machine.",
		Example: "retune lab --clients 200 --outage 5s --duration 2m --speed 10\n" +
			"retune lab -f review.toml#fixed --speed 5",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.lab(cmd, fleet, o) },
	}, fleet)
	cmd.PersistentFlags().Float64Var(&o.speed, "speed", 1, "divide all times by this `number`")
	for name, run := range lab.Parts {
		cmd.AddCommand(&cobra.Command{Use: name, Hidden: true, Args: noArguments,
			RunE: func(*cobra.Command, []string) error { return run() }})
	}
	return cmd
}

// lab runs the fleet and prints what was measured, whatever ended it.
func (f *flags) lab(cmd *cobra.Command, fleet answer.Question, o labFlags) error {
	if err := f.chooseFormat(cmd, labQuestion); err != nil {
		return err
	}
	s, err := f.scenario(fleet.Start(setting.Default()))
	if err != nil {
		return err
	}
	if len(s.Versus) > 0 {
		return usage("name one: -f FILE#NAME", "lab runs one policy, not %d", len(s.Policies()))
	}
	p := lab.Plan{System: s.Fleet(), Speed: o.speed, Seed: uint64(s.Seed)}
	if err := p.Check(); err != nil {
		return usage("", "%v", err)
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	predicted, err := lab.Predict(ctx, p)
	switch {
	case ctx.Err() != nil:
		return interrupted()
	case err != nil:
		return failure{statusNone, err.Error(), ""}
	}
	p.System.Duration = predicted.System.Duration
	if err := p.Check(); err != nil {
		return usage("", "%v", err)
	}
	run := lab.NewRun(p, nil)
	ended := f.running(ctx, cmd, run)
	if run.Now() == 0 {
		return failure{statusFailed, ended.Error(), ""}
	}
	s.Duration = p.System.Duration
	if measured := run.Measured(); measured.System.Duration < p.System.Duration {
		if predicted, err = lab.Predict(context.WithoutCancel(ctx), measured); err != nil {
			return err
		}
	}
	a := run.Answer(predicted)
	a.Warnings = append(f.notes, a.Warnings...)
	words := append([]string{"lab"}, fleet.Args(s, f.pinned)[1:]...)
	words = append(words, "--speed", fmt.Sprint(o.speed))
	if err := f.print(cmd, labQuestion, fleet.Inputs(s), setting.Command(words), a); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return interrupted()
	case ended != nil:
		return failure{statusFailed, ended.Error(), ""}
	}
	return nil
}

// running runs the fleet, and shows on a terminal how far it has come. It returns why the run ended early, or nil.
func (f *flags) running(ctx context.Context, cmd *cobra.Command, run *lab.Run) error {
	ended := make(chan error, 1)
	go func() { ended <- run.Start(ctx, "") }()
	errs := cmd.ErrOrStderr()
	took := time.Duration(run.System.Duration / run.Speed * float64(time.Second)).Round(time.Second)
	if !isTerminal(errs) && took > patience {
		fmt.Fprintf(errs, "retune: note: the fleet runs for %v\n", took)
	}
	for {
		select {
		case err := <-ended:
			if isTerminal(errs) {
				fmt.Fprint(errs, "\r\x1b[K")
			}
			if errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		case <-time.After(tick):
			if isTerminal(errs) {
				fmt.Fprintf(errs, "\rretune: %.0fs of %.0fs, ctrl+c stops\x1b[K", run.Now(), run.System.Duration)
			}
		}
	}
}
