package tui

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/setting"
	"retune/ui/show/chart"
)

// TestFlagsBecomeNames checks for each setting that a sentence with its flag, short or long, has its name instead, and
// that signs and hyphens stay.
func TestFlagsBecomeNames(t *testing.T) {
	t.Parallel()
	for _, k := range setting.Settings {
		if k.IsB {
			continue
		}
		for _, flag := range []string{"--" + k.Name, "-" + k.Short} {
			if flag == "-" {
				continue
			}
			want := "raise " + k.ListName() + "; it (" + k.ListName() + " 2) or " + k.ListName()
			if got := spoken("raise " + flag + "; it (" + flag + " 2) or " + flag); got != want {
				t.Errorf("%s: %q, not %q", flag, got, want)
			}
			kept := "the kept " + k.ListName() + " has"
			if got := spoken("--vs " + k.Name + " has"); flag == "--"+k.Name && got != kept {
				t.Errorf("%q, not %q", got, kept)
			}
		}
	}
	for _, plain := range []string{"from -5s to - 3", "Retry-After is ignored", "a rate-limited server", "--no-such x"} {
		if got := spoken(plain); got != plain {
			t.Errorf("%q became %q", plain, got)
		}
	}
}

// TestScreenNamesNoFlag checks in each view of a client in an overload, and of one with settings that have no effect
// beside a kept policy, that the sentence and the figures have no flag. The commands have.
func TestScreenNamesNoFlag(t *testing.T) {
	t.Parallel()
	flag := regexp.MustCompile(`(^|[ (])(--[a-z]|-[a-zA-Z]\b)`)
	alone := scenarioOf(t, "client=prometheus", "outage=30s")
	first := scenarioOf(t, "client=aws", "outage=30s", "attempt-time=1s")
	both := first.AddPolicy(new(scenarioOf(t, "outage=30s", "budget=10%")))
	for i, s := range []setting.Scenario{alone, both} {
		for j, view := range views {
			if *times == 1 && (i+j)%2 > 0 {
				continue
			}
			m := complete(show(t, resize(New(known, &s, Options{}), 200, 60), view.Name))
			says, _ := m.sentence()
			for _, line := range append(m.figuresText(90), says, m.answer.Brief) {
				if flag.MatchString(line) && !strings.HasPrefix(line, "$") {
					t.Errorf("%q, %s: %q", s.Names(), view.Name, line)
				}
			}
		}
	}
}

// TestVerdictsOfSeveralAreWhole checks that the verdicts of three fleets stand whole where the screen has the
// columns for them, and that the peak beside the load is the one among the figures.
func TestVerdictsOfSeveralAreWhole(t *testing.T) {
	t.Parallel()
	s := scenarioOf(t, "client=prometheus", "outage=30s")
	s = s.AddPolicy(new(scenarioOf(t, "client=aws", "outage=30s")))
	s = s.AddPolicy(new(scenarioOf(t, "outage=30s")))
	m := charted(show(t, resize(New(known, &s, Options{}), 120, 36), "fleet"))
	peak := m.answer.Value("peak load", 0).Text() + ","
	p := m.loadOnServer(m.charts()[0], chart.Plot{X: chart.Axis{Hi: 60}})
	if !slices.ContainsFunc(p.Texts, func(x chart.Text) bool { return strings.Contains(x.Text, "peak at "+peak) }) {
		t.Errorf("%q is not beside the load: %v", peak, p.Texts)
	}
	verdicts := " " + m.answer.Brief + " "
	if !strings.Contains(text(m), "notes i") {
		t.Errorf("no notes beside %q", verdicts)
	}
	for w := max(60, chart.Width(verdicts)+1); w <= 120; w++ {
		if m := resize(m, w, 16); !strings.Contains(text(m), verdicts) {
			t.Fatalf("%d columns have no whole %q:\n%s", w, verdicts, text(m))
		}
	}
}
