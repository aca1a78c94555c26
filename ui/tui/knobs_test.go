package tui

import (
	"retune/ui/knob"
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
	top, last := signs(m), press(m, "up", "up")
	middle := press(last, "up")
	if top != " ↓" || signs(last) != "↑─" || last.focus != len(fleetRows)-1 || middle.firstRow != last.firstRow {
		t.Errorf("the signs are %q and %q, the first rows %d and %d", top, signs(last), last.firstRow, middle.firstRow)
	}
	for range 20 {
		middle = press(middle, "up")
	}
	if got := signs(middle); got != "↑↓" {
		t.Errorf("in the middle the signs are %q", got)
	}
	if k := show(t, last, "at").knob(); k.Name != "outage" {
		t.Errorf("from the last row of the fleet to %s, want the last one of the curves", k.Name)
	}
}

// A knob of the world is turned, set to its default, and both are undone and
// done again, with all that is shown.
func TestWorldKnobsAreUndone(t *testing.T) {
	typed := map[string]string{"budget": "10%", "breaker": "50%", "event": "spike=5@10s+2s"}
	for _, k := range fleetRows {
		if !k.Asks {
			continue
		}
		old := focusOn(t, show(t, screen(t, 200, 60), "fleet"), k.Name)
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
