package cli

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/charmbracelet/x/term"
)

// working does the work, and says every second on a terminal that it goes on.
func working(errs io.Writer, work func() error) error {
	if !isTerminal(errs) {
		return work()
	}
	seconds := time.NewTicker(time.Second)
	defer seconds.Stop()
	return announced(errs, seconds.C, work)
}

// announced does the work. With each tick it writes a line that says for how long
// it has gone on, over the one before; when the work is done the line is erased.
func announced(errs io.Writer, ticks <-chan time.Time, work func() error) error {
	done, erased := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(erased)
		for n := 1; ; n++ {
			select {
			case <-ticks:
				fmt.Fprintf(errs, "\rretune: working... %ds, ctrl+c stops", n)
			case <-done:
				if n > 1 {
					fmt.Fprint(errs, "\r\x1b[K")
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
