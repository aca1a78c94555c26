package tui

import (
	"strings"
	"testing"
)

// TestEveryEditorKeyEverywhere checks that every key of the editor, at every place of a short text, keeps the program
// running and the cursor in the text.
func TestEveryEditorKeyEverywhere(t *testing.T) {
	keys := []string{"ctrl+v", "tab", "up", "space", "a"}
	for _, m := range motions {
		keys = append(keys, strings.Fields(m.moves+" "+m.deletes)...)
	}
	for _, text := range []string{"", "1", "1s", "a b", " 1 ", "  "} {
		for at := range len(text) + 1 {
			for _, name := range keys {
				e := newEditor(text)
				e.old = false
				e.input.at = at
				for range 3 {
					e = e.typed(keyPress(name))
				}
				if n := len(e.input.text); e.input.at < 0 || e.input.at > n {
					t.Errorf("%q at %d, %s: the cursor is at %d of %d", text, at, name, e.input.at, n)
				}
			}
		}
	}
	if m := press(screen(t, 120, 36), "1", "left", "alt+d"); m.mishap.err != nil || m.editor.input.text != "" {
		t.Errorf("alt+d on the last letter leaves %q: %v", m.editor.input.text, m.mishap.err)
	}
}

// TestLine checks what each key does at one place of a text; | is the cursor.
func TestLine(t *testing.T) {
	for _, test := range []struct{ before, key, after string }{
		{"ab |cd ef", "left", "ab| cd ef"}, {"ab |cd ef", "right", "ab c|d ef"},
		{"ab |cd ef", "home", "|ab cd ef"}, {"ab |cd ef", "end", "ab cd ef|"},
		{"ab |cd ef", "alt+left", "|ab cd ef"}, {"ab |cd ef", "alt+right", "ab cd |ef"},
		{"ab |cd ef", "backspace", "ab|cd ef"}, {"ab |cd ef", "delete", "ab |d ef"},
		{"ab |cd ef", "ctrl+u", "|cd ef"}, {"ab |cd ef", "ctrl+k", "ab |"},
		{"ab |cd ef", "ctrl+w", "|cd ef"}, {"ab |cd ef", "alt+d", "ab |ef"},
		{"|ab", "backspace", "|ab"}, {"ab|", "delete", "ab|"}, {"ab|", "f1", "ab|"},
	} {
		at := strings.IndexByte(test.before, '|')
		l := line{strings.Replace(test.before, "|", "", 1), at}.pressed(test.key)
		if got := l.text[:l.at] + "|" + l.text[l.at:]; got != test.after {
			t.Errorf("%s on %s gives %s, want %s", test.key, test.before, got, test.after)
		}
	}
}
