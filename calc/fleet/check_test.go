package fleet

import (
	"math"
	"strings"
	"testing"

	"retune/calc/jitter"
)

// TestValidate breaks one field at a time, and accepts values at the limits.
func TestValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	numbers := func(set func(*System, float64), word string, bad ...float64) {
		t.Helper()
		for _, x := range append(bad, nan, math.Inf(-1)) {
			w := smira()
			set(&w, x)
			if err := w.Validate(); err == nil || !strings.Contains(err.Error(), word) {
				t.Errorf("%v for the %s: %v", x, word, err)
			}
		}
	}
	queue := func(w *System) *Server { w.Server = Server{Kind: Queue, ServiceTime: 1, Workers: 1}; return &w.Server }
	breaker := func(w *System) *Breaker {
		w.Client.Breaker = Breaker{Share: 1, Window: 1, Least: 1, Pause: 1}
		return &w.Client.Breaker
	}
	budget := func(w *System, kind BudgetKind) *Budget {
		w.Client.Budget = Budget{Kind: kind, Ratio: 1, Reserve: 1}
		return &w.Client.Budget
	}
	withJitter := func(kind jitter.Type) func(*System, float64) {
		return func(w *System, x float64) { w.Client.Jitter = jitter.Jitter{Type: kind, Amount: x} }
	}
	outage := func(kind OutageKind) func(*System, float64) {
		return func(w *System, x float64) { w.Outages = []Outage{{Kind: kind, Share: x}} }
	}
	numbers(func(w *System, x float64) { w.Duration = x }, "duration", 0, -1)
	numbers(func(w *System, x float64) { w.Step = x }, "step", 0, -1, inf)
	numbers(func(w *System, x float64) { w.FailureRate = x }, "failure rate", -0.1, 1, inf)
	numbers(func(w *System, x float64) { w.Window = x }, "window of the peak", -1, inf)
	numbers(func(w *System, x float64) { w.Client.Processes = x }, "number of processes", -1, 0.5, 1.5, inf)
	numbers(func(w *System, x float64) { w.Traffic.Clients = x }, "number of clients", 0, 1.5, inf)
	numbers(func(w *System, x float64) { w.Traffic = Traffic{Kind: Burst, Clients: x} }, "number of clients", 0,
		1.5, inf)
	numbers(func(w *System, x float64) { w.Traffic.Think = x }, "think time", 0, inf)
	numbers(func(w *System, x float64) { w.Traffic = Traffic{Kind: Open, Rate: x} }, "rate", 0, inf)
	numbers(func(w *System, x float64) { w.Client.InitialDelay = x }, "initial delay", -1, inf)
	for k, row := range jitter.Types {
		if row.Unit != jitter.NoAmount {
			numbers(withJitter(jitter.Type(k)), "amount of jitter", row.MinAmount-0.1, row.MaxAmount+0.1, inf)
		}
	}
	numbers(func(w *System, x float64) { w.Client.Retries = x }, "number of retries", -1, 0.5)
	numbers(func(w *System, x float64) { w.Client.Deadline = x }, "deadline", -1)
	numbers(func(w *System, x float64) { w.Client.Timeout = x }, "timeout", 0)
	for _, k := range []BudgetKind{Ratio, Throttle, Quota} {
		numbers(func(w *System, x float64) { budget(w, k).Reserve = x }, "budget", 0.5, inf)
		if k != Quota {
			numbers(func(w *System, x float64) { budget(w, k).Ratio = x }, "ratio of the retry budget", 0, inf)
		}
	}
	for _, k := range []BudgetKind{Concurrent, Expiring} {
		ready := func(w *System) *Budget { b := budget(w, k); b.Window = 1; return b }
		numbers(func(w *System, x float64) { ready(w).Ratio = x }, "share of the retry budget", -0.1, inf)
		numbers(func(w *System, x float64) { ready(w).Reserve = x }, "always allows", -1, inf)
		numbers(func(w *System, x float64) { ready(w).Window = x }, "window of the retry budget", -1, inf)
	}
	numbers(func(w *System, x float64) { budget(w, Expiring).Window = x }, "window of the retry budget", 0)
	numbers(func(w *System, x float64) { breaker(w).Share = x }, "breaker", -0.1, 1.1)
	numbers(func(w *System, x float64) { breaker(w).Window = x }, "window of the breaker", 0, inf)
	numbers(func(w *System, x float64) { breaker(w).Least = x }, "attempts for the breaker", 0.5, inf)
	numbers(func(w *System, x float64) { breaker(w).Pause = x }, "pause of the breaker", 0, inf)
	numbers(func(w *System, x float64) { w.Server.ServiceTime = x }, "service time", 0, inf)
	numbers(func(w *System, x float64) { w.Server.Concurrency = x }, "concurrency", -1)
	numbers(func(w *System, x float64) { w.Server.Slowdown = x }, "slowdown", 0.9, inf)
	numbers(func(w *System, x float64) { w.Server.CheckInterval = x }, "check interval", 0, inf)
	numbers(func(w *System, x float64) { queue(w).Workers = x }, "workers", 0, 1.5, inf)
	numbers(func(w *System, x float64) { queue(w).QueueSize = x }, "queue size", -1, 0.5)
	numbers(func(w *System, x float64) { w.Server = Server{Kind: Limited, ServiceTime: 1, Capacity: x} }, "capacity",
		0, 1.5, inf)
	numbers(func(w *System, x float64) { w.Outages[0].At = x }, "start of a reject outage", -1, inf)
	numbers(func(w *System, x float64) { w.Outages[0].Length = x }, "length of a reject outage", -1, inf)
	numbers(outage(Brownout), "brownout outage", 0, 1.1)
	numbers(outage(Errors), "errors outage", 0, 1.1)
	numbers(outage(Spike), "spike outage", -1, inf)

	for word, change := range map[string]func(*System){
		"traffic of kind 9": func(w *System) { w.Traffic.Kind = 9 },
		"type of jitter 99": func(w *System) { w.Client.Jitter.Type = 99 },
		"budget of kind 9":  func(w *System) { w.Client.Budget.Kind = 9 },
		"server of kind 9":  func(w *System) { w.Server.Kind = 9 },
		"outage of kind 9":  func(w *System) { w.Outages[0].Kind = 9 },
		"only closed traffic": func(w *System) {
			w.Client.FirstFromThink = true
			w.Traffic = Traffic{Kind: Open,
				Rate: 1}
		},
		"from 50s and from 60s": func(w *System) {
			w.Outages = append(w.Outages, Outage{Kind: Brownout, Share: 1, Length: 90},
				Outage{Kind: Reject, At: 50, Length: 10.5})
		},
	} {
		w := smira()
		change(&w)
		if err := w.Validate(); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", word, err)
		}
	}

	for name, change := range map[string]func(*System){
		"as it is":   func(w *System) {},
		"no limits":  func(w *System) { w.Server.Concurrency, w.Client.Timeout, w.Client.Cap = inf, inf, inf },
		"at arrival": func(w *System) { w.Server.CheckInterval, w.Server.AtArrival = nan, true },
		"edges": func(w *System) {
			w.Client.Retries, w.Client.Deadline, w.Server.Slowdown, w.Server.Concurrency = 0, 0, 1, 0
		},
		"endless queue": func(w *System) { queue(w).QueueSize = inf },
		"no room":       func(w *System) { queue(w).QueueSize = 0 },
		"breaker":       func(w *System) { breaker(w) },
		"budget":        func(w *System) { budget(w, Throttle) },
		"from think":    func(w *System) { w.Client.FirstFromThink = true },
		"one after the other": func(w *System) {
			w.Outages = append(w.Outages, Outage{Kind: Reject, At: 80, Length: 1},
				Outage{Kind: Hang, At: 60, Length: 9})
		},
	} {
		w := smira()
		change(&w)
		if err := w.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
