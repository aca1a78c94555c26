package advice

import (
	"cmp"
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/calc/simulate"
)

var (
	searches = flag.Int("searches", 1, "number of random fleets whose edges are simulated anew")
	first    = flag.Uint64("first", 1, "seed of the first of them")
)

// random returns a fleet whose server has room for 1.1 to 2 times its traffic.
func random(r *rand.Rand) fleet.System {
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	inf := math.Inf(1)
	load, service := pick(40, 80, 150), pick(0.05, 0.1)
	room := load * pick(1.1, 1.3, 1.6, 2)
	s := fleet.Server{Kind: fleet.ServerKind(r.IntN(3)), ServiceTime: service, CheckInterval: service / 2,
		Concurrency: room * service, Slowdown: pick(1.2, 1.5), Workers: math.Ceil(room * service), QueueSize: pick(100, inf),
		Capacity: math.Ceil(room)}
	c := fleet.Client{Policy: jitter.Policy{Retries: pick(1, 3, 10, inf), Deadline: inf}, Timeout: pick(1, 2),
		Cancel: r.IntN(4) == 0}
	c.Policy.Policy = calc.Policy{InitialDelay: pick(0.1, 0.5, 1), Factor: pick(1, 1.5, 2), Cap: pick(5, 30)}
	c.Jitter.Type = []jitter.Type{jitter.None, jitter.Full, jitter.Equal}[r.IntN(3)]
	switch r.IntN(5) {
	case 0:
		c.Budget = fleet.Budget{Kind: fleet.Ratio, Ratio: 0.1, Reserve: 10}
	case 1:
		c.Breaker = fleet.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: 5}
	}
	t := fleet.Traffic{Kind: fleet.Closed, Think: pick(5, 20), Rate: load}
	if t.Clients = math.Round(load * t.Think); r.IntN(2) == 0 {
		t.Kind = fleet.Open
	}
	kinds := []fleet.OutageKind{fleet.Hang, fleet.Reject, fleet.Brownout, fleet.Errors}
	o := fleet.Outage{Kind: kinds[r.IntN(4)], At: 20, Length: pick(5, 20, 60), Share: 0.5}
	return fleet.System{Traffic: t, Client: c, Server: s, Outages: []fleet.Outage{o}, Duration: math.Inf(1), Step: 1}
}

// recovering returns how many of up to n runs with other seeds recover, how many are not settled, and their number.
func recovering(ctx context.Context, w fleet.System, n int) (back, open, all int) {
	s := simulate.NewStudy(w, simulate.Options{Seed: 1e6, Runs: n, Cores: 1, Outcome: true, Attempts: 4e7})
	if s.More(ctx, n) != nil {
		return 0, 0, 0
	}
	for _, v := range s.Each {
		switch {
		case v.Outcome.Back():
			back++
		case v.Outcome == fleet.Unsettled:
			open++
		}
	}
	return back, open, len(s.Each)
}

// TestSearches simulates both sides of the edges of random fleets anew, with other seeds: what is called recovering is
// not refuted at three standard errors, and neither is what is not.
func TestSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("a search is long")
	}
	bounds, refuted, without := 0, 0, 0
	q := little()
	for i := range *searches {
		seed := *first + uint64(i)
		w := random(rand.New(rand.NewPCG(seed, 38)))
		now, err := simulate.Judge(t.Context(), w, simulate.Options{Seed: seed, Runs: 4, Cores: 2, Attempts: 5e6})
		if err != nil {
			t.Log(seed, err)
			continue
		}
		for name, c := range map[string]struct {
			find func(Search, context.Context, *simulate.Study) (Edge, error)
			set  func(*fleet.System, float64)
		}{
			"longest outage": {Search.LongestOutage, func(v *fleet.System, x float64) {
				v.Outages = []fleet.Outage{v.Outages[0]}
				v.Outages[0].Length = x
			}},
			"most traffic": {Search.MostTraffic, func(v *fleet.System, x float64) {
				v.Traffic.Clients, v.Traffic.Rate = x, x
			}},
			"least capacity": {Search.LeastCapacity, func(v *fleet.System, x float64) {
				_, at := Capacity(&v.Server)
				*at = x
			}},
		} {
			e, err := c.find(q, t.Context(), now)
			if err != nil {
				without++
				t.Logf("seed %d, %s: %v", seed, name, err)
				continue
			}
			share := map[float64]float64{e.Most: 0.5}
			for x, side := range map[float64]int{e.At: 1, e.Next: -1, e.Again: 1, e.Most: 1} {
				v := w
				c.set(&v, x)
				if math.IsNaN(x) || v.Validate() != nil {
					continue
				}
				bounds++
				back, open, all := recovering(t.Context(), v, min(200, 60**searches))
				if is := numeric.Reaches(back, open, all, cmp.Or(share[x], fine.Share), 3); is == -side {
					refuted++
					t.Errorf("seed %d, %s %+v: with %g %d of %d runs recover, %d open; %+v", seed, name, e, x, back, all, open, w)
				}
			}
		}
	}
	t.Logf("%d bounds of %d fleets, %d refuted, %d searches without an edge", bounds, *searches, refuted, without)
}
