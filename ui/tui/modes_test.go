package tui

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestKeysOnSettingsOfWords checks that letters are commands on a setting of words, that space lists its words as
// enter does, and that letters then filter the list.
func TestKeysOnSettingsOfWords(t *testing.T) {
	for _, test := range []struct{ setting, typed, want string }{
		{"jitter", "equal", "equal"}, {"jitter", "q", "equal"}, {"jitter", "u", "up=0.5"},
		{"jitter", "spread=0.5", "spread=0.5"},
		{"server", "slowing", "slowing"}, {"traffic", "burst", "burst"}, {"cap-after", "yes", "yes"},
	} {
		m := screen(t, 120, 36, "factor=1.5")
		if rowOf(m.rows(), test.setting) < 0 {
			m = show(t, m, "fleet")
		}
		m = press(focusOn(t, m, test.setting), "space")
		for _, it := range m.menu.items {
			if it.kind != "" {
				t.Errorf("%s: %q is no value", test.setting, it.name)
			}
		}
		if m = press(write(m, test.typed), "enter"); shown(t, m, test.setting) != test.want || m.mode != browsing {
			t.Errorf("%s, %s: %q, mode %d", test.setting, test.typed, shown(t, m, test.setting), m.mode)
		}
		if m = press(m, "u"); m.mode != browsing || !strings.HasPrefix(m.note, "undone: ") || len(m.past) != 0 {
			t.Errorf("%s: u says %q", test.setting, m.note)
		}
		if _, cmd := send(focusOn(t, m, test.setting), keyPress("q")); cmd == nil {
			t.Errorf("%s: q does not quit", test.setting)
		}
	}
}

// TestFind checks that everything with a name is found by it, however it is spelt, and is then opened, changed, set or
// explained.
func TestFind(t *testing.T) {
	find := func(what string, keys ...string) Model {
		return press(write(press(screen(t, 120, 36), "/"), what), keys...)
	}
	if m := find("maxbackoff", "enter"); m.setting().Name != "cap" {
		t.Errorf("maxbackoff is %s", m.setting().Name)
	}
	if m := find("workers", "enter"); m.setting().Name != "workers" || !m.showsFleet() {
		t.Errorf("workers is %s", m.setting().Name)
	}
	if m := find("factor 1.1", "enter"); shown(t, m, "factor") != "1.1" || len(m.past) != 1 {
		t.Errorf("factor 1.1 sets %s", shown(t, m, "factor"))
	}
	if m := find("factor 0.5", "enter"); m.mode != choosing || m.note == "" {
		t.Error("factor 0.5 is not refused")
	}
	if m := find("retries", "enter", "right", "right"); shown(t, m, "retries") != "12" || len(m.past) != 1 {
		t.Errorf("two turns of retries: %s, %d steps", shown(t, m, "retries"), len(m.past))
	}
	if m := find("stampede", "enter"); !m.showsFleet() || shown(t, m, "traffic") != "burst" {
		t.Errorf("stampede:\n%s", text(m))
	}
	if m := find("gives up", "enter"); m.mode != choosing {
		t.Errorf("a result is not solved for:\n%s", text(m))
	}
	if m := find("fl", "enter"); !m.showsFleet() {
		t.Errorf("a client is found before the view of the fleet:\n%s", text(m))
	}
	if m := find("/fac", "enter"); m.setting().Name != "factor" {
		t.Errorf("a second / finds %s", m.setting().Name)
	}
	if m := find("fac", "f4"); !m.showsFleet() || m.mode != browsing {
		t.Errorf("the key of a view does nothing in a list:\n%s", text(m))
	}
	if m := find("compare", "enter"); m.tab().Name != "compare" {
		t.Errorf("compare shows %s", m.tab().Name)
	}
	if m := find("retry amplification", "enter"); m.mode != choosing || !strings.Contains(text(m), "see  ") {
		t.Errorf("a word is not explained:\n%s", text(m))
	}
	if m := find("retry amplification", "enter"); m.menu.items[0].name == "" ||
		slices.ContainsFunc(m.menu.items, func(it item) bool { return !strings.Contains(text(m), it.name) }) {
		t.Errorf("what is explained is cut:\n%s", text(m))
	}
	if m := find("no such thing", "enter"); m.mode != choosing || !strings.Contains(text(m), "nothing matches") {
		t.Errorf("nothing found:\n%s", text(m))
	}
}

// TestTypingIsCommitted checks that an arrow, tab, or a click elsewhere sets the typed value.
func TestTypingIsCommitted(t *testing.T) {
	m := write(focusOn(t, screen(t, 120, 36), "factor"), "1.5")
	at := placeOf(t, m, "cap")
	for how, n := range map[string]Model{"down": press(m, "down"), "up": press(m, "up"), "tab": press(m, "tab"),
		"a click": click(m, at.x+2, at.y)} {
		if shown(t, n, "factor") != "1.5" || n.mode != browsing || n.setting().Name == "factor" {
			t.Errorf("%s: %s, in focus is %s", how, shown(t, n, "factor"), n.setting().Name)
		}
	}
	if m = press(write(focusOn(t, m.browse(), "factor"), "0.5"), "down"); m.mode != typing ||
		m.setting().Name != "factor" {
		t.Error("what is refused is left")
	}
}

// TestExport checks that an export is written under its name, and over a file only on confirmation.
func TestExport(t *testing.T) {
	files := map[string]string{"there.md": "precious"}
	o := Options{Outside: Outside{Write: func(name string, over bool, to func(io.Writer) error) error {
		if name == "nowhere/x" {
			return errors.New("no such directory")
		}
		if _, ok := files[name]; ok && !over {
			return fs.ErrExist
		}
		var b strings.Builder
		err := to(&b)
		files[name] = b.String()
		return err
	}}}
	m := resize(New(known, new(scenarioOf(t)), o), 120, 36)
	enter := func(m Model) Model {
		m, cmd := send(m, keyPress("enter"))
		for _, msg := range messages(cmd) {
			if got, ok := msg.(arrival); ok {
				m, _ = send(m, got)
			}
		}
		return m
	}
	m = enter(write(press(m, "e"), "markdown to a file"))
	m = enter(write(enter(write(press(m, "esc", "e"), "to a file")), "there.md"))
	if files["there.md"] != "precious" || m.mode != choosing || !strings.Contains(m.editor.reason, "already exists") {
		t.Errorf("a file that is there: %q, %v", files["there.md"], m.mode)
	}
	if m = enter(m); files["there.md"] == "precious" || m.mode != browsing {
		t.Errorf("the same name again does not write over it:\n%s", text(m))
	}
	m = enter(write(enter(write(press(m, "e"), "to a file")), "nowhere/x"))
	if m.mode != choosing || m.editor.reason != "no such directory" {
		t.Errorf("a file that cannot be written:\n%s", text(m))
	}
}

// messages returns the messages of a command, except from those that wait.
func messages(cmd tea.Cmd) (list []tea.Msg) {
	if cmd == nil {
		return nil
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			list = append(list, messages(c)...)
		}
	default:
		list = append(list, msg)
	}
	return list
}
