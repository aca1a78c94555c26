package lab

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// newRun returns a run of a plan.
func newRun(t *testing.T, p Plan) *Run {
	t.Helper()
	run, err := NewRun(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// small is a small fleet whose server hangs.
func small() fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: 40, Think: 4},
		Client: fleet.Client{Timeout: 4, Policy: jitter.Policy{
			Policy:  calc.Policy{InitialDelay: 1, Factor: 2, Cap: 8},
			Jitter:  jitter.Jitter{Type: jitter.Full},
			Retries: math.Inf(1), Deadline: math.Inf(1),
		}},
		Server: fleet.Server{Kind: fleet.Slowing, ServiceTime: 0.2, Concurrency: 30, Slowdown: 1.05,
			CheckInterval: 0.1},
		Outages:  []fleet.Outage{{Kind: fleet.Hang, At: 12, Length: 8}},
		Duration: 40, Step: 1,
	}
}
