package fluid

import (
	"cmp"
	"math"
	"slices"

	"retune/calc/system"
)

// A lane is a state of a client in a request, as far as its next delay depends
// on it: which retry it made, or how long it waited before it. Retries that
// enter a lane start after a delay from its law.
type lane struct {
	law  []box
	next []arc // where the client goes when its call ends badly; none: it gives up
	cost float64
}

// An arc is the way into adjacent lanes from the given one on, each with its
// probability.
type arc struct {
	to int
	p  []float64
}

// A net is the lanes of a client. Calls 0 are the first entries lanes, the
// others are retries.
type net struct {
	lanes   []lane
	entries int

	// thinks are the edges of the thinks that each entry is for, seconds, one
	// more than entries, if the first retry follows the think.
	thinks []float64

	// twin is how far behind a lane its twin is, for retries that follow a
	// time-out and not a failure, where a budget asks for that; otherwise 0.
	twin int
}

// newNet lays out the lanes of the client of a world; fine makes bins narrower.
func newNet(w system.System, fine float64) net {
	c := w.Client
	var n net
	switch {
	case c.Retries == 0:
		n = net{lanes: make([]lane, 1), entries: 1}
	case c.Stateful() || c.FirstFromThink:
		n = binned(w, fine)
	default:
		n = staged(w)
	}
	if c.Budget.Kind == system.Quota {
		n.twin = len(n.lanes) - n.entries
		for i := range n.twin {
			l := n.lanes[n.entries+i]
			n.lanes[n.entries+i].cost = 5
			n.lanes = append(n.lanes, lane{l.law, l.next, 10})
		}
	}
	return n
}

// staged returns one lane per retry, of independent delays. If retries never
// end, one lane is for all those from when on the law stays the same. Retries are
// left out that no client makes by the horizon, or whose mean start is a thousand
// horizons away: at a factor of 2 one client in 10^15 makes them.
func staged(w system.System) net {
	c := w.Client
	n := net{lanes: make([]lane, 1), entries: 1}
	envelope, soonest, mean := c.InitialDelay, 0.0, 0.0 // soonest: no client makes the retry before
	for k := 1; float64(k) <= c.Retries && k <= most && soonest < w.Horizon && mean < 1000*w.Horizon; k++ {
		n.lanes[k-1].next = []arc{{k, []float64{1}}}
		l := lane{law: kernel(c.Policy, envelope)}
		soonest += slices.MinFunc(l.law, func(a, b box) int { return cmp.Compare(a.lo, b.lo) }).lo
		for _, b := range l.law {
			mean += b.p * (b.lo + b.hi) / 2
		}
		last := l.law[len(l.law)-1]
		grown := math.Min(envelope*c.Factor, 1e9*math.Max(w.Horizon, c.InitialDelay)) // it must not overflow
		settled := grown == envelope || !c.CapAfter && envelope >= c.Cap || last.lo == last.hi && last.p > 1-1e-9 && envelope >= c.Cap
		if math.IsInf(c.Retries, 1) && (settled || k == most) {
			l.next = []arc{{k, []float64{1}}}
			n.lanes = append(n.lanes, l)
			break
		}
		n.lanes = append(n.lanes, l)
		envelope = grown
	}
	return n
}
