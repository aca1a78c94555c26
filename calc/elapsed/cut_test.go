package elapsed_test

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// TestDeadlineCuts compares the waits of clients that return by a deadline, which cuts the second start, with a sum
// over two delays of U(0, 1) s and an outage of U(0, 2) s.
func TestDeadlineCuts(t *testing.T) {
	const n = 300
	for _, deadline := range []float64{0.7, 1, 1.3, 1.7} {
		c := elapsed.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: math.Inf(1)}, Retries: 2,
			Deadline: deadline, Jitter: jitter.Jitter{Type: jitter.Full}}, elapsed.Fine)
		got := must(c.Reconnect(t.Context(), elapsed.Outage{Kind: elapsed.UniformOutage, B: 2}))
		var back, wait, soon, wasted float64
		// add has clients that return at their next start if the outage ends between two starts.
		add := func(weight, before, start float64) {
			if lo, hi := min(before, 2), min(start, 2); hi > lo {
				share := weight * (hi - lo) / 2
				back, wait = back+share, wait+share*(start-(lo+hi)/2)
				soon += weight * max(0, hi-max(lo, start-got.P50)) / 2
			}
		}
		for i := range n {
			first := (float64(i) + 0.5) / n
			if first > deadline {
				continue
			}
			add(1.0/n, 0, first)
			wasted += (1 - first/2) / n // the first retry is within the outage
			for j := range n {
				if second := first + (float64(j)+0.5)/n; second <= deadline {
					add(1.0/(n*n), first, second)
					wasted += (1 - second/2) / (n * n)
				}
			}
		}
		for what, x := range map[string][2]float64{"give up": {got.GaveUp, 1 - back}, "wait": {got.Mean, wait / back},
			"sooner than the median": {0.5, soon / back}, "retries wasted": {got.Wasted, wasted}} {
			if !(math.Abs(x[0]-x[1]) <= 2e-3*x[1]) {
				t.Errorf("deadline of %v s: %s %v, want %v", deadline, what, x[0], x[1])
			}
		}
	}
}
