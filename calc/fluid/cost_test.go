package fluid

import "testing"

// TestPasses counts how often a cell of 1 s is gone through where attempts fail at once: a
// share of the uniform delays U(0, 10 s) falls into the cell, a tenth of those that are left
// in every pass, until they are fewer than 1e-13.
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
		states       graph
		closed, open float64 // without a breaker, and with one
	}{
		{chain(0, 10, 3, false), 1, 4},
		{chain(0, 10, 30, false), 1, 14},
		{chain(0, 10, 1, true), 1, 14},
		{chain(2, 2, 30, false), 1, 1},
		{chain(0.4, 0.4, 30, false), 3, 3},
		{chain(0, 0, 30, false), 31, 31},
		{chain(0, 0, 1, true), 60, 60},
	} {
		if closed, open := passes(c.states, 1, false), passes(c.states, 1, true); !(closed == c.closed && open >= c.open-1 && open <= c.open+1) {
			t.Errorf("%v: %g passes, %g with a breaker, want %g and about %g", c.states.states[1].delay, closed, open, c.closed, c.open)
		}
	}
}
