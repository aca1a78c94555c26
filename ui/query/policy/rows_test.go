package policy

import (
	"math"
	"testing"

	"retune/ui/knob"
)

// TestCostOfRows holds that a million rows are refused where each takes long, and not where they
// soon settle, and that what is said of fewer adds up.
func TestCostOfRows(t *testing.T) {
	const n, most = 1_000_000, 4
	for _, c := range []struct {
		policy string
		long   bool
	}{
		{"jitter=full,cap=10s", false},
		{"jitter=none,r=1.00001", false},
		{"jitter=decorrelated,cap=10s", false},
		{"jitter=spread=0.2,r=2", false},
		{"jitter=normal=2,r=1.00001", true}, // cut at 0, of many strips
		{"jitter=truncated=0.3,r=1.00001", true},
		{"jitter=normal=100ms,r=1.001,cap=10s", true}, // one stage after another
		{"jitter=smooth,cap=10s", true},
		{"jitter=full,feedback=yes", true},
	} {
		s := knob.Default()
		vs, _ := knob.Find("vs")
		if err := vs.Set(&s, c.policy); err != nil {
			t.Fatal(err)
		}
		cost := costOfRows(s.B(), n)
		if all := cost.first(n); (all > most) != c.long {
			t.Errorf("%s: a million rows take %.3gs", c.policy, all)
		}
		if half := cost.first(n / 2); !(half <= cost.first(n)) || math.IsNaN(half) {
			t.Errorf("%s: half of them take %gs, all %gs", c.policy, half, cost.first(n))
		}
	}
}
