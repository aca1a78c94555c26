package policy

import (
	"math"
	"testing"

	"retune/ui/knob"
)

// soon is a quarter of what is spent elsewhere to tell what rows take: it tells no less.
const soon = walking / 4

// Rows of which one leads to the next are refused where all these and those on the way to the
// last one take too long, however few can be tried.
func TestCostOfWalk(t *testing.T) {
	s := knob.Default()
	vs, _ := knob.Find("vs")
	if err := vs.Set(&s, "jitter=parted=0.99,r=1.05,cap=60s"); err != nil {
		t.Fatal(err)
	}
	if cost := costOfRows(s.B(), 3400, soon); !(cost.first(3400) > 4) || !(cost.first(600) < 4) {
		t.Errorf("3400 rows take %gs, 600 of them %gs", cost.first(3400), cost.first(600))
	}
}

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
		{"jitter=normal=100ms,r=1.001,cap=10s", false},
		{"jitter=smooth,cap=10s", true},
		{"jitter=full,feedback=yes", true},
	} {
		s := knob.Default()
		vs, _ := knob.Find("vs")
		if err := vs.Set(&s, c.policy); err != nil {
			t.Fatal(err)
		}
		cost := costOfRows(s.B(), n, soon)
		if all := cost.first(n); (all > most) != c.long {
			t.Errorf("%s: a million rows take %.3gs", c.policy, all)
		}
		if half := cost.first(n / 2); !(half <= cost.first(n)) || math.IsNaN(half) {
			t.Errorf("%s: half of them take %gs, all %gs", c.policy, half, cost.first(n))
		}
	}
}
