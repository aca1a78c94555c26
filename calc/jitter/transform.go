package jitter

import "math"

// A group is a part that occurs count times in a sum.
type group struct {
	part
	count int
}

// remainder returns a bound of what the series loses when it ends at n terms:
// of the sum of |psi_j|/(pi j) over j > n, psi_j the transform of the draws
// from more than most pieces.
//
//	(ln 2/pi) (B(n) + B(2n) + B(4n) + ...)
//
//	B  size, which falls as the frequency rises
//
// as 1/j from n to 2n adds up to less than ln 2. It ends where what follows
// cannot matter to the target.
func remainder(groups []group, most, n int, span, target float64) float64 {
	total := 0.0
	omega := 2 * math.Pi * float64(n) / span
	for range 60 {
		b := size(groups, most, omega)
		total += b
		if b < target/100 {
			break
		}
		omega *= 2
	}
	return total * math.Ln2 / math.Pi
}

// size bounds the transform of the draws from more than most pieces at the
// frequency omega, radians per second: the sum, over all ways to draw, of the
// probability times the bounds of the pieces drawn from.
func size(groups []group, most int, omega float64) float64 {
	var draws [maxWidths + 2]float64 // by number of draws, the last for all above most
	draws[0] = 1
	last := most + 1
	whole := 0
	for _, g := range groups {
		b := g.mass * g.decay(omega)
		points := g.zero + g.caps
		count := g.count
		if g.whole() { // after so many all is in the last place
			count = min(count, max(0, last-whole))
			whole += count
		}
		for range count {
			draws[last] = draws[last]*(points+b) + draws[last-1]*b
			for u := last - 1; u > 0; u-- {
				draws[u] = draws[u]*points + draws[u-1]*b
			}
			draws[0] *= points
		}
		if rest := g.count - count; rest > 0 && b < 1 {
			draws[last] *= math.Pow(b, float64(rest))
		}
	}
	return draws[last]
}

// length returns the least number of terms, at most most, for which end is at
// most target; end falls as the number rises.
func length(end func(terms int) float64, target float64, most int) int {
	n := 8
	for n < most && end(n) > target {
		n *= 2
	}
	lo, hi := n/2, min(n, most)
	for hi-lo > max(1, hi/32) {
		if mid := (lo + hi) / 2; end(mid) > target {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// product sets re to the product of sinc(pi j w/L)^count over the groups, over
// pi j.
func product(re []float64, groups []group, span float64) {
	for j := range re {
		re[j] = 1 / (math.Pi * float64(j+1))
	}
	for _, g := range groups {
		angle := math.Pi * (g.w / span)
		if angle*float64(len(re)) < 1e-9 {
			continue // too narrow by far to be seen: 1 within 1e-19
		}
		sin1, cos1 := math.Sincos(angle)
		s, c := sin1, cos1
		for j := range re {
			if j%128 == 127 {
				s, c = math.Sincos(float64(j+1) * angle)
			}
			v := s / (float64(j+1) * angle)
			if g.count > 1 {
				v = whole(v, g.count)
			}
			re[j] *= v
			s, c = s*cos1+c*sin1, c*cos1-s*sin1
		}
	}
}

// whole returns v^n by squaring, n >= 1.
func whole(v float64, n int) float64 {
	result := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result *= v
		}
		v *= v
	}
	return result
}

// middle returns the point about which the transform of the part is taken: of
// a uniform its middle, of a normal its mean before it was cut; seconds.
func (p part) middle() float64 {
	if p.normal {
		return p.slice.mu
	}
	return p.lo + p.w/2
}

// split returns the transform of the part at omega_j = 2 pi j/L about its
// middle in two: of the points and of the piece.
func (p part) split(j int, span, limit float64) (points, piece complex128) {
	omega := 2 * math.Pi * float64(j) / span
	if !p.normal {
		x := omega * p.w / 2
		sin, cos := math.Sincos(x)
		return complex(p.caps*cos, -p.sign*p.caps*sin), complex(p.mass*sin/x, 0)
	}
	if p.zero > 0 {
		sin, cos := math.Sincos(omega * p.slice.mu)
		points += complex(p.zero*cos, p.zero*sin)
	}
	if p.caps > 0 {
		sin, cos := math.Sincos(omega * (limit - p.slice.mu))
		points += complex(p.caps*cos, -p.caps*sin)
	}
	u := omega * p.slice.sigma
	return points, tail((p.slice.lo-p.slice.mu)/p.slice.sigma, u) - tail((p.slice.hi-p.slice.mu)/p.slice.sigma, u)
}
