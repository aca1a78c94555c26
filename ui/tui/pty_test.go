//go:build !windows

package tui_test

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"retune/ui/ask/setting"
	"retune/ui/cli"
	"retune/ui/tui"
)

// A follower is the model that the program on a terminal should have.
type follower struct{ m tea.Model }

func following(w, h int) *follower {
	f := &follower{tui.New(tui.Known, new(setting.Default()), tui.Options{})}
	f.after(tea.WindowSizeMsg{Width: w, Height: h})
	return f
}

// after returns the frame after further messages.
func (f *follower) after(messages ...tea.Msg) []string {
	for _, msg := range messages {
		f.m, _ = f.m.Update(msg)
	}
	return tui.Lines(f.m.(tui.Model))
}

// after returns the frame of the given size after the messages.
func after(w, h int, messages ...tea.Msg) []string { return following(w, h).after(messages...) }

func TestTerminal(t *testing.T) {
	path := program(t)

	t.Run("keys, typing, mouse, size", func(t *testing.T) {
		c := open(t, path, 120, 36, environment())
		follower := following(120, 36)
		c.until("start", follower.after())
		do := func(what, bytes string, messages ...tea.Msg) {
			t.Helper()
			c.send(bytes)
			c.until(what, follower.after(messages...))
		}
		do("right", "\x1b[C", tui.KeyPress("right"))
		do("shift+right", "\x1b[1;2C", tui.KeyPress("shift+right"))
		do("up", "\x1b[A", tui.KeyPress("up"))
		for _, letter := range "250ms" {
			do("typing "+string(letter), string(letter), tui.KeyPress(string(letter)))
		}
		do("enter", "\r", tui.KeyPress("enter"))
		do("tab", "\t", tui.KeyPress("tab"))
		do("shift+tab", "\x1b[Z", tui.KeyPress("shift+tab"))
		do("undo", "u", tui.KeyPress("u"))
		do("c", "c", tui.KeyPress("c"))
		do("help", "?", tui.KeyPress("?"))
		do("help again", "?", tui.KeyPress("?"))

		// Click on the name of a setting, then on the name of a view.
		for _, word := range []string{"retries", "F2 outage"} {
			x, y := place(t, c.lines(), word)
			do("click on "+word, fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%[1]d;%[2]dm", x+1, y+1),
				tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}, tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
		}
		x, y := place(t, c.lines(), "factor")
		x += len("factor              ") // on its value
		do("wheel", fmt.Sprintf("\x1b[<64;%d;%dM", x+1, y+1), tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelUp})
		do("paste", "\x1b[200~1.5\x1b[201~", tea.PasteMsg{Content: "1.5"})
		do("enter", "\r", tui.KeyPress("enter"))

		for _, size := range [][2]int{{80, 24}, {200, 60}, {20, 5}, {60, 16}} {
			c.resize(size[0], size[1])
			c.until(fmt.Sprint("size ", size), follower.after(tea.WindowSizeMsg{Width: size[0], Height: size[1]}))
		}
		c.send("q")
		c.untilShown("q again quits")
		c.send("q")
		restored(t, c)
	})

	for _, leave := range []struct {
		name string
		do   func(c *terminal)
	}{
		{"ctrl+c while typing", func(c *terminal) {
			c.send("7")
			c.until("typing", after(120, 36, tui.KeyPress("7")))
			c.send("\x03")
		}},
		{"SIGTERM", func(c *terminal) { c.program.Process.Signal(syscall.SIGTERM) }},
		{"SIGINT", func(c *terminal) { c.program.Process.Signal(syscall.SIGINT) }},
		{"SIGHUP", func(c *terminal) { c.program.Process.Signal(syscall.SIGHUP) }},
	} {
		t.Run("leaving by "+leave.name, func(t *testing.T) {
			c := open(t, path, 120, 36, environment())
			c.until("start", after(120, 36))
			leave.do(c)
			restored(t, c)
		})
	}

	colours := regexp.MustCompile(`\x1b\[[0-9;:]*m`)
	hasColour := func(written string) bool {
		for _, sequence := range colours.FindAllString(written, -1) {
			for part := range strings.SplitSeq(strings.Trim(sequence, "\x1b[m"), ";") {
				if len(part) > 1 && strings.ContainsRune("349", rune(part[0])) && part != "39" && part != "49" || len(part) == 3 {
					return true
				}
			}
		}
		return false
	}
	for _, test := range []struct {
		env  string
		want bool
	}{{"COLORTERM=truecolor", true}, {"COLORTERM=", true}, {"TERM=xterm", true}, {"NO_COLOR=yes", false},
		{"NO_COLOR=0", false}} {
		t.Run(test.env, func(t *testing.T) {
			c := inside(t, 80, 24, []string{test.env})
			c.untilShown("Keeps trying for 17m3s")
			c.send("y")
			c.untilShown("sent to the clipboard")
			c.send("q")
			if got := hasColour(c.wait()); got != test.want {
				t.Errorf("colours are written: %v, want %v", got, test.want)
			}
		})
	}

	var schedule bytes.Buffer
	cli.Main([]string{}, nil, &schedule, io.Discard) // nil would stand for the arguments of the test
	for _, env := range []string{"TERM=dumb", "TERM="} {
		t.Run(env, func(t *testing.T) {
			c := open(t, path, 80, 24, environment(env))
			if got := strings.ReplaceAll(c.wait(), "\r\n", "\n"); got != schedule.String() {
				t.Errorf("got %q, want the schedule %q", got, schedule.String())
			}
		})
	}
	t.Run("into a pipe", func(t *testing.T) {
		piped := exec.Command(path)
		piped.Env = environment()
		got, err := piped.Output()
		if err != nil || string(got) != schedule.String() {
			t.Errorf("got %q (%v), want the schedule %q", got, err, schedule.String())
		}
	})
}

// place returns the place of a word on the screen.
func place(t *testing.T, lines []string, word string) (x, y int) {
	t.Helper()
	for y, line := range lines {
		if before, _, ok := strings.Cut(line, word); ok {
			return ansi.StringWidth(before), y
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", word, strings.Join(lines, "\n"))
	return 0, 0
}

// restored waits for the program to end and checks that it restores the terminal.
func restored(t *testing.T, c *terminal) {
	t.Helper()
	select {
	case <-c.exited:
	case <-time.After(patience):
		t.Fatal("the program does not end")
	}
	state, err := term.GetState(c.device.Fd())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(state, c.state) {
		t.Error("the terminal is still in raw mode")
	}
	written := c.rest()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen.IsAltScreen() {
		t.Error("the alternate screen is still shown")
	}
	for mode, on := range c.modes {
		if on != (mode == ansi.ModeTextCursorEnable || mode == ansi.ModeAutoWrap) {
			t.Errorf("the mode %v is left %v", mode, on)
		}
	}
	for _, sequence := range []string{ansi.ResetModeAltScreenSaveCursor, ansi.SetModeTextCursorEnable,
		ansi.ResetModeMouseButtonEvent, ansi.ResetModeMouseExtSgr, ansi.ResetModeBracketedPaste, ansi.XTWINOPS(23, 2)} {
		if !strings.Contains(written, sequence) {
			t.Errorf("%q has not been written", sequence)
		}
	}
	// the command of what was shown, or the echo of a late report of the terminal
	if text := strings.TrimSpace(c.screen.String()); text != "" && !strings.HasPrefix(text, "$ retune") &&
		!strings.HasPrefix(text, "^[") {
		t.Errorf("the terminal still shows\n%s", text)
	}
}

// TestPastedCommand checks that a pasted command sets everything that it contains, whatever was set before.
func TestPastedCommand(t *testing.T) {
	const command = "retune fleet -a 200ms -r 1.5 --cap 30s --jitter equal --traffic open --rate 300/s " +
		"--workers 20 --outage 1m --outage-kind reject --vs a=1s"
	c := inside(t, 180, 50, nil, "-n", "3", "--deadline", "1h")
	c.untilShown("-n 3 --deadline 1h")
	c.send("\x1b[200~$ " + command + "\n\x1b[201~")
	c.untilShown("$ " + command)
	c.send("q")
	c.untilShown("q again quits")
	c.send("q")
	c.wait()
}

// TestSuspension checks that a program that is suspended by its key under a shell restores the terminal and takes it
// back when it resumes.
func TestSuspension(t *testing.T) {
	path := program(t)
	c := open(t, "/bin/sh", 120, 36, environment(), "-m", "-c", path+"; echo it is stopped; read x; fg; exit 0")
	c.until("start", after(120, 36))
	c.send("\x1b[C")
	c.until("right", after(120, 36, tui.KeyPress("right")))
	c.send("\x1a")
	c.untilShown("it is stopped")
	eventually(t, "the terminal is not left", func() bool {
		state, err := term.GetState(c.device.Fd())
		c.mu.Lock()
		defer c.mu.Unlock()
		return err == nil && reflect.DeepEqual(state, c.state) && !c.screen.IsAltScreen() &&
			!c.modes[ansi.ModeMouseButtonEvent]
	})
	c.send("\n")
	c.until("going on", after(120, 36, tui.KeyPress("right")))
	c.send("\x1b[C")
	c.until("a key after that", after(120, 36, tui.KeyPress("right"), tui.KeyPress("right")))
	c.send("\x03")
	c.wait()
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(what)
		}
	}
}
