package tui

import (
	"strings"
	"testing"
)

// TestEveryEditorKeyEverywhere checks that every key of the editor, at every place of a short text, keeps the cursor in
// the text, and what the keys do.
func TestEveryEditorKeyEverywhere(t *testing.T) {
	var keys []string
	for _, edit := range edits {
		keys = append(keys, strings.Fields(edit.moves+" "+edit.deletes)...)
	}
	for _, text := range []string{"", "1", "1s", "a b", " 1 ", "  "} {
		for at := range len(text) + 1 {
			for _, name := range keys {
				e := editor{text: text, at: at}
				for range 3 {
					e = e.typed(keyPress(name))
				}
				if e.at < 0 || e.at > len(e.text) {
					t.Errorf("%q at %d, %s: the cursor is at %d of %q", text, at, name, e.at, e.text)
				}
			}
		}
	}
	for keys, want := range map[string]string{
		"backspace": "one tw|", "ctrl+w": "one |", "alt+b x": "one x|two", "ctrl+a delete": "|ne two", "home ctrl+k": "|",
		"left ctrl+u": "|o", "ctrl+a alt+d": "| two", "ctrl+a alt+f alt+f left ctrl+d": "one tw|",
		"left left right": "one tw|o",
	} {
		e := editor{text: "one two", at: len("one two")}
		for _, key := range typedKeys(keys) {
			e = e.typed(key)
		}
		if got := e.text[:e.at] + "|" + e.text[e.at:]; got != want {
			t.Errorf("%s: got %q, want %q", keys, got, want)
		}
	}
}
