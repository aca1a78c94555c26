package tui

import (
	"retune/ui/knob"
	"strings"
	"testing"
)

// Rows move only so far that the focus is in sight, signs say where more are, and
// the other views have fewer.
func TestRowsOfTheFleetMove(t *testing.T) {
	m := show(t, screen(t, 80, 24), "fleet")
	signs := func(m Model) string {
		k := m.layout().knobs
		return string([]rune(lines(m)[k.y])[1]) + string([]rune(lines(m)[k.y+k.h-1])[1])
	}
	top, last := signs(m), press(m, "up", "up", "up", "up")
	middle := press(last, "up")
	if top != " ↓" || signs(last) != "↑─" || last.focused() != len(last.rows())-1 || middle.firstRow != last.firstRow {
		t.Errorf("the signs are %q and %q, the first rows %d and %d", top, signs(last), last.firstRow, middle.firstRow)
	}
	for range 20 {
		middle = press(middle, "up")
	}
	if got := signs(middle); got != "↑↓" {
		t.Errorf("in the middle the signs are %q", got)
	}
	if n := show(t, last, "at"); n.knob().Name != "factor" || show(t, n, "fleet").focused() != last.focused() {
		t.Errorf("from the last row of the fleet to %s, and back to %s", n.knob().Name, show(t, n, "fleet").knob().Name)
	}
}

// A knob of the world is turned, set to its default, and both are undone and
// done again, with all that is shown.
func TestWorldKnobsAreUndone(t *testing.T) {
	typed := map[string]string{"budget": "10%", "breaker": "50%", "event": "spike=5@10s+2s"}
	fleetShown := show(t, screen(t, 120, 36), "fleet")
	for _, k := range fleetRows {
		if _, head := headingOf(k); head || !k.Asks || k.Name == fleetRows[0].Name {
			continue
		}
		old := settled(fleetShown.toKnob(k))
		turned := press(old, "left", "right", "right")
		if v, ok := typed[k.Name]; ok {
			turned = press(write(press(old, "enter"), v), "enter")
		}
		reset := press(turned, "backspace")
		if got, want := shown(t, reset, k.Name), k.Text(knob.Default().AskMidway()); got != want || shown(t, turned, k.Name) == want {
			t.Errorf("%s: backspace sets %s to %s, want %s", k.Name, shown(t, turned, k.Name), got, want)
		}
		m := reset
		for _, step := range []struct {
			key  string
			want Model
		}{{"alt+u", turned}, {"ctrl+r", reset}, {"alt+u", turned}} {
			if m = press(m, step.key); stable(text(m)) != stable(text(step.want)) {
				t.Errorf("%s, %s: shows\n%s\nwant\n%s", k.Name, step.key, text(m), text(step.want))
			}
		}
	}
}

// A group of knobs is folded by a key and by a click, and says then what is set in it.
func TestGroupsFold(t *testing.T) {
	m := focusOn(t, show(t, screen(t, 120, 36, "traffic=open", "rate=300"), "fleet"), "rate")
	folded := press(m, "z")
	if rowOf(folded.rows(), "rate") >= 0 || !strings.Contains(text(folded), "▸ traffic") || !strings.Contains(text(folded), "traffic  open, rate 300/s") {
		t.Errorf("z does not fold the group of the rate:\n%s", text(folded))
	}
	for _, key := range []string{"z", "enter", "space", "right"} {
		if n := press(folded, key); rowOf(n.rows(), "rate") < 0 || len(n.past) != 0 {
			t.Errorf("%s does not unfold it, or is a step back", key)
		}
	}
	at := folded.layout().rows[rowOf(folded.rows(), "group traffic")].area
	if n := click(folded, at.x+5, at.y); rowOf(n.rows(), "rate") < 0 {
		t.Error("a click does not unfold it")
	}
	if n := press(press(folded, "5", "x"), "down"); n.mode != browsing || !same(n.scenario, m.scenario) {
		t.Error("a value is typed for a group")
	}
}

// What has no effect in the fleet is named in one line, and can be gone to.
func TestInertKnobs(t *testing.T) {
	m := show(t, screen(t, 200, 60), "fleet")
	for _, name := range []string{"rate", "workers", "queue-size", "capacity"} {
		if rowOf(m.rows(), name) >= 0 || !strings.Contains(m.inert(), m.toKnob(knobNamed(t, name)).knob().Title()) {
			t.Errorf("%s is among the rows, or not named: %s", name, m.inert())
		}
	}
	if !strings.Contains(text(m), "no effect here: ") {
		t.Errorf("they are not named:\n%s", text(m))
	}
	n := press(write(press(m, "/"), "workers"), "enter")
	if n.knob().Name != "workers" || !strings.Contains(text(n), "▸ workers") || strings.Contains(n.inert(), "workers") {
		t.Errorf("what is looked up is out of sight:\n%s", text(n))
	}
	with := press(write(press(focusOn(t, m, "server"), "enter"), "queue"), "enter")
	if rowOf(with.rows(), "workers") < 0 || rowOf(with.rows(), "concurrency") >= 0 {
		t.Error("the rows do not follow the server")
	}
}

// The scenario is the first row of the fleet, and a list of examples.
func TestScenarioFirst(t *testing.T) {
	m := focusOn(t, show(t, screen(t, 120, 36, "vs=r=1.5"), "fleet"), "scenario")
	if m.focused() != 0 || m.about() == "" {
		t.Fatalf("the scenario is row %d", m.focused())
	}
	m = press(write(press(m, "enter"), "brown"), "enter")
	if shown(t, m, "traffic") != "open" || knob.PresetOf(m.scenario) != "brownout" || m.scenario.Versus == nil {
		t.Errorf("brownout is not set, or B is gone:\n%s", text(m))
	}
}

func knobNamed(t *testing.T, name string) knob.Knob {
	t.Helper()
	k, ok := knob.Find(name)
	if !ok {
		t.Fatalf("there is no knob %s", name)
	}
	return k
}
