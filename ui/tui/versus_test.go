package tui

import (
	"strings"
	"testing"

	"retune/ui/knob"
)

// X has the knobs turn B, which is made of A if there is none; undo, a preset and a value
// that is typed go where the knobs turn.
func TestBIsEdited(t *testing.T) {
	m := screen(t, 120, 36, "factor=2", "cap=1m")
	of := func(m Model, name string) (a, b string) {
		k, _ := knob.Find(name)
		return k.Text(m.scenario), k.Text(m.scenario.B())
	}
	m = focusOn(t, press(m, "X"), "factor")
	for _, step := range []struct {
		keys        []string
		knob, a, b  string
		title, note string
	}{
		{[]string{"right"}, "factor", "2", "2.01", "policy B", ""},
		{[]string{"3", "enter"}, "factor", "2", "3", "policy B", ""},
		{[]string{"u"}, "factor", "2", "2.01", "policy B", "undone"},
		{[]string{"X", "4", "enter"}, "factor", "4", "2.01", "policy A", ""},
		{[]string{"X", "x"}, "factor", "2.01", "4", "policy B", ""},
		{[]string{"/", "c", "a", "p", "=", "5", "s", "enter"}, "cap", "1m", "5s", "policy B", ""},
		{[]string{"p", "enter"}, "cap", "1m", "none", "policy B", ""},
	} {
		m = press(m, step.keys...)
		if a, b := of(m, step.knob); a != step.a || b != step.b {
			t.Errorf("after %q A has the %s at %s and B at %s, want %s and %s", step.keys, step.knob, a, b, step.a, step.b)
		}
		if frame := text(m); !strings.Contains(frame, "╭ "+step.title+" ") || !strings.Contains(frame, step.note) {
			t.Errorf("after %q the knobs are not those of %s, or %q is not said:\n%s", step.keys, step.title, step.note, frame)
		}
	}
	if m = press(m, "B"); m.editsB || !strings.Contains(text(m), "╭ policy ─") {
		t.Errorf("without B the knobs are not those of A:\n%s", text(m))
	}
}

// To see the other policy from the knobs and back changes nothing, whatever differs.
func TestTurnedThereAndBack(t *testing.T) {
	for _, versus := range []string{"r=3", "outage=1m", "clients=7,jitter=full", "event=at:10s,outage:1m", "rate=3/s,n=none"} {
		s := setting(t)
		k, _ := knob.Find("vs")
		if k.Try(&s, versus) != nil {
			continue
		}
		m := New(s, Options{})
		if m.editsB = true; !same(m.turnTo(m.turned()).scenario, m.scenario) {
			t.Errorf("B with %s is another one when it is turned to itself", versus)
		}
	}
}
