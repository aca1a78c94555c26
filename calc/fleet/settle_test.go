package fleet_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/simulate"
)

// random returns a fleet whose server has room for 1.05 to 2 times its traffic, with an outage of 20 s to 5 minutes.
func random(r *rand.Rand) fleet.System {
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	load, service := pick(20, 50, 100), pick(0.05, 0.1, 0.3)
	room := load * pick(1.05, 1.1, 1.3, 2)
	s := fleet.Server{Kind: fleet.ServerKind(r.IntN(3)), ServiceTime: service, CheckInterval: service / 5,
		Concurrency: pick(0.3, 0.6, 1) * room * service, Slowdown: pick(1.5, 2, 4),
		Workers: max(1, float64(int(room*service))), QueueSize: pick(20, 500, 10_000), Capacity: float64(int(room))}
	c := fleet.Client{Policy: jitter.Policy{Retries: pick(2, 5, 10, inf, inf), Deadline: pick(20, inf, inf)},
		Timeout: pick(10, 40, 1000) * service, Cancel: r.IntN(2) == 0}
	c.Policy.Policy = calc.Policy{InitialDelay: pick(0.1, 1, 10), Factor: pick(1, 1.5, 2), Cap: pick(10, 60, 600)}
	c.Jitter = jitter.Jitter{Type: []jitter.Type{jitter.None, jitter.Full, jitter.Equal, jitter.Spread}[r.IntN(4)]}
	c.Jitter.Amount = 0.2
	switch r.IntN(4) {
	case 0:
		c.Budget = fleet.Budget{Kind: fleet.Ratio, Ratio: pick(0.1, 0.2), Reserve: 10}
	case 1:
		c.Breaker = fleet.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: pick(5, 20)}
		c.Processes = 10
	}
	t := fleet.Traffic{Kind: fleet.Closed, Think: pick(1, 5, 20), Rate: load}
	if t.Clients = float64(int(load * (t.Think + service))); r.IntN(2) == 0 {
		t.Kind = fleet.Open
	}
	kinds := []fleet.OutageKind{fleet.Hang, fleet.Reject, fleet.Brownout}
	o := fleet.Outage{Kind: kinds[r.IntN(3)], At: 20, Length: pick(20, 60, 300), Share: 0.3}
	return fleet.System{Traffic: t, Client: c, Server: s, Outages: []fleet.Outage{o}, Duration: inf, Step: 1}
}

// TestSettled checks that a run that ends once it is settled mostly has the same outcome as a run of an hour: few
// metastable fleets come back, and few recovered ones relapse.
func TestSettled(t *testing.T) {
	apart, all := 0, 0
	for seed := range uint64(2 * *fleet.Times) {
		w := random(rand.New(rand.NewPCG(seed, 17)))
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		judge := func(duration float64) *simulate.Study {
			w.Duration = duration
			s, err := simulate.Judge(t.Context(), w, simulate.Options{Seed: seed, Runs: 3, Cores: 2, Scale: 1})
			if err != nil && !errors.Is(err, simulate.ErrLimit) { // open traffic whose requests retry endlessly
				t.Fatal(seed, err)
			}
			return s
		}
		soon, late := judge(inf), judge(w.OutageEnd()+3600)
		if soon == nil || late == nil {
			continue
		}
		for i := range min(len(soon.Each), len(late.Each)) {
			a, b := soon.Each[i].Outcome, late.Each[i].Outcome
			if b == fleet.Unsettled { // it takes more than an hour
				continue
			}
			all++
			if a != b {
				apart++
				t.Logf("seed %d: %v after %g s, %v after an hour; %+v", seed, a, soon.System.Duration, b, w)
			}
		}
	}
	t.Logf("%d of %d runs are judged otherwise", apart, all)
	if apart*20 > all { // of a great many 3 % are
		t.Errorf("%d of %d runs are judged otherwise after an hour", apart, all)
	}
}

// TestWait checks for every type of jitter, stateful ones included, that the longest mean delay is near the cap if the
// retries end before it grows.
func TestWait(t *testing.T) {
	for i, row := range jitter.Types {
		for _, retries := range []float64{0, 3, 10, inf} {
			c := fleet.Client{Policy: jitter.Policy{Retries: retries, Deadline: inf}}
			c.Policy.Policy = calc.Policy{InitialDelay: 1, Factor: 2, Cap: 20}
			c.Jitter = jitter.Jitter{Type: jitter.Type(i), Amount: row.Default, From: row.DefaultFrom}
			got, least, most := fleet.System{Client: c}.LongestWait(), 0.0, 3600.0
			switch retries {
			case 0:
				most = 0
			case 3:
				most = 40
			case 10:
				least, most = 5, 40
			}
			if !(got >= least && got <= most) {
				t.Errorf("%s jitter, %g retries: the longest mean delay is %g", row.Name, retries, got)
			}
		}
	}
}

// TestWaitAsked checks that a wait that the server asks for counts if the server rejects attempts and clients honor
// it.
func TestWaitAsked(t *testing.T) {
	w := fleet.System{Client: fleet.Client{Policy: jitter.Policy{Retries: 0, Deadline: inf}},
		Server: fleet.Server{Kind: fleet.Limited, RetryAfter: fleet.RetryAfter{Least: 60, Spread: 10}}}
	if got := w.LongestWait(); got != 70 {
		t.Errorf("%g s, want 70 s", got)
	}
	w.Client.Honor = fleet.Honor{Most: 20, Up: 0.5}
	if got := w.LongestWait(); got != 30 {
		t.Errorf("at most 20 s and half of that on top: %g s, want 30 s", got)
	}
	w.Server.Kind = fleet.Slowing
	if got := w.LongestWait(); got != 0 {
		t.Errorf("a server that never rejects: %g s, want 0 s", got)
	}
}
