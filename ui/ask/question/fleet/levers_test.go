package fleet

import (
	"testing"

	"retune/calc/advice"
	"retune/ui/ask/setting"
)

// TestWholeServers checks that a server's threshold is the whole number that was simulated: 13.9 and 14.3 workers were
// 14 and 15.
func TestWholeServers(t *testing.T) {
	s := small(t, "server queue", "workers 13")
	list := edgesOf(s, s.Fleet())
	list[1].Edge = advice.Edge{At: 0.922, Error: 0.013}
	if row := edgesTable(list).Row(1); row[2].Number != 15 || row[3].Number != 1 {
		t.Errorf("%s: %v", list[1].name, row)
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
			text := k.Text(changed)
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
