package fluid

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/system"
)

// TestPasses counts how often a cell of 1 s is gone through where attempts fail at once: a
// share of the uniform delays U(0, 10 s) falls into the cell, a tenth of those that are left
// in every pass, until they are fewer than 1e-13. Where none fails at once one pass is all.
func TestPasses(t *testing.T) {
	chain := func(lo, hi float64, retries int, endless bool) graph {
		n := graph{states: make([]state, 1+retries), entries: 1}
		for i := range retries {
			n.states[i].next = []transition{{i + 1, []float64{1}}}
			n.states[i+1].delay = evenly(lo, hi)
		}
		if endless {
			n.states[retries].next = []transition{{retries, []float64{1}}}
		}
		return n
	}
	for _, c := range []struct {
		states    graph
		half, all float64 // of the attempts fail at once
	}{
		{chain(0, 10, 3, false), 4, 4},
		{chain(0, 10, 30, false), 11, 14},
		{chain(0, 10, 1, true), 11, 14},
		{chain(2, 2, 30, false), 1, 1},
		{chain(0.4, 0.4, 30, false), 3, 3},
		{chain(0, 0, 30, false), 31, 31},
		{chain(0, 0, 100, false), 44, 60},
		{chain(0, 0, 1, true), 44, 60},
	} {
		none, half, all := passes(c.states, 1, 0), passes(c.states, 1, 0.5), passes(c.states, 1, 1)
		if !(none == 1 && math.Abs(half-c.half) <= 1 && math.Abs(all-c.all) <= 1) {
			t.Errorf("%v: %g passes, %g of a half, and %g of all, want 1 and about %g and %g", c.states.states[1].delay, none, half, all, c.half, c.all)
		}
	}
}

// TestRefusalCounts holds that what it takes to refuse a run is counted: of a map whose cells are
// all refused that is what takes time.
func TestRefusalCounts(t *testing.T) {
	w := system.System{
		Traffic: system.Traffic{Kind: system.Open, Rate: 100},
		Client: system.Client{Timeout: 2, Processes: 1, Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.001, Factor: 2, Cap: inf}, Retries: 10, Deadline: inf,
			Jitter: jitter.Jitter{Type: jitter.Full}}},
		Server:  system.Server{Kind: system.Slowing, ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05, CheckInterval: 0.05},
		Outages: []system.Outage{{Kind: system.Reject, At: 40, Length: 20}}, FailureRate: 0.1, Duration: 300, Step: 1,
	}
	ctx, work, release := num.Within(t.Context(), 10)
	defer release()
	if err := afford(ctx, w, verdictGrid(w), verdictGraph(w), 1e-4); err == nil || !(work.Seconds() >= 0.005) {
		t.Errorf("%v: %gs were counted", err, work.Seconds())
	}
}
