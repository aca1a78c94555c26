package tui

import (
	"cmp"
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

	"retune/ui/ask/setting"
)

// Run shows the screen until the user leaves it. The terminal is then as it was
// before, also where the program breaks off: the error is then a [Mishap], or a
// [Signalled] where a signal ended it.
func Run(s setting.Scenario, o Options, in io.Reader, out io.Writer) error {
	o.ASCII = o.ASCII || !o.Strokes && !hasUnicode()
	m := New(s, o)
	m.ticks, m.ticking = true, true
	defer m.stopAsking()
	// Answers use all threads: one thread more keeps keys from waiting.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1))
	fmt.Fprint(out, pushTitle)
	stops := newStops()
	watched := func(model tea.Model, msg tea.Msg) tea.Msg {
		stops.see(msg)
		return filter(model, msg)
	}
	options := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(out),
		tea.WithFilter(watched), tea.WithoutSignalHandler()}
	if os.Getenv("NO_COLOR") != "" { // any value, not only those that mean true
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	p := tea.NewProgram(m, options...)
	m.mishap.quit = p.Quit
	defer stops.watch(p)()

	// Each of these would end the process and leave the terminal as it is.
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	ended := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	go func() {
		select {
		case s := <-signals:
			ended <- s
			p.Quit()
		case <-done:
		}
	}()
	last, err := p.Run()
	close(done)
	fmt.Fprint(out, popTitle)
	if last, ok := last.(Model); ok && m.mishap.err == nil {
		if o.Keep != nil {
			o.Keep(last.Kept())
		}
		for _, line := range last.commands() {
			fmt.Fprintln(out, "$ "+line)
		}
	}
	if m.mishap.err != nil {
		return m.mishap.err
	}
	select {
	case s := <-ended:
		return Signalled{s}
	default:
		return err
	}
}

// hasUnicode tells whether the terminal has all that is painted: its locale is UTF-8 or says nothing, and it is not the
// console of Linux, whose font lacks braille and arcs.
func hasUnicode() bool {
	locale := strings.ToUpper(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"), "UTF-8"))
	return (strings.Contains(locale, "UTF-8") || strings.Contains(locale, "UTF8")) && os.Getenv("TERM") != "linux"
}

// pushTitle has the terminal remember its title, and popTitle brings it back (XTWINOPS).
const pushTitle, popTitle = "\x1b[22;2t", "\x1b[23;2t"

// A Signalled is the error of a program that a signal has ended.
type Signalled struct{ os.Signal }

func (e Signalled) Error() string { return "ended by a signal: " + e.String() }

// Status is the exit status of such a program: 128 and the number of the signal.
func (e Signalled) Status() int {
	n, _ := e.Signal.(syscall.Signal)
	return 128 + int(n)
}

// MostColumns and MostLines are how much of a terminal is used: a larger one would
// take a gigabyte.
const MostColumns, MostLines = 1000, 400

// filter is what every message to the program goes through. Who leaves before
// the terminal has said what its background is waits for that, a moment at most:
// what it says would otherwise stand in the shell's prompt.
func filter(model tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return tea.WindowSizeMsg{Width: min(msg.Width, MostColumns), Height: min(msg.Height, MostLines)}
	case tea.QuitMsg:
		if m, ok := model.(Model); ok && !m.told {
			return leave{}
		}
	}
	return msg
}

// A leave message asks to leave as soon as the terminal has answered, and a
// timeout message does so if it has not.
type (
	leave   struct{}
	timeout struct{}
)

// untilTold is how long the terminal may take.
const untilTold = 400 * time.Millisecond

// leaveSoon waits for the terminal.
func (m Model) leaveSoon() (Model, tea.Cmd) {
	if m.leaving {
		return m, nil
	}
	m.leaving = true
	return m, tea.Tick(untilTold, func(time.Time) tea.Msg { return timeout{} })
}

// heard is what is done once the terminal has answered, or will not.
func (m Model) heard() (Model, tea.Cmd) {
	m.told = true
	if m.leaving {
		return m, tea.Quit
	}
	return m, nil
}
