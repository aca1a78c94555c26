package simulate

import (
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/fleet"
)

// TestRandomServiceTimes compares random fleets with random service times with the reference. A system that differs is
// simulated again, five times as often.
func TestRandomServiceTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(49, 1))
	laws := []func(*fleet.System){exponential, lognormal, listed}
	for i := range max(6, 2**fleets) { // each law, with each server
		w := someOf.System(r)
		w.Server.Kind = []fleet.ServerKind{fleet.Queue, fleet.Limited, fleet.Slowing}[i/2%3]
		w.Server.AtArrival = true
		if w.Traffic.Spread = 0; i%4 == 0 {
			w.Traffic.Spread = 3
		}
		laws[i%3](&w)
		w.Duration, w.Step = 8, 2
		wrong := differences(t, w, 6, 20)
		if len(wrong) > 0 {
			wrong = differences(t, w, 7, 100)
		}
		if len(wrong) > 0 {
			t.Errorf("fleet %d: %s\n%+v", i, strings.Join(wrong[:min(len(wrong), 5)], "\n"), w)
		}
	}
}
