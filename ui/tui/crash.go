package tui

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// A crash is the error that ended the program. All models of a program share it.
type crash struct {
	sync.Mutex
	err  error
	quit func() // ends the program from outside it, or nil
}

// A Crash is an internal error: what happened, where in the code, and the command of what was shown.
type Crash struct{ What, Where, Command string }

func (e Crash) Error() string { return "internal error at " + e.Where + ": " + e.What }

// Hint returns advice on the error.
func (e Crash) Hint() string { return "report it with the command " + e.Command }

// breakOff stores the first error and ends the program. It is called on recovery from a panic.
func (m Model) breakOff(what any) Model {
	m.crash.Lock()
	defer m.crash.Unlock()
	m.life.stop()
	if m.crash.err == nil {
		m.crash.err = Crash{fmt.Sprint(what), panicked(), m.command}
		if m.crash.quit != nil {
			go m.crash.quit()
		}
	}
	return m
}

// panicked returns the place in the code that panicked. It must be called during recovery.
func panicked() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for thrown := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			thrown = true
		case thrown && !strings.HasPrefix(f.Function, "runtime."):
			parts := strings.Split(f.File, "/") // a path from the root of the machine or of the module
			return fmt.Sprintf("%s:%d", strings.Join(parts[max(0, len(parts)-3):], "/"), f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
