package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/report"
)

// working does the work, and says every second on a terminal that it goes on.
func working(errs io.Writer, work func() error) error {
	if !isTerminal(errs) {
		return work()
	}
	seconds := time.NewTicker(time.Second)
	defer seconds.Stop()
	return announced(errs, seconds.C, func(n int) []string { return []string{fmt.Sprintf("working... %ds", n)} }, work)
}

// mostMemory is where rubbish is collected whatever has been gained by waiting, bytes.
const mostMemory = 300 << 20

// frugal has rubbish collected seldom, as long as there is room, until what it returns is called.
func frugal() (restore func()) {
	limit, percent := debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), mostMemory)), debug.SetGCPercent(400)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}

// ask asks the query of s. One whose answer has many parts says how many are done, and where
// ctrl+c stops it answers with those; stopped then says so.
func ask(cmd *cobra.Command, q answer.Query, s knob.Scenario) (a answer.Answer, stopped error) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), mostMemory)))
	errs := cmd.ErrOrStderr()
	var parts answer.Work
	if q.Work != nil {
		parts = q.Work(s, answer.Full)
	}
	if parts == nil {
		working(errs, func() error {
			a = q.Ask(cmd.Context(), s, answer.Full)
			return nil
		})
		return a, nil
	}
	defer frugal()() // many short runs leave much behind
	ctx, restore := signal.NotifyContext(cmd.Context(), os.Interrupt)
	defer restore()
	var done, all atomic.Int64
	work := func() error {
		parts.Do(ctx, func(d, n int) bool { done.Store(int64(d)); all.Store(int64(n)); return true })
		return nil
	}
	if isTerminal(errs) {
		often := time.NewTicker(time.Second / 4)
		defer often.Stop()
		announced(errs, often.C, func(n int) []string {
			if done.Load() == 0 { // the first takes a while
				return []string{fmt.Sprintf("working... %ds", n/4)}
			}
			return append(sketch(errs, parts.Answer()), fmt.Sprintf("%d of %d done", done.Load(), all.Load()))
		}, work)
	} else {
		work()
	}
	if ctx.Err() != nil {
		stopped = interrupted{}
	}
	return parts.Answer(), stopped
}

// sketch is the map of an answer so far, where a terminal has room for it.
func sketch(errs io.Writer, a answer.Answer) []string {
	f, ok := terminal(errs).(*os.File)
	if !ok || a.Map == nil {
		return nil
	}
	width, height, err := term.GetSize(f.Fd())
	o := report.Options{Width: min(width, lineWidth(errs)) - 1, Colour: os.Getenv("NO_COLOR") == "", Rows: max(1, min(len(a.Map.Y.Values), height))}
	lines := report.Map(*a.Map, o)
	if over := len(lines) + 1 - height; over > 0 {
		o.Rows = max(1, o.Rows-over)
		lines = report.Map(*a.Map, o)
	}
	if err != nil || len(lines) >= height {
		return nil
	}
	return lines
}

// interrupted is that ctrl+c ended the work before all of it was done.
type interrupted struct{}

func (interrupted) Error() string { return "stopped by ctrl+c" }

// announced does the work. With each tick it writes lines of which the last says how far it
// has come, over those before; when the work is done they are erased.
func announced(errs io.Writer, ticks <-chan time.Time, how func(tick int) []string, work func() error) error {
	done, erased := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(erased)
		above := 0 // lines, over that with the cursor
		back := func() string {
			if above > 0 {
				return fmt.Sprintf("\x1b[%dA\r\x1b[J", above)
			}
			return "\r"
		}
		for n := 1; ; n++ {
			select {
			case <-ticks:
				lines := how(n)
				text := back()
				above = len(lines) - 1
				for _, line := range lines[:above] {
					text += line + "\r\n"
				}
				fmt.Fprintf(errs, "%sretune: %s, ctrl+c stops", text, lines[above])
			case <-done:
				if n > 1 {
					fmt.Fprint(errs, back()+"\x1b[K")
				}
				return
			}
		}
	}()
	defer func() {
		close(done)
		<-erased
	}()
	return work()
}

// isTerminal tells whether what is written is a terminal that can erase a line.
func isTerminal(out any) bool {
	kind := os.Getenv("TERM")
	if kind == "dumb" || kind == "" && runtime.GOOS != "windows" {
		return false
	}
	file, ok := out.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

// unseen tells whether out is a file: nobody sees what is written to it, as on a terminal, and it
// is no pipe to a program that may have the terminal for itself.
func unseen(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok || isTerminal(file) {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0
}

// isScreen tells whether in and out are a terminal that can show a screen.
func isScreen(in io.Reader, out io.Writer) bool { return isTerminal(in) && isTerminal(out) }

// lineWidth is how wide lines of text for out may be: as the terminal, from 40 to 100
// characters, or 80 where it is none.
func lineWidth(out io.Writer) int {
	if f, ok := terminal(out).(*os.File); ok {
		if width, _, err := term.GetSize(f.Fd()); err == nil && width > 0 {
			return max(40, min(100, width))
		}
	}
	return 80
}

// terminal is where what is written to out ends up.
func terminal(out io.Writer) io.Writer {
	if f, ok := out.(*checked); ok {
		return f.Writer
	}
	return out
}
