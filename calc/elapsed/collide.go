package elapsed

import (
	"math"

	"retune/calc/jitter"
)

// Collide returns the probability that, of N clients that make their first attempt
// together and draw independently, any two start retry k within w of each other.
//
//	P(|T_k - T'_k| <= w for some two of N)
//
//	d        distribution of T_k
//	w        seconds, >= 0
//	n        N, clients, whole, >= 1
//	sampled  whether d is a sample
//
// Up to 40 clients are added one by one: h_m(x), the probability that m of them
// keep apart and all start by x, follows from
//
//	h_(m+1)(x) = (m+1) E (h_m(T - w); T <= x)
//
// on 4,096 parts of T of equal probability, a point being a part of its own. More
// clients seldom keep apart unless w is so small that few pairs decide. Of these, j
// draw a point each and the m others none, which keep apart with a probability of
// which the logarithm is
//
//	m(m-1)/2 ln P_2 + m(m-1)(m-2)/6 (ln P_3 - 3 ln P_2)
//
// P_2 and P_3 being those of two and three clients. Both ways are good to 0.003, if d
// is exact. Without jitter it is 1.
//
// Of a sample the density between two values that are m apart in order is taken as m over
// their distance, m/(m-1) of what it is on average: it is that of 256 parts, so that m is
// some dozens or more and few pairs within a small w are counted too many.
func Collide(d jitter.Dist, w, n float64, sampled bool) float64 {
	if n < 2 {
		return 0
	}
	if n > 40 && newStrata(d, 64).near(w)*n*(n-1)/2 > 100 {
		return 1 // with so many pairs within w hardly ever none
	}
	parts, each := 4096, 1
	if sampled {
		parts, each = 256, 16
	}
	s := newStrata(d, parts).split(each)
	if n > 40 {
		return 1 - s.apartMany(w, n)
	}
	return 1 - s.apart(w, int(n))
}

// nodes are the places of Gauss and Legendre's rule of two points on [0, 1].
var nodes = [2]float64{0.5 - 0.28867513459481287, 0.5 + 0.28867513459481287}

// apart returns the probability that n clients keep apart.
func (s strata) apart(w float64, n int) float64 {
	type place struct {
		part  int
		share float64
	}
	places := make([][2]place, len(s))
	from := 0
	for i, c := range s {
		for j, u := range nodes {
			part, share := s.find(c.lo+u*(c.hi-c.lo)-w, from)
			from = part
			if part > i || part == i && c.lo == c.hi {
				part, share = i, 0
			}
			places[i][j] = place{part, share}
		}
	}
	at := make([]float64, len(s)+1) // h_m at the end of each part
	next := make([]float64, len(s)+1)
	for i, c := range s {
		at[i+1] = c.before + c.p
	}
	for m := 1; m < n; m++ {
		for i, c := range s {
			sum := 0.0
			for _, p := range places[i] {
				sum += at[p.part] + p.share*(at[p.part+1]-at[p.part])
			}
			next[i+1] = next[i] + float64(m+1)*c.p*sum/2
		}
		at, next = next, at
		if at[len(s)] < 1e-9 {
			return 0
		}
	}
	return min(1, at[len(s)])
}

// apartMany is apart for a great many clients.
func (s strata) apartMany(w, n float64) float64 {
	points, several := 0.0, []float64{1} // j of these: the sum over j points of the product of their probabilities
	var rest strata
	for _, c := range s {
		if c.lo < c.hi {
			rest = append(rest, stratum{lo: c.lo, hi: c.hi, p: c.p, before: c.before - points})
			continue
		}
		points += c.p
		if len(several) < 256 {
			several = append(several, 0)
		}
		for j := len(several) - 1; j > 0; j-- {
			several[j] += several[j-1] * c.p
		}
	}
	if len(rest) == 0 {
		return 0
	}
	below := func(x float64) float64 { return rest.below(x) / (1 - points) }
	two, both, three := 0.0, 0.0, 0.0 // P(near 1), P(2 and 3 near 1), P(all near)
	for _, c := range rest {
		for _, u := range nodes {
			x := c.lo + u*(c.hi-c.lo)
			f := below(x)
			up, down := below(x+w)-f, f-below(x-w)
			p := c.p / (1 - points) / 2
			two += p * (up + down)
			both += p * (up + down) * (up + down)
			three += 3 * p * up * up
		}
	}
	if two > 0.1 {
		return 0
	}
	cross := 0.0 // P(near a point)
	for _, c := range s {
		if c.lo == c.hi {
			cross += c.p / points * (below(c.lo+w) - below(c.lo-w))
		}
	}
	pair := math.Log1p(-two)
	triple := math.Log1p(-3*two+3*both-three) - 3*pair
	total := 0.0
	whole, _ := math.Lgamma(n + 1)
	for j, p := range several {
		m := n - float64(j)
		if m < 0 || p == 0 {
			break
		}
		others, _ := math.Lgamma(m + 1)
		k := m // more clients never keep apart more easily: beyond where the two terms turn they say nothing
		if triple > 0 {
			k = min(m, max(2, -2*pair/triple))
		}
		total += p * math.Exp(whole-others+m*math.Log1p(-points)+k*(k-1)/2*pair+k*(k-1)*(k-2)/6*triple-float64(j)*m*cross)
	}
	return min(1, total)
}
