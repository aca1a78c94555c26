package tui

import (
	"slices"
	"strings"
	"testing"
)

// all is the screen in a state in which every action can be taken and would
// change something.
func all(t *testing.T) Model {
	t.Helper()
	m := screen(t, 200, 60, "retries=200", "cap=1m", "vs=r=1.5", "at=10m", "jitter=full")
	m = charted(press(focusOn(t, m, "factor"), "right", "right", "right", "u", "pgdown", "+"))
	for _, a := range actions {
		if !a.now(m) {
			t.Fatalf("%q cannot be done", a.binding.Help().Desc)
		}
	}
	return m
}

func TestEveryActionDoesSomething(t *testing.T) {
	m := all(t)
	before := text(m)
	for _, a := range actions {
		for _, key := range a.binding.Keys() {
			next, cmd := send(m, keyPress(key))
			if cmd == nil && text(next) == before {
				t.Errorf("%s (%s) changes nothing and says nothing", key, a.binding.Help().Desc)
			}
		}
	}
}

func TestActionsThatCannotBeDoneSayWhyNot(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {50, 20}} {
		each(t, screen(t, size[0], size[1]), func(state string, m Model) {
			if m.editor != nil {
				return
			}
			m, _ = m.workOutCharts()
			for _, a := range actions {
				if a.now(m) {
					continue
				}
				for _, key := range a.binding.Keys() {
					next, cmd := send(m, keyPress(key))
					if cmd != nil || !same(m.scenario, next.scenario) {
						t.Errorf("%v, %s: %s does something, although not now", size, state, key)
					}
					if next.note == "" || !m.layout().tiny && !strings.Contains(text(next), next.note) {
						t.Errorf("%v, %s: %s (%s) does not say why not", size, state, key, a.binding.Help().Desc)
					}
				}
			}
		})
	}
}

func TestNoKeyIsBoundTwice(t *testing.T) {
	var seen []string
	for _, a := range actions {
		for _, key := range a.binding.Keys() {
			if slices.Contains(seen, key) {
				t.Errorf("%s is bound twice", key)
			}
			seen = append(seen, key)
		}
	}
}

func TestHelpListsWhatWorksNow(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 16}} {
		for state, m := range map[string]Model{
			"nothing done yet":  screen(t, size[0], size[1]),
			"everything can be": resize(all(t), size[0], size[1]),
		} {
			help := text(press(m, "?"))
			var missing, wrong []string
			for _, a := range actions {
				desc := a.binding.Help().Desc
				switch listed := strings.Contains(help, " "+desc+" "); {
				case a.now(m) && !listed:
					missing = append(missing, desc)
				case !a.now(m) && listed:
					wrong = append(wrong, desc)
				}
			}
			if missing != nil || wrong != nil {
				t.Errorf("%v, %s: help leaves out %q and lists %q:\n%s", size, state, missing, wrong, help)
			}
			if !strings.Contains(help, m.knob().Help) {
				t.Errorf("%v, %s: help says nothing of the knob in focus:\n%s", size, state, help)
			}
		}
	}
}

func TestHelpCloses(t *testing.T) {
	m := screen(t, 120, 36)
	for _, key := range []string{"?", "esc"} {
		if open := press(m, "?"); !open.help || press(open, key).help {
			t.Errorf("%s does not close the help", key)
		}
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
