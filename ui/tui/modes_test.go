package tui

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/knob"
)

// A word that is typed on a knob of words is looked up there, letter by letter: it
// never leaves, undoes, copies or overwrites B.
func TestWordsAreNoCommands(t *testing.T) {
	for _, test := range []struct{ knob, typed, want string }{
		{"jitter", "equal", "equal"}, {"jitter", "full", "full"}, {"jitter", "decor", "decorrelated=3"}, {"jitter", "spread=0.5", "spread=0.5"},
		{"server", "queue", "queue"}, {"traffic", "burst", "burst"}, {"budget", "quota", "quota"}, {"cap-after", "yes", "yes"}, {"cap", "none", "none"},
		{"outage", "log=1s..1h", "log=1s..1h"},
	} {
		m := screen(t, 120, 36, "vs=r=1.5", "cap=1m")
		if !slices.ContainsFunc(m.rows(), func(k knob.Knob) bool { return k.Name == test.knob }) {
			m = show(t, m, "fleet")
		}
		m = focusOn(t, m, test.knob)
		past := len(m.past)
		for _, letter := range strings.Split(test.typed, "") {
			var cmd tea.Cmd
			if m, cmd = send(m, keyPress(letter)); cmd != nil || len(m.past) != past {
				t.Fatalf("%s, %s: %s does something", test.knob, test.typed, letter)
			}
		}
		m = press(m, "enter")
		if got, _, _ := strings.Cut(shown(t, m, test.knob), "="); got != strings.Split(test.want, "=")[0] || m.scenario.Versus == nil || m.scenario.Versus.Factor != 1.5 || m.mode != browsing {
			t.Errorf("%s, %s: %q, mode %d", test.knob, test.typed, shown(t, m, test.knob), m.mode)
		}
	}
}

// A letter that begins none of the words is offered as what its key does.
func TestKeysOnKnobsOfWords(t *testing.T) {
	m := press(focusOn(t, screen(t, 120, 36), "jitter"), "b")
	if m.scenario.Versus != nil || m.mode != wording {
		t.Fatal("b on a knob of words keeps B at once")
	}
	if m = press(m, "enter"); m.scenario.Versus == nil {
		t.Errorf("b and enter do not keep B:\n%s", text(m))
	}
	if m = press(m, "alt+B"); m.scenario.Versus != nil {
		t.Error("alt+B does not drop B")
	}
}

// Whatever has a name is found by it, however it is spelt: it is gone to, changed, set
// or explained.
func TestFind(t *testing.T) {
	find := func(what string, keys ...string) Model {
		return press(write(press(screen(t, 120, 36), "/"), what), keys...)
	}
	if m := find("maxbackoff", "enter"); m.knob().Name != "cap" {
		t.Errorf("maxbackoff is %s", m.knob().Name)
	}
	if m := find("workers", "enter"); m.knob().Name != "workers" || !m.showsFleet() {
		t.Errorf("workers is %s", m.knob().Name)
	}
	if m := find("factor 1.1", "enter"); shown(t, m, "factor") != "1.1" || len(m.past) != 1 {
		t.Errorf("factor 1.1 sets %s", shown(t, m, "factor"))
	}
	if m := find("factor 0.5", "enter"); m.mode != finding || m.note == "" {
		t.Error("factor 0.5 is not refused")
	}
	if m := find("retries", "right", "right"); shown(t, m, "retries") != "12" || m.mode != finding || len(m.past) != 1 {
		t.Errorf("two turns of retries: %s, %d steps", shown(t, m, "retries"), len(m.past))
	}
	if m := find("stampede", "enter"); !m.showsFleet() || shown(t, m, "traffic") != "burst" {
		t.Errorf("stampede:\n%s", text(m))
	}
	if m := find("gives up", "enter"); m.mode != solving {
		t.Errorf("a result is not solved for:\n%s", text(m))
	}
	if m := find("fl", "enter"); !m.showsFleet() {
		t.Errorf("a client is found before the view of the fleet:\n%s", text(m))
	}
	if m := find("/fac", "enter"); m.knob().Name != "factor" {
		t.Errorf("a second / finds %s", m.knob().Name)
	}
	if m := find("fac", "f6"); !m.showsFleet() || m.mode != browsing {
		t.Errorf("the key of a view does nothing in a list:\n%s", text(m))
	}
	if m := find("compare", "enter"); m.tab().Name != "compare" {
		t.Errorf("compare shows %s", m.tab().Name)
	}
	if m := find("retry amplification", "enter"); m.mode != explaining || !strings.Contains(text(m), "see  ") {
		t.Errorf("a word is not explained:\n%s", text(m))
	}
	if m := find("retry amplification", "enter"); m.menu.items[0].name == "" || slices.ContainsFunc(m.menu.items, func(it item) bool { return !strings.Contains(text(m), it.name) }) {
		t.Errorf("what is explained is cut:\n%s", text(m))
	}
	if m := find("no such thing", "enter"); m.mode != finding || !strings.Contains(text(m), "nothing matches") {
		t.Errorf("nothing found:\n%s", text(m))
	}
}

// What is typed is set by an arrow, tab, and a click elsewhere.
func TestTypingIsCommitted(t *testing.T) {
	m := write(focusOn(t, screen(t, 120, 36), "factor"), "1.5")
	at := row(t, m, "cap").area
	for how, n := range map[string]Model{"down": press(m, "down"), "up": press(m, "up"), "tab": press(m, "tab"), "a click": click(m, at.x+2, at.y)} {
		if shown(t, n, "factor") != "1.5" || n.mode != browsing || n.knob().Name == "factor" {
			t.Errorf("%s: %s, in focus is %s", how, shown(t, n, "factor"), n.knob().Name)
		}
	}
	if m = press(write(focusOn(t, m.browse(), "factor"), "0.5"), "down"); m.mode != typing || m.knob().Name != "factor" {
		t.Error("what is refused is left")
	}
}

// Home and end belong to a table that can be scrolled, space to a switch.
func TestHomeEndSpace(t *testing.T) {
	m := press(show(t, screen(t, 120, 36, "retries=100"), "schedule"), "end")
	if m.scroll != m.tableLen()-m.page() || shown(t, m, "factor") != "2" {
		t.Errorf("end scrolls to %d and sets the factor to %s", m.scroll, shown(t, m, "factor"))
	}
	if m = press(m, "home"); m.scroll != 0 {
		t.Errorf("home scrolls to %d", m.scroll)
	}
	m = focusOn(t, m, "cap-after")
	if m = press(m, "space"); shown(t, m, "cap-after") != "yes" {
		t.Error("space does not switch on")
	}
	if m = press(m, "space"); shown(t, m, "cap-after") != "no" {
		t.Error("space does not switch off")
	}
}

// What is exported is written under a name, and over a file only if that is meant.
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
	m := resize(New(setting(t), o), 120, 36)
	enter := func(m Model) Model {
		m, cmd := send(m, keyPress("enter"))
		for _, msg := range messages(cmd) {
			if got, ok := msg.(exported); ok {
				m, _ = send(m, got)
			}
		}
		return m
	}
	m = enter(write(press(m, "e"), "markdown to a file"))
	m = enter(write(enter(write(press(m, "esc", "e"), "to a file")), "there.md"))
	if files["there.md"] != "precious" || m.mode != naming || !strings.Contains(m.editor.reason, "already exists") {
		t.Errorf("a file that is there: %q, %v", files["there.md"], m.mode)
	}
	if m = enter(m); files["there.md"] == "precious" || m.mode != browsing {
		t.Errorf("the same name again does not write over it:\n%s", text(m))
	}
	m = enter(write(enter(write(press(m, "e"), "to a file")), "nowhere/x"))
	if m.mode != naming || m.editor.reason != "no such directory" {
		t.Errorf("a file that cannot be written:\n%s", text(m))
	}
}

// messages is what comes of a command, of those that do not wait.
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

// A layout depends on the size of the terminal and on the view, not on the answer; a
// drag to the right never goes back.
func TestLayoutStands(t *testing.T) {
	m := focusOn(t, screen(t, 120, 36, "jitter=equal", "at=5m"), "at")
	track := row(t, m, "at").track
	last := -1.0
	n := click(m, track.x, track.y)
	for x := range track.w {
		n = drag(n, track.x+x, track.y)
		if x, _ := n.knob().Number(n.scenario); !(x >= last) {
			t.Fatalf("the drag goes back from %g to %g", last, x)
		} else {
			last = x
		}
	}
	want := fmt.Sprint(m.layout().rows, m.layout().charts, m.layout().answers)
	for _, name := range []string{"jitter=none", "jitter=normal", "jitter=decorrelated", "at=10y", "retries=none"} {
		l := screen(t, 120, 36, name).layout()
		if got := fmt.Sprint(l.rows, l.charts, l.answers); got != want {
			t.Errorf("%s moves the layout:\n%s\n%s", name, got, want)
		}
	}
}
