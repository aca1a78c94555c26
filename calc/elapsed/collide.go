package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
)

// Collide returns the probability that, of N clients that make their first attempt
// together and draw independently, any two start retry k within w of each other.
//
//	P(|T_k - T'_k| <= w for some two of N)
//
//	d  distribution of T_k
//	w  seconds, >= 0
//	n  N, clients, whole, >= 1
//
// Points at the ends of the support keep at most one client each. The m clients at none of
// them keep apart with the probability
//
//	exp( m(m-1)/2 ln P_2 + m(m-1)(m-2)/6 (ln P_3 - 3 ln P_2) )
//
// where P_2 and P_3 are the probabilities that two and three clients keep apart. It is exact for two and three
// clients, and accurate to 0.005 for more.
func Collide(d jitter.Dist, w, n float64) float64 {
	if n < 2 {
		return 0
	}
	lo, hi := d.Support()
	points := []point{{lo, d.Atom(lo)}}
	if hi > lo && !math.IsInf(hi, 1) {
		points = append(points, point{hi, d.Atom(hi)})
	}
	held := 0.0
	for _, p := range points {
		held += p.p
	}
	rest := spread{d, w, lo, points[0].p, 1 - held}
	if !(rest.share > slight) {
		return 1
	}
	pair, triple := rest.apart()
	total := 0.0
	for chosen := range 1 << len(points) { // points that hold one client each
		// remaining clients, ways to choose the others, ln P(no remaining client is near a point)
		m, ways, free := n, 1.0, 0.0
		for i, p := range points {
			if chosen>>i&1 == 1 {
				ways *= m * p.p
				m, free = m-1, free+math.Log1p(-rest.within(p.x))
			}
		}
		if m < 0 || ways == 0 {
			continue
		}
		k := m
		if triple > 0 { // more clients are never less likely to collide
			k = min(m, max(2, -2*pair/triple))
		}
		apart := k*(k-1)/2*pair + k*(k-1)*(k-2)/6*triple
		if k < 2 {
			apart = 0
		}
		total += ways * math.Exp(m*(math.Log(rest.share)+free)+apart)
	}
	return 1 - min(1, total)
}

// A spread is a distribution without the points at the ends of its support.
type spread struct {
	d     jitter.Dist
	w     float64 // seconds
	lo    float64 // lower end, seconds
	low   float64 // probability of the point at lo
	share float64 // probability outside the end points
}

// below returns the share of the clients before x.
func (s spread) below(x float64) float64 {
	if x < s.lo {
		return 0
	}
	return min(1, max(0, s.d.CDF(x)-s.low)/s.share)
}

// within returns the probability that a client is within w of x.
func (s spread) within(x float64) float64 { return min(1-slight, s.below(x+s.w)-s.below(x-s.w)) }

// apart returns ln P_2 and ln P_3 - 3 ln P_2.
func (s spread) apart() (pair, triple float64) {
	const nodes = 2048
	near, both, three := 0.0, 0.0, 0.0 // P(near 1), P(2 and 3 near 1), P(all near)
	for i := range nodes {
		f := (float64(i) + 0.5) / nodes // a point counts half before and half after
		x := s.d.Quantile(s.low + s.share*f)
		up, down := s.below(x+s.w)-f, f-s.below(x-s.w)
		near += (up + down) / nodes
		both += (up + down) * (up + down) / nodes
		three += 3 * up * up / nodes
	}
	if near >= 1-slight {
		return math.Inf(-1), 0
	}
	pair = math.Log1p(-near)
	return pair, math.Log1p(max(slight-1, -3*near+3*both-three)) - 3*pair
}

// Peak returns the largest expected number of retries that one client starts within any window, over the length of the
// window, and where that window begins. N clients that make their first attempt together start N times as many. As w
// tends to 0 it is the peak rate.
//
//	max over x of (1/w) sum over k of P(x <= T_k <= x+w)
//
//	starts  distributions of T_1, T_2, ...
//	w       length of the window, seconds, > 0
//	rate    per second and client
//	at      x, seconds
//
// It tries windows that begin, end or are centred at a quantile of some T_k.
func Peak(ctx context.Context, starts []jitter.Dist, w float64) (rate, at float64, err error) {
	const parts = 128
	count := func(x float64) (total float64) {
		for _, d := range starts {
			if lo, hi := d.Support(); lo <= x+w && x <= hi {
				total += d.CDF(x+w) - d.CDF(x) + d.Atom(x)
			}
		}
		return total
	}
	for _, d := range starts {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		for i := range parts + 1 {
			q := d.Quantile(float64(i) / parts)
			if math.IsInf(q, 1) {
				break
			}
			for _, x := range [...]float64{q, max(0, q-w/2), max(0, q-w)} {
				if n := count(x); n > rate*w*(1+closePoint) {
					rate, at = n/w, x
				}
			}
		}
	}
	return rate, at, nil
}
