package simulate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"retune/calc/fleet"
)

// TestSkipChecks skips checks of a server, which would have taken off nothing: a run is the same if every fifth
// of a second is a separate interval, beyond which no check is skipped.
func TestSkipChecks(t *testing.T) {
	rested := 0
	for name, outages := range map[string][]fleet.Outage{
		"none":     nil,
		"hang":     {{Kind: fleet.Hang, At: 10, Length: 10}},
		"hangs":    {{Kind: fleet.Hang, At: 10, Length: 10}, {Kind: fleet.Hang, At: 22.22, Length: 3}},
		"brownout": {{Kind: fleet.Brownout, At: 0, Length: 2.601, Share: 0.2}},
		"errors":   {{Kind: fleet.Hang, At: 10, Length: 8}, {Kind: fleet.Errors, At: 30, Length: 20, Share: 0.99}},
	} {
		for _, kind := range []fleet.TrafficKind{fleet.Closed, fleet.Burst} {
			for _, cancel := range []bool{false, true} {
				w := hung()
				w.Client.FirstFromThink, w.Client.Feedback, w.Client.Cancel = false, false, cancel
				w.Traffic.Kind, w.Outages, w.Duration = kind, outages, 60
				if kind == fleet.Burst {
					w.Traffic.Clients, w.Server.Slowdown, w.Client.InitialDelay = 300, 1.2, 2
				}
				cut := w
				cut.Outages = nil
				for i := range int(w.Duration * 5) {
					cut.Outages = append(cut.Outages, fleet.Outage{Kind: fleet.Brownout, At: float64(i) / 5,
						Length: 0.2, Share: 1})
				}
				cut.Outages = append(cut.Outages, outages...)
				s := newSimulation(newConfig(w), new(recycler))
				s.run(t.Context(), 1, inf)
				if s.slow.noCheckBefore > 0 {
					rested++
				}
				if fmt.Sprint(s.result(w.Step)) != fmt.Sprint(once(cut, 1)) {
					t.Errorf("%s, traffic %d, cancel %v: another run", name, kind, cancel)
				}
			}
		}
	}
	if rested < 8 {
		t.Errorf("checks were skipped in %d fleets", rested)
	}
}

// TestOutlasts checks that the result is the same as if every latency were computed.
func TestOutlasts(t *testing.T) {
	s, r := newSimulation(newConfig(hung()), new(recycler)), rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		s.slow.inside = 30 + r.Uint64N(300)
		near := s.latency(30+r.Uint64N(300), 1)
		for age := near - 1; age <= near+1; age++ {
			if got, want := s.exceedsLatency(age), age >= s.latency(s.slow.inside, 1); got != want {
				t.Fatalf("%d inside, %d old: %v", s.slow.inside, age, got)
			}
		}
	}
}
