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
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// Run shows the screen until the user quits, and restores the terminal, even if the program fails. The error is a
// [Crash] for an internal error, or a [Signalled] if a signal ended the program.
func Run(s *setting.Scenario, o Options, in io.Reader, out io.Writer) error {
	o.ASCII = o.ASCII || !o.Strokes && !hasUnicode()
	m := New(answer.WithCache(context.Background()), s, o)
	m.ticks, m.ticking = true, true
	defer m.stopAsking()
	// Answers use all threads; one more thread keeps keys responsive.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1))
	fmt.Fprint(out, pushTitle)
	options := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(out), tea.WithFilter(filter),
		tea.WithoutSignalHandler()}
	if os.Getenv("NO_COLOR") != "" { // any value counts, not only those that mean true
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	p := tea.NewProgram(m, options...)
	m.crash.quit = p.Quit

	// Each of these signals would end the process without restoring the terminal.
	signals, ended := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		if s, ok := <-signals; ok {
			ended <- s
			p.Quit()
		}
	}()
	last, err := p.Run()
	signal.Stop(signals)
	close(signals)
	fmt.Fprint(out, popTitle)
	if last, ok := last.(Model); ok && m.crash.err == nil {
		if o.Keep != nil {
			o.Keep(last.Kept())
		}
		for _, line := range last.commands() {
			fmt.Fprintln(out, "$ "+line)
		}
	}
	if m.crash.err != nil {
		return m.crash.err
	}
	select {
	case s := <-ended:
		return Signalled{s}
	default:
		return err
	}
}

// hasUnicode reports whether the terminal has all characters that are painted. Its locale must be UTF-8 or unset, and
// it must not be the Linux console, whose font lacks braille and arcs.
func hasUnicode() bool {
	locale := strings.ToUpper(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"), "UTF-8"))
	return (strings.Contains(locale, "UTF-8") || strings.Contains(locale, "UTF8")) && os.Getenv("TERM") != "linux"
}

// pushTitle makes the terminal save its title, and popTitle restores it (XTWINOPS).
const pushTitle, popTitle = "\x1b[22;2t", "\x1b[23;2t"

// A Signalled is the error of a program that a signal has ended.
type Signalled struct{ os.Signal }

func (e Signalled) Error() string { return "ended by a signal: " + e.String() }

// Status returns the exit status: 128 plus the number of the signal.
func (e Signalled) Status() int {
	n, _ := e.Signal.(syscall.Signal)
	return 128 + int(n)
}

// MostColumns and MostLines limit the size of a frame: a larger one would take a gigabyte.
const MostColumns, MostLines = 1000, 400

// filter sees every message to the program. If the user quits before the terminal has reported its background, the
// program waits a moment for the report, which would otherwise appear at the shell's prompt.
func filter(model tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return tea.WindowSizeMsg{Width: min(msg.Width, MostColumns), Height: min(msg.Height, MostLines)}
	case tea.QuitMsg:
		if m, ok := model.(Model); ok && !m.background {
			return arrival(Model.leaveSoon)
		}
	}
	return msg
}

// untilTold is the longest wait for the terminal's answer.
const untilTold = 400 * time.Millisecond

// leaveSoon quits after the terminal's answer or a timeout.
func (m Model) leaveSoon() Model {
	if m.leaving {
		return m
	}
	m.leaving = true
	return m.does(tea.Tick(untilTold, func(time.Time) tea.Msg { return arrival(Model.heard) }))
}

// heard handles the terminal's answer, or its absence.
func (m Model) heard() Model {
	m.background = true
	if m.leaving {
		return m.does(tea.Quit)
	}
	return m
}
