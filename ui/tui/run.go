package tui

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"retune/ui/ask/setting"
)

// Run shows the screen until the user quits or a signal ends it. It restores the terminal.
func Run(s setting.Scenario, o Options, in io.Reader, out io.Writer) error {
	o.ASCII = o.ASCII || !o.Strokes && !hasUnicode()
	m := New(s, o)
	m.ticks, m.ticking = true, true
	defer m.stopAsking()
	// Answers use all threads; one more thread keeps keys responsive.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1))
	fmt.Fprint(out, pushTitle)
	defer fmt.Fprint(out, popTitle)
	// Each of these signals would end the process without restoring the terminal.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	options := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(out), tea.WithContext(ctx),
		tea.WithoutSignalHandler()}
	if os.Getenv("NO_COLOR") != "" { // any value counts, not only those that mean true
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	last, err := tea.NewProgram(m, options...).Run()
	if last, ok := last.(Model); ok {
		if o.Keep != nil {
			o.Keep(last.Kept())
		}
		for _, line := range last.commands() {
			fmt.Fprintln(out, "$ "+line)
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// hasUnicode reports whether the terminal has all characters that are painted. Its locale must be UTF-8 or unset, and
// it must not be the Linux console, whose font lacks braille and arcs.
func hasUnicode() bool {
	locale := strings.ToUpper(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"), "UTF-8"))
	return (strings.Contains(locale, "UTF-8") || strings.Contains(locale, "UTF8")) && os.Getenv("TERM") != "linux"
}

// pushTitle makes the terminal save its title, and popTitle restores it (XTWINOPS).
const pushTitle, popTitle = "\x1b[22;2t", "\x1b[23;2t"

// MostColumns and MostLines limit the size of a frame: a larger one would take a gigabyte.
const MostColumns, MostLines = 1000, 400
