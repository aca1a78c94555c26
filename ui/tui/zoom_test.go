package tui

import "testing"

// TestWholeRun checks that the a key shows a fleet's whole run in place of the surroundings of its outage, and changes
// no command and no answer.
func TestWholeRun(t *testing.T) {
	m := show(t, screen(t, 120, 36), "fleet")
	whole := press(m, "w")
	if all, part := whole.plot(0).X, m.plot(0).X; !(part.Lo > all.Lo && part.Hi < all.Hi) {
		t.Errorf("%v to %v of %v to %v", part.Lo, part.Hi, all.Lo, all.Hi)
	}
	if !same(m.scenario, whole.scenario) || whole.scenario != m.scenario || len(whole.past) > 0 {
		t.Error("to show the whole run asks another question")
	}
	if text(press(whole, "w")) != text(m) {
		t.Error("a second w does not show the outage again")
	}
	if n := show(t, show(t, whole, "jitter"), "fleet"); n.whole {
		t.Error("another view shows the whole run")
	}
}
