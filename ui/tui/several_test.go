package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// crowd are the settings of a small fleet, which is simulated soon.
var crowd = []string{"outage=20s", "outage-at=0s", "traffic=burst", "clients=20"}

// several returns the screen of n policies, with names of several lengths. One never gives up.
func several(t testing.TB, n int) Model {
	t.Helper()
	s := scenarioOf(t, crowd...)
	s.Name = "mine"
	for _, settings := range [][]string{{"client=prometheus"}, {"client=aws"}, {"factor=1.5", "jitter=full"},
		{"factor=3"}, {"retries=0"}}[:n-1] {
		kept := scenarioOf(t, append(settings, crowd...)...)
		if name, client := strings.CutPrefix(settings[0], "client="); client {
			kept.Name = name
		} else {
			kept.Name = "crash-loop " + settings[0]
		}
		s = s.AddPolicy(&kept)
	}
	return resize(New(known, &s, Options{}), 120, 36)
}

// TestSeveralPoliciesHavePictures checks for one to six policies, in the views of policies and at sizes from 60x16 on,
// that each title has its picture, and that no number is cut.
func TestSeveralPoliciesHavePictures(t *testing.T) {
	t.Parallel()
	step := max(1, 56 / *times)
	for n := 1; n <= 6; n++ {
		for i, view := range []string{views[0].Name, "compare", "jitter", "reconnect"} {
			if *times == 1 && (i+n)%2 == 0 && n < 6 {
				continue
			}
			m := complete(show(t, several(t, n), view))
			for w := 60; w <= 200 && !t.Failed(); w += step {
				for _, h := range []int{16, 18, 21, 24, 36, 60} {
					if *times == 1 && (w+h+n)%2 == 0 {
						continue
					}
					wholeNumbers(t, fmt.Sprintf("%s of %d", view, n), resize(m, w, h))
				}
			}
		}
	}
}

// pretended returns the compare view with figures of fleets, which take seconds to simulate.
func pretended(m Model) Model {
	m.ranks = nil
	for i, v := range []answer.Value{answer.Amount(222, unit.Rate), answer.Amount(43.7, unit.Duration)} {
		q := answer.Quantity{Name: fleetColumns[i].result, Label: fleetColumns[i].head, Symbol: fleetColumns[i].short,
			Value: v}
		q.Others = slices.Repeat([]answer.Quantity{q}, len(m.scenario.Versus))
		m.ranks = append(m.ranks, q)
	}
	return m
}

// TestOutcomeOfEachPolicy checks that two policies are compared side by side on the smallest screen, and three on one
// of 80 columns. Where some have no room, the head says how many are shown.
func TestOutcomeOfEachPolicy(t *testing.T) {
	t.Parallel()
	rank := func(m Model) Model { return pretended(Refined(settled(m))) }
	if *times > 1 {
		rank = func(m Model) Model { return ranked(t, m) }
	}
	for n := 2; n <= 6; n++ {
		m := show(t, several(t, n), "compare")
		m = rank(m)
		for _, size := range [][2]int{{60, 16}, {80, 24}, {100, 30}, {120, 36}} {
			m := resize(m, size[0], size[1])
			at := slices.IndexFunc(lines(m), func(line string) bool { return strings.Contains(line, "OUTCOME") })
			if at < 0 {
				t.Fatalf("%v: no outcome of %d policies:\n%s", size, n, text(m))
			}
			head, shown := lines(m)[at], 0
			for _, name := range m.scenario.Names() {
				if strings.Contains(head, clip(name, 12)) {
					shown++
				}
			}
			says := strings.Contains(head, fmt.Sprintf(" %d/%d ", shown, n))
			if want := min(n, 2+size[0]/80); shown < min(want, n) && size[0] > 60 || says == (shown == n) || shown == 0 {
				t.Errorf("%v: %d of %d policies have a column:\n%s", size, shown, n, text(m))
			}
		}
	}
	two := rank(show(t, screen(t, 60, 16, append(crowd, "vs=client=aws")...), "compare"))
	for _, name := range two.scenario.Names() {
		if !strings.Contains(text(two), " "+name+"\n") && !strings.Contains(text(two), " "+name+" ") {
			t.Errorf("%s has no column:\n%s", name, text(two))
		}
	}
}

// TestClausesAreWhole checks that a sentence is shortened by whole clauses, and never within parentheses.
func TestClausesAreWhole(t *testing.T) {
	t.Parallel()
	const text = "One request makes 27 attempts; layer 3 gives up first. (3 per layer; 4 would make 64.)"
	for w := 20; w < len(text)+2; w++ {
		got := inClauses(text, w, 1)
		if strings.Count(got, "(") != strings.Count(got, ")") || got != text && !strings.HasSuffix(got, ".") {
			t.Errorf("%d columns: %q", w, got)
		}
	}
}

// TestTitlesOfListsAreWhole checks that the titles of lists, and the names of keys in their list, are whole on a screen
// of 80 columns.
func TestTitlesOfListsAreWhole(t *testing.T) {
	t.Parallel()
	m := resize(New(known, new(setting.Default()), Options{}), 80, 24)
	for _, key := range []string{"/", "=", "p", "?"} {
		m := press(m, key)
		for range m.menu.found {
			if y := m.layout().panel().y; strings.Contains(lines(m)[y], "…") {
				t.Fatalf("the title of %s is cut: %q", key, lines(m)[y])
			}
			if m.menu.pick > 60 {
				break
			}
			if _, line, _ := strings.Cut(text(m), "▸ "+m.menu.found[m.menu.pick].kind); key == "?" &&
				strings.Contains(strings.Split(line, "\n")[0], "…") {
				t.Errorf("the name of a key is cut: %q", strings.Split(line, "\n")[0])
			}
			m = press(m, "down")
		}
	}
}
