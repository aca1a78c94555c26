//go:build !windows

package tui_test

import (
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"retune/ui/cli"
	"retune/ui/tui"
)

// patience is the longest wait for the program.
const patience = time.Minute

// A terminal is a pseudo-terminal that runs the program, with an emulator that shows its output.
type terminal struct {
	t            testing.TB
	host, device *os.File
	program      *exec.Cmd
	exited       chan error
	drained      chan struct{}
	state        *term.State // of the device before the program started

	mu      sync.Mutex
	came    chan struct{} // output has arrived
	screen  *vt.Emulator
	written []byte
	modes   map[ansi.Mode]bool // modes that the program has set or reset
}

// The test binary is also the program, so that no build is necessary.
func init() {
	tui.Program = func() int { return cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr) }
}

// program returns the path of the program.
func program(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the program")
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// environment returns the environment of the test with more variables and without those that change the program.
func environment(more ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(item string) bool {
		name, _, _ := strings.Cut(item, "=")
		return strings.HasPrefix(name, "RETUNE_") || slices.Contains(colouring, name)
	})
	return append(append(env, tui.AsProgram+"=yes", "TERM=xterm-256color", "COLORTERM=truecolor"), more...)
}

// open runs the program on a terminal of the given size.
func open(t testing.TB, path string, w, h int, env []string, args ...string) *terminal {
	t.Helper()
	c := newTerminal(t, w, h)
	c.program = exec.Command(path, args...)
	c.program.Env = env
	c.program.Stdin, c.program.Stdout, c.program.Stderr = c.device, c.device, c.device
	c.program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.program.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { c.exited <- c.program.Wait() }()
	t.Cleanup(func() { c.program.Process.Kill() })
	return c
}

// inside runs the program in this process on a terminal of the given size, for tests that send no signal: it starts at
// once, and cached answers of other tests are used.
func inside(t *testing.T, w, h int, env []string, args ...string) *terminal {
	t.Helper()
	for _, name := range colouring {
		t.Setenv(name, "") // restored at the end of the test
		os.Unsetenv(name)
	}
	for _, item := range append([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, env...) {
		name, value, _ := strings.Cut(item, "=")
		t.Setenv(name, value)
	}
	c := newTerminal(t, w, h)
	go func() {
		cli.Main(append([]string{"tui"}, args...), c.device, c.device, io.Discard)
		c.exited <- nil
	}()
	return c
}

// colouring lists the variables that determine the colours of a terminal.
var colouring = []string{"NO_COLOR", "COLORTERM", "CLICOLOR", "CLICOLOR_FORCE", "TMUX", "TERM"}

// newTerminal returns an empty terminal of the given size.
func newTerminal(t testing.TB, w, h int) *terminal {
	t.Helper()
	host, device, err := pty.Open()
	if err != nil {
		t.Skipf("no terminal to be had: %v", err)
	}
	c := &terminal{t: t, host: host, device: device, exited: make(chan error, 1), drained: make(chan struct{}),
		came:   make(chan struct{}, 1),
		screen: vt.NewEmulator(w, h), modes: map[ansi.Mode]bool{}}
	c.screen.SetCallbacks(vt.Callbacks{
		EnableMode:  func(m ansi.Mode) { c.modes[m] = true },
		DisableMode: func(m ansi.Mode) { c.modes[m] = false },
	})
	if err := pty.Setsize(host, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		t.Fatal(err)
	}
	if c.state, err = term.GetState(device.Fd()); err != nil {
		t.Fatal(err)
	}
	go c.show()
	go io.Copy(host, c.screen) // the terminal's replies must be read, because writing them blocks
	t.Cleanup(func() {
		device.Close()
		<-c.drained
		c.screen.InputPipe().(*io.PipeWriter).Close()
		host.Close()
	})
	return c
}

// show passes the program's output to the emulator.
func (c *terminal) show() {
	defer close(c.drained)
	buffer := make([]byte, 32<<10)
	for {
		n, err := c.host.Read(buffer)
		c.mu.Lock()
		c.written = append(c.written, buffer[:n]...)
		c.screen.Write(buffer[:n])
		c.mu.Unlock()
		select {
		case c.came <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// send types the bytes.
func (c *terminal) send(bytes string) {
	c.t.Helper()
	if _, err := c.host.WriteString(bytes); err != nil {
		c.t.Fatal(err)
	}
}

// lines returns the lines that the terminal shows.
func (c *terminal) lines() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return trimmed(strings.Split(c.screen.String(), "\n"))
}

func trimmed(lines []string) []string {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \r")
	}
	return lines
}

// bytes returns the number of bytes written so far.
func (c *terminal) bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.written)
}

// until waits for the terminal to show the frame.
func (c *terminal) until(what string, frame []string) {
	c.t.Helper()
	want := trimmed(frame)
	c.wanted(what+": not shown\n"+strings.Join(want, "\n"), func(lines []string) bool { return slices.Equal(lines, want) })
}

// untilShown waits for the terminal to show the text, on any number of lines.
func (c *terminal) untilShown(text string) {
	c.t.Helper()
	c.wanted("not shown: "+text, func(lines []string) bool {
		return strings.Contains(strings.Join(strings.Fields(strings.Join(lines, " ")), " "), text)
	})
}

// wanted waits for lines that fulfil a condition.
func (c *terminal) wanted(what string, is func(lines []string) bool) {
	c.t.Helper()
	for late := time.After(patience); !is(c.lines()); {
		select {
		case <-c.came:
		case <-late:
			c.t.Fatalf("%s\nthe terminal shows\n%s", what, strings.Join(c.lines(), "\n"))
		}
	}
}

// resize changes the size of the terminal, as a window does.
func (c *terminal) resize(w, h int) {
	c.t.Helper()
	c.mu.Lock()
	c.screen.Resize(w, h)
	c.mu.Unlock()
	if err := pty.Setsize(c.host, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		c.t.Fatal(err)
	}
}

// wait waits for the program to end and returns its whole output.
func (c *terminal) wait() string {
	c.t.Helper()
	select {
	case <-c.exited:
	case <-time.After(patience):
		c.t.Fatal("the program does not end")
	}
	return c.rest()
}

// rest returns the whole output of a program that has ended.
func (c *terminal) rest() string {
	c.device.Close()
	<-c.drained
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.written)
}
