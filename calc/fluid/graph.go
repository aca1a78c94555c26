package fluid

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/system"
)

// A state is a state of a client in a request, as far as its next delay depends
// on it: which retry it made, or how long it waited before it. Retries that
// enter a state start after its delay.
type state struct {
	delay  mixture
	next   []transition // where the client goes when its attempt fails; none: it gives up
	refund float64      // tokens that a success of the attempt puts back, of Quota
}

// A mixture is the distribution of a delay: exact, but for normal jitter, of which it
// is a histogram with the right mean and variance.
type mixture []component

// A component has its density as well, Weight/(Hi-Lo).
type component struct {
	jitter.Component
	density float64
}

// normalParts is how many components a normal distribution is cut into.
const normalParts = 16

// newMixture returns the distribution of d times a weight.
func newMixture(d jitter.Delay, weight float64) (m mixture) {
	for _, c := range d.Components(normalParts) {
		if c.Weight *= weight; c.Weight > 0 {
			m = append(m, component{c, c.Weight / (c.Hi - c.Lo)})
		}
	}
	return m
}

// evenly returns the uniform distribution on [lo, hi], or the point.
func evenly(lo, hi float64) mixture {
	return mixture{{jitter.Component{Weight: 1, Lo: lo, Hi: hi}, 1 / (hi - lo)}}
}

func (m mixture) mean() (mean float64) {
	for _, c := range m {
		mean += c.Weight * (c.Lo + c.Hi) / 2
	}
	return mean
}

// below returns the probability of a delay below h.
func (m mixture) below(h float64) (p float64) {
	for _, c := range m {
		switch {
		case c.Hi <= h:
			p += c.Weight
		case c.Lo < h:
			p += c.Weight * (h - c.Lo) / (c.Hi - c.Lo)
		}
	}
	return p
}

// A transition is the way into adjacent states from the given one on, each with its
// probability.
type transition struct {
	to int
	p  []float64
}

// A graph is the states of a client. First attempts are in the first entries states, the
// others are retries.
type graph struct {
	states  []state
	entries int

	// thinks are the edges of the thinks that each entry is for, seconds, one
	// more than entries, if the first retry follows the think.
	thinks []float64

	// lateOffset is how far behind the state of a retry after a failure that of one after
	// a timeout is, where a budget asks for that; otherwise 0.
	lateOffset int
}

// newGraph lays out the states of the client of a system; fine makes bins narrower.
func newGraph(w system.System, fine float64) graph { return sketch(w, fine, 1) }

// sketch is newGraph for what it costs to solve: only of so many bins is it worked out
// for one where they lead to.
func sketch(w system.System, fine float64, bins int) graph {
	c := w.Client
	var n graph
	switch {
	case c.Retries == 0 || remembers(c) != "": // which is refused
		n = graph{states: make([]state, 1), entries: 1}
	case c.Stateful() || c.FirstFromThink:
		n = binned(w, fine, bins)
	default:
		n = staged(w)
	}
	for i := range n.entries {
		n.states[i].refund = 1
	}
	retries := n.states[n.entries:]
	for i := range retries {
		retries[i].refund = c.Budget.Price(false)
	}
	if late := c.Budget.Price(true); late != c.Budget.Price(false) {
		n.lateOffset = len(retries)
		for _, l := range retries {
			n.states = append(n.states, state{l.delay, l.next, late})
		}
	}
	return n
}

// staged returns one state per retry, of independent delays. If retries never
// end, one state is for all those from when on the delay stays the same. Retries are
// left out that no client makes by the end of the run, or whose mean start is a thousand
// durations away: at a factor of 2 one client in 10^15 makes them.
func staged(w system.System) graph {
	c := w.Client
	n := graph{states: make([]state, 1), entries: 1}
	same := math.Inf(1) // of a policy that is not Usual
	if !c.Usual() {
		same = c.SameFrom()
	}
	before, soonest, mean := c.InitialDelay, 0.0, 0.0 // soonest: no client makes the retry before
	for k := 1; float64(k) <= c.Retries && k <= most && soonest < w.Duration && mean < 1000*w.Duration; k++ {
		n.states[k-1].next = []transition{{k, []float64{1}}}
		d := c.One(before)
		if !c.Usual() {
			d = c.Retry(float64(k))
		}
		l := state{delay: newMixture(d, 1)}
		least, greatest := d.Support()
		soonest += least
		mean += l.delay.mean()
		grown := min(before*c.Factor, 1e9*max(w.Duration, c.InitialDelay)) // it must not overflow
		settled := grown == before || !c.CapAfter && before >= c.Cap || least == greatest && before >= c.Cap
		if !c.Usual() {
			settled = float64(k) >= same
		}
		if math.IsInf(c.Retries, 1) && (settled || k == most) {
			l.next = []transition{{k, []float64{1}}}
			n.states = append(n.states, l)
			break
		}
		n.states = append(n.states, l)
		before = grown
	}
	return n
}
