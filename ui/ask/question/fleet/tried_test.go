package fleet

import (
	"math"
	"strings"
	"testing"

	"retune/calc/fleet"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// TestCausesAreTried checks every cause that a headline names by asking about the fleet without it, and that a fleet
// with none of them found is described and not explained.
func TestCausesAreTried(t *testing.T) {
	for _, c := range []struct{ set, want string }{
		{"retries 3", "retries and abandoned attempts keep the server down; it recovers with -n 0 or --cancel"},
		{"factor 1, retries none", "retries keep the server down"},
		{"server slowing, outage 20s", "abandoned attempts keep the server down; it recovers with --cancel"},
		{"server slowing, outage 20s, retries 0", "abandoned attempts keep the server down"},
		{"server slowing, outage 20s, budget 10%", "abandoned attempts keep the server down"},
		{"server slowing, outage 20s, factor 3, jitter full", "abandoned attempts keep the server down"},
		{"server slowing, outage 1m, initial-delay 100ms, factor 1, retries none, cancel yes", ""},
	} {
		s := setting.Preset("default")
		set := func(s *setting.Scenario, name, text string) {
			if k, _ := setting.Find(name); k.Try(s, text) != nil {
				t.Fatalf("%s %s is refused", name, text)
			}
		}
		set(&s, "runs", "4")
		for one := range strings.SplitSeq(c.set, ", ") {
			name, text, _ := strings.Cut(one, " ")
			set(&s, name, text)
		}
		a := answerOf(t, &s)
		if !strings.Contains(a.Summary, c.want) || c.want == "" && strings.Contains(a.Summary, "it recovers") {
			t.Errorf("%s: %q, want %q", c.set, a.Summary, c.want)
		}
		for flag, change := range map[string][2]string{
			"-n 0": {"retries", "0"}, "--cancel": {"cancel", "yes"}, "--jitter full": {"jitter", "full"},
		} {
			if without := s; strings.Contains(a.Summary, flag) {
				set(&without, change[0], change[1])
				if got := find(t, answerOf(t, &without), "verdict").Words; !strings.HasPrefix(got, "recovers") {
					t.Errorf("%s: %q, and with %s it is %s", c.set, a.Summary, flag, got)
				}
			}
		}
		rough := Fleet.Ask(t.Context(), &s, answer.Rough)
		if strings.Contains(rough.Summary, "it recovers with") {
			t.Errorf("a rough answer tries: %q", rough.Summary)
		}
	}
}

// TestNoOverloadedBurst checks that a burst that is not served in time is not called overloaded, because it ends.
func TestNoOverloadedBurst(t *testing.T) {
	a := answerOf(t, new(small(t, "traffic burst", "clients 100000", "server limited", "capacity 500", "outage 10s",
		"outage-at 0s", "cap 10s", "retries none", "duration 70s", "runs 2")))
	if !strings.HasPrefix(a.Summary, "NOT ALL BACK within 1m10s: ") || !strings.Contains(a.Summary, " of 100000 clients") {
		t.Errorf("%q", a.Summary)
	}
}

// TestPartlyReached checks that a time which some runs did not reach is no mean of the others.
func TestPartlyReached(t *testing.T) {
	nan := math.NaN()
	p := fleetRun{Study: &simulate.Study{Each: []fleet.Verdict{
		{Outcome: fleet.Metastable, RecoveryTimes: fleet.RecoveryTimes{Recovery: nan, Success50: 2, Success90: 17}},
		{Outcome: fleet.Metastable, RecoveryTimes: fleet.RecoveryTimes{Recovery: nan, Success50: 4, Success90: nan}},
	}}}
	p.Verdict = p.Each[0]
	list := figures(fleet.Closed)
	if q, _ := list[1].quantity(p); q.Number != 3 {
		t.Errorf("%s: %g, want 3", q.Name, q.Number)
	}
	if q, se := list[2].quantity(p); !math.IsNaN(q.Number) || !math.IsNaN(se) || q.Why != "reached in 1 of 2 runs" {
		t.Errorf("%s: %g ± %g, %q", q.Name, q.Number, se, q.Why)
	}
}
