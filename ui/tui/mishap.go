package tui

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// A mishap is what made the program break off. It is shared by all models of a
// program.
type mishap struct {
	sync.Mutex
	err  error
	quit func() // ends the program from outside of it, or nil
}

// A brokenOff message says that there is one.
type brokenOff struct{}

// A Mishap is an error of the program itself: what happened, where in the code,
// and the command of what was shown.
type Mishap struct{ What, Where, Command string }

func (e Mishap) Error() string { return "internal error at " + e.Where + ": " + e.What }

// Hint is what may be done about it.
func (e Mishap) Hint() string { return "report it with the command " + e.Command }

// breakOff keeps what happened, the first time, and ends the program. It is
// called by who recovers from a panic.
func (m Model) breakOff(what any) Model {
	m.mishap.Lock()
	defer m.mishap.Unlock()
	m.life.stop()
	if m.mishap.err == nil {
		m.mishap.err = Mishap{fmt.Sprint(what), panicked(), m.shown()}
		if m.mishap.quit != nil {
			go m.mishap.quit()
		}
	}
	return m
}

// shown is the command of the view, if that can still be told.
func (m Model) shown() (command string) {
	defer func() { _ = recover() }()
	return m.commands()[0]
}

// panicked is the place of the code that panicked, for who recovers.
func panicked() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for thrown := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			thrown = true
		case thrown && !strings.HasPrefix(f.Function, "runtime."):
			parts := strings.Split(f.File, "/") // from the root of the machine or of the module
			return fmt.Sprintf("%s:%d", strings.Join(parts[max(0, len(parts)-3):], "/"), f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
