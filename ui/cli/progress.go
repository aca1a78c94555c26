package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// tick is the interval of progress messages on a terminal. patience is the time that stopped work has to return its
// finished part. A second ctrl+c ends the program at once.
const (
	tick     = time.Second / 2
	patience = 3 * time.Second
)

// ask asks the question of s. For an answer with several parts it shows the progress. If ctrl+c stops it, it returns
// the finished parts, and stopped is set.
func ask(cmd *cobra.Command, q answer.Question, s setting.Scenario) (a answer.Answer, stopped error) {
	var parts answer.Work
	if q.Work != nil {
		parts = q.Work(s, answer.Full)
	}
	if parts == nil && q.Quick(s, answer.Full) { // done before anyone presses ctrl+c
		return q.Ask(cmd.Context(), s, answer.Full), nil
	}
	a, stopped, _ = steps(cmd, func(ctx context.Context, progress func(done, all int)) (answer.Answer, error) {
		if parts == nil {
			return q.Ask(ctx, s, answer.Full), nil
		}
		parts.Do(ctx, func(done, all int) bool { progress(done, all); return true })
		return parts.Answer(), nil
	})
	switch {
	case stopped == nil:
		return a, nil
	case parts == nil:
		return answer.Stopped, stopped
	}
	return parts.Answer(), stopped
}

// steps runs work that has several steps and can fail. If ctrl+c stops it, stopped is set and result is the finished
// part.
func steps[T any](cmd *cobra.Command, work func(ctx context.Context, progress func(n, all int)) (T, error)) (
	result T, stopped, err error,
) {
	var done, all atomic.Int64
	soFar := func(n int) string {
		if done.Load() == 0 {
			return working(n)
		}
		return fmt.Sprintf("%d of %d done", done.Load(), all.Load())
	}
	type made struct {
		result T
		err    error
	}
	m, stopped := await(cmd, soFar, func(ctx context.Context) made {
		r, err := work(ctx, func(n, of int) { done.Store(int64(n)); all.Store(int64(of)) })
		return made{r, err}
	})
	return m.result, stopped, m.err
}

// working returns the progress message after n ticks of work without parts.
func working(n int) string { return fmt.Sprintf("working... %.1fs", float64(n)*tick.Seconds()) }

// await runs the work, shows progress on a terminal, and cancels the work on ctrl+c. A second ctrl+c ends the program.
// The context stays valid after the work is done, because rows of an answer are computed when they are read.
func await[T any](cmd *cobra.Command, soFar func(n int) string, work func(context.Context) T) (T, error) {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	defer signal.Stop(stop)
	errs, ticks := cmd.ErrOrStderr(), (<-chan time.Time)(nil)
	if isTerminal(errs) {
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		ticks = ticker.C
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	return awaited(stop, cancel, errs, ticks, soFar, func() T { return work(ctx) })
}

// awaited returns the result of the work, or an error after cancel has stopped it. It writes a progress line at each
// tick and erases it at the end.
func awaited[T any](
	stop chan os.Signal, cancel func(), errs io.Writer, ticks <-chan time.Time, soFar func(n int) string, work func() T,
) (result T, err error) {
	done := make(chan T, 1)
	go func() { done <- work() }()
	n := 0
	for waits := true; waits; {
		select {
		case <-ticks:
			n++
			fmt.Fprintf(errs, "\rretune: %s, ctrl+c stops\x1b[K", soFar(n))
		case result = <-done:
			waits = false
		case <-stop:
			signal.Stop(stop)
			cancel()
			select {
			case result = <-done:
			case <-time.After(patience):
			}
			err, waits = interrupted(), false
		}
	}
	if n > 0 {
		fmt.Fprint(errs, "\r\x1b[K")
	}
	return result, err
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
