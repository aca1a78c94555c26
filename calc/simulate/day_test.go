package simulate

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/numeric"
)

var from = flag.Uint64("from", 1, "seed of the first random fleet whose verdict is held against a day")

// random returns a fleet whose server has room for 1.03 to 2 times its traffic, with an outage of 5 s to 5 minutes.
func random(r *rand.Rand) fleet.System {
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	load, service := pick(10, 30, 60), pick(0.05, 0.1, 0.3)
	room := load * pick(1.03, 1.1, 1.3, 2)
	s := fleet.Server{Kind: fleet.ServerKind(r.IntN(3)), ServiceTime: service, CheckInterval: service / 5,
		Concurrency: pick(0.3, 0.6, 1) * room * service, Slowdown: pick(1.5, 2, 4), AtArrival: r.IntN(3) == 0,
		Workers: max(1, math.Ceil(room*service)), QueueSize: pick(20, 500, inf, inf), Capacity: math.Floor(room)}
	if r.IntN(6) == 0 {
		s.PerAttempt = pick(0.5, 0.9) / room
	}
	c := fleet.Client{Policy: jitter.Policy{Retries: pick(0, 1, 3, 5, 10, inf, inf), Deadline: pick(20, inf, inf, inf)},
		Timeout: pick(10, 40, 400) * service, Cancel: r.IntN(4) == 0}
	c.Policy.Policy = calc.Policy{InitialDelay: pick(0.1, 1, 10), Factor: pick(1, 1.5, 2), Cap: pick(10, 60, 600, inf)}
	c.Jitter = jitter.Jitter{Type: []jitter.Type{jitter.None, jitter.Full, jitter.Equal, jitter.Spread}[r.IntN(4)]}
	c.Jitter.Amount = 0.2
	switch r.IntN(5) {
	case 0:
		c.Budget = fleet.Budget{Kind: fleet.Ratio, Ratio: pick(0.1, 0.2), Reserve: 10}
	case 1:
		c.Breaker = fleet.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: pick(5, 20)}
		c.Processes = pick(1, 1, 10)
	}
	t := fleet.Traffic{Kind: fleet.Closed, Think: pick(1, 5, 20), Rate: load}
	if t.Clients = math.Round(load * (t.Think + service)); r.IntN(2) == 0 {
		t.Kind = fleet.Open
	}
	kinds := []fleet.OutageKind{fleet.Hang, fleet.Hang, fleet.Reject, fleet.Brownout, fleet.Errors}
	o := fleet.Outage{Kind: kinds[r.IntN(len(kinds))], At: 20, Length: pick(5, 20, 60, 300), Share: 0.3}
	return fleet.System{Traffic: t, Client: c, Server: s, Outages: []fleet.Outage{o}, Duration: inf, Step: 1}
}

// nearTipping makes the clients of w retry more often, and sets the length of its outage to one of about the longest
// from which it recovers, by bisection.
func nearTipping(ctx context.Context, w fleet.System, r *rand.Rand) fleet.System {
	w.Client.Retries = max(3, w.Client.Retries)
	w.Client.Cap = min(w.Client.Cap, 1000/w.Client.Retries+5)
	w.Client.InitialDelay = min(w.Client.InitialDelay, w.Client.Cap)
	w.Client.Timeout = min(w.Client.Timeout, 20*w.Server.ServiceTime)
	w.Outages[0].Kind = fleet.Hang
	lo, hi := 2.0, 400.0
	for range 6 {
		x := math.Sqrt(lo * hi)
		w.Outages[0].Length = x
		s := NewStudy(w, Options{Seed: r.Uint64(), Runs: 1, Cores: 1, Outcome: true, Attempts: 5e6})
		if s.More(ctx, 1) == nil && s.Each[0].Outcome.Back() {
			lo = x
		} else {
			hi = x
		}
	}
	w.Outages[0].Length = math.Sqrt(lo*hi) * (0.9 + 0.2*r.Float64())
	return w
}

// A day is what became of a fleet within a day after its outage.
type day struct {
	first fleet.Verdict // its first verdict
	at    float64       // when that was, seconds after the outage

	// normal has for the hour after the verdict and for the last hour of the day whether goodput and load were those of
	// the baseline.
	normal [2]bool
}

// TestDay holds the verdicts of random fleets, half of them near their tipping point, against the same run continued
// for a day: a fleet that is called lost is not back in the last hour of the day, and one that is called recovered is
// normal for an hour. Chance topples few of those that recovered with little room later in the day, or within the hour
// and without an outage too, which are only counted.
func TestDay(t *testing.T) {
	type result struct {
		seed uint64
		w    fleet.System
		day
		err error
	}
	count := map[fleet.State]int{}
	overloaded, wrong, toppled := 0, 0, 0
	err := numeric.Replicate(*fleets, 2, func() func(int) (result, error) {
		return func(i int) (x result, _ error) {
			x.seed = *from + uint64(i)
			r := rand.New(rand.NewPCG(x.seed, 17))
			if x.w = random(r); i%2 == 1 {
				x.w = nearTipping(t.Context(), x.w, r)
			}
			x.day, x.err = throughDay(t.Context(), x.w, x.seed)
			return x, nil
		}
	}, func(_ int, x result) {
		state := x.first.Outcome.State()
		switch {
		case x.err != nil:
			t.Log(x.seed, x.err)
			return
		case x.first.Outcome == fleet.Overloaded:
			overloaded++
			return
		case state == fleet.StateUnfinished:
			t.Logf("seed %d has no verdict: %+v", x.seed, x.first.Unfinished)
		case state == fleet.StateSettled && !x.normal[0] && topples(t.Context(), x.w, x.seed):
			toppled++
			t.Logf("seed %d topples within an hour without an outage too", x.seed)
		case state == fleet.StateLost && x.normal[1], state == fleet.StateSettled && !x.normal[0]:
			wrong++
			t.Errorf("seed %d: %v %g s after the outage; normal in the hour after that and at the end of the day: %v; %+v",
				x.seed, x.first.Outcome, x.at, x.normal, x.w)
		case state == fleet.StateSettled && !x.normal[1]:
			toppled++
			t.Logf("seed %d toppled later", x.seed)
		}
		count[state]++
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf(
		"verdicts %v, %d overloaded without an outage; a day contradicts %d; %d toppled later",
		count,
		overloaded,
		wrong,
		toppled,
	)
}

// topples reports whether chance keeps a fleet from its baseline without an outage: within the hour after a hang of a
// millisecond.
func topples(ctx context.Context, w fleet.System, seed uint64) bool {
	w.Outages = []fleet.Outage{{Kind: fleet.Hang, At: w.Outages[0].At, Length: 1e-3}}
	calm, err := throughDay(ctx, w, seed)
	return err == nil && !calm.normal[0]
}

// throughDay simulates a fleet until a day after its outage.
func throughDay(ctx context.Context, w fleet.System, seed uint64) (x day, err error) {
	s := NewStudy(w, Options{Seed: seed, Runs: 1, Cores: 1, Outcome: true})
	if err := s.healthy(ctx); err != nil {
		return x, err
	}
	if x.first.Outcome = fleet.Unsettled; s.base.Overloaded() {
		x.first.Outcome = fleet.Overloaded
		return x, nil
	}
	fine := w.Fine(w.OutageEnd() + fleet.LastCheckpoint)
	judge, decided := s.settled(fine), false
	q := batch{system: fine, seed: seed, runs: 1, cores: 1, most: 2e8, settled: func(r *simulation) bool {
		if !decided && judge(r) {
			decided = true
			short := *r
			result := short.result(fine.Step)
			x.first, x.at = result.Verdict(upTo(fine, result), s.base), r.seconds(r.end)-fine.OutageEnd()
			r.end, r.stuck = r.duration, false
		}
		return false
	}}
	err = q.repeat(ctx, func(r []fleet.Result) {
		if !decided {
			x.first = r[0].Verdict(fine, s.base)
		}
		hour := int(3600 / fine.Step)
		for i, from := range []int{int((fine.OutageEnd() + x.at) / fine.Step), r[0].Len() - hour} {
			goodput, load := 0.0, 0.0
			from = min(from, r[0].Len()-hour)
			for k := from; k < from+hour; k++ {
				goodput += r[0].Goodput[k] / float64(hour) / fine.Step
				load += r[0].Load(k) / float64(hour)
			}
			x.normal[i] = goodput >= 0.85*s.base.Goodput && load <= 1.3*s.base.Load
		}
	}, fine.Step)
	return x, err
}
