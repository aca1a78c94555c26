//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// leaveScreen ends the modes of a terminal that the live view sets: alternate screen, hidden cursor, marked pastes and
// extended keys.
const leaveScreen = "\x1b[?1049l\x1b[?25h\x1b[?2004l\x1b[=0;1u\x1b[>4m"

// keepTerminal returns a function that makes the terminal what it is now and clears the screen of a program, if the
// parent of this process has ended without doing so.
func keepTerminal() (restore func()) {
	parent := os.Getppid()
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return func() {}
	}
	before, err := term.GetState(tty.Fd())
	signal.Ignore(syscall.SIGTTOU) // it stops a process of the background that changes the terminal
	return func() {
		now, nowErr := term.GetState(tty.Fd())
		if os.Getppid() != parent && err == nil && nowErr == nil && *now != *before {
			_ = term.Restore(tty.Fd(), before)
			_, _ = tty.WriteString(leaveScreen)
		}
	}
}
