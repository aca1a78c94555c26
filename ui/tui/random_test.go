package tui_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"retune/ui/ask/setting"
	"retune/ui/tui"
)

// sizes lists the sizes at which the random user works. From 60x16 on, the command is never cut.
var sizes = [][2]int{{120, 36}, {80, 24}, {200, 60}, {60, 16}, {100, 30}, {70, 18}, {140, 20}, {180, 44}, {50, 20},
	{60, 14}, {30, 18}, {20, 5}, {1, 1}}

var typed = []string{"250ms", "1.5", "2m", "1h30m", "none", "0", "1", "-3", "1e3", "1e400", "7x", "0.1", "3", "12",
	"100", "100000", "1d", "1ns", "5000y", ".5", "1.0000000001"}

// jittered lists values of the settings for jitter.
var jittered = map[string][]string{
	"jitter": {"full", "full", "equal", "spread=0.2", "spread=1", "up=0.5", "down=0.25", "add=1s", "normal=0.1",
		"normal=100ms", "normal=2", "none", "decorrelated"},
	"amount":    {"0", "0.5", "1", "250ms", "3"},
	"cap-after": {"yes", "no"},
	"feedback":  {"no", "no", "yes"},
	"outage":    {"1m", "30s..90s", "mean=1m", "log=1s..1h", "1d"},
	"at":        {"1s", "10s", "1m", "2m", "1h"},
}

// TestRandomUser checks that after any input the command at the foot prints the numbers on the screen.
func TestRandomUser(t *testing.T) {
	t.Parallel()
	events := 100 * tui.Times()
	if testing.Short() {
		events = 100
	}
	if events >= 10_000 { // memory is measured
		tui.RememberAnswers(3)
	}
	seed, checks := tui.User()
	random := rand.New(rand.NewPCG(2026, seed))
	// it is pressed with the keys that follow it
	keys := slices.DeleteFunc(tui.KeysInUse(), func(key string) bool { return key == "=" })
	var m tea.Model = tui.New(new(tui.SmallFleet(new(setting.Default()))), tui.Options{})
	size := sizes[0]
	m, _ = m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
	run := newRunner()
	slow, solved := 0, 0
	early := uint64(0) // live bytes halfway through
	var said []string  // the last events, to explain a failure

	for i := range events {
		var name string
		var messages []tea.Msg
		x, y := random.IntN(size[0]+2)-1, random.IntN(size[1]+2)-1
		switch n := random.IntN(100); {
		case n < 65:
			name = keys[random.IntN(len(keys))]
			messages = append(messages, tui.KeyPress(name))
		case n < 77:
			name = typed[random.IntN(len(typed))]
			for _, letter := range name {
				messages = append(messages, tui.KeyPress(string(letter)))
			}
			if random.IntN(4) > 0 {
				messages = append(messages, tui.KeyPress("enter"))
			}
			if random.IntN(4) > 0 {
				messages = append(messages, tui.KeyPress("esc"))
			}
		case n < 90:
			name = fmt.Sprintf("mouse at %d,%d", x, y)
			messages = append(messages,
				tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft},
				tea.MouseMotionMsg{X: x + random.IntN(9) - 4, Y: y, Button: tea.MouseLeft})
			if random.IntN(5) > 0 {
				messages = append(messages, tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
			}
		case n < 94:
			name = fmt.Sprintf("wheel at %d,%d", x, y)
			messages = append(messages, tea.MouseWheelMsg{X: x, Y: y,
				Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown, tea.MouseWheelLeft}[random.IntN(3)]})
		case n < 96:
			setting := []string{"jitter", "amount", "cap-after", "feedback", "outage", "at"}[random.IntN(6)]
			value := jittered[setting][random.IntN(len(jittered[setting]))]
			name = setting + "=" + value
			m, _ = m.Update(tui.KeyPress("esc"))
			m = tui.FocusOn(m.(tui.Model), setting)
			messages = append(messages, tea.PasteMsg{Content: value}, tui.KeyPress("enter"), tui.KeyPress("esc"))
		case n < 98:
			name = "= " + typed[random.IntN(len(typed))]
			for _, key := range sought(name[2:], random) {
				messages = append(messages, tui.KeyPress(key))
			}
		case n < 99:
			name = "paste"
			messages = append(messages, tea.PasteMsg{Content: typed[random.IntN(len(typed))]}, tui.KeyPress("enter"))
		default:
			size = sizes[random.IntN(len(sizes))]
			name = fmt.Sprint("size ", size)
			messages = append(messages, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		}
		said = append(said[max(0, len(said)-12):], name)
		for _, msg := range messages {
			var cmd tea.Cmd
			if m, cmd = m.Update(msg); cmd != nil && tui.Solving(m.(tui.Model)) {
				solved++
				m, _ = m.Update(cmd())
			}
		}
		m = tui.Staying(m.(tui.Model))
		if len(messages) > 0 && tui.Slow(m.(tui.Model)) {
			if slow++; slow%10 > 2 { // slow, so it is dropped again
				m, _ = m.Update(tui.KeyPress("esc"))
				m = tui.FocusOn(m.(tui.Model), "feedback")
				m, _ = m.Update(tui.KeyPress("left"))
				m = tui.FocusOn(m.(tui.Model), "jitter")
				m, _ = m.Update(tui.KeyPress("backspace"))
				m, _ = m.Update(tui.KeyPress("B"))
				said = append(said, "out of it")
			}
		}
		switch i % 60 { // fleets are slow, so the view is left again
		case 0:
			said = append(said, "to the fleet")
			m = tui.ToFleet(m.(tui.Model))
		case 8:
			said = append(said, "out of the fleet")
			m = tui.FromFleet(m.(tui.Model))
		}
		if m = tui.Small(m.(tui.Model)); checks || i%25 == 0 {
			m = tui.Refined(m.(tui.Model))
		}
		if err := frameFits(m, size); err != nil {
			t.Fatalf("event %d of %q: %v", i, said, err)
		}
		if at := tui.Lost(m.(tui.Model)); at != "" && size[0] >= 60 && size[1] >= 16 {
			t.Fatalf("event %d of %q: %q is cut:\n%s", i, said, at, strings.Join(tui.Lines(m.(tui.Model)), "\n"))
		}
		if events >= 10_000 && i%(events/10) == events/10-1 {
			live := heap()
			if t.Logf("event %d: %.1f MB", i, float64(live)/1e6); i < events/2 {
				early = live
			} else if live > early+20e6 { // an answer that is being shown or computed may take some
				t.Errorf("memory grows from %d to %d bytes", early, live)
			}
		}
		if !checks {
			continue
		}
		if err := run.check(m.(tui.Model), size); err != nil {
			t.Fatalf("event %d of %q: %v\n%s", i, said, err, strings.Join(tui.Lines(m.(tui.Model)), "\n"))
		}
	}
	if !checks {
		return
	}
	// The check must have found something to compare.
	t.Logf("%d commands run, %d numbers found, %d settings read, %d slow frames, %d solved", run.ran, run.named,
		run.settings, slow, solved)
	if run.ran*run.named*run.settings == 0 {
		t.Error("nothing was compared")
	}
}

// sought returns keys that solve for a result and take a setting, or the first of them.
func sought(text string, random *rand.Rand) []string {
	keys := []string{"="}
	for range random.IntN(6) {
		keys = append(keys, []string{"up", "down"}[random.IntN(2)])
	}
	keys = append(append(keys, strings.Split(text, "")...), "enter")
	for range random.IntN(3) {
		keys = append(keys, "down")
	}
	keys = append(keys, "enter", "esc", "esc")
	return keys[:len(keys)-random.IntN(4)]
}

// heap returns the number of live bytes.
func heap() uint64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

func frameFits(m tea.Model, size [2]int) error {
	v := m.View()
	lines := strings.Split(v.Content, "\n")
	if len(lines) > size[1] {
		return fmt.Errorf("%d lines on a terminal of %v", len(lines), size)
	}
	for _, line := range lines {
		if n := ansi.StringWidth(line); n > size[0] {
			return fmt.Errorf("a line of %d cells on a terminal of %v: %q", n, size, ansi.Strip(line))
		}
	}
	return nil
}
