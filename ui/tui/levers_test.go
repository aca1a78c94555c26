package tui

import (
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/fleet"
	"retune/ui/ask/setting"
)

// TestLeverIsTaken checks that settings that help the fleet are listed, the best first, that u undoes one that is
// taken, and that a list for an earlier question is dropped.
func TestLeverIsTaken(t *testing.T) {
	m := goldens(t)["120x36-fleet"]
	m.helped, m.levers = nil, answer.Answer{}
	asked, msg := m, theGoldens.helps
	if late, _ := send(press(asked, "right"), msg); len(late.levers.Tables) > 0 {
		t.Error("what would have helped an earlier fleet is offered")
	}
	offered, _ := send(asked, msg)
	frame, _, _ := strings.Cut(text(offered), " $ ")
	for _, part := range []string{"WHAT WOULD HELP", "→", "survives"} {
		if !strings.Contains(frame, part) {
			t.Errorf("%q is not in sight:\n%s", part, frame)
		}
	}
	if n := press(offered, "right"); !strings.Contains(text(n), "→") {
		t.Error("what helped is gone while it is worked out anew")
	}
	if n := press(write(press(offered, "p"), "brown"), "enter"); strings.Contains(text(n), "survives") {
		t.Errorf("what helped another fleet is there:\n%s", text(n))
	}
	for _, b := range offered.layout().blocks {
		if !strings.Contains(lines(offered)[b.y], "WHAT WOULD HELP") || b.h != 7 {
			continue
		}
		for i, it := range offered.helpful[:b.h-1] {
			if n := settled(click(offered, b.x+3, b.y+1+i)); n.changed(m.scenario) == "" {
				t.Errorf("a click on %s does not take it", it.name)
			}
			if n := press(offered, "h", string(rune('1'+i))); n.changed(m.scenario) == "" || n.mode != browsing {
				t.Errorf("h and %d do not take %s", i+1, it.name)
			}
		}
	}
	offered = press(offered, "h")
	n := offered
	for range offered.menu.items {
		if it := n.menu.chosen(); it.take != nil {
			break
		}
		n = press(n, "down")
	}
	it := n.menu.chosen()
	taken := press(n, "enter")
	if same(taken.scenario, m.scenario) || len(taken.past) != 1 {
		t.Fatalf("%s %s sets nothing:\n%s", it.name, it.now, text(taken))
	}
	if strings.Contains(text(taken), "survives 1") || taken.survives() != "" {
		t.Errorf("what the earlier fleet survives is said of the new one:\n%s", text(taken))
	}
	if back := press(taken, "u"); !same(back.scenario, m.scenario) {
		t.Errorf("u does not take %s back", it.name)
	}
	n.levers.Warn("", "least jitter: none is enough")
	if list := n.leverItems(); !strings.HasSuffix(list[len(list)-1].help, ", none is enough") {
		t.Errorf("why there is no edge is not said: %+v", list[len(list)-1].help)
	}
}

// TestChangesAreShownAsTheyCome checks that a change that lets the fleet recover is in sight while others are still
// tried, in words, and without a number before its rank is known.
func TestChangesAreShownAsTheyCome(t *testing.T) {
	m := show(t, screen(t, 120, 36, "retries=3", "timeout=400ms", "duration=10s"), "fleet") // they are found soon
	m = inView(t, m)
	m.levers, m.helped, m.followed, m.trying = answer.Answer{}, nil, m.scenario, new(searching)
	m.trying.progress(2, 9)
	for _, verdict := range []string{"recovers", "metastable"} {
		k, _ := setting.Find("retries")
		m.trying.add(fleet.Tried{Setting: k, From: "3", To: verdict[:1], Verdict: verdict})
	}
	m.memo = &memo{}
	n := m.ticked()
	frame := text(n)
	for part, shown := range map[string]bool{"2 of 9 tried": true, "retries 3 → r": true, "retries 3 → m": false} {
		if strings.Contains(frame, part) != shown {
			t.Errorf("%q is in sight: %v, want %v:\n%s", part, !shown, shown, frame)
		}
	}
}
