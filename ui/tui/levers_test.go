package tui

import "testing"

// What helps the fleet is offered, best first; what is taken is set, and u takes it
// back. An offer for an earlier question is dropped.
func TestLeverIsTaken(t *testing.T) {
	m := show(t, screen(t, 120, 36, "retries=none"), "fleet")
	asked, cmd := send(m, keyPress("h"))
	msg := cmd()
	if late, _ := send(press(asked, "right"), msg); late.mode != browsing {
		t.Error("what would have helped an earlier fleet is offered")
	}
	offered, _ := send(asked, msg)
	if offered.mode != levering {
		t.Fatalf("nothing is offered: %q", offered.note)
	}
	n := offered
	for range offered.menu.items {
		if it, _ := n.menu.chosen(); it.take != nil {
			break
		}
		n = press(n, "down")
	}
	it, _ := n.menu.chosen()
	taken := press(n, "enter")
	if same(taken.scenario, m.scenario) || len(taken.past) != 1 {
		t.Fatalf("%s %s sets nothing:\n%s", it.name, it.now, text(taken))
	}
	if back := press(taken, "u"); !same(back.scenario, m.scenario) {
		t.Errorf("u does not take %s back", it.name)
	}
}
