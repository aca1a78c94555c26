package fleet_test

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/simulate"
)

// TestGrows checks that open traffic whose attempts exceed a queue in the long run is lost soon after its outage, long
// before its last retry, and that the same fleet is not lost if it makes one retry, or if the queue drains before the
// retries come.
func TestGrows(t *testing.T) {
	tips := fleet.System{Traffic: fleet.Traffic{Kind: fleet.Open, Rate: 80},
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}, Retries: 10,
			Deadline: inf}, Timeout: 2},
		Server:  fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 20, QueueSize: inf},
		Outages: []fleet.Outage{{Kind: fleet.Hang, At: 20, Length: 60}}, Duration: inf, Step: 1}
	for _, c := range []struct {
		name   string
		change func(*fleet.System)
		lost   bool
	}{
		{"tips", func(*fleet.System) {}, true},
		{"full jitter", func(w *fleet.System) { w.Client.Jitter.Type = jitter.Full }, true},
		{"one retry", func(w *fleet.System) { w.Client.Retries = 1 }, false},
		{"late retries", func(w *fleet.System) { w.Client.InitialDelay, w.Outages[0].Length = 600, 20 }, false},
	} {
		w := tips
		w.Outages = []fleet.Outage{tips.Outages[0]}
		c.change(&w)
		s, err := simulate.Judge(t.Context(), w, simulate.Options{Seed: 1, Runs: 2, Cores: 2})
		if err != nil {
			t.Fatal(c.name, err)
		}
		lost, after := s.Verdict.Outcome == fleet.Metastable, s.System.Duration-w.OutageEnd()
		if lost != c.lost || lost && !(after <= 2*fleet.FirstCheckpoint) || math.IsNaN(after) {
			t.Errorf("%s: %v %g s after the outage", c.name, s.Verdict.Outcome, after)
		}
	}
}
