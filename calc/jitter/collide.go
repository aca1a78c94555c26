package jitter

import "math"

// PairWithin returns the probability that two clients of the same plan, which
// made call 0 together and draw independently, start retry k within w of each
// other.
//
//	P(|T_k - T'_k| <= w)
//
//	k  1 to Len
//	w  seconds, >= 0
//
// The difference is a sum of twice as many delays, half of them with the sign
// turned, in which the constants cancel. For uniforms, cut by a cap or not, it
// is summed as Elapsed is; for the other laws
//
//	integral of F(t+w) - P(T_k < t-w) over dF(t)
//
// is taken on 4096 steps of F, to about 1e-6 where F has no points.
func (s *Schedule) PairWithin(k int, w float64) float64 {
	if !s.plan.Jitter.Draws() {
		return 1
	}
	if s.plan.Stateful() {
		if _, ok := s.plan.certain(); ok {
			return 1
		}
	} else if p, ok := s.difference(k, w); ok {
		return p
	}
	return within(s.elapsed[k-1], w)
}

// difference returns P(|T_k - T'_k| <= w) as 2 P(T_k - T'_k <= w) - 1, the law
// being symmetric; ok is false for normals.
func (s *Schedule) difference(k int, w float64) (p float64, ok bool) {
	b := newBuilder(s.plan.cut(), false, s.effort)
	for _, d := range s.delays[:k] {
		p, ok := partOf(d)
		switch {
		case !ok:
			continue
		case p.normal:
			return 0, false
		}
		b.variance = b.variance.plus(2 * d.Variance())
		b.part(p, d)
		b.part(p.mirrored(), d)
	}
	l := b.law()
	return math.Max(0, 2*l.CDF(w)-1), true
}

// within returns P(|T - T'| <= w) for two draws from one law.
func within(d Dist, w float64) float64 {
	const steps = 4096
	lo, hi := d.Quantile(1e-9), d.Quantile(1-1e-9)
	h := (hi - lo) / steps
	total, before := 0.0, 0.0
	for i := range steps + 1 {
		t := lo + float64(i)*h
		now := d.CDF(t)
		mid := t - h/2
		total += (now - before) * (d.CDF(mid+w) - d.CDF(mid-w))
		before = now
	}
	return math.Min(1, total)
}

// Collide returns the probability that any two of N clients come as close as
// two do with probability pair.
//
//	1 - (1 - pair)^(N (N-1)/2)
//
//	pair     probability, PairWithin
//	clients  N, >= 1
//
// It takes the pairs as independent, which is exact for N = 2 and good while
// pair is small: the birthday problem.
func Collide(pair, clients float64) float64 {
	if clients < 2 {
		return 0
	}
	return -math.Expm1(clients * (clients - 1) / 2 * math.Log1p(-pair))
}
