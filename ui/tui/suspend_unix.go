//go:build !windows

package tui

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// A stops makes a program that is suspended, by its own key or by a signal, release the terminal first and take it back
// when it resumes.
type stops struct {
	signals chan os.Signal
	own     atomic.Bool // the program suspends itself
	taken   atomic.Bool // the suspension only takes the terminal back
}

func newStops() *stops { return &stops{signals: make(chan os.Signal, 4)} }

// see watches for suspend and resume messages.
func (s *stops) see(msg tea.Msg) {
	switch msg.(type) {
	case tea.SuspendMsg:
		s.own.Store(true)
	case tea.ResumeMsg:
		s.own.Store(false)
	}
}

// watch handles suspend signals until done is called.
func (s *stops) watch(p *tea.Program) (done func()) {
	end := make(chan struct{})
	signal.Notify(s.signals, syscall.SIGTSTP, syscall.SIGCONT)
	go func() {
		for {
			select {
			case got := <-s.signals:
				switch {
				case got == syscall.SIGTSTP && s.taken.Swap(false): // the terminal has been released
					_ = syscall.Kill(os.Getpid(), syscall.SIGCONT)
				case got == syscall.SIGTSTP && s.own.Load():
					_ = syscall.Kill(0, syscall.SIGSTOP)
				case got == syscall.SIGTSTP:
					p.Send(tea.Suspend())
				case !s.own.Load(): // an unannounced stop: the shell has changed the terminal
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
