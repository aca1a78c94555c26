package tui

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "write the golden frames and the picture anew")

var theGoldens struct {
	sync.Once
	frames map[string]Model
}

// goldens are the frames that are kept in testdata, to be looked at. A fleet is
// solved and simulated once, whatever the size of its frames.
func goldens(t testing.TB) map[string]Model {
	theGoldens.Do(func() { theGoldens.frames = newGoldens(t) })
	return theGoldens.frames
}

func newGoldens(t testing.TB) map[string]Model {
	one := func(w, h int) Model {
		return screen(t, w, h, "initial-delay=1s", "factor=2", "cap=64s", "retries=12", "at=2m")
	}
	fixed, two := theFleet(t, 120, 36, theFixed...), theFleet(t, 120, 36, theTwo...)
	fixed.levered = 0
	if now, cmd := fixed.workOutLevers(); cmd != nil {
		fixed, _ = send(now, cmd())
	}
	ascii := resize(New(telling(t, 120, 36).scenario, Options{ASCII: true}), 120, 36)
	return map[string]Model{
		"80x24":          one(80, 24),
		"120x36":         one(120, 36),
		"200x60":         one(200, 60),
		"50x20":          one(50, 20),
		"60x16":          one(60, 16),
		"20x5":           one(20, 5),
		"120x36-b":       telling(t, 120, 36),
		"120x36-log":     press(telling(t, 120, 36), "l"),
		"120x36-ascii":   ascii,
		"ascii-refused":  press(ascii, "0", "x", "enter"),
		"80x24-schedule": show(t, telling(t, 80, 24), "schedule"),
		"120x36-compare": show(t, telling(t, 120, 36), "compare"),
		"no-b-compare":   show(t, one(80, 24), "compare"),
		"80x24-help":     press(one(80, 24), "?"),
		"120x36-help":    press(telling(t, 120, 36), "right", "?"),
		"80x24-typing":   press(one(80, 24), "2", ".", "5"),
		"80x24-refused":  press(focusOn(t, one(80, 24), "factor"), "0", ".", "5", "enter"),

		"80x24-goal":           press(one(80, 24), "=", "9"),
		"120x36-offers":        solved(telling(t, 120, 36), "=", "9", "enter"),
		"80x24-offers-none":    solved(one(80, 24), "=", "0", "enter"),
		"80x24-reconnect-goal": press(show(t, chancy(t, 80, 24), "reconnect"), "=", "up", "5"),

		"80x24-fleet":      resize(fixed, 80, 24),
		"120x36-fleet":     fixed,
		"200x60-fleet":     resize(fixed, 200, 60),
		"120x36-fleet-b":   two,
		"60x14-fleet":      resize(fixed, 60, 14),
		"40x12-fleet":      resize(fixed, 40, 12),
		"80x24-fleet-none": theFleet(t, 80, 24, "deadline=3s"),

		"80x24-jitter":          chancy(t, 80, 24),
		"120x36-jitter":         chancy(t, 120, 36),
		"80x24-jitter-elapsed":  press(chancy(t, 80, 24), "tab"),
		"80x24-reconnect":       show(t, chancy(t, 80, 24), "reconnect"),
		"120x36-reconnect-b":    Refined(show(t, chancy(t, 120, 36, "vs=r=1.5", "outage=30s..90s"), "reconnect")),
		"120x36-types":          charted(press(show(t, chancy(t, 120, 36), "jitter"), "pgdown", "J")),
		"80x24-types":           charted(press(show(t, chancy(t, 80, 24), "jitter"), "pgdown", "end")),
		"120x36-map":            phases(t, 120, 36),
		"80x24-map":             press(mapped(t, 80, 24), "m", "left", "left"),
		"40x12-map":             mapped(t, 40, 12),
		"120x36-jitter-samples": press(chancy(t, 120, 36), "s"),
		"120x36-jitter-b":       chancy(t, 120, 36, "vs=jitter=equal"),
	}
}

func TestGoldenFrames(t *testing.T) {
	t.Parallel()
	frames := goldens(t)
	for name, m := range frames {
		c, _ := charted(m).frame()
		golden(t, name+".txt", strings.Join(c.lines(), "\n")+"\n")
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if _, ok := frames[strings.TrimSuffix(filepath.Base(file), ".txt")]; !ok {
			t.Errorf("%s is the frame of nothing", file)
		}
	}
}

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v; go test ./ui/tui -update writes it", err)
		return
	}
	if want := strings.ReplaceAll(string(want), "\r\n", "\n"); got != want {
		t.Errorf("%s has changed; if it should have, go test ./ui/tui -update writes it anew. Now it is\n%s", path, got)
	}
}

// On a terminal without Unicode every character is ASCII, and known: none has
// become a question mark that was something else. Where keys are listed they
// stand in words, so their cells do not correspond.
func TestPlainFramesHoldASCIIOnly(t *testing.T) {
	t.Parallel()
	for name, m := range goldens(t) {
		m.options.ASCII = false
		rich, _ := m.frame()
		m.options.ASCII = true
		plain, _ := m.frame()
		for i, cell := range plain.cells {
			words := m.mode != browsing || i/plain.w == plain.h-1
			if was := rich.cells[i].char; cell.char >= 128 || cell.char == '?' && was != '?' && !words {
				t.Errorf("%s, line %d: %q is shown as %q", name, i/plain.w, was, cell.char)
			}
		}
	}
}
