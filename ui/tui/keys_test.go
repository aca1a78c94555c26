package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
)

func TestTurn(t *testing.T) {
	for _, test := range []struct{ start, setting, key, want string }{
		// Delays step through 1-2-5, so three steps are a factor of ten.
		{"initial-delay=1s", "initial-delay", "right", "2s"},
		{"initial-delay=1s", "initial-delay", "left", "500ms"},
		{"initial-delay=1s", "initial-delay", "shift+right", "10s"},
		{"initial-delay=1s", "initial-delay", "shift+left", "100ms"},
		{"initial-delay=1.5s", "initial-delay", "right", "2s"},
		{"initial-delay=1.5s", "initial-delay", "left", "1s"},
		{"cap=30s", "cap", "right", "1m"},
		{"cap=1s", "cap", "left", "1s"}, // never below the first delay
		{"attempt-time=1ms", "attempt-time", "left", "0s"},
		{"attempt-time=0s", "attempt-time", "left", "0s"},
		{"deadline=1h", "deadline", "shift+right", "10h"},
		// Factors step by hundredths and tenths.
		{"factor=2", "factor", "right", "2.01"},
		{"factor=2", "factor", "left", "1.99"},
		{"factor=2", "factor", "shift+right", "2.1"},
		{"factor=2", "factor", "shift+left", "1.9"},
		{"factor=1.05", "factor", "shift+left", "1"}, // never below 1
		{"factor=1.234", "factor", "right", "1.24"},
		// Counts step by one and ten.
		{"retries=10", "retries", "right", "11"},
		{"retries=10", "retries", "shift+right", "20"},
		{"retries=3", "retries", "shift+left", "0"},
		{"retries=none", "retries", "right", "none"},
		{"at=1m", "at", "left", "30s"},
		{"at=1m", "at", "[", "30s"},
		{"at=1m", "at", "]", "2m"},
		{"initial-delay=1s", "at", "backspace", "5m"}, // the time is at its default
		// Home and End go to the limits, backspace to the default.
		{"factor=2", "factor", "home", "1"},
		{"factor=2", "factor", "end", "1000"},
		{"retries=7", "retries", "home", "0"},
		{"retries=7", "retries", "end", "none"},
		{"cap=30s", "cap", "end", "none"},
		{"factor=3", "factor", "backspace", "2"},
		{"cap=30s", "cap", "delete", "none"},
		{"initial-delay=5ms", "initial-delay", "backspace", "1s"},
		// The types of jitter form a list; each starts with its usual amount.
		{"jitter=none", "jitter", "right", "full"},
		{"jitter=none", "jitter", "left", "none"},
		{"jitter=equal", "jitter", "right", "decorrelated"},
		{"jitter=spread=0.5", "jitter", "right", "up=0.5"},
		{"jitter=normal=0.1", "jitter", "right", "normal=100ms"},
		{"jitter=full", "jitter", "home", "none"},
		{"jitter=full", "jitter", "end", "normal=100ms"},
		{"jitter=spread=0.5", "jitter", "backspace", "none"},
		// The amount of jitter is a setting of its own.
		{"jitter=spread=0.2", "amount", "left", "0.19"},
		{"jitter=spread=0.2", "amount", "shift+right", "0.3"},
		{"jitter=spread=0.2", "amount", "home", "0"},
		{"jitter=spread=0.2", "amount", "end", "1"},
		{"jitter=spread=0.5", "amount", "backspace", "0.2"},
		{"jitter=normal=100ms", "amount", "right", "200ms"},
		{"jitter=full", "amount", "right", ""},
		{"cap-after=no", "cap-after", "right", "yes"},
		{"cap-after=yes", "cap-after", "right", "yes"},
		{"cap-after=yes", "cap-after", "left", "no"},
		{"cap-after=yes", "cap-after", "backspace", "no"},
		{"feedback=no", "feedback", "end", "yes"},
		// A step scales the whole outage.
		{"outage=1m", "outage", "right", "2m"},
		{"outage=30s..1m", "outage", "left", "15s..30s"},
		{"outage=mean=1m", "outage", "shift+right", "mean=10m"},
	} {
		m := focusOn(t, screen(t, 120, 36, test.start), test.setting)
		before := *m.scenario
		m = press(m, test.key)
		if got := shown(t, m, test.setting); got != test.want {
			t.Errorf("%s at %s, %s: got %s, want %s", test.setting, test.start, test.key, got, test.want)
		}
		if steps := len(m.past); steps > 1 || steps == 1 && same(&before, m.scenario) {
			t.Errorf("%s at %s, %s: %d steps to undo", test.setting, test.start, test.key, steps)
		}
	}
}

func TestFocusGoesRound(t *testing.T) {
	m := screen(t, 120, 36)
	first := m.focus
	for range m.rows() {
		m = press(m, "down")
	}
	if m.focus != first {
		t.Errorf("down once per setting: got setting %v, want %v", m.focused(), first)
	}
	if m = press(m, "up", "down", "k", "j"); m.focus != first {
		t.Errorf("up and down again: got setting %v, want %v", m.focused(), first)
	}
}

// TestUndo checks that consecutive steps of a setting are undone as one, and that the screen says what was undone.
func TestUndo(t *testing.T) {
	m := focusOn(t, screen(t, 120, 36), "factor")
	first := text(m)
	m = press(m, "right", "right", "right")
	second := text(m)
	m = press(m, "up", "right", "right")
	last := text(m)
	if len(m.past) != 2 {
		t.Errorf("two runs of turns are %d steps", len(m.past))
	}
	if m = press(m, "u", "down"); stable(text(m)) != stable(second) {
		t.Errorf("undo shows\n%s\nwant\n%s", text(m), second)
	}
	if m = press(m, "u"); !strings.Contains(text(m), "undone: factor 2.03 → 2") {
		t.Errorf("undo does not say what it has undone:\n%s", text(m))
	}
	if stable(text(m)) != stable(first) {
		t.Errorf("undo of everything shows\n%s\nwant\n%s", text(m), first)
	}
	if m = press(m, "u"); m.note == "" {
		t.Error("undo with nothing to undo says nothing")
	}
	if m = press(m, "ctrl+r", "ctrl+r", "up"); stable(text(m)) != stable(last) {
		t.Errorf("redo of everything shows\n%s\nwant\n%s", text(m), last)
	}
	m = press(m, "u", "left")
	if m = press(m, "U"); m.note == "" {
		t.Error("after a new gesture there is still something to redo")
	}
}

// stable returns a frame without its last line, whose keys depend on the undo history.
func stable(frame string) string { return frame[:strings.LastIndexByte(frame, '\n')] }

// TestTabs checks that each question with a tab is a view: its layout has an arrangement. The schedule is part of the
// view of the policy.
func TestTabs(t *testing.T) {
	for _, q := range question.Questions {
		named := func(v answer.Question) bool { return v.Name == q.Name }
		if is := slices.ContainsFunc(views, named); is != (q.Tab != "" && q.Layout != answer.Tabled) {
			t.Errorf("%s has the tab %q, and is a view: %t; arrangements in layout.go has a row for each layout", q.Name,
				q.Tab, is)
		}
	}
}

func TestViews(t *testing.T) {
	for _, test := range []struct {
		w, h int
		want []string // the views that tab shows in order
	}{
		{120, 36, []string{"at 2", "reconnect 1", "jitter 2", "fleet 1", "map 0", "compare 2", "at 2"}},
		{200, 60, []string{"at 2", "reconnect 1", "jitter 2", "fleet 1", "map 0", "compare 2", "at 2"}},
		{80, 24, []string{"at 2", "reconnect 0", "jitter 1", "fleet 1", "map 0", "compare 2", "at 2"}},
	} {
		m := screen(t, test.w, test.h)
		var forth, back []string
		state := func() string { return fmt.Sprint(views[m.view].Name, " ", len(m.layout().charts)) }
		for i := range test.want {
			if i > 0 {
				m = press(m, "tab")
			}
			forth = append(forth, state())
		}
		for i := range test.want {
			if i > 0 {
				m = press(m, "shift+tab")
			}
			back = append(back, state())
		}
		slices.Reverse(back)
		if !slices.Equal(forth, test.want) || !slices.Equal(back, test.want) {
			t.Errorf("%dx%d: tab shows %q and shift+tab %q, want %q", test.w, test.h, forth, back, test.want)
		}
	}
}

func TestLog(t *testing.T) {
	m := screen(t, 120, 36)
	linear := text(m)
	m = press(m, "l")
	if text(m) == linear {
		t.Error("l changes nothing")
	}
	if len(m.past) > 0 {
		t.Error("l can be undone, although it is only view")
	}
	if m = press(m, "l"); text(m) != linear {
		t.Error("l twice is not as before")
	}
}

func TestCopy(t *testing.T) {
	for _, view := range []string{"at", "compare", "reconnect", "fleet"} {
		m := show(t, telling(t, 120, 36), view)
		m, cmd := send(m, keyPress("y"))
		if cmd == nil {
			t.Fatalf("%s: y asks nothing of the terminal", view)
		}
		msg := cmd()
		if kind := fmt.Sprintf("%T", msg); kind != "tea.setClipboardMsg" {
			t.Errorf("%s: y gives %s, want the clipboard set", view, kind)
		}
		if got, want := fmt.Sprint(msg), m.commands()[0]; got != want {
			t.Errorf("%s: y copies %q, want %q", view, got, want)
		}
		if m.note == "" {
			t.Errorf("%s: y does not say that it copied", view)
		}
	}
}

func TestLeave(t *testing.T) {
	m := telling(t, 120, 36)
	for state, m := range map[string]Model{
		"plain": m, "log": press(m, "l"), "tiny": resize(m, 3, 1), "typing": press(m, "9"),
	} {
		for _, key := range []string{"q", "ctrl+c"} {
			if key == "q" && state == "typing" {
				continue // a plain letter here
			}
			_, cmd := send(m, keyPress(key))
			if cmd == nil {
				t.Errorf("%s: %s does not leave", state, key)
				continue
			}
			if _, ok := cmd().(tea.QuitMsg); !ok {
				t.Errorf("%s: %s gives %T, want to leave", state, key, cmd())
			}
		}
	}
}
