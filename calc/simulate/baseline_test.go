package simulate

import (
	"maps"
	"math"
	"slices"
	"testing"

	"retune/calc/fleet"
)

// light returns a system with so little traffic that its baseline has a closed form, and with no attempts that fail at
// random. All its other settings stay, so that a setting that changes the latency changes it here too.
func light(w fleet.System) fleet.System {
	w.FailureRate, w.Client.Timeout, w.Outages = 0, 100, nil
	w.Traffic.Clients, w.Traffic.Rate = 20, 10
	w.Server.Workers, w.Server.Capacity = 1000, 1e6
	if w.Server.Kind == fleet.Slowing && !math.IsInf(w.Server.Concurrency, 1) {
		w.Server.Concurrency = 100
	}
	return w
}

// TestKnownBaselines compares the baseline in closed form of every system of the tests, and of every crossed server,
// budget, breaker and wait by itself, with a simulation without an outage: by default a third of them.
func TestKnownBaselines(t *testing.T) {
	tried := 0
	try := func(name string, w fleet.System) {
		known, ok := w.Known()
		if !ok {
			return
		}
		if tried++; testing.Short() && tried%5 > 0 || *times == 1 && tried%3 > 0 {
			return
		}
		t.Run(name, func(t *testing.T) {
			var all []fleet.Baseline
			calm := w.Healthy()
			err := Repeat(t.Context(), calm, 5, 2, 1, func(r fleet.Result) { all = append(all, r.Baseline(calm)) })
			if err != nil {
				t.Fatal(err)
			}
			mean := fleet.MeanOf(all)
			for _, c := range []struct {
				what           string
				got, want, off float64
			}{
				{"load", known.Load, mean.Load, 0.01*mean.Load + 4*mean.LoadError},
				{"goodput", known.Goodput, mean.Goodput, 0.01*mean.Goodput + 4*mean.GoodputError},
				{"in flight", known.InFlight, mean.InFlight, 0.1 * mean.InFlight},
			} {
				if !(math.Abs(c.got-c.want) <= c.off) {
					t.Errorf("%s is %v by the closed form, %v by the simulation", c.what, c.got, c.want)
				}
			}
		})
	}
	for _, name := range slices.Sorted(maps.Keys(systems)) {
		w := build(systems[name])
		try(name+", as it is", w)
		if w.Traffic.Kind != fleet.Burst {
			before := tried
			if try(name, light(w)); tried == before && w.Server.Law.Kind == fleet.Constant {
				t.Errorf("%s: no closed form with little traffic", name)
			}
		}
	}
	for _, server := range slices.Sorted(maps.Keys(parts[0])) {
		for _, kind := range []fleet.TrafficKind{fleet.Closed, fleet.Open} {
			w := small()
			parts[0][server](&w)
			w.Traffic.Kind = kind
			try(server, light(w))
		}
	}
	for _, part := range parts[2:] { // budgets, breakers and waits, which nothing that fails needs
		for _, name := range slices.Sorted(maps.Keys(part)) {
			w := small()
			queue(&w)
			part[name](&w)
			try(name, light(w))
		}
	}
	if tried < 50 {
		t.Errorf("%d baselines are known", tried)
	}
}
