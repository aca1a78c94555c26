package tui

import (
	"slices"
	"strings"
	"testing"
)

// all returns the screen in a state in which every action is available and would change something.
func all(t *testing.T) Model {
	t.Helper()
	m := screen(t, 200, 60, "retries=20", "cap=10s", "vs=r=1.5", "at=1m", "jitter=full")
	m = charted(press(focusOn(t, m, "cap-after"), "right", "left", "]", "u", "pgdown"))
	for _, a := range actions {
		if !a.now(m) && a.unless != noFleet && a.unless != noMap && a.unless != noBoxes && a.unless != noRun {
			t.Fatalf("%q cannot be done", a.help)
		}
	}
	return m
}

func TestEveryActionDoesSomething(t *testing.T) {
	m := all(t)
	before := text(m)
	for _, a := range actions {
		for _, key := range a.keys {
			next, cmd := send(m, keyPress(key))
			if cmd == nil && text(next) == before {
				t.Errorf("%s (%s) changes nothing and says nothing", key, a.help)
			}
		}
	}
}

func TestActionsThatCannotBeDoneSayWhyNot(t *testing.T) {
	for n, size := range [][2]int{{120, 36}, {80, 24}, {50, 20}} {
		some(t, size[0], size[1], func(seen int) bool { return n == 0 || seen%2 == n-1 }, func(state string, m Model) {
			if m.mode != browsing {
				return
			}
			for _, a := range actions {
				if a.now(m) {
					continue
				}
				key := a.keys[0]
				next, cmd := send(m, keyPress(key))
				if cmd != nil || !same(m.scenario, next.scenario) {
					t.Errorf("%v, %s: %s does something, although not now", size, state, key)
				}
				if next.note == "" || !m.layout().tiny && !strings.Contains(text(next), next.note) {
					t.Errorf("%v, %s: %s (%s) does not say why not", size, state, key, a.help)
				}
			}
		})
	}
}

func TestNoKeyIsBoundTwice(t *testing.T) {
	var seen []string
	for _, a := range actions {
		for _, key := range a.keys {
			if slices.Contains(seen, key) {
				t.Errorf("%s is bound twice", key)
			}
			seen = append(seen, key)
		}
	}
}

// TestHelpIsTheTable checks that ? lists exactly the table of keys, with reasons beside those that are not available
// now, and that taking an item runs its action.
func TestHelpIsTheTable(t *testing.T) {
	m := press(screen(t, 120, 36), "?")
	for _, a := range actions {
		name := a.help
		i := slices.IndexFunc(m.menu.items, func(it item) bool { return it.name == name })
		if i < 0 {
			t.Errorf("%s is not listed", name)
			continue
		}
		if it := m.menu.items[i]; a.now(m) != (it.why == "") {
			t.Errorf("%s: can be done is %v, and beside it stands %q", name, a.now(m), it.why)
		}
	}
	if n := press(write(m, "log"), "enter"); n.scale == m.scale || n.mode != browsing {
		t.Error("what is taken from the help is not done")
	}
	if n := press(write(m, "redo"), "enter"); n.mode != choosing || !strings.Contains(text(n), "nothing to redo") {
		t.Errorf("the help does not say why not:\n%s", text(n))
	}
}

// TestHelpCloses checks that help is modal: a key that closes it has no other effect, and other keys do not act unseen.
func TestHelpCloses(t *testing.T) {
	m := press(screen(t, 120, 36), "?")
	for _, key := range []string{"?", "esc", "q"} {
		n, cmd := send(m, keyPress(key))
		if n.mode != browsing || cmd != nil {
			t.Errorf("%s does not just close the help", key)
		}
	}
	if n := press(m, "right", "b", "u", "y"); !same(n.scenario, m.scenario) || n.mode != choosing {
		t.Error("a key acts behind the help")
	}
}

func TestFootShowsKeysThatWork(t *testing.T) {
	m := screen(t, 200, 60)
	foot := func(m Model) string { l := lines(m); return l[len(l)-1] }
	if strings.Contains(foot(m), "undo") {
		t.Errorf("the foot offers to undo nothing: %s", foot(m))
	}
	if m = press(m, "right"); !strings.Contains(foot(m), "undo") {
		t.Errorf("the foot does not offer to undo: %s", foot(m))
	}
}
