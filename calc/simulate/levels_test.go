package simulate

import (
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// hung is a fleet whose latencies, after a hang, rise and fall through the
// timeout, which is a whole number of checks and of ticks.
func hung() fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Clients: 1000, Think: 10},
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2.71828, Cap: 300},
			Jitter: jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.1}, Feedback: true, Retries: inf,
			Deadline: inf},
			Timeout: 2, FirstFromThink: true},
		Server:  fleet.Server{ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05, CheckInterval: 0.05},
		Outages: []fleet.Outage{{Kind: fleet.Hang, At: 40, Length: 20}}, Duration: 170, Step: 5,
	}
}

// punctual is a fleet whose every answer comes exactly at the timeout, in
// ticks that are no part of a step.
func punctual() fleet.System {
	w := hung()
	w.Traffic = fleet.Traffic{Clients: 3000, Think: 0.1}
	w.Client.Timeout, w.Server.Concurrency, w.Outages = 0.1, 20_000, nil
	w.Duration, w.Step = 3, 0.0345678
	return w
}

// brief is a crowd before a server whose latency is shorter than a tick, some of
// whose attempts time out in the tick in which a hang ends, and a step.
func brief() fleet.System {
	w := hung()
	w.Traffic = fleet.Traffic{Clients: 200_000, Think: 2}
	w.Client.Timeout, w.Server.ServiceTime, w.Server.Concurrency = 0.011, 0.0005, 1e6
	w.Server.AtArrival = true
	w.Outages = []fleet.Outage{{Kind: fleet.Hang, At: 0.01, Length: 0.04}}
	w.Duration, w.Step = 0.1, 0.05075
	return w
}

// levels runs a system and checks that the numbers of attempts in the server, of abandoned ones among them and of
// waiting clients are never negative: at the end of every step, by the counts, and on average over the step. It
// returns the run.
func levels(t *testing.T, name string, seed uint64, w fleet.System) fleet.Result {
	t.Helper()
	s := newSimulation(newConfig(w), new(recycler))
	s.run(t.Context(), seed, inf)
	if s.tick.unit > s.timeout {
		t.Errorf("%s: a tick is longer than the timeout: %+v", name, w)
	}
	run := s.result(w.Step)
	var inServer, abandoned, waiting int64
	for i := range s.counts {
		a, b, c := s.counts[i].changes(w.Client.Cancel)
		inServer, abandoned, waiting = inServer+int64(a), abandoned+int64(b), waiting+int64(c)
		if abandoned < 0 || inServer < abandoned || waiting < 0 {
			t.Fatalf("%s, after step %d: %d attempts in the server, %d abandoned, %d clients wait: %+v", name, i,
				inServer,
				abandoned, waiting, w)
		}
		for _, mean := range []float64{run.InFlight[i], run.AbandonedInFlight[i], run.Waiting[i]} {
			if !(mean >= -1e-9) || !(mean <= 1e9) {
				t.Fatalf("%s, step %d: %g on average: %+v", name, i, mean, w)
			}
		}
	}
	return run
}

func TestLevels(t *testing.T) {
	for i := range 3 + min(3, *times) {
		levels(t, "hung", Seed(1, i), hung())
	}
	levels(t, "punctual", 1, punctual())
	w := brief()
	levels(t, "brief", 1, w)
	w.Client.Timeout = 0.0005
	levels(t, "briefer", 1, w)
}
