package tui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/show/report"
)

// ranked returns the compare view with the fleets of its policies simulated.
func ranked(t *testing.T, m Model) Model {
	t.Helper()
	m = Refined(settled(m))
	m.followed = nil
	m, cmd := commanded(m.workOutRanks())
	if cmd == nil {
		t.Fatal("no fleet is simulated")
	}
	m, _ = send(m, cmd())
	return m
}

// TestPoliciesAreCompared checks that policies are kept, named and found, that each has the figures of retune what, and
// one name in the header, the panel, the pictures and the figures. The panel chooses one, whose settings are shown and
// changed without changing another. Enter makes it the present one; u undoes this.
func TestPoliciesAreCompared(t *testing.T) {
	m := screen(t, 120, 36, "cap=3s", "runs=2", "clients=20", "traffic=burst", "outage-at=0s")
	m = press(m, "c", "N")
	m = press(write(press(m, "ctrl+u"), "short"), "enter")
	m = press(m, "c")
	m = press(write(press(m.toView("compare"), "/"), "aws"), "enter")
	names := m.scenario.Names()
	if !slices.Equal(names, []string{"new", "short", "mine", "aws"}) {
		t.Fatalf("the policies are %v", names)
	}
	m = ranked(t, m)
	frame := text(m)
	for _, name := range names {
		if n := strings.Count(frame, name); n < 4 {
			t.Errorf("%s is to be seen %d times:\n%s", name, n, frame)
		}
	}
	for _, other := range []string{" kept", "client=none", "this policy", " B "} {
		if body, _, _ := strings.Cut(frame, " $ "); strings.Contains(body, other) {
			t.Errorf("a policy is called %q:\n%s", other, frame)
		}
	}
	policies := m.scenario.Policies()
	for j, column := range fleetColumns {
		w, _ := question.Figures().Find(column.result)
		for i, p := range policies {
			v := w.Compute(known, &p, answer.Full)
			if got := m.ranks[j].Of(i); v.Status == "" && math.Abs(got.Number-v.Number) > 1e-9 {
				t.Errorf("%s of %s is %g, want %g", column.result, names[i], got.Number, v.Number)
			}
		}
	}
	for m.scenario.Names()[m.chosenPolicy()] != "aws" {
		m = press(m, "J")
	}
	if !strings.Contains(text(m), "AWS") {
		t.Errorf("the settings are not those of the chosen policy:\n%s", text(m))
	}
	m = press(focusOn(t, m, "cap"), "left")
	after := m.scenario.Policies()
	if after[0].Cap != 3 || after[3].Cap == policies[3].Cap || after[1].Cap != policies[1].Cap {
		t.Errorf("a step changes the caps from %g, %g to %g, %g", policies[0].Cap, policies[3].Cap, after[0].Cap,
			after[3].Cap)
	}
	m = press(m, "u", "J", "K", "J", "enter")
	if got := m.scenario.Names(); got[0] != "aws" || len(got) != 4 {
		t.Errorf("enter on aws makes the policies %v", got)
	}
	if back := press(m, "u"); back.scenario.Cap != 3 {
		t.Errorf("u leaves a cap of %g s", back.scenario.Cap)
	}
	if n := press(m, "J", "C"); len(n.scenario.Versus) != 2 || n.scenario.Names()[0] != "aws" {
		t.Errorf("C on a policy leaves %v", n.scenario.Names())
	}
}

// TestGivingUpIsNoMerit checks that a shorter call is better only between policies that all outlast the outage.
func TestGivingUpIsNoMerit(t *testing.T) {
	better := func(settings ...string) string {
		m := charted(show(t, screen(t, 120, 36, settings...), "compare"))
		q, ok := m.quantity("call time p99", "call time max")
		if !ok {
			t.Fatal("no call time")
		}
		return report.Better(m.answer, q)
	}
	if got := better("vs=retries=2", "outage=20s"); got != "" {
		t.Errorf("%s is better, because it gives up", got)
	}
	if got := better("vs=retries=6", "outage=20s"); got != "B" {
		t.Errorf("of two policies that outlast the outage %q is better", got)
	}
}

// TestVerdictsOfManyPolicies checks at several sizes that the verdicts of five policies, and what follows, are painted
// whole or end in an ellipsis.
func TestVerdictsOfManyPolicies(t *testing.T) {
	t.Parallel()
	s := scenarioOf(t, "vs=r=1.5,name=prometheus")
	for _, name := range []string{"curator", "crashloopbackoff", "c"} {
		kept := s
		kept.Versus, kept.Name, kept.Factor = nil, name, 3
		s = s.AddPolicy(&kept)
	}
	m := show(t, resize(New(known, &s, Options{}), 120, 36), "fleet")
	for width := 60; width <= 200; width++ {
		m := resize(m, width, 24)
		if at := Lost(m); at != "" {
			t.Fatalf("%d columns: %q is cut:\n%s", width, at, text(m))
		}
	}
}
