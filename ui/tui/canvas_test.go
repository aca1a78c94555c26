package tui

import (
	"slices"
	"strings"
	"testing"
)

// TestWrap checks that a line is broken by its characters, not its bytes, and between words.
func TestWrap(t *testing.T) {
	for line, want := range map[string][]string{
		"××× ×××":   {"××× ×××"},
		"××× ××××":  {"×××", "××××"},
		"a,××××××":  {"a,", "××××××"},
		"×××××××××": {"×××××××", "××"},
	} {
		if got := wrap(line, 7); !slices.Equal(got, want) {
			t.Errorf("%q is broken into %q, want %q", line, got, want)
		}
	}
}

// TestKeysInWords checks that two keys with shift are written as one on a screen without arrows.
func TestKeysInWords(t *testing.T) {
	m := screen(t, 120, 36)
	m.options.ASCII = true
	if !slices.ContainsFunc(m.keyItems(), func(it item) bool { return it.now == "shift+left/right" }) {
		t.Error("the keys with shift are written one by one")
	}
}

// TestNoVerdictSaysWhy checks that the fleet view has room for the reason why there is no verdict, beside what would
// help.
func TestNoVerdictSaysWhy(t *testing.T) {
	m := inView(t, show(t, screen(t, 120, 36, "retries=0", "clients=10", "duration=1s", "outage=60s"),
		"fleet"))
	m.levers, m.helped = goldens(t)["120x36-fleet"].levers, m.scenario
	if got := text(m); m.survives() == "" || !strings.Contains(got, "NO VERDICT   The simulation ends at 1s, the") {
		t.Errorf("no reason (%q):\n%s", m.survives(), got)
	}
}

// TestTitlesLoseExplanations checks what a title without room loses: explanations first, and what follows a comma next.
func TestTitlesLoseExplanations(t *testing.T) {
	for title, want := range map[string][3]string{
		"verdict over factor (horizontal) and clients (vertical)": {"verdict over factor (horizontal) and clients (vertical)",
			"verdict over factor and clients", "verdict over factor …"},
		"when each retry starts, log (bar: wait after it)": {"when each retry starts, log (bar: wait after it)",
			"when each retry starts, log", "when each retry star…"},
	} {
		for i, width := range []int{60, 33, 21} {
			c := newCanvas(width, 2, Options{})
			c.titled(title, "")
			if got := c.lines()[0]; got != want[i] {
				t.Errorf("%d columns: %q, want %q", width, got, want[i])
			}
		}
	}
}
