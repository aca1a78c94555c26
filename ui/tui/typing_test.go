package tui

import (
	"retune/ui/ask/answer"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
)

func TestTyping(t *testing.T) {
	for _, test := range []struct{ setting, typed, want string }{
		{"initial-delay", "250ms", "250ms"},
		{"initial-delay", "1.5", "1.5s"},
		{"initial-delay", ".5s", "500ms"},
		{"cap", "1h30m", "1h30m"},
		{"factor", "1.1", "1.1"},
		{"retries", "25", "25"},
		{"deadline", "2d", "2d"},
		{"at", "1000s", "16m40s"},
	} {
		m := focusOn(t, screen(t, 120, 36), test.setting)
		m = write(m, test.typed)
		if m.mode != typing {
			t.Fatalf("%s: %q starts no typing", test.setting, test.typed)
		}
		if !strings.Contains(text(m), test.typed) {
			t.Errorf("%s: while %q is typed the frame does not show it:\n%s", test.setting, test.typed, text(m))
		}
		m = press(m, "enter")
		if got := shown(t, m, test.setting); got != test.want || m.mode == typing {
			t.Errorf("%s, %q: got %s, want %s", test.setting, test.typed, got, test.want)
		}
		if len(m.past) != 1 {
			t.Errorf("%s, %q: %d steps to undo, want 1", test.setting, test.typed, len(m.past))
		}
	}
}

func TestTypingIsRefused(t *testing.T) {
	for _, test := range []struct{ setting, typed, reason string }{
		{"factor", "0.5", "1 to 1000"},
		{"factor", "9x", "9x"},
		{"initial-delay", "1001y", "0s to"},
		{"initial-delay", "1parsec", "parsec"},
		{"initial-delay", "1e400", "1e400"},
		{"cap", "1ms", "initial delay"},
		{"retries", "2.5", "2.5"},
		{"at", "5q", "q"},
	} {
		for _, size := range [][2]int{{120, 36}, {60, 16}, {50, 20}} {
			m := focusOn(t, screen(t, size[0], size[1]), test.setting)
			before := m
			m = press(write(m, test.typed), "enter")
			if m.mode != typing {
				t.Fatalf("%s, %q: typing has ended", test.setting, test.typed)
			}
			if !same(before.scenario, m.scenario) || len(m.past) > 0 {
				t.Errorf("%s, %q: the scenario has changed to %v", test.setting, test.typed, m.commands())
			}
			if got := m.editor.text; got != test.typed {
				t.Errorf("%s, %q: the editor holds %q", test.setting, test.typed, got)
			}
			if size[0] == 120 && (!strings.Contains(text(m), m.editor.reason) ||
				!strings.Contains(m.editor.reason, test.reason)) {
				t.Errorf("%s, %q: the frame does not say why not (%q, want something of %q):\n%s",
					test.setting, test.typed, m.editor.reason, test.reason, text(m))
			}
			// Further typing clears the reason, and Esc everything.
			if m = press(m, "1"); m.editor.reason != "" {
				t.Errorf("%s, %q: the reason stays while typing goes on", test.setting, test.typed)
			}
			if m = press(m, "esc"); m.mode == typing || text(m) != text(before) {
				t.Errorf("%s, %q: esc does not lead back to\n%s\nbut to\n%s", test.setting, test.typed, text(before), text(m))
			}
		}
	}
}

func TestTypingTakesEveryLetter(t *testing.T) {
	m := focusOn(t, screen(t, 120, 36), "initial-delay")
	before := *m.scenario
	m = write(m, "1bxuUlyqjk?[]")
	if m.mode != typing || m.editor.text != "1bxuUlyqjk?[]" {
		t.Fatalf("letters that are keys are not typed: %+v", m.editor)
	}
	if !same(&before, m.scenario) || m.mode != typing || m.scale != answer.ByData {
		t.Error("letters that are keys did something while a value was typed")
	}
	if cursor := m.View().Cursor; cursor == nil {
		t.Error("there is no cursor where one types")
	}
	if m = press(m, "esc"); m.View().Cursor != nil {
		t.Error("there is a cursor although nothing is typed")
	}
}

// TestTypedCommand checks that a pasted command may arrive as typed keys, and that a command in an explanation can be
// taken.
func TestTypedCommand(t *testing.T) {
	m := screen(t, 120, 36)
	m.options.Read = func(words []string) (setting.Scenario, string, error) {
		s := setting.Default()
		k, _ := setting.Find("factor")
		return s, "", k.Set(&s, words[slices.Index(words, "-r")+1])
	}
	page := press(write(press(m, "/"), "retry storm"), "enter")
	if n := press(page, "enter"); n.mode != choosing || !strings.Contains(text(n), "nothing to select") {
		t.Errorf("a line of a page can be taken:\n%s", text(n))
	}
	page.menu.pick = slices.IndexFunc(page.menu.items, func(it item) bool { return strings.HasPrefix(it.name, "try ") })
	if n := press(page, "enter"); shown(t, n, "factor") != "2" || n.mode != choosing || n.note == "" {
		t.Errorf("a command of a page is taken at once: %q", n.note)
	}
	if n := press(page, "enter", "enter"); shown(t, n, "factor") != "1" || n.mode != browsing {
		t.Errorf("a command of a page is not taken:\n%s", text(n))
	}
	if m = press(write(m, "retune -r 3"), "enter"); shown(t, m, "factor") != "3" || m.mode != browsing {
		t.Errorf("factor %s:\n%s", shown(t, m, "factor"), text(m))
	}
}

func TestWhatIsTypedReplacesWhatIsThere(t *testing.T) {
	open := func() Model {
		return press(focusOn(t, screen(t, 120, 36, "initial-delay=250ms"), "initial-delay"), "enter")
	}
	pasted, _ := send(open(), tea.PasteMsg{Content: "7s"})
	for _, test := range []struct {
		m    Model
		want string
	}{
		{write(open(), "7s"), "7s"},
		{pasted, "7s"},
		{write(press(open(), "left", "left"), "9"), "2509ms"}, // a key that moves the cursor keeps the text
		{press(open(), "backspace", "backspace"), "250"},
		{open(), "250ms"},
	} {
		if got := test.m.editor.text; got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	if m := press(open(), "enter"); m.mode == typing || len(m.past) > 0 {
		t.Error("enter twice is a gesture, although nothing has changed")
	}
}

func TestCursorStandsBehindWhatIsTyped(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 16}, {50, 20}, {30, 18}} {
		m := focusOn(t, screen(t, size[0], size[1]), "initial-delay")
		for _, typed := range []string{"1", "12.5", "123456789.123456789s", strings.Repeat("1", 60)} {
			v := write(m, typed).View()
			if v.Cursor == nil {
				t.Fatalf("%v, %q: no cursor", size, typed)
			}
			x, y := v.Cursor.Position.X, v.Cursor.Position.Y
			if x < 1 || y < 0 || x >= size[0] || y >= size[1] {
				t.Fatalf("%v, %q: the cursor is at %d,%d", size, typed, x, y)
			}
			line := []rune(lines(write(m, typed))[y])
			if got, want := line[x-1], rune(typed[len(typed)-1]); got != want {
				t.Errorf("%v, %q: before the cursor stands %q, want %q:\n%s", size, typed, got, want, string(line))
			}
		}
	}
}

func TestPaste(t *testing.T) {
	m := focusOn(t, screen(t, 120, 36), "initial-delay")
	for _, prose := range []string{"a word", "250ms\n\x1b[31m\u4f60", `{"a": [`, "", "# nothing but a comment", "\x1b"} {
		if n, _ := send(m, tea.PasteMsg{Content: prose}); n.mode != browsing || n.note == "" ||
			!same(n.scenario, m.scenario) {
			t.Errorf("%q is taken: %q", prose, n.note)
		}
	}
	m.options.Import = func(text string) (string, string, error) { return "grpc", "maxAttempts=3", nil }
	m.options.Read = func(words []string) (setting.Scenario, string, error) {
		return setting.Default(), "fleet", nil
	}
	for pasted, want := range map[string]string{"{\n \"retryPolicy\": {}\n}": "--client grpc --set maxAttempts=3",
		"# a comment\n$ retune \\\n  fleet": "retune fleet"} {
		for _, from := range []Model{m, press(m, "1")} {
			if n, _ := send(from, tea.PasteMsg{Content: pasted}); !strings.Contains(n.command, want) || n.mode != browsing {
				t.Errorf("%q gives %q: %q", pasted, n.command, n.note)
			}
		}
	}
	m, _ = send(m, tea.PasteMsg{Content: "250\u00b5s"})
	if m = press(m, "enter"); shown(t, m, "initial-delay") != "250us" {
		t.Errorf("250\u00b5s pasted: got %s", shown(t, m, "initial-delay"))
	}
}
