package fluid

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/des"
	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/system"
)

// judged are systems with an outcome that is known by what they are.
func judged() map[string]struct {
	system.System
	want system.Outcome
	why  system.Reason
} {
	all := map[string]struct {
		system.System
		want system.Outcome
		why  system.Reason
	}{}
	add := func(name string, want system.Outcome, why system.Reason, change func(*system.System)) {
		w := standard(fixed)
		change(&w)
		x := all[name]
		x.System, x.want, x.why = w, want, why
		all[name] = x
	}
	add("a fixed interval", system.Metastable, system.ReasonAbandoned, func(*system.System) {})
	add("cancelled attempts", system.Recovers, system.ReasonNone, func(w *system.System) { w.Client.Cancel = true; w.Client.InitialDelay = 10 })
	// 150/s at 200/s, half of it for two minutes, and a budget of 20%: what gathered
	// without end in the queue drains.
	brownout := func(w *system.System) {
		w.Traffic = system.Traffic{Kind: system.Open, Rate: 150}
		w.Client.Policy = limitedTo(policy(0.1, 2, 10, jitter.None, 0), 4)
		w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 20, QueueSize: inf}
		w.Outages = []system.Outage{{Kind: system.Brownout, At: 60, Length: 120, Share: 0.5}}
	}
	add("a brownout", system.Metastable, system.ReasonAbandoned, brownout)
	add("a brownout with a budget", system.Draining, system.ReasonAbandoned, func(w *system.System) {
		brownout(w)
		w.Client.Budget = system.Budget{Kind: system.Ratio, Ratio: 0.2, Reserve: 10}
	})
	add("a timeout of the latency", system.Overloaded, system.ReasonTimeout, func(w *system.System) { brownout(w); w.Client.Timeout = 0.1 })
	// 30% fail at random, a budget withholds their retries, and the server has room.
	add("failures without retries", system.Recovers, system.ReasonNone, func(w *system.System) {
		brownout(w)
		w.FailureRate, w.Client.Budget = 0.3, system.Budget{Kind: system.Throttle, Ratio: 0.1, Reserve: 10}
	})
	add("twice the traffic", system.Overloaded, system.ReasonOverload, func(w *system.System) { brownout(w); w.Traffic.Rate = 400 })
	stampede := func(w *system.System) {
		w.Traffic = system.Traffic{Kind: system.Burst, Clients: 1000}
		w.Client.Policy = policy(0.1, 2, 10, jitter.None, 0)
		w.Server = system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 200}
		w.Outages = []system.Outage{{Kind: system.Reject, Length: 10}}
		w.Duration = 120
	}
	add("a burst", system.RecoversLate, system.ReasonRefused, stampede)
	add("a burst with few retries", system.GaveUp, system.ReasonGaveUp, func(w *system.System) { stampede(w); w.Client.Retries = 3 })
	add("a burst that gives up after the run", system.GaveUp, system.ReasonGaveUp, func(w *system.System) { stampede(w); w.Client.Retries, w.Duration = 3, 0.5 })
	// It is back 57 s after the outage, which the 68 s that are left of the run do not tell.
	add("a run that is hardly long enough", system.RecoversLate, system.ReasonAbandoned, func(w *system.System) {
		brownout(w)
		w.Traffic = system.Traffic{Kind: system.Closed, Clients: 900, Think: 14}
		w.Client.Policy, w.Client.Timeout, w.FailureRate = limitedTo(policy(0.39, 1.2, 2.418, jitter.Equal, 0), 3), 1.4, 0.01
		w.Server.ServiceTime, w.Server.Workers, w.Duration = 0.02, 4, 120
		w.Outages = []system.Outage{{Kind: system.Brownout, At: 30, Length: 22, Share: 0.25}}
	})
	add("a burst of hours", system.Draining, system.ReasonBacklog, func(w *system.System) {
		stampede(w)
		w.Traffic.Clients, w.Client.Timeout = 1e6, inf
		w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.25, Workers: 5, QueueSize: inf}
		w.Outages, w.Duration = []system.Outage{{Kind: system.Hang, At: 1, Length: 4}}, 60
	})
	add("losses without an outage", system.Recovers, system.ReasonNone, func(w *system.System) {
		w.FailureRate, w.Client.Retries, w.Outages = 0.3, 0, nil
	})
	return all
}

// TestJudge holds the outcomes, and that neither the step nor the duration changes
// them, save that a longer duration sees what drains recover, when that was foretold.
func TestJudge(t *testing.T) {
	n := 0
	for name, x := range judged() {
		v, err := Judge(t.Context(), x.System)
		if err != nil || v.Outcome != x.want || v.Reason != x.why && !(x.why == system.ReasonRefused && v.Outcome == system.RecoversLate) {
			t.Errorf("%s: %v for reason %d, want %v for %d (%v)", name, v.Outcome, v.Reason, x.want, x.why, err)
		}
		if (v.Outcome == system.GaveUp) != (v.Lost > 0.01) {
			t.Errorf("%s: %v, and %v of the requests are lost", name, v.Outcome, v.Lost)
		}
		if all := v.Succeeded + v.Failed + v.UnderWay; !(math.Abs(all-v.Started) <= 1e-9*all) || !(v.RetryAmplification >= 1) {
			t.Errorf("%s: %g requests started, %g are known; %g attempts per request", name, v.Started, all, v.RetryAmplification)
		}
		if (v.Outcome == system.Draining) != (v.Estimate > x.Duration-x.OutageEnd()) {
			t.Errorf("%s: %v, back after %g", name, v.Outcome, v.Estimate)
		}
		n++
		for i, c := range []struct{ step, times float64 }{{0.01, 1}, {30, 4}, {5, 16}} {
			if (n+i)%3 == 0 || *times > 1 {
				same(t, name, x.System, v, c.step, c.times)
			}
		}
	}
}

// TestJudgeAny holds that neither the step nor the duration changes the outcome of any system.
func TestJudgeAny(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	judged := 0
	for n := range 8 * *times {
		w := someOf.System(r)
		w.Duration = 60
		v, err := Judge(t.Context(), w)
		if err != nil {
			continue
		}
		judged++
		same(t, fmt.Sprint("random ", n), w, v, 7, 1)
		w.Duration *= 3
		if afford(t.Context(), w, verdictGrid(w), verdictGraph(w), verdictSeconds) == nil { // or it is refused
			w.Duration /= 3
			same(t, fmt.Sprint("random ", n), w, v, 0.3, 3)
		}
	}
	if judged < 6**times {
		t.Errorf("only %d systems judged", judged)
	}
}

// same judges w in another step and with a longer duration.
func same(t *testing.T, name string, w system.System, v system.Verdict, step, times float64) {
	t.Helper()
	if v.Outcome == system.Draining && v.Estimate < w.Duration-w.OutageEnd() {
		t.Errorf("%s: still draining at the end, and back %g after the outage, before it", name, v.Estimate)
	}
	w.Step, w.Duration = step, times*w.Duration
	u, err := Judge(context.Background(), w)
	drained := v.Outcome == system.Draining && u.Outcome.Back() && math.Abs(u.Recovery-v.Estimate) <= 0.15*v.Estimate+1
	if err != nil || u.Outcome != v.Outcome && !drained {
		t.Errorf("%s: %v, but %v with a step of %g and %g times the duration; back after %g and %g, estimated %g (%v)\n%+v",
			name, v.Outcome, u.Outcome, step, times, v.Recovery, u.Recovery, v.Estimate, err, w)
	}
	if times == 1 && (u.Peaks != v.Peaks && u.AfterLoad == u.AfterLoad || u.Recovery != v.Recovery && u.Recovery == u.Recovery) {
		t.Errorf("%s: %+v, back after %g, but %+v, %g with a step of %g", name, v.Peaks, v.Recovery, u.Peaks, u.Recovery, step)
	}
}

// TestRefusesCost holds that what takes too long is refused before it begins, and that
// a context stops the work.
func TestRefusesCost(t *testing.T) {
	w := standard(policy(1, 2, inf, jitter.Decorrelated, 3))
	w.Duration, w.Client.Timeout, w.Client.Retries = 7200, 0.15, 10
	if c := CostOf(w); !(c.Seconds > 5) || !(c.States > 200) {
		t.Errorf("%+v", c)
	}
	if _, err := Solve(t.Context(), w, 0); err == nil {
		t.Error("a minute of work is not refused")
	}
	if _, err := Judge(t.Context(), w); err == nil {
		t.Error("a verdict that takes a minute is not refused")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Refine(ctx, standard(fixed), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done: %v", err)
	}
}

// TestBurstByHand counts by hand what becomes of 100 clients that start at once, where 30
// are served and 5 wait: of the 65 others all are refused again after 82 to 123 ms, before
// the 178 ms of the first are over, and 35 at their third attempt, by when 30 places are free.
func TestBurstByHand(t *testing.T) {
	w := standard(policy(0.0821, 1.5, inf, jitter.Up, 0.5))
	w.Traffic, w.Client.Retries, w.Duration, w.Outages = system.Traffic{Kind: system.Burst, Clients: 100}, 2, 46, nil
	w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.178, Workers: 30, QueueSize: 5}
	v, err := Judge(t.Context(), w)
	if err != nil || !(math.Abs(v.Wasted-165) <= 3) || !(math.Abs(v.Failed-35) <= 3) {
		t.Errorf("failed attempts %v, want 165; failed requests %v, want 35; %v", v.Wasted, v.Failed, err)
	}
}

// TestVerdictGrid compares what becomes of fleets with simulated runs where that takes a grid of its
// own: bursts whose retries come almost in step, that wait ever longer for what few places a
// second has, or whose attempts see how many the others are; breakers, which many attempts at
// once open; and a short line, whose workers begin with few at a time.
func TestVerdictGrid(t *testing.T) {
	fleet := func(traffic system.Traffic, p jitter.Policy, timeout float64, s system.Server, outages ...system.Outage) system.System {
		return system.System{Traffic: traffic, Client: system.Client{Policy: p, Timeout: timeout}, Server: s, Outages: outages, Duration: 60}
	}
	burst := func(clients float64) system.Traffic { return system.Traffic{Kind: system.Burst, Clients: clients} }
	hang := func(at float64) system.Outage { return system.Outage{Kind: system.Hang, At: at, Length: 5} }
	breaker := fleet(system.Traffic{Kind: system.Closed, Clients: 1000, Think: 10}, limitedTo(policy(3, 1.5, 30, jitter.None, 0), 2), 0.6,
		system.Server{Kind: system.Limited, ServiceTime: 0.4, Capacity: 130}, hang(20))
	breaker.Client.Breaker = system.Breaker{Share: 0.8, Window: 2, Least: 20, Pause: 1}
	line := fleet(system.Traffic{Kind: system.Open, Rate: 300}, limitedTo(policy(3, 1, 5, jitter.Full, 0), 8), 0.1869,
		system.Server{Kind: system.Queue, ServiceTime: 0.178, Workers: 107}, system.Outage{Kind: system.Reject, At: 5, Length: 5})
	line.Client.Cancel = true
	for name, w := range map[string]system.System{
		"a few places a second": fleet(burst(3000), policy(1, 2, inf, jitter.Spread, 0.01), 0.6,
			system.Server{Kind: system.Limited, ServiceTime: 0.178, Capacity: 150}, system.Outage{Kind: system.Errors, Length: 3.3, Share: 0.7}),
		"a short line": fleet(burst(300), policy(0.37, 4, 2, jitter.Full, 0), 3, system.Server{Kind: system.Queue, ServiceTime: 0.178, Workers: 90, QueueSize: 15}),
		"a server that slows": fleet(burst(300), limitedTo(policy(0.37, 4, 2, jitter.None, 0), 2), inf,
			system.Server{Kind: system.Slowing, AtArrival: true, ServiceTime: 0.178, Concurrency: 15, Slowdown: 1 + 20./300}),
		"a breaker": breaker, "no line": line,
	} {
		w = w.Fine(w.Duration)
		base, err := Baseline(t.Context(), w)
		if err != nil {
			t.Fatal(name, err)
		}
		const runs = 10
		figures := func(v system.Verdict) map[string]float64 {
			f := map[string]float64{"failed attempts": v.Wasted, "failed requests": v.Failed, "time until half had success": v.Success50, "time to recovery": v.Recovery}
			if w.Traffic.Kind == system.Burst { // else one of many times is the greatest by chance
				f["peak"] = v.Load
			}
			return f
		}
		simulated := map[string]*num.Mean{}
		des.Repeat(t.Context(), w, 1, runs, 2, func(_ int, r system.Result) {
			for what, x := range figures(r.Verdict(w, base)) {
				if simulated[what] == nil {
					simulated[what] = new(num.Mean)
				}
				simulated[what].Add(x)
			}
		})
		v, err := JudgeAgainst(t.Context(), w, base, 0)
		if err != nil {
			t.Fatal(name, err)
		}
		for what, got := range figures(v) {
			if want := simulated[what].Value(); got == got || want == want { // else neither is back
				near(t, name+": "+what, got, want, 0.03*want+5*simulated[what].Error()+w.Step/20)
			}
		}
	}
}

// TestVerdictOfBreaker is back, as every simulated run is: what waited behind an open breaker
// comes at once, which the server takes, but not where it begins with all of it in one cell.
func TestVerdictOfBreaker(t *testing.T) {
	w := standard(policy(0.74, 1, 1.11, jitter.Add, 0.074))
	w.Traffic, w.Duration = system.Traffic{Kind: system.Open, Rate: 400}, 29
	w.Client.Retries, w.Client.Timeout, w.Client.Cancel, w.Client.Processes = 2, 0.0329, true, 2
	w.Client.Breaker = system.Breaker{Share: 0.3, Window: 10, Least: 20, Pause: 1}
	w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.0297, Workers: 36, QueueSize: 20}
	w.Outages = []system.Outage{{Kind: system.Brownout, At: 7.6, Length: 6.4, Share: 0.5}}
	if v, err := Judge(t.Context(), w); err != nil || !v.Outcome.Back() {
		t.Errorf("%v, %v", v.Outcome, err)
	}
}
