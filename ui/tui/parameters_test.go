package tui

import (
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/setting"
)

// TestParameters steps, types, finds, chooses and resets the parameters of a preset client, in a policy view and in the
// fleet view.
func TestParameters(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		m := screen(t, size[0], size[1])
		if slices.ContainsFunc(m.rows(), func(k row) bool { return k.Group == setting.GroupParameters }) {
			t.Errorf("%v: parameters without a client", size)
		}
		m = press(write(press(m, "p"), "grpc"), "enter")
		want := func(line string, shows ...string) {
			t.Helper()
			for _, s := range append(shows, line) {
				if !strings.Contains(text(m), s) {
					t.Errorf("%v: the screen does not show %q:\n%s", size, s, text(m))
				}
			}
		}
		want("$ retune --client grpc", "GRPC", "▸ maxAttempts", "attempts with the first", "counts as 5")
		m = press(m, "left")
		want("$ retune --client grpc --set maxAttempts=3", "●2")
		m = press(m, "down", "7", "0", "m", "s", "enter")
		want("--set maxAttempts=3,initialBackoff=70ms", "70ms")
		m = press(write(press(m, "/"), "backoffmultiplier=3"), "enter")
		want("▸ backoffMultiplier")
		if !strings.Contains(m.command, "backoffMultiplier=3") {
			t.Errorf("%v: the command is %s", size, m.command)
		}
		m = press(m, "u", "u")
		want("--set maxAttempts=3", "undone: set maxAttempts=3,initialBackoff=70ms → maxAttempts=3")
		m = show(t, m, "fleet")
		want("$ retune fleet --client grpc --set maxAttempts=3", "GRPC")
		m = press(focusOn(t, m, "set maxAttempts"), "backspace")
		want("$ retune fleet --client grpc", "▸ maxAttempts")
		if strings.Contains(text(m), "--set") {
			t.Errorf("%v: not reset:\n%s", size, text(m))
		}
	}
	m := press(write(press(screen(t, 120, 36), "p"), "backon"), "enter") // a parameter that takes words
	for _, k := range setting.ParametersOf(m.scenario) {
		if words := k.Words(); words != nil {
			if m = press(m.toSetting(k), "enter", "down", "enter"); !strings.Contains(text(m), "--set "+k.ListName()+"=") {
				t.Errorf("%s is not chosen:\n%s", k.ListName(), text(m))
			}
			return
		}
	}
	t.Error("no parameter that takes words")
}
