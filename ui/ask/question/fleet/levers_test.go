package fleet

import (
	"math"
	"testing"

	"retune/calc/advice"
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
		e := edge{Edge: c.edge, falls: c.falls, err: c.err, kind: unit.Number, name: "edge"}
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
