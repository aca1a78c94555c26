package fluid

import (
	"maps"
	"math"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/des"
	"retune/calc/jitter"
	"retune/calc/reference"
	"retune/calc/system"
)

// policy is one with a type of jitter.
func policy(first, factor, top float64, kind jitter.Type, amount float64) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: first, Factor: factor, Cap: top}, Jitter: jitter.Jitter{Type: kind, Amount: amount}, Retries: inf, Deadline: inf}
}

// systems are what the fluid model and the runs are compared on.
func systems() map[string]system.System {
	full := policy(0.1, 2, 10, jitter.Full, 0)
	base := func(edit func(*system.System)) system.System {
		w := system.System{
			Traffic:  system.Traffic{Kind: system.Closed, Clients: 2000, Think: 10},
			Client:   system.Client{Policy: limitedTo(full, inf), Timeout: 2},
			Server:   system.Server{Kind: system.Slowing, ServiceTime: 0.1, Concurrency: 100, Slowdown: 1.05, CheckInterval: 0.05},
			Duration: 40, Step: 1,
		}
		edit(&w)
		return w
	}
	outage := func(kind system.OutageKind, at, length, share float64) []system.Outage {
		return []system.Outage{{Kind: kind, At: at, Length: length, Share: share}}
	}
	feedback := func(p jitter.Policy) jitter.Policy { p.Feedback = true; return p }
	return map[string]system.System{
		"refuse": base(func(w *system.System) { w.Outages = outage(system.Reject, 5, 15, 0) }),
		"hang":   base(func(w *system.System) { w.Outages = outage(system.Hang, 10, 4, 0); w.Traffic.Clients = 1000 }),
		"hang, cancel": base(func(w *system.System) {
			w.Outages = outage(system.Hang, 10, 4, 0)
			w.Client.Cancel = true
		}),
		"slow, few retries": base(func(w *system.System) {
			w.Outages, w.Client.Retries, w.Client.Timeout = outage(system.Brownout, 5, 4, 0.2), 3, 1
			w.Server.Slowdown = 1.01
			w.Client.Policy = policy(0.5, 1.5, 3, jitter.Equal, 0)
		}),
		"partial": base(func(w *system.System) { w.Outages, w.Client.Retries = outage(system.Errors, 5, 15, 0.7), 4 }),
		"spike":   base(func(w *system.System) { w.Outages, w.Client.Cancel = outage(system.Spike, 5, 10, 3), true }),
		"open, hang, arrival": base(func(w *system.System) {
			w.Traffic = system.Traffic{Kind: system.Open, Rate: 200}
			w.Server.AtArrival, w.Outages, w.Client.Retries = true, outage(system.Hang, 5, 3, 0), 3
			w.Server.Slowdown = 1.01
		}),
		"queue": base(func(w *system.System) {
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.2, Workers: 60, QueueSize: 200}
			w.Outages = append(outage(system.Hang, 5, 4, 0), outage(system.Brownout, 20, 5, 0.5)...)
		}),
		"queue, cancel": base(func(w *system.System) {
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.2, Workers: 60, QueueSize: inf}
			w.Outages, w.Client.Cancel = outage(system.Hang, 5, 4, 0), true
			w.Traffic.Clients = 1500
		}),
		"limited": base(func(w *system.System) {
			w.Server = system.Server{Kind: system.Limited, ServiceTime: 0.3, Capacity: 230}
			w.Outages = append(outage(system.Reject, 5, 5, 0), outage(system.Hang, 20, 3, 0)...)
			w.Client.Policy = policy(0.2, 2, 5, jitter.Spread, 0.3)
		}),
		"burst": base(func(w *system.System) {
			w.Traffic = system.Traffic{Kind: system.Burst, Clients: 2000}
			w.Server = system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 50}
		}),
		"decorrelated": base(func(w *system.System) {
			w.Outages, w.Client.Policy = outage(system.Reject, 5, 20, 0), policy(0.1, 1, 10, jitter.Decorrelated, 3)
		}),
		"normal, fed back": base(func(w *system.System) {
			w.Outages, w.Client.Policy = outage(system.Hang, 5, 8, 0), feedback(policy(0.1, math.E, 300, jitter.NormalAbsolute, 0.1))
			w.Traffic.Clients, w.Duration = 500, 25
		}),
		"normal, fed back, refused": base(func(w *system.System) {
			w.Outages, w.Client.Policy = outage(system.Reject, 10, 20, 0), feedback(policy(0.1, math.E, 300, jitter.NormalAbsolute, 0.1))
		}),
		"spread, fed back": base(func(w *system.System) {
			w.Outages, w.Client.Policy, w.Client.Retries = outage(system.Reject, 5, 10, 0), feedback(policy(0.2, 2, 5, jitter.Spread, 0.2)), 8
		}),
		"normal": base(func(w *system.System) {
			w.Outages, w.Client.Policy = outage(system.Reject, 5, 20, 0), policy(0.2, 2, 5, jitter.NormalRelative, 0.4)
		}),
		"think, stateful": base(func(w *system.System) {
			w.Outages, w.Client.Policy = outage(system.Reject, 10, 10, 0), feedback(policy(0.1, 1.5, 30, jitter.Spread, 0.5))
			w.Client.FirstFromThink = true
		}),
		"think, none": base(func(w *system.System) {
			w.Outages, w.Client.Policy, w.Client.Retries = outage(system.Reject, 10, 10, 0), policy(0.1, 2, 15, jitter.None, 0), 4
			w.Client.FirstFromThink = true
		}),
		"ratio": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Errors, 5, 20, 0.6), system.Budget{Kind: system.Ratio, Ratio: 0.2, Reserve: 100}
		}),
		"quota": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Errors, 5, 20, 0.5), system.Budget{Kind: system.Quota, Reserve: 500}
			w.Client.Retries = 3
		}),
		"quota, late": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Hang, 5, 10, 0), system.Budget{Kind: system.Quota, Reserve: 5000}
			w.Client.Cancel = true
		}),
		"throttle": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Errors, 5, 20, 0.6), system.Budget{Kind: system.Throttle, Ratio: 0.1, Reserve: 200}
		}),
		"concurrent": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Errors, 5, 20, 0.6), system.Budget{Kind: system.Concurrent, Ratio: 0.3, Reserve: 150}
		}),
		"concurrent, late": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Hang, 5, 10, 0), system.Budget{Kind: system.Concurrent, Reserve: 300}
			w.Client.Retries = 3
		}),
		"concurrent of a window": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Errors, 5, 20, 0.6), system.Budget{Kind: system.Concurrent, Ratio: 0.05, Reserve: 3, Window: 4}
			w.Traffic.Clients, w.Server.Concurrency, w.Server.Slowdown = 20_000, 1000, 1.005 // with few places chance decides
		}),
		"expiring": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Errors, 5, 20, 0.6), system.Budget{Kind: system.Expiring, Ratio: 0.2, Reserve: 10, Window: 10, FromStart: true}
		}),
		"expiring, of successes": base(func(w *system.System) {
			w.Outages, w.Client.Budget = outage(system.Hang, 5, 15, 0), system.Budget{Kind: system.Expiring, Ratio: 0.5, Reserve: 20, Window: 4, OnSuccess: true}
		}),
		"breaker": base(func(w *system.System) {
			w.Outages, w.Client.Breaker = outage(system.Reject, 5, 20, 0), system.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: 5}
		}),
	}
}

// TestAgrees compares load, successes and attempts in the server of every step with
// simulated runs: within five standard errors and the error that the model states.
func TestAgrees(t *testing.T) {
	runs, all := 4**times, systems()
	names := slices.Sorted(maps.Keys(all))
	if testing.Short() {
		names = names[:3]
	}
	for _, name := range names {
		w := all[name]
		t.Run(name, func(t *testing.T) {
			var sample des.Summary
			if err := des.Repeat(t.Context(), w, 1, runs, 2, func(_ int, r system.Result) { sample.Add(r) }); err != nil {
				t.Fatal(err)
			}
			compare(t, w, runs, sample.Mean(), sample.Error())
		})
	}
	base := all["partial"]
	base.Duration = 25
	failing, processes := base, base
	failing.FailureRate, failing.Client.Retries = 0.2, 3
	processes.Client.Processes, processes.Client.Budget = 4, system.Budget{Kind: system.Ratio, Ratio: 0.2, Reserve: 25}
	for name, w := range map[string]system.System{"failure rate": failing, "four processes": processes} {
		t.Run(name, func(t *testing.T) {
			mean, se, _ := reference.Mean(w, 4, 1)
			compare(t, w, 4, mean, se)
		})
	}
}

// compare compares the fluid model with the means of simulated runs.
func compare(t *testing.T, w system.System, runs int, mean, se system.Result) {
	t.Helper()
	s := refined(w, 0)
	load := func(r system.Result, i int) float64 { return r.First[i] + r.Retries[i] - r.Stopped[i] }
	worst, bad := 0.0, 0
	for i := range s.Len() {
		for what, x := range map[string][4]float64{
			"load":      {load(s.Result, i), load(mean, i), math.Hypot(se.First[i], se.Retries[i]), s.LoadError(i) * w.Step},
			"successes": {s.Goodput[i], mean.Goodput[i], se.Goodput[i], s.Error.Goodput[i]},
			"in flight": {s.InFlight[i], mean.InFlight[i], se.InFlight[i], s.Error.InFlight[i]},
			"waiting":   {s.Waiting[i], mean.Waiting[i], se.Waiting[i], s.Error.Waiting[i]},
		} {
			// A sample of few runs tells its own error badly: not below that of counts.
			floor := math.Sqrt((x[0] + 1) / float64(runs))
			off := math.Abs(x[0]-x[1]) / (5*math.Max(x[2], floor) + x[3])
			worst = math.Max(worst, off)
			if !(off <= 1) {
				if bad++; bad <= 4 {
					t.Errorf("step %d: %s %.2f, simulated %.2f +- %.2f, grid error %.2f", i, what, x[0], x[1], x[2], x[3])
				}
			}
		}
	}
	t.Logf("grid %.4g, worst %.2f, bad %d", s.Grid, worst, bad)
}
