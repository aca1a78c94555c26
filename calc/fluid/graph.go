package fluid

import (
	"cmp"
	"math"
	"slices"

	"retune/calc/system"
)

// A state is a state of a client in a request, as far as its next delay depends
// on it: which retry it made, or how long it waited before it. Retries that
// enter a state start after a delay from its law.
type state struct {
	law  []box
	next []transition // where the client goes when its call ends badly; none: it gives up
	cost float64
}

// A transition is the way into adjacent states from the given one on, each with its
// probability.
type transition struct {
	to int
	p  []float64
}

// A graph is the states of a client. Calls 0 are the first entries states, the
// others are retries.
type graph struct {
	states  []state
	entries int

	// thinks are the edges of the thinks that each entry is for, seconds, one
	// more than entries, if the first retry follows the think.
	thinks []float64

	// twin is how far behind a state its twin is, for retries that follow a
	// time-out and not a failure, where a budget asks for that; otherwise 0.
	twin int
}

// newGraph lays out the states of the client of a world; fine makes bins narrower.
func newGraph(w system.System, fine float64) graph {
	c := w.Client
	var n graph
	switch {
	case c.Retries == 0:
		n = graph{states: make([]state, 1), entries: 1}
	case c.Stateful() || c.FirstFromThink:
		n = binned(w, fine)
	default:
		n = staged(w)
	}
	if c.Budget.Kind == system.Quota {
		n.twin = len(n.states) - n.entries
		for i := range n.twin {
			l := n.states[n.entries+i]
			n.states[n.entries+i].cost = 5
			n.states = append(n.states, state{l.law, l.next, 10})
		}
	}
	return n
}

// staged returns one state per retry, of independent delays. If retries never
// end, one state is for all those from when on the law stays the same. Retries are
// left out that no client makes by the horizon, or whose mean start is a thousand
// horizons away: at a factor of 2 one client in 10^15 makes them.
func staged(w system.System) graph {
	c := w.Client
	n := graph{states: make([]state, 1), entries: 1}
	envelope, soonest, mean := c.InitialDelay, 0.0, 0.0 // soonest: no client makes the retry before
	for k := 1; float64(k) <= c.Retries && k <= most && soonest < w.Horizon && mean < 1000*w.Horizon; k++ {
		n.states[k-1].next = []transition{{k, []float64{1}}}
		l := state{law: kernel(c.Policy, envelope)}
		soonest += slices.MinFunc(l.law, func(a, b box) int { return cmp.Compare(a.lo, b.lo) }).lo
		for _, b := range l.law {
			mean += b.p * (b.lo + b.hi) / 2
		}
		last := l.law[len(l.law)-1]
		grown := math.Min(envelope*c.Factor, 1e9*math.Max(w.Horizon, c.InitialDelay)) // it must not overflow
		settled := grown == envelope || !c.CapAfter && envelope >= c.Cap || last.lo == last.hi && last.p > 1-1e-9 && envelope >= c.Cap
		if math.IsInf(c.Retries, 1) && (settled || k == most) {
			l.next = []transition{{k, []float64{1}}}
			n.states = append(n.states, l)
			break
		}
		n.states = append(n.states, l)
		envelope = grown
	}
	return n
}
