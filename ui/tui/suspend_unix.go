//go:build !windows

package tui

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// A stops is what has a program that is stopped, by its own key or from outside, leave
// the terminal first and take it again when it goes on.
type stops struct {
	signals chan os.Signal
	own     atomic.Bool // the program stops itself
	taken   atomic.Bool // it only takes the terminal anew
}

func newStops() *stops { return &stops{signals: make(chan os.Signal, 4)} }

// see looks at what the program is told.
func (s *stops) see(msg tea.Msg) {
	switch msg.(type) {
	case tea.SuspendMsg:
		s.own.Store(true)
	case tea.ResumeMsg:
		s.own.Store(false)
	}
}

// watch does so until what it returns is called.
func (s *stops) watch(p *tea.Program) (done func()) {
	end := make(chan struct{})
	signal.Notify(s.signals, syscall.SIGTSTP, syscall.SIGCONT)
	go func() {
		for {
			select {
			case got := <-s.signals:
				switch {
				case got == syscall.SIGTSTP && s.taken.Swap(false): // the terminal has been left
					_ = syscall.Kill(os.Getpid(), syscall.SIGCONT)
				case got == syscall.SIGTSTP && s.own.Load():
					_ = syscall.Kill(0, syscall.SIGSTOP)
				case got == syscall.SIGTSTP:
					p.Send(tea.Suspend())
				case !s.own.Load(): // it was stopped without being asked, and the terminal is the shell's
					s.taken.Store(true)
					p.Send(tea.Suspend())
				}
			case <-end:
				return
			}
		}
	}()
	return func() {
		signal.Stop(s.signals)
		close(end)
	}
}
