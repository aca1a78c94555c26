package fluid

import (
	"math"

	"retune/calc/system"
)

// binned returns the lanes of a client whose delays depend on the last one, or
// whose first depends on the think: a lane per bin, and if retries end, per retry
// and bin. The first retry has lanes of its own unless it depends on the think.
func binned(w system.System, fine float64) net {
	c := w.Client
	s := newScale(w, fine)
	laws, nexts := make([][]box, s.lanes), make([][]arc, s.lanes)
	for b := range s.lanes {
		if c.Stateful() {
			laws[b], nexts[b] = s.law(b), s.from(b)
		} else {
			laws[b], nexts[b] = s.around(b), s.grown(b)
		}
	}
	n := net{entries: 1}
	stages := 1 // of lanes by bin: all retries are in one if they never end
	if !math.IsInf(c.Retries, 1) {
		stages = int(c.Retries)
	}
	var firsts []lane
	var shares []float64
	if c.FirstFromThink {
		n.entries = len(s.edges)
		n.thinks = append(s.edges[:len(s.edges):len(s.edges)], math.Inf(1))
	} else {
		firsts, shares = s.firsts()
		if !math.IsInf(c.Retries, 1) {
			stages--
		}
	}
	shift := func(a []arc, stage int) []arc {
		out := make([]arc, len(a))
		for i, x := range a {
			out[i] = arc{x.to + n.entries + len(firsts) + stage*s.lanes, x.p}
		}
		return out
	}
	for e := range n.entries {
		switch {
		case !c.FirstFromThink:
			n.lanes = append(n.lanes, lane{next: []arc{{n.entries, shares}}})
		case e < len(s.edges)-1:
			n.lanes = append(n.lanes, lane{next: shift(nexts[e], 0)})
		case c.Stateful():
			n.lanes = append(n.lanes, lane{next: shift(s.row(s.edges[e], s.edges[e], false), 0)})
		default:
			n.lanes = append(n.lanes, lane{next: shift([]arc{{s.never, []float64{1}}}, 0)})
		}
	}
	for _, l := range firsts {
		if stages > 0 {
			l.next = shift(l.next, 0)
		} else {
			l.next = nil
		}
		n.lanes = append(n.lanes, l)
	}
	for stage := range stages {
		for b := range s.lanes {
			l := lane{law: laws[b]}
			switch {
			case math.IsInf(c.Retries, 1):
				l.next = shift(nexts[b], 0)
			case stage+1 < stages:
				l.next = shift(nexts[b], stage+1)
			}
			n.lanes = append(n.lanes, l)
		}
	}
	return n
}

// firsts returns the lanes of the first retry, and the share of each: one for each
// bin that the first delay falls on, and no wider than its law, whose ends many
// clients feel at once.
func (s scale) firsts() (list []lane, shares []float64) {
	lo, hi := s.plan.Next(0, true).Support()
	for _, a := range s.row(0, 0, true) {
		for i, p := range a.p {
			b := a.to + i
			l := lane{law: s.law(b), next: s.from(b)}
			if b < s.least {
				from, to := math.Max(lo, s.edges[b]), math.Min(hi, s.edges[b+1])
				l = lane{law: []box{{math.Max(s.floor, from), math.Max(s.floor, to), 1}}, next: s.row(from, to, false)}
			}
			list, shares = append(list, l), append(shares, p)
		}
	}
	return list, shares
}
