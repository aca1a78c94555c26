package fleet_test

import (
	"testing"

	"retune/calc/fleet"
)

// TestChanceDoesNotFeed checks that traffic is too much for a server of 104/s that served 105/s by chance: nine tenths
// of the 116/s that are offered are more than it ever serves for long.
func TestChanceDoesNotFeed(t *testing.T) {
	b := fleet.Baseline{Load: 126, Goodput: 105, GoodputError: 0.5, Offered: 116, Sound: 1, Most: 104}
	if !b.Short() || !b.Overloaded() {
		t.Errorf("%+v: short %v, overloaded %v", b, b.Short(), b.Overloaded())
	}
	if b.Offered = 115; b.Short() || b.Overloaded() {
		t.Errorf("%+v: short %v, overloaded %v", b, b.Short(), b.Overloaded())
	}
}
