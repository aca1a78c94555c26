package tui

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
)

var update = flag.Bool("update", false, "write the golden frames and the picture anew")

var theGoldens struct {
	sync.Once
	frames map[string]Model
	helps  tea.Msg // what helps the fleet, which takes seconds to find
}

// goldens returns the frames that are kept in testdata. A fleet is solved and simulated once for all sizes of its
// frames.
func goldens(t testing.TB) map[string]Model {
	theGoldens.Do(func() { theGoldens.frames = newGoldens(t) })
	return theGoldens.frames
}

func newGoldens(t testing.TB) map[string]Model {
	fixed := theFleet(t, 120, 36, append(theFixed, "clients=30", "workers=1")...)
	fixed.followed = nil
	fixed, found := commanded(fixed.workOutLevers())
	theGoldens.helps = found()
	fixed, _ = send(fixed, theGoldens.helps)
	one := screen(t, 80, 24, "initial-delay=1s", "factor=2", "cap=64s", "retries=12", "at=2m")
	return map[string]Model{
		"80x24":        one,
		"120x36":       telling(t, 120, 36),
		"120x36-ascii": resize(New(known, telling(t, 120, 36).scenario, Options{ASCII: true}), 120, 36),
		"120x36-fleet": fixed,
		"120x36-map":   phases(t, 120, 36),
		"80x24-help":   press(one, "?"),
	}
}

func TestGoldenFrames(t *testing.T) {
	t.Parallel()
	frames := goldens(t)
	for name, m := range frames {
		c := charted(m).frame()
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

// golden compares got with a file in testdata, or writes the file.
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

// TestPlainFramesHoldASCIIOnly checks that without Unicode every character is ASCII and none became a question mark. In
// lists of keys the signs become words, so their cells do not correspond.
func TestPlainFramesHoldASCIIOnly(t *testing.T) {
	t.Parallel()
	for name, m := range goldens(t) {
		m.options.ASCII, m.memo = false, nil
		rich := m.frame()
		m.options.ASCII = true
		plain := m.frame()
		for i, cell := range plain.cells {
			words := m.mode != browsing || i/plain.w == plain.h-1
			if was := rich.cells[i].Rune; cell.Rune >= 128 || cell.Rune == '?' && was != '?' && !words {
				t.Errorf("%s, line %d: %q is shown as %q", name, i/plain.w, was, cell.Rune)
			}
		}
	}
}
