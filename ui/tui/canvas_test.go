package tui

import (
	"slices"
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
