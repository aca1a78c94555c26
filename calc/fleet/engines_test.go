package fleet_test

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/simulate"
)

var inf = math.Inf(1)

func sum(xs []float64) (total float64) {
	for _, x := range xs {
		total += x
	}
	return total
}

// TestEnginesAreExact checks that a synchronized fleet, without jitter and with a server that does not slow, follows
// calc.Policy: retry k starts at Elapsed(k) until one comes after the outage, refused at once or timed out in a hang,
// which is then the time that an attempt takes.
func TestEnginesAreExact(t *testing.T) {
	for _, p := range []calc.Policy{
		{InitialDelay: 0.1, Factor: 2, Cap: 10}, {InitialDelay: 0.1, Factor: 1.1, Cap: inf},
		{InitialDelay: 0.3, Factor: 1, Cap: 0.3}, {InitialDelay: 0.7, Factor: 3, Cap: 8},
	} {
		for _, kind := range []fleet.OutageKind{fleet.Reject, fleet.Hang} {
			const outage, latency, clients = 11.03, 0.05, 1000
			w := fleet.System{
				Traffic: fleet.Traffic{Kind: fleet.Burst, Clients: clients},
				Client: fleet.Client{Policy: jitter.Policy{Policy: p, Retries: inf, Deadline: inf}, Timeout: 0.7,
					Cancel: true},
				Server:   fleet.Server{Kind: fleet.Slowing, ServiceTime: latency, Concurrency: inf, AtArrival: true},
				Outages:  []fleet.Outage{{Kind: kind, Length: outage}},
				Duration: 60, Step: 0.1,
			}
			if kind == fleet.Hang {
				p.AttemptTime = w.Client.Timeout
			}
			// The last attempt in the hang is answered when the hang ends, if it has not timed out.
			waits := 0.0
			if kind == fleet.Hang {
				waits = w.Client.Timeout - latency
			}
			retries, successes := make([]float64, w.Steps()), make([]float64, w.Steps())
			for k := 0.0; ; k++ {
				at := p.Elapsed(k)
				if k > 0 {
					retries[int(at/w.Step+1e-6)] += clients
				}
				if at > outage-waits {
					successes[int((math.Max(at, outage)+latency)/w.Step+1e-6)] += clients
					break
				}
			}
			run := once(t, w)
			for i := range retries {
				if run.Retries[i] != retries[i] || run.Goodput[i] != successes[i] {
					t.Fatalf("%s, %+v, step %d: %g retries and %g successes, want %g and %g", kind, p, i,
						run.Retries[i], run.Goodput[i], retries[i], successes[i])
				}
			}
		}
	}
}

// TestEnginesThrottle sends a burst of 10,000 to a server that accepts 750. Of the other attempts those are retried
// that leave more than half of the 3000 tokens: the first 1499.
func TestEnginesThrottle(t *testing.T) {
	w := fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Burst, Clients: 10_000},
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10},
			Retries: inf, Deadline: inf}, Timeout: 1,
			Budget: fleet.Budget{Kind: fleet.Throttle, Ratio: 0.1, Reserve: 3000}},
		Server:   fleet.Server{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 750},
		Duration: 10, Step: 1,
	}
	if got := sum(once(t, w).Retries); !(math.Abs(got-1499) <= 1) {
		t.Errorf("%g retries, want 1499", got)
	}
}

// TestBurstThinsOut checks that bursts recover whose clients wait ever longer until all have succeeded. Synchronized
// clients come back together, at ever longer intervals, and do not recover by the end.
func TestBurstThinsOut(t *testing.T) {
	for _, kind := range []jitter.Type{jitter.None, jitter.Spread, jitter.Equal, jitter.Full} {
		for _, server := range []fleet.Server{
			{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 30}, {Kind: fleet.Queue, ServiceTime: 0.1, Workers: 3,
				QueueSize: inf}, {Kind: fleet.Queue, ServiceTime: 0.1, Workers: 10, QueueSize: 20},
		} {
			w := fleet.System{
				Traffic: fleet.Traffic{Kind: fleet.Burst, Clients: 400},
				Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.5, Factor: 1.5,
					Cap: inf},
					Jitter: jitter.Jitter{Type: kind, Amount: 0.1}, Retries: inf, Deadline: inf}, Timeout: 1},
				Server:  server,
				Outages: []fleet.Outage{{Kind: fleet.Reject, Length: 20}}, Duration: inf, Step: 1,
			}
			if kind == jitter.None {
				w.Traffic.Clients = 1500
			}
			s, err := simulate.Judge(t.Context(), w, simulate.Options{Seed: 1, Runs: 1, Cores: 1})
			if err != nil {
				t.Fatal(err)
			}
			if v := s.Verdict; v.Outcome.Back() == (kind == jitter.None) {
				t.Errorf("%v, %+v: after %g s it is %v; %g have success", kind, server, s.System.Duration, v.Outcome, v.Succeeded)
			}
		}
	}
}

// once simulates a fleet once.
func once(t *testing.T, w fleet.System) fleet.Result {
	t.Helper()
	s := simulate.NewStudy(w, simulate.Options{Seed: 1, Runs: 1, Cores: 1})
	if err := s.More(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	return s.Sample.Mean()
}
