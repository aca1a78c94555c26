package fluid

import (
	"math"
	"sort"

	"retune/calc/jitter"
	"retune/calc/system"
)

// A scale is the bins of a delay, where one delay depends on the last: what is known of a
// delay is its bin, and within it the delay is uniform.
//
// The edges are evenly spaced in the logarithm, and a whole number of bins makes the factor
// by which a delay is multiplied, so that growth moves a bin exactly onto another one, unless
// it hardly grows. Delays that are short against what is added to them need no such care, and
// their bins are evenly spaced from 0.
type scale struct {
	policy jitter.Policy
	edges  []float64 // seconds, from 0

	floor             float64 // the shortest delay, seconds
	least, cap, never int     // states behind the bins: that delay, the cap, longer than the duration
	states            int

	// absorbs says that a delay around the cap is, multiplied, above the cap
	// again: all that get there wait alike from then on.
	absorbs bool
}

// newScale lays the bins for the delays of a client, and of its thinks; fine makes
// them narrower.
func newScale(w system.System, fine float64) scale {
	p := w.Client.Policy
	s := scale{policy: p, floor: w.Client.LeastDelay()}
	growth, relative, least := p.Factor, 0.12/fine, p.InitialDelay/64
	row := p.Jitter.Type.Row()
	switch {
	case row.After != nil:
		growth, least = p.Jitter.Amount, p.InitialDelay/8
	case row.Unit == jitter.Seconds:
		least = max(least, p.Jitter.Amount/5/fine)
	default:
		if p.Stateful() {
			first := p.Next(p.InitialDelay, true)
			relative = min(relative, max(0.02, math.Sqrt(first.Variance())/first.Mean()/fine))
		}
	}
	ratio := 1 + relative
	if growth > 1+relative/8 { // slower growth is evened out, or there are too many bins
		ratio = math.Exp(math.Log(growth) / math.Ceil(math.Log(growth)/math.Log1p(relative)))
	}
	if w.Client.FirstFromThink {
		least = min(least, w.Traffic.Think/100)
	}
	// The edges start from the cap, or else from the first delay.
	anchor := p.Cap
	if math.IsInf(anchor, 1) || anchor > 1e6*w.Duration {
		anchor = p.InitialDelay
	}
	low := math.Ceil(math.Log(least/(1-1/ratio)/anchor) / math.Log(ratio))
	if row.After != nil {
		low = math.Ceil(math.Log(p.InitialDelay/anchor)/math.Log(ratio) + eps)
	}
	from := anchor * math.Pow(ratio, low)
	if row.After != nil {
		s.edges = []float64{0, p.InitialDelay}
	} else {
		even := math.Ceil(from / least)
		for i := range int(even) {
			s.edges = append(s.edges, from*float64(i)/even)
		}
	}
	for i := low; ; i++ {
		x := anchor * math.Pow(ratio, i)
		if i == 0 {
			x = anchor
		}
		s.edges = append(s.edges, x)
		if x > w.Duration {
			break
		}
	}
	bins := len(s.edges) - 1
	s.least, s.cap, s.never, s.states = bins, bins+1, bins+2, bins+3
	if p.Stateful() && row.After == nil && !p.CapAfter && !math.IsInf(p.Cap, 1) {
		s.absorbs = p.One(p.Cap).CDF(p.Cap/p.Factor) < 1e-4
	}
	return s
}

// row returns how the delay after one in [lo, hi] falls on the states; first says
// that there was none.
func (s scale) row(lo, hi float64, first bool) []transition {
	const parts = 4
	to := make([]float64, s.states)
	n := parts
	if lo == hi {
		n = 1
	}
	bins := len(s.edges) - 1
	for i := range n {
		t := lo // which the cap is, where it can be infinite
		if lo < hi {
			t += (hi - lo) * (float64(i) + 0.5) / float64(n)
		}
		part := 1 / float64(n)
		if s.absorbs && !first && t*s.policy.Factor >= s.policy.Cap {
			to[s.cap] += part
			continue
		}
		d := s.policy.Next(t, first)
		below, top := d.CDF(s.floor), 0.0
		if c := s.policy.Cap; c <= s.edges[bins] {
			top = d.Atom(c)
		}
		to[s.least] += part * below
		to[s.cap] += part * top
		b := sort.Search(bins, func(b int) bool { return d.CDF(s.edges[b+1]) > below+1e-13 })
		for ; b < bins && below < 1-1e-13; b++ {
			upTo := d.CDF(s.edges[b+1])
			p := upTo - below
			if s.edges[b] < s.policy.Cap && s.policy.Cap <= s.edges[b+1] {
				p -= top
			}
			if below = upTo; p > 0 {
				to[b] += part * p
			}
		}
		to[s.never] += part * max(0, 1-below)
	}
	return transitions(to)
}

// transitions returns the transitions into states by their shares, without those that are
// nothing against the width of a bin.
func transitions(to []float64) []transition {
	const nothing = 1e-6
	var out []transition
	total := 0.0
	for _, p := range to {
		if p > nothing {
			total += p
		}
	}
	open := false
	for b, p := range to {
		if p <= nothing {
			open = false
			continue
		}
		if !open {
			out = append(out, transition{to: b})
			open = true
		}
		last := &out[len(out)-1]
		last.p = append(last.p, p/total)
	}
	return out
}

// between returns the least and the greatest delay of state b, seconds.
func (s scale) between(b int) (lo, hi float64) {
	switch b {
	case s.least:
		return s.floor, s.floor
	case s.cap:
		return s.policy.Cap, s.policy.Cap
	case s.never:
		return math.Inf(1), math.Inf(1)
	}
	return s.edges[b], s.edges[b+1]
}

// delay returns the delay of a state.
func (s scale) delay(b int) mixture {
	if b == s.cap && s.absorbs {
		return newMixture(s.policy.One(s.policy.Cap), 1)
	}
	lo, hi := s.between(b)
	return evenly(max(s.floor, lo), max(s.floor, hi))
}

// from returns where the delay goes that follows one of state b.
func (s scale) from(b int) []transition {
	if b == s.never || b == s.cap && s.absorbs {
		return []transition{{b, []float64{1}}}
	}
	lo, hi := s.between(b)
	return s.row(lo, hi, false)
}

// around returns the delay around one before jitter in bin b, where the first delay is
// around the think.
func (s scale) around(b int) (m mixture) {
	lo, hi := s.between(b)
	switch {
	case b == s.least:
		return evenly(0, 0)
	case b > s.least:
		return newMixture(s.policy.One(lo), 1)
	case !s.policy.Jitter.Draws():
		return evenly(min(lo, s.policy.Cap), min(hi, s.policy.Cap))
	}
	const parts = 3
	for i := range parts {
		e := lo + (hi-lo)*(float64(i)+0.5)/parts
		m = append(m, newMixture(s.policy.One(e), 1./parts)...)
	}
	return m
}

// grown returns the bins of the delay before jitter after one in bin b.
func (s scale) grown(b int) []transition {
	if b >= s.least {
		return []transition{{b, []float64{1}}}
	}
	to := make([]float64, s.states)
	lo, hi := s.edges[b]*s.policy.Factor, s.edges[b+1]*s.policy.Factor
	for i := range s.least {
		to[i] = max(0, min(hi, s.edges[i+1])-max(lo, s.edges[i])) / (hi - lo)
	}
	to[s.never] = max(0, hi-max(lo, s.edges[s.least])) / (hi - lo)
	return transitions(to)
}
