package tui

import (
	"reflect"
	"testing"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
)

// TestEveryEditorKeyEverywhere checks that every key of the editor, at every place of a short text, keeps the program
// running and the cursor in the text.
func TestEveryEditorKeyEverywhere(t *testing.T) {
	var keys []string
	bindings := reflect.ValueOf(textinput.DefaultKeyMap())
	for i := range bindings.NumField() {
		keys = append(keys, bindings.Field(i).Interface().(key.Binding).Keys()...)
	}
	if len(keys) < 30 {
		t.Fatalf("the editor has %d keys", len(keys))
	}
	for _, text := range []string{"", "1", "1s", "a b", " 1 ", "  "} {
		for at := range len(text) + 1 {
			for _, name := range keys {
				e := newEditor(text)
				e.old = false
				e.input.SetCursor(at)
				for range 3 {
					e = e.typed(keyPress(name))
				}
				if n := len(e.input.Value()); e.input.Position() > n {
					t.Errorf("%q at %d, %s: the cursor is at %d of %d", text, at, name, e.input.Position(), n)
				}
			}
		}
	}
	if m := press(screen(t, 120, 36), "1", "left", "alt+d"); m.mishap.err != nil || m.editor.input.Value() != "" {
		t.Errorf("alt+d on the last letter leaves %q: %v", m.editor.input.Value(), m.mishap.err)
	}
}
