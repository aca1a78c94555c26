package tui

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"retune/ui/knob"
)

// Run shows the screen until the user leaves it.
func Run(s knob.Scenario, o Options, in io.Reader, out io.Writer) error {
	options := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(out)}
	if os.Getenv("NO_COLOR") != "" { // any value, not only those that mean true
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	p := tea.NewProgram(New(s, o), options...)
	// Bubble Tea restores the terminal when interrupted or terminated. A hang-up
	// kills by default, with the terminal left as it was, which whoever sent the
	// signal by hand still has.
	hangup, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	defer close(done)
	go func() {
		select {
		case <-hangup:
			p.Quit()
		case <-done:
		}
	}()
	_, err := p.Run()
	if errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}
