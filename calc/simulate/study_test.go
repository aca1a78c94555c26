package simulate

import (
	"errors"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// large is a fleet of 40,000 clients with an outage. Its server has twice the needed capacity.
func large(kind fleet.ServerKind) fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: 40_000, Think: 10},
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 10},
			Jitter: jitter.Jitter{Type: jitter.Full}, Retries: 5, Deadline: inf}, Timeout: 2},
		Server: fleet.Server{Kind: kind, ServiceTime: 0.1, CheckInterval: 0.05, Concurrency: 800, Slowdown: 1.005,
			Workers: 800, QueueSize: inf, Capacity: 8000},
		Outages:  []fleet.Outage{{Kind: fleet.Reject, At: 10, Length: 10}},
		Duration: 50, Step: 1,
	}
}

// TestScale checks that a fleet at a scale gives the figures of the whole fleet.
func TestScale(t *testing.T) {
	for _, kind := range []fleet.ServerKind{fleet.Slowing, fleet.Queue, fleet.Limited} {
		w := large(kind)
		scaled, err := Judge(t.Context(), w, Options{Seed: 1, Runs: 10, Cores: 2})
		if err != nil {
			t.Fatal(err)
		}
		whole, err := Judge(t.Context(), w, Options{Seed: 2, Runs: 2, Cores: 2, Scale: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !(scaled.Scale >= 2) || whole.Scale != 1 {
			t.Errorf("server %d: scales %g and %g", kind, scaled.Scale, whole.Scale)
		}
		if a, b := scaled.Verdict, whole.Verdict; a.Outcome != b.Outcome ||
			!(math.Abs(a.Recovery-b.Recovery) <= max(1, 0.05*b.Recovery)) {
			t.Errorf("server %d: %s after %g s, want %s after %g s", kind, a.Outcome, a.Recovery, b.Outcome, b.Recovery)
		}
		for name, of := range map[string]func(*fleet.Verdict) float64{
			"amplification": amplification, "failed attempts": failed, "requests": started,
			"baseline load": func(v *fleet.Verdict) float64 { return v.Baseline.Load },
		} {
			if x, y := scaled.mean(of), whole.mean(of); !(math.Abs(x-y) <= 0.02*y) {
				t.Errorf("server %d: %s %g, want %g", kind, name, x, y)
			}
		}
		if x, y := scaled.Each[0].Load, whole.Each[0].Load; !(math.Abs(x-y) <= 0.05*y) {
			t.Errorf("server %d: peak %g, want %g", kind, x, y)
		}
		if x, y := total(scaled.Sample.Mean().First), total(whole.Sample.Mean().First); !(math.Abs(x-y) <= 0.01*y) {
			t.Errorf("server %d: %g requests in the series, want %g", kind, x, y)
		}
	}
}

// TestMostScale checks the scales of fleets.
func TestMostScale(t *testing.T) {
	budget := fleet.Budget{Kind: fleet.Ratio, Ratio: 0.1, Reserve: 10}
	for name, c := range map[string]struct {
		change func(w *fleet.System)
		want   float64
	}{
		"clients": {func(w *fleet.System) { w.Server.Workers = 1e4 }, 20},
		"workers": {func(*fleet.System) {}, 8},
		"queue":   {func(w *fleet.System) { w.Server.Workers, w.Server.QueueSize = 1e4, 30 }, 15},
		"processes": {func(w *fleet.System) {
			w.Server.Workers, w.Client.Budget, w.Client.Processes = 1e4, budget,
				27
		}, 9},
		"tokens":      {func(w *fleet.System) { w.Server.Workers, w.Client.Budget = 1e4, budget }, 20},
		"many tokens": {func(w *fleet.System) { w.Client.Budget, w.Client.Budget.Reserve = budget, 7000 }, 8},
		"rate":        {func(w *fleet.System) { w.Traffic.Kind, w.Traffic.Rate = fleet.Open, 2000 }, 4},
		"little room": {func(w *fleet.System) { // of 4000/s are 3960/s used, and 404 is no multiple of 3, 5 or 7
			w.Server.Workers, w.Traffic.Clients = 404, 404*99
		}, 4},
		"little rate": {func(w *fleet.System) {
			w.Server.Kind, w.Server.Capacity, w.Traffic.Kind, w.Traffic.Rate = fleet.Limited, 4010, fleet.Open, 4000
		}, 5},
		"small": {func(w *fleet.System) { w.Traffic.Clients = 3000 }, 1},
		"few calls": {func(w *fleet.System) {
			w.Client.Breaker = fleet.Breaker{Share: 0.5, Window: 1, Least: 20,
				Pause: 5}
		}, 1},
	} {
		w := large(fleet.Queue)
		c.change(&w)
		k := w.MostScale(inf)
		v := w.At(k)
		if k != c.want || v.Validate() != nil {
			t.Errorf("%s: scale %g, want %g; %v", name, k, c.want, v.Validate())
		}
		if v.Traffic.Clients < 2000 || w.Server.Workers > 100 && v.Server.Workers < 100 {
			t.Errorf("%s: %g clients, %g workers", name, v.Traffic.Clients, v.Server.Workers)
		}
	}
}

// TestLimit checks that a study stops at its limit of attempts with the same runs on any number of cores, and reports
// a first run that exceeds the limit.
func TestLimit(t *testing.T) {
	w := small()
	one, _ := Judge(t.Context(), w, Options{Seed: 1, Runs: 1, Cores: 1})
	for cores := 1; cores <= 3; cores++ {
		s, err := Judge(t.Context(), w, Options{Seed: 1, Runs: 20, Cores: cores, Attempts: 7.5 * one.Attempts})
		if err != nil || !s.Stopped || len(s.Each) < 5 || len(s.Each) > 9 {
			t.Errorf("%d cores: %d runs, stopped %v: %v", cores, len(s.Each), s.Stopped, err)
		}
	}
	if _, err := Judge(t.Context(), w, Options{Seed: 1, Runs: 20, Cores: 2,
		Attempts: one.Attempts / 2}); !errors.Is(err, ErrLimit) {
		t.Errorf("half a run: %v", err)
	}
	w.Outages[0].Length = 100 * 365 * 86400 // its ticks would not fit into memory
	w.Duration = w.OutageEnd() + 60
	if _, err := Judge(t.Context(), w, Options{Seed: 1, Runs: 1, Cores: 1}); !errors.Is(err, ErrLimit) {
		t.Errorf("an outage of a century: %v", err)
	}
}

// TestMostRunsRecover checks that a fleet recovers if more than half of its runs do, in time or late.
func TestMostRunsRecover(t *testing.T) {
	s := &Study{}
	for i := range 10 { // 3 recover, 3 late, and 4 do not
		s.Each = append(s.Each, fleet.Verdict{Outcome: [...]fleet.Outcome{fleet.Metastable, fleet.RecoversLate,
			fleet.Recovers}[i%3]})
	}
	if s.Summarize(); s.Verdict.Outcome != fleet.RecoversLate {
		t.Errorf("%d runs of which 6 recover: %v", len(s.Each), s.Verdict.Outcome)
	}
}
