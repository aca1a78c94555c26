package tui

import (
	"retune/ui/ask/setting"
	"testing"
)

// TestFleetSettingsAreUndone changes each setting of the fleet and resets it, and checks that undo and redo restore
// everything shown.
func TestFleetSettingsAreUndone(t *testing.T) {
	typed := map[string]string{"budget": "10%", "breaker": "50%", "event": "spike=5@10s+2s", "honor-retry-after": "ignore"}
	fleetShown := show(t, screen(t, 120, 36), "fleet")
	for _, k := range fleetShown.rowsOf(verdictQuestion) {
		if !k.OfQuestion || k.Name == sceneSetting.Name {
			continue
		}
		old := settled(fleetShown.toSetting(*k.Setting))
		turned := press(old, "left", "right", "right")
		if v, ok := typed[k.Name]; ok {
			turned = press(write(press(old, "enter"), v), "enter")
		}
		reset := press(turned, "backspace")
		if got, want := shown(t, reset, k.Name), k.Text(new(setting.Default().AtDefaultTime())); got != want ||
			shown(t, turned, k.Name) == want {
			t.Errorf("%s: backspace sets %s to %s, want %s", k.Name, shown(t, turned, k.Name), got, want)
		}
		m := reset
		for _, step := range []struct {
			key  string
			want Model
		}{{"u", turned}, {"ctrl+r", reset}, {"u", turned}} {
			if m = press(m, step.key); stable(text(m)) != stable(text(step.want)) {
				t.Errorf("%s, %s: shows\n%s\nwant\n%s", k.Name, step.key, text(m), text(step.want))
			}
		}
	}
}

// TestScenario checks that the scenario of a fleet is a list of examples.
func TestScenario(t *testing.T) {
	m := focusOn(t, press(show(t, screen(t, 120, 36, "vs=r=1.5"), "fleet"), "z"), "scenario")
	m = press(write(press(m, "enter"), "brown"), "enter")
	if shown(t, m, "traffic") != "open" || setting.PresetOf(m.scenario) != "brownout" || m.scenario.Versus == nil {
		t.Errorf("brownout is not set, or B is gone:\n%s", text(m))
	}
}
