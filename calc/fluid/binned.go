package fluid

import (
	"math"

	"retune/calc/system"
)

// binned returns the states of a client whose delays depend on the last one, or
// whose first depends on the think: a state per bin, and if retries end, per retry
// and bin. The first retry has states of its own unless it depends on the think.
func binned(w system.System, fine float64, bins int) graph {
	c := w.Client
	s := newScale(w, fine)
	delays, nexts := make([]mixture, s.states), make([][]transition, s.states)
	for b := range s.states {
		switch {
		case !c.Stateful():
			delays[b], nexts[b] = s.around(b), s.grown(b)
		case b < s.least && b%bins > 0:
			delays[b], nexts[b] = s.delay(b), nexts[b-1]
		default:
			delays[b], nexts[b] = s.delay(b), s.from(b)
		}
	}
	n := graph{entries: 1}
	stages := 1 // of states by bin: all retries are in one if they never end
	if !math.IsInf(c.Retries, 1) {
		stages = int(c.Retries)
	}
	var firsts []state
	var shares []float64
	if c.FirstFromThink {
		n.entries = len(s.edges)
		n.thinks = append(s.edges[:len(s.edges):len(s.edges)], math.Inf(1))
	} else {
		firsts, shares = s.firsts(bins)
		if !math.IsInf(c.Retries, 1) {
			stages--
		}
	}
	into := func(stage int, a []transition) (out []transition) { // none of the stage after the last
		for _, x := range a {
			if stage < stages {
				out = append(out, transition{x.to + n.entries + len(firsts) + stage*s.states, x.p})
			}
		}
		return out
	}
	for e := range n.entries {
		switch {
		case !c.FirstFromThink:
			n.states = append(n.states, state{next: []transition{{n.entries, shares}}})
		case e < len(s.edges)-1:
			n.states = append(n.states, state{next: into(0, nexts[e])})
		case c.Stateful():
			n.states = append(n.states, state{next: into(0, s.row(s.edges[e], s.edges[e], false))})
		default:
			n.states = append(n.states, state{next: into(0, []transition{{s.never, []float64{1}}})})
		}
	}
	for _, l := range firsts {
		l.next = into(0, l.next)
		n.states = append(n.states, l)
	}
	for stage := range stages {
		next := stage + 1
		if math.IsInf(c.Retries, 1) {
			next = stage
		}
		for b := range s.states {
			n.states = append(n.states, state{delay: delays[b], next: into(next, nexts[b])})
		}
	}
	return n
}

// firsts returns the states of the first retry, and the share of each: one for each
// bin that the first delay falls on, and no wider than its distribution, at the ends
// of which many clients are.
func (s scale) firsts(bins int) (list []state, shares []float64) {
	lo, hi := s.policy.Next(0, true).Support()
	for _, a := range s.row(0, 0, true) {
		for i, p := range a.p {
			b := a.to + i
			shares = append(shares, p)
			if b >= s.least {
				list = append(list, state{delay: s.delay(b), next: s.from(b)})
				continue
			}
			from, to := max(lo, s.edges[b]), min(hi, s.edges[b+1])
			l := state{delay: evenly(max(s.floor, from), max(s.floor, to))}
			if n := len(list); n%bins > 0 {
				l.next = list[n-1].next
			} else {
				l.next = s.row(from, to, false)
			}
			list = append(list, l)
		}
	}
	return list, shares
}
