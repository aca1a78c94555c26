package fleet

import (
	"cmp"
	"math"
	"strings"
	"testing"

	"retune/calc/advice"
	"retune/calc/fleet"
	"retune/calc/simulate"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestEdgesInWords checks that an edge is a number only if both sides were simulated, and otherwise a bound that was.
func TestEdgesInWords(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		edge  advice.Edge
		falls bool
		err   error
		text  string
		known bool
	}{
		{advice.Edge{At: 15, Next: 16}, false, nil, "15", true},
		{advice.Edge{At: 15, Next: 14}, true, nil, "15", true},
		{advice.Edge{At: 15, Next: nan}, false, nil, "at least 15", false},
		{advice.Edge{At: 15, Next: nan}, true, nil, "at most 15", false},
		{advice.Edge{At: 0, Next: nan}, true, nil, "0", true},
		{advice.Edge{At: nan, Next: 16}, false, nil, "less than 16", false},
		{advice.Edge{At: nan, Next: 16}, true, nil, "more than 16", false},
		{advice.Edge{At: nan, Next: nan}, false, nil, "-", false},
		{advice.Edge{At: 15, Next: 16}, false, errUntried, "-", false},
	} {
		e := edge{falls: c.falls, kind: unit.Number, name: "edge"}
		e.set(c.edge, c.err)
		row := edgesTable([]edge{e}).Row(0)
		if got := row[2]; got.TableText != c.text || math.IsNaN(got.Number) == c.known {
			t.Errorf("%+v, %v: %q, %v", c.edge, c.err, got.TableText, got.Number)
		}
	}
}

// TestLeversAreSettings checks that a lever changes exactly what setting its setting to the printed text changes.
func TestLeversAreSettings(t *testing.T) {
	for name, s := range map[string]setting.Scenario{
		"slowing": small(t, "concurrency 25"), "full jitter": small(t, "jitter full", "cap 10s", "retries none"),
		"queue":      small(t, "server queue", "workers 7", "retries 2"),
		"limited":    small(t, "server limited", "capacity 33", "factor 1", "traffic open"),
		"odd values": small(t, "initial-delay 123456us", "factor 1.2345", "timeout 1234567us", "cap 7.7777s"),
	} {
		for _, l := range advice.List(s.Fleet()) {
			k, ok := setting.Find(l.Setting)
			if !ok {
				t.Fatalf("%s: there is no setting %s", name, l.Setting)
			}
			changed, set := s, s
			changed.System = l.System
			text := k.Text(&changed)
			if err := k.Try(&set, text); err != nil {
				t.Errorf("%s: %s %s: %v", name, l.Setting, text, err)
				continue
			}
			if got, want := set.Fleet(), l.System; got.Client != want.Client || got.Server != want.Server ||
				got.Traffic != want.Traffic {
				t.Errorf("%s: %s %s makes\n%+v, not\n%+v", name, l.Setting, text, got, want)
			}
		}
	}
}

// TestSurest checks that the change in front is the best one that is shown to recover, and the best of all if none of
// the first is: those that were not looked at do not pass one that was.
func TestSurest(t *testing.T) {
	change := func(name string, back float64) lever {
		v := fleet.Verdict{Outcome: fleet.Recovers, RecoveryTimes: fleet.RecoveryTimes{Recovery: back}}
		return lever{setting: setting.Setting{Name: name}, effect: advice.Effect{Verdict: v}}
	}
	for _, c := range []struct {
		shown string // the changes that are shown to recover
		best  string
	}{{"", "a"}, {"a", "a"}, {"b", "b"}, {"d e", "d"}, {"g", "a"}} {
		var list []lever
		for i, name := range strings.Fields("a b c d e f g") { // the best first
			list = append(list, change(name, float64(i)))
		}
		order := func(a, b lever) int {
			return cmp.Or(last(a.unsure, b.unsure), advice.Compare(a.effect, b.effect))
		}
		surest(list, order, func(lever) int { return -1 }, func(l lever) bool {
			return strings.Contains(c.shown, l.setting.Name)
		})
		if got := list[0].setting.Name; got != c.best || list[0].unsure != !strings.Contains(c.shown, got) {
			t.Errorf("of changes of which %q are shown to recover, %s is first, unsure: %v", c.shown, got, list[0].unsure)
		}
	}
}

// TestImprovementsAreKnown checks that the sentence on the best change compares no figure that one of the fleets lacks:
// the peak of a run that ends with its outage, or a recovery at the same time.
func TestImprovementsAreKnown(t *testing.T) {
	effect := func(o fleet.Outcome, load float64) advice.Effect {
		open := advice.Edge{At: 3000, Next: math.NaN()}
		v := fleet.Verdict{Outcome: o, RecoveryTimes: fleet.RecoveryTimes{Recovery: math.NaN()}}
		v.Load = load
		return advice.Effect{Study: &simulate.Study{Verdict: v}, Verdict: v, Longest: open}
	}
	s := setting.Default()
	for _, loads := range [][2]float64{{math.NaN(), 5}, {5, math.NaN()}, {7, 9}} {
		best := lever{effect: effect(fleet.Recovers, loads[0])}
		text := improvement(s.Fleet(), best, effect(fleet.Unsettled, loads[1]))
		known := unit.Finite(loads[0] + loads[1])
		if strings.Contains(text, "peak load 7/s instead of 9/s") != known || strings.Contains(text, " -") {
			t.Errorf("peaks of %v: %q", loads, text)
		}
	}
}
