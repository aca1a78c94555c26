package fluid

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/jitter"
	"retune/calc/system"
)

// TestQueueByChance compares with Erlang's tables, with M/D/1 in closed form, and with
// customers one by one (Lindley's recursion over the worker that is free first).
func TestQueueByChance(t *testing.T) {
	_, loss, _ := queueByChance(10, 0, 10, 0)
	near(t, "Erlang B of 10 at 10", loss, 0.2145823431, 1e-9)
	_, loss, _ = queueByChance(1, 0, 0.5, 0)
	near(t, "Erlang B of 1 at 0.5", loss, 1.0/3, 1e-12)
	_, loss, _ = queueByChance(1, 3, 0.8, 0) // M/M/1/4
	near(t, "M/M/1/4", loss, 0.2*math.Pow(0.8, 4)/(1-math.Pow(0.8, 5)), 1e-12)
	wait, _, _ := queueByChance(1, inf, 0.9, 0)
	near(t, "M/D/1", wait, 0.9/(2*0.1), 1e-9)
	wait, loss, late := queueByChance(1e5, inf, 5e4, 0.1)
	near(t, "many", wait+loss+late, 0, 1e-12)
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{3, 20} {
		const u, slack, customers = 0.85, 0.2, 300_000
		free := make([]float64, k)
		at, sum, above := 0.0, 0.0, 0.0
		for range customers {
			at += r.ExpFloat64() / (u * float64(k))
			first := 0
			for i := range free {
				if free[i] < free[first] {
					first = i
				}
			}
			begin := math.Max(at, free[first])
			free[first] = begin + 1
			sum += (begin - at) / customers
			if begin-at > slack {
				above += 1. / customers
			}
		}
		wait, _, late := queueByChance(float64(k), inf, u*float64(k), slack)
		near(t, "wait in M/D/k", wait, sum, 0.05*sum)
		near(t, "long waits in M/D/k", late, above, 0.2*above)
	}
}

// TestCaveat has a system for every reason, and some without one.
func TestCaveat(t *testing.T) {
	for word, change := range map[string]func(*system.System){
		"only about 50 clients":          func(w *system.System) { w.Traffic.Clients = 50 },
		"only about 20 requests in 10 s": func(w *system.System) { w.Traffic = system.Traffic{Kind: system.Open, Rate: 2} },
		"wait in the queue": func(w *system.System) {
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 12, QueueSize: inf}
		},
		"so long in the queue": func(w *system.System) { // 7.3 workers of 11 are busy, and a wait of a tenth of the service is too long
			w.Server, w.Client.Timeout = system.Server{Kind: system.Queue, ServiceTime: 0.073, Workers: 11, QueueSize: inf}, 0.08
		},
		"find the queue full": func(w *system.System) { w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 12} },
		"up to chance": func(w *system.System) {
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 10, QueueSize: 50}
		},
		"in some seconds": func(w *system.System) {
			w.Server = system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 110}
		},
		"now and then": func(w *system.System) { w.Traffic.Think, w.Server.ServiceTime = 2, 0.05 },
		"a process has about 20 clients": func(w *system.System) {
			w.Client.Processes, w.Client.Budget = 50, system.Budget{Kind: system.Ratio, Ratio: 0.1, Reserve: 10}
		},
		"order": func(w *system.System) {
			w.Traffic.Kind, w.Client.Budget = system.Burst, system.Budget{Kind: system.Quota, Reserve: 500}
		},
		"slowed for good": func(w *system.System) { // 396/s of 397/s, less what fails at random
			w.Traffic, w.FailureRate, w.Client.Retries = system.Traffic{Kind: system.Open, Rate: 400}, 0.01, 0
			w.Server = system.Server{Kind: system.Slowing, AtArrival: true, ServiceTime: 0.127, Concurrency: 50, Slowdown: 1.3}
		},
		"finds room": func(w *system.System) {
			w.Traffic.Kind = system.Burst
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 1, QueueSize: inf}
		},
		"breaker opens": func(w *system.System) {
			w.Traffic, w.Server = system.Traffic{Kind: system.Open, Rate: 200}, system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 100}
			w.Client.Breaker = system.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: 5}
		},
		"during the brownout the workers are busy 98% of the time": func(w *system.System) {
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 20, QueueSize: inf}
			w.Outages = []system.Outage{{Kind: system.Brownout, At: 40, Length: 20, Share: 0.5}}
		},
		"during the spike the workers are busy 98% of the time": func(w *system.System) {
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 20}
			w.Outages = []system.Outage{{Kind: system.Spike, At: 40, Length: 20, Share: 2}}
		},
		"gets out of that": func(w *system.System) { // 75/s at 70/s
			w.Traffic, w.Client.Cancel = system.Traffic{Kind: system.Open, Rate: 25}, true
			w.Client.Policy, w.Client.Timeout = limitedTo(policy(1, 1, inf, jitter.Spread, 0.33), 2), 0.61
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 7, QueueSize: 190}
		},
		"whether it gets out": func(w *system.System) { // 300 clients, 3 attempts in 13.3 s each, are 68/s at 62/s
			w.Traffic.Clients, w.Client.Cancel = 300, true
			w.Client.Policy, w.Client.Timeout = limitedTo(policy(0.5, 1.5, inf, jitter.Full, 0), 2), 0.89
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.178, Workers: 11, QueueSize: inf}
		},
		"its tokens pay for": func(w *system.System) {
			w.FailureRate, w.Client.Budget = 0.1, system.Budget{Kind: system.Throttle, Ratio: 0.1, Reserve: 10}
		},
		"runs out": func(w *system.System) { // in the outage
			w.Outages, w.Client.Budget = []system.Outage{{Kind: system.Errors, At: 40, Length: 20, Share: 0.3}}, system.Budget{Kind: system.Ratio, Ratio: 0.5, Reserve: 10}
		},
		"so few retries at a time": func(w *system.System) { // 100/s of 0.1 s
			w.Client.Budget = system.Budget{Kind: system.Concurrent, Ratio: 0.5, Reserve: 3}
		},
		"in a window": func(w *system.System) {
			w.FailureRate, w.Client.Budget = 0.05, system.Budget{Kind: system.Expiring, Ratio: 0.05, Window: 1}
		},
	} {
		w := standard(policy(1, 2, inf, jitter.Full, 0))
		change(&w)
		if err := w.Validate(); err != nil {
			t.Fatal(word, err)
		}
		if why := Caveat(w); !strings.Contains(why, word) {
			t.Errorf("%s: %q", word, why)
		}
	}
	for name, change := range map[string]func(*system.System){
		"the default": func(w *system.System) {},
		"a big queue": func(w *system.System) {
			w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 20, QueueSize: inf}
		},
		"far too much": func(w *system.System) { w.Server = system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 20} },
		"a burst":      func(w *system.System) { w.Traffic.Kind = system.Burst },
		"one bucket":   func(w *system.System) { w.Client.Budget = system.Budget{Kind: system.Ratio, Ratio: 0.1, Reserve: 10} },
		"a bucket that pays for all": func(w *system.System) {
			w.FailureRate, w.Client.Budget = 0.05, system.Budget{Kind: system.Throttle, Ratio: 0.5, Reserve: 100}
		},
		"many retries at a time": func(w *system.System) {
			w.Traffic.Clients, w.Server.Concurrency = 1e5, 1e4
			w.Client.Budget = system.Budget{Kind: system.Concurrent, Ratio: 0.5, Reserve: 3}
		},
		"a quota": func(w *system.System) {
			w.FailureRate, w.Client.Budget = 0.05, system.Budget{Kind: system.Quota, Reserve: 500}
		},
		"a window that grants all": func(w *system.System) {
			w.FailureRate, w.Client.Budget = 0.05, system.Budget{Kind: system.Expiring, Ratio: 0.5, Window: 10}
		},
		"a calm breaker": func(w *system.System) { w.Client.Breaker = system.Breaker{Share: 0.5, Window: 10, Least: 20, Pause: 5} },
	} {
		w := standard(policy(1, 2, inf, jitter.Full, 0))
		change(&w)
		if why := Caveat(w); why != "" {
			t.Errorf("%s: %q", name, why)
		}
	}
}
