package tui_test

import (
	"context"
	"fmt"
	"math/rand/v2"
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
	events := 60 * tui.Times()
	if events >= 10_000 { // answers are seldom asked again
		tui.RememberAnswers(3)
	}
	seed, checks := tui.User()
	u, run := newUser(tui.Known, seed), newRunner()
	for i := range events {
		u.act()
		if checks || i%25 == 0 {
			u.m = tui.Refined(u.m.(tui.Model))
		}
		if err := frameFits(u.m, u.size); err != nil {
			t.Fatalf("event %d of %q: %v", i, u.said, err)
		}
		if at := tui.Lost(u.m.(tui.Model)); at != "" && u.size[0] >= 60 && u.size[1] >= 16 {
			t.Fatalf("event %d of %q: %q is cut:\n%s", i, u.said, at, u.frame())
		}
		if !checks {
			continue
		}
		if err := run.check(u.m.(tui.Model), u.size); err != nil {
			t.Fatalf("event %d of %q: %v\n%s", i, u.said, err, u.frame())
		}
	}
	if !checks {
		return
	}
	// The check must have found something to compare.
	t.Logf("%d commands run, %d numbers found, %d settings read, %d slow frames, %d solved", run.ran, run.named,
		run.settings, u.slow, u.solved)
	if run.ran*run.named*run.settings == 0 {
		t.Error("nothing was compared")
	}
}

// A user uses a screen at random. What is slow is left again.
type user struct {
	m      tea.Model
	size   [2]int
	random *rand.Rand
	keys   []string
	events int
	slow   int      // slow frames
	solved int      // goals
	said   []string // the last events, to explain a failure
}

func newUser(ctx context.Context, seed uint64) *user {
	u := &user{size: sizes[0], random: rand.New(rand.NewPCG(2026, seed))}
	// it is pressed with the keys that follow it
	u.keys = slices.DeleteFunc(tui.KeysInUse(), func(key string) bool { return key == "=" })
	u.m = tui.New(ctx, new(tui.SmallFleet(new(setting.Default()))), tui.Options{})
	u.m, _ = u.m.Update(tea.WindowSizeMsg{Width: u.size[0], Height: u.size[1]})
	return u
}

// frame returns the lines of the screen.
func (u *user) frame() string { return strings.Join(tui.Lines(u.m.(tui.Model)), "\n") }

// act makes one input and leaves what is slow.
func (u *user) act() {
	name, messages := u.input()
	u.said = append(u.said[max(0, len(u.said)-12):], name)
	for _, msg := range messages {
		var cmd tea.Cmd
		if u.m, cmd = u.m.Update(msg); cmd != nil && tui.Solving(u.m.(tui.Model)) {
			u.solved++
			u.m, _ = u.m.Update(cmd())
		}
	}
	u.m = tui.Staying(u.m.(tui.Model))
	if len(messages) > 0 && tui.Slow(u.m.(tui.Model)) {
		if u.slow++; u.slow%10 > 2 { // slow, so it is dropped again
			u.m, _ = u.m.Update(tui.KeyPress("esc"))
			u.m = tui.FocusOn(u.m.(tui.Model), "feedback")
			u.m, _ = u.m.Update(tui.KeyPress("left"))
			u.m = tui.FocusOn(u.m.(tui.Model), "jitter")
			u.m, _ = u.m.Update(tui.KeyPress("backspace"))
			u.m, _ = u.m.Update(tui.KeyPress("B"))
			u.said = append(u.said, "out of it")
		}
	}
	switch u.events % 60 { // fleets are slow, so the view is left again
	case 0:
		u.said = append(u.said, "to the fleet")
		u.m = tui.ToFleet(u.m.(tui.Model))
	case 8:
		u.said = append(u.said, "out of the fleet")
		u.m = tui.FromFleet(u.m.(tui.Model))
	}
	u.events++
	u.m = tui.Small(u.m.(tui.Model))
}

// input returns the next input and its name. A setting gets the focus first.
func (u *user) input() (name string, messages []tea.Msg) {
	x, y := u.random.IntN(u.size[0]+2)-1, u.random.IntN(u.size[1]+2)-1
	switch n := u.random.IntN(100); {
	case n < 65:
		name = u.keys[u.random.IntN(len(u.keys))]
		messages = append(messages, tui.KeyPress(name))
	case n < 77:
		name = typed[u.random.IntN(len(typed))]
		for _, letter := range name {
			messages = append(messages, tui.KeyPress(string(letter)))
		}
		if u.random.IntN(4) > 0 {
			messages = append(messages, tui.KeyPress("enter"))
		}
		if u.random.IntN(4) > 0 {
			messages = append(messages, tui.KeyPress("esc"))
		}
	case n < 90:
		name = fmt.Sprintf("mouse at %d,%d", x, y)
		messages = append(messages,
			tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft},
			tea.MouseMotionMsg{X: x + u.random.IntN(9) - 4, Y: y, Button: tea.MouseLeft})
		if u.random.IntN(5) > 0 {
			messages = append(messages, tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
		}
	case n < 94:
		name = fmt.Sprintf("wheel at %d,%d", x, y)
		messages = append(messages, tea.MouseWheelMsg{X: x, Y: y,
			Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown, tea.MouseWheelLeft}[u.random.IntN(3)]})
	case n < 96:
		setting := []string{"jitter", "amount", "cap-after", "feedback", "outage", "at"}[u.random.IntN(6)]
		value := jittered[setting][u.random.IntN(len(jittered[setting]))]
		name = setting + "=" + value
		u.m, _ = u.m.Update(tui.KeyPress("esc"))
		u.m = tui.FocusOn(u.m.(tui.Model), setting)
		messages = append(messages, tea.PasteMsg{Content: value}, tui.KeyPress("enter"), tui.KeyPress("esc"))
	case n < 98:
		name = "= " + typed[u.random.IntN(len(typed))]
		for _, key := range sought(name[2:], u.random) {
			messages = append(messages, tui.KeyPress(key))
		}
	case n < 99:
		name = "paste"
		messages = append(messages, tea.PasteMsg{Content: typed[u.random.IntN(len(typed))]}, tui.KeyPress("enter"))
	default:
		u.size = sizes[u.random.IntN(len(sizes))]
		name = fmt.Sprint("size ", u.size)
		messages = append(messages, tea.WindowSizeMsg{Width: u.size[0], Height: u.size[1]})
	}
	return name, messages
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
