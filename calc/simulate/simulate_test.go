package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/oracle"
)

// someOf has values for random systems with all features, small enough for fast simulations.
var someOf = oracle.Values{
	Clients: []float64{1, 7, 100, 1000}, Think: []float64{0.01, 0.3, 5}, Rate: []float64{0.5, 40, 900},
	InitialDelay: []float64{0.02, 0.1}, Factor: []float64{1, 1.5, 2}, Cap: []float64{0.1, 1, inf},
	Amount: []float64{0.5}, Growth: []float64{3},
	Retries: []float64{0, 2, 9, inf, inf}, Deadline: []float64{0.3, 4, inf, inf},
	Timeout: []float64{0.004, 0.1, 1, inf},
	Ratio:   []float64{0.1, 0.5}, Reserve: []float64{1, 10, 500},
	BreakerShare: []float64{0.1, 0.6, 1}, BreakerWindow: []float64{0.05, 2}, Least: []float64{1, 20},
	Pause:       []float64{0.1, 1},
	ServiceTime: []float64{0.001, 0.05, 0.3}, Concurrency: []float64{0, 20, inf}, Slowdown: []float64{1, 1.05, 3},
	CheckInterval: []float64{0.007, 0.05, 0.3333},
	Workers:       []float64{1, 10}, Room: []float64{0, 30, inf}, Capacity: []float64{1, 50, 1000},
	Outages: 5, After: []float64{0, 0.25, 1.001}, Length: []float64{0, 0.1, 0.777, 2}, Share: []float64{0.2, 0.7, 1},
	RetryAfter: []float64{0.05, 0.4, 2}, FailureRate: []float64{0, 0, 0.2}, Processes: []float64{0, 3},
	Duration: []float64{1, 7.77},
	Step:     []float64{0.1, 1. / 3, 2},
}

// TestConservation checks that no attempt is lost: every attempt that started has ended in one way or is under way. No
// count is negative.
func TestConservation(t *testing.T) {
	systems := 12 + 12**times
	if testing.Short() {
		systems = 30
	}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range systems {
		w := someOf.System(r)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		if i%3 == 1 { // a third of the servers slow, some with checks that are not aligned
			w.Server.Kind, w.Server.Concurrency, w.Server.Slowdown = fleet.Slowing, 20, 1.05
			w.Server.CheckInterval, w.Step = 0.01+0.1*r.Float64(), 0.05+0.2*r.Float64()
		}
		run := levels(t, "any", uint64(i), w)
		started := total(run.First) + total(run.Retries)
		ended := total(run.Goodput) + total(run.Failures) + total(run.Timeouts) + run.UnderWay
		if started != ended {
			t.Errorf("system %d: %g attempts started, %g ended or are under way: %+v", i, started, ended, w)
		}
		// Every request has succeeded, is given up, or is under way.
		attempts, goesOn := total(run.Attempts), total(run.First)-total(run.Goodput)-total(run.GivenUp)
		if want := started - total(run.Stopped); attempts != want {
			t.Errorf("system %d: %g attempts in bins, want %g: %+v", i, attempts, want, w)
		}
		if goesOn < run.UnderWay || w.Traffic.Kind != fleet.Open && goesOn > w.Traffic.Clients {
			t.Errorf("system %d: %g requests go on, %g attempts do: %+v", i, goesOn, run.UnderWay, w)
		}
		if w.Traffic.Kind != fleet.Open && w.Client.Retries == 0 && total(run.Retries) > 0 {
			t.Errorf("system %d: retries: %+v", i, w)
		}
		for k, s := range run.Series() {
			for j, x := range *s {
				if x < -1e-9 || math.IsNaN(x) != (k == 11 && run.Goodput[j] == 0) {
					t.Fatalf("system %d: series %d has %g in step %d: %+v", i, k, x, j, w)
				}
			}
		}
		for j := range run.AbandonedInFlight {
			if run.AbandonedInFlight[j] > run.InFlight[j]+1e-6 {
				t.Fatalf("system %d, step %d: %g abandoned of %g attempts in the server: %+v", i, j,
					run.AbandonedInFlight[j],
					run.InFlight[j], w)
			}
		}
	}
}

// TestRequestsEnd checks that every request of a burst whose retries end before the end of the run has succeeded or is
// given up.
func TestRequestsEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	ended := 0
	for i := range 60 {
		w := someOf.System(r)
		w.Traffic.Kind, w.Client.Retries, w.Client.Timeout = fleet.Burst, min(9, w.Client.Retries),
			min(0.1, w.Client.Timeout)
		w.Client.Factor, w.Client.Feedback, w.Client.FirstFromThink, w.Duration, w.Step = 1.5, false, false, 40, 40
		w.Client.Cap = 1
		run := once(w, uint64(i))
		if run.UnderWay > 0 || w.Client.Jitter.Type == jitter.Decorrelated {
			continue
		}
		ended++
		if first := total(run.First); first != w.Traffic.Clients || first != total(run.Goodput)+total(run.GivenUp) {
			t.Errorf("system %d: of %g requests %g succeeded and %g are given up: %+v", i, first, total(run.Goodput),
				total(run.GivenUp), w)
		}
	}
	if ended < 30 {
		t.Errorf("only %d bursts ended", ended)
	}
}

// TestFailureRate uses an open stream in which a share q of the attempts fails, and a share s of the others: together
// x = 1 - (1-q)(1-s), and in a hang q.
func TestFailureRate(t *testing.T) {
	const q, share, n = 0.3, 0.5, 3
	w := plain(0, 0)
	w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 1000}
	w.Client.Jitter, w.Client.Retries, w.Client.Cap, w.FailureRate = jitter.Jitter{Type: jitter.Full}, n, 0.1, q
	w.Outages = []fleet.Outage{{Kind: fleet.Errors, At: 40, Length: 40, Share: share},
		{Kind: fleet.Hang, At: 80, Length: 40}}
	w.Client.Timeout, w.Duration, w.Step = 60, 120, 40
	for _, limit := range []float64{inf, 1e9} {
		w.Server.Concurrency, w.Server.Slowdown = limit, 2
		run := once(w, 1)
		for i, x := range []float64{q, 1 - (1-q)*(1-share), q} {
			if got := run.Failures[i] / (run.First[i] + run.Retries[i]); !(math.Abs(got-x) < 0.005) {
				t.Errorf("limit %g, part %d: %g of the attempts fail, want %g", limit, i, got, x)
			}
			if got, want := run.GivenUp[i]/run.First[i], math.Pow(x, n+1); !(math.Abs(got-want) < 0.005) {
				t.Errorf("limit %g, part %d: %g of the requests are given up, want %g", limit, i, got, want)
			}
		}
	}
}

// TestProcesses checks that every process starts with a full bucket: failing clients make as many retries as there are
// tokens, and a process uses its own tokens only.
func TestProcesses(t *testing.T) {
	for _, c := range []struct{ processes, want float64 }{{0, 50}, {1, 50}, {3, 150}, {1000, 1000 * 9},
		{1e6, 1000 * 9}} {
		w := plain(1000, 1000)
		w.Client.Retries, w.Client.Processes = 9, c.processes
		w.Client.Budget = fleet.Budget{Kind: fleet.Ratio, Ratio: 1e-9, Reserve: 50}
		if got := total(once(w, 1).Retries); got != c.want {
			t.Errorf("%g processes: %g retries, want %g", c.processes, got, c.want)
		}
	}
	w := plain(10, 1000) // one of two processes has the odd clients
	w.Client.Processes, w.Client.Breaker = 5, fleet.Breaker{Share: 1, Window: 1, Least: 2, Pause: 1000}
	if got := once(w, 1); total(got.Attempts) != 10 || total(got.Stopped) != total(got.Retries) {
		t.Errorf("%g attempts of two clients in each process before its breaker opens, want 10", total(got.Attempts))
	}
}

// TestSame checks that runs do not depend on how many are made at once, and differ with another seed.
func TestSame(t *testing.T) {
	for _, name := range []string{"free every", "quota queue", "at every", "breaker of each"} {
		w := build(systems[name])
		one := fmt.Sprint(once(w, 9))
		if fmt.Sprint(once(w, 8)) == one {
			t.Errorf("%s: the same run with another seed", name)
		}
		for cores := 1; cores <= 4; cores++ {
			var got []string
			if err := Repeat(t.Context(), w, 9, 7, cores, func(r fleet.Result) {
				got = append(got,
					fmt.Sprint(r))
			}); err != nil || len(got) != 7 || got[0] != one || got[3] != fmt.Sprint(once(w, Seed(9, 3))) {
				t.Errorf("%s: other runs on %d cores, %d of 7: %v", name, cores, len(got), err)
			}
		}
	}
}

// TestRepeatIn checks that results with two steps equal separate runs for each. Pi is no multiple of a tick, and
// 0.3501 would need too many steps.
func TestRepeatIn(t *testing.T) {
	for _, name := range []string{"every", "at every", "queue every", "breaker of each"} {
		w := build(systems[name])
		w.Step, w.Duration = 0.35, 8
		for step, same := range map[float64]bool{1: true, 4: true, math.Pi: false, 0.3501: false} {
			v := w
			v.Step = step
			if _, ok := both(newClock(w), newClock(v)); ok != same {
				t.Errorf("%s, steps of %g s: the same runs %v", name, step, ok)
			}
			var got, other, want []string
			list := func(of *[]string) func(fleet.Result) {
				return func(r fleet.Result) { *of = append(*of, fmt.Sprint(r)) }
			}
			err := batch{system: w, seed: 3, runs: 2, cores: 1, most: inf}.repeatIn(t.Context(), step, list(&got),
				list(&other))
			for _, x := range []fleet.System{w, v} {
				for i := range 2 {
					want = append(want, fmt.Sprint(once(x, Seed(3, i))))
				}
			}
			if got = append(got, other...); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, steps of %g s: other results: %v", name, step, err)
			}
		}
	}
}

// TestStop checks that a run can be stopped while a client makes a billion attempts per second: over many ticks, in
// one tick, and in a tick that is simulated in order.
func TestStop(t *testing.T) {
	for _, server := range []fleet.Server{
		{Kind: fleet.Slowing, ServiceTime: 0.1, Concurrency: inf, CheckInterval: 0.05},
		{Kind: fleet.Slowing, ServiceTime: 0.1, Concurrency: 1, Slowdown: 2, CheckInterval: 0.05},
		{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 1},
	} {
		w := plain(1, 1000)
		w.Server, w.Client.Policy = server, jitter.Policy{Policy: calc.Policy{InitialDelay: 1e-9, Factor: 1, Cap: 1},
			Jitter: jitter.Jitter{Type: jitter.Full}, Retries: inf, Deadline: inf}
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer stop()
		if err := Repeat(ctx, w, 1, 1, 1, func(fleet.Result) {
			t.Errorf("%+v: simulated to the end",
				server)
		}); err != context.DeadlineExceeded {
			t.Errorf("%+v: ended with %v", server, err)
		}
	}
}

// TestSummary checks that a summary has the mean and the error of its runs.
func TestSummary(t *testing.T) {
	w := small()
	s, first := sample(t, w, 4, 5), make([]float64, 5)
	mean, squares := 0.0, 0.0
	for i := range first {
		first[i] = once(w, Seed(4, i)).First[2]
		mean += first[i] / 5
	}
	for _, x := range first {
		squares += (x - mean) * (x - mean)
	}
	if se := math.Sqrt(squares / 4 / 5); !(math.Abs(s.Mean().First[2]-mean) < 1e-9) ||
		!(math.Abs(s.Error().First[2]-se) < 1e-9) {
		t.Errorf("%g +- %g, want %g +- %g", s.Mean().First[2], s.Error().First[2], mean, se)
	}
	for i, load := range s.Mean().First {
		if r := s.Mean(); !(math.Abs(s.Load(i).Value()-r.Load(i)) < 1e-9) {
			t.Errorf("step %d: first %g, load %g, want %g", i, load, s.Load(i).Value(), r.Load(i))
		}
	}
	if one := sample(t, w, 4, 1); !math.IsNaN(one.Error().First[0]) {
		t.Error("one run has a standard error")
	}
}
