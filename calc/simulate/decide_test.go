package simulate

import (
	"testing"

	"retune/calc/fleet"
)

// TestDecided checks when runs show which outcome is the most frequent, by the ends of Wilson's interval.
func TestDecided(t *testing.T) {
	back, late, lost, open := fleet.Recovers, fleet.RecoversLate, fleet.Metastable, fleet.Unsettled
	for _, c := range []struct {
		runs map[fleet.Outcome]int
		want bool
	}{
		{map[fleet.Outcome]int{}, false}, {map[fleet.Outcome]int{back: 3}, false}, {map[fleet.Outcome]int{back: 4}, true},
		{map[fleet.Outcome]int{back: 8, lost: 4}, false},   // a lead of four, and from 39% to 86%
		{map[fleet.Outcome]int{back: 14, lost: 5}, true},   // from 51% to 88%
		{map[fleet.Outcome]int{back: 4, late: 4}, false},   // both recover
		{map[fleet.Outcome]int{back: 14, late: 5}, true},   // mostly in time
		{map[fleet.Outcome]int{lost: 10, open: 10}, false}, // neither recovers
	} {
		var s Study
		for o, n := range c.runs {
			for range n {
				s.Each = append(s.Each, fleet.Verdict{Outcome: o})
			}
		}
		if s.decided() != c.want {
			t.Errorf("%v is decided: %v", c.runs, !c.want)
		}
	}
}
