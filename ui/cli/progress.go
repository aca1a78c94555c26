package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// tick is the interval of progress messages on a terminal.
const tick = time.Second / 2

// ask asks the question of s. For an answer with several parts it shows the progress. If ctrl+c stops it, it returns
// the finished parts, and stopped is set.
func ask(cmd *cobra.Command, q answer.Question, s *setting.Scenario) (a answer.Answer, stopped error) {
	var parts answer.Work
	if q.Work != nil {
		parts = q.Work(s, answer.Full)
	}
	if parts == nil && q.Quick(s, answer.Full) { // done before anyone presses ctrl+c
		return q.Ask(cmd.Context(), s, answer.Full), nil
	}
	stopped = steps(cmd, func(ctx context.Context, progress func(done, all int)) {
		if parts == nil {
			a = q.Ask(ctx, s, answer.Full)
			return
		}
		parts.Do(ctx, func(done, all int) bool { progress(done, all); return true })
		a = parts.Answer()
	})
	if stopped != nil && parts == nil {
		a = answer.Cancelled
	}
	return a, stopped
}

// steps awaits work that has several steps.
func steps(cmd *cobra.Command, work func(ctx context.Context, progress func(done, all int))) (stopped error) {
	var done, all atomic.Int64
	soFar := func(n int) string {
		if done.Load() == 0 {
			return working(n)
		}
		return fmt.Sprintf("%d of %d done", done.Load(), all.Load())
	}
	return await(cmd, soFar, func(ctx context.Context) {
		work(ctx, func(n, of int) { done.Store(int64(n)); all.Store(int64(of)) })
	})
}

// working returns the progress message after n ticks of work without parts.
func working(n int) string { return fmt.Sprintf("working... %.1fs", float64(n)*tick.Seconds()) }

// await runs the work and shows progress on a terminal. ctrl+c or SIGTERM cancels the work, which returns its finished
// part; then stopped is set. A second signal ends the program. The context stays valid after the work is done, because
// rows of an answer are computed when they are read.
func await(cmd *cobra.Command, soFar func(n int) string, work func(context.Context)) (stopped error) {
	stop, done := make(chan os.Signal, 1), make(chan bool)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stop)
	errs, ticks := cmd.ErrOrStderr(), (<-chan time.Time)(nil)
	if isTerminal(errs) {
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		ticks = ticker.C
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	go func() {
		work(ctx)
		close(done)
	}()
	return awaited(done, stop, cancel, errs, ticks, soFar)
}

// awaited waits until the work is done, and cancels it at a signal. It writes a progress line at each tick and erases
// it at the end.
func awaited(done <-chan bool, stop chan os.Signal, cancel func(), errs io.Writer, ticks <-chan time.Time,
	soFar func(n int) string) (stopped error) {
	for n := 0; ; {
		select {
		case <-ticks:
			n++
			fmt.Fprintf(errs, "\rretune: %s, ctrl+c stops\x1b[K", soFar(n))
		case <-stop:
			signal.Stop(stop)
			cancel()
			stopped = interrupted()
		case <-done:
			if n > 0 {
				fmt.Fprint(errs, "\r\x1b[K")
			}
			return stopped
		}
	}
}

// isTerminal reports whether out is a terminal that can erase a line.
func isTerminal(out any) bool {
	kind := os.Getenv("TERM")
	if kind == "dumb" || kind == "" && runtime.GOOS != "windows" {
		return false
	}
	file, ok := out.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

// isScreen reports whether in and out are a terminal that can show the screen.
func isScreen(in io.Reader, out io.Writer) bool { return isTerminal(in) && isTerminal(out) }

// lineWidth returns the width of text for out: the width of the terminal, clamped to 40 to 100 characters, or 80
// without a terminal.
func lineWidth(out io.Writer) int {
	if f, ok := out.(*os.File); ok {
		if width, _, err := term.GetSize(f.Fd()); err == nil && width > 0 {
			return max(40, min(100, width))
		}
	}
	return 80
}
