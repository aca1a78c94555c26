package system_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/des"
	"retune/calc/fluid"
	"retune/calc/jitter"
	"retune/calc/system"
)

// extreme returns a system from the edges of the domain.
func extreme(r *rand.Rand) system.System {
	of := func(xs ...float64) float64 { return xs[r.IntN(len(xs))] }
	yes := func() bool { return r.IntN(2) == 0 }
	first := of(1e-9, 1e-4, 0.1, 1e3)
	w := system.System{
		Traffic: system.Traffic{Kind: system.TrafficKind(r.IntN(3)), Clients: of(1, 2, 1000, 1e12), Think: of(1e-3, 1, 1e6), Rate: of(1e-3, 100, 1e9)},
		Client: system.Client{
			Policy: jitter.Policy{
				Policy:   calc.Policy{InitialDelay: first, Factor: of(1, 1.0001, 2, 1e6), Cap: of(first, 1e4, inf)},
				Jitter:   jitter.Jitter{Type: jitter.Type(r.IntN(10)), Amount: of(0, 1e-3, 0.5, 1)},
				CapAfter: yes(), Feedback: yes(), Retries: of(0, 1, 50, inf), Deadline: of(0, 1, inf, inf),
			},
			Timeout: of(1e-3, 0.05, 1, 1e6, inf), Cancel: yes(),
		},
		Server: system.Server{
			Kind: system.ServerKind(r.IntN(3)), Latency: of(1e-3, 0.1, 1e3), Limit: of(0, 1, 1e6, inf), Slowdown: of(1, 1.01, 1e6),
			Look: of(0.01, 0.05, 1e3), AtArrival: yes(), Workers: of(1, 10, 1e12), Room: of(0, 1, 1e12, inf), Capacity: of(1, 1e3, 1e12),
		},
		Horizon: of(1e-3, 0.1, 2), Step: of(0.1, 1, 100),
	}
	if w.Client.Jitter.Type == jitter.Decorrelated {
		w.Client.Jitter.Amount = of(1.001, 3, 100)
	}
	w.Client.FirstFromThink = w.Traffic.Kind == system.Closed && yes()
	if yes() {
		w.Client.Budget = system.Budget{Kind: system.Ratio + system.BudgetKind(r.IntN(3)), Ratio: of(1e-9, 0.1, 1e9), Reserve: of(1, 10, 1e12)}
	}
	if yes() {
		w.Client.Breaker = system.Breaker{Share: of(1e-9, 0.5, 1), Window: of(1e-6, 1, 1e6), Least: of(1, 100, 1e12), Pause: of(1e-6, 1, 1e6)}
	}
	for kind := range system.Spike + 1 {
		if yes() {
			w.Faults = append(w.Faults, system.Fault{Kind: kind, At: of(0, 0.5, 1e6), Length: of(0, 1e-9, 0.7, 1e9), Share: of(1e-6, 0.5, 1)})
		}
	}
	return w
}

// TestEnginesAtTheEdges holds that both engines come to an end in any system, that no
// attempt is lost and that no number is less than 0 or none at all. A system can ask for
// more attempts than can be simulated: those runs are stopped, which must be possible
// wherever they are.
func TestEnginesAtTheEdges(t *testing.T) {
	systems := 100
	if testing.Short() {
		systems = 15
	}
	r := rand.New(rand.NewPCG(5, 6))
	for n := range systems {
		w := extreme(r)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		runs := map[string]system.Result{}
		if fluid.Refuses(w) == "" && fluid.CostOf(w).Seconds < 0.1 {
			runs["fluid model"] = fluidRun(w)
		}
		v := w // clients that are simulated take memory
		v.Traffic.Clients, v.Traffic.Rate = math.Min(w.Traffic.Clients, 1e4), math.Min(w.Traffic.Rate, 1e4)
		if des.Attempts(v) < 1e5 {
			runs["simulation"] = des.Run(v, 1)
		}
		for name, run := range runs {
			started := sum(run.First) + sum(run.Retries)
			ended := sum(run.Successes) + sum(run.Failures) + sum(run.Timeouts) + run.UnderWay
			if !(math.Abs(started-ended) <= 1e-9*started) {
				t.Errorf("system %d, %s: %g attempts started, %g ended or are under way: %+v", n, name, started, ended, w)
			}
			for k, s := range run.Series() {
				for i, x := range *s {
					if !(x >= -1e-6*(1+started) && !math.IsInf(x, 1)) && !(k == 11 && math.IsNaN(x)) {
						t.Fatalf("system %d, %s: series %d has %g in step %d: %+v", n, name, k, x, i, w)
					}
				}
			}
		}
	}
}
