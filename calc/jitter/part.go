package jitter

import "math"

// A piece is the law of that part of a delay that has a density: uniform, or a
// normal between two cuts.
type piece struct {
	normal bool
	lo, w  float64 // uniform on (lo, lo+w), seconds
	slice  slice   // normal
}

// A part is the law of one delay taken apart: nothing but what is drawn from a
// piece with a density, and the probabilities of exactly 0 and exactly the cap.
type part struct {
	piece
	mass float64 // probability that the piece is drawn
	zero float64 // probability of exactly 0
	caps float64 // probability of exactly c
	sign float64 // 1; -1 for the law of -X, whose atom is at -c
}

// partOf takes the law of one delay apart; ok is false for a constant, and for
// what differs from its cap with a negligible probability only.
func partOf(d Dist) (p part, ok bool) {
	switch d := d.(type) {
	case uniform:
		return part{piece: piece{lo: d.lo, w: d.hi - d.lo}, mass: 1 - d.atom, caps: d.atom, sign: 1}, 1-d.atom > negligible
	case normal:
		alpha, beta := d.cuts()
		p := part{piece: piece{normal: true}, sign: 1}
		lo, hi := 0.0, d.limit
		// A cut beyond 8.5 deviations takes less than 1e-17: there is none.
		if alpha < -8.5 {
			lo = math.Inf(-1)
		} else {
			p.zero = upper(-alpha)
		}
		if beta > 8.5 {
			hi = math.Inf(1)
		} else {
			p.caps = upper(beta)
		}
		p.slice = newSlice(d.mu, d.sigma, lo, hi)
		p.mass = p.slice.mass
		return p, p.mass+p.zero > negligible
	}
	return part{}, false
}

// whole reports whether nothing but the piece can be drawn.
func (p part) whole() bool { return p.zero == 0 && p.caps == 0 }

// gaussian reports whether the part is a normal that is not cut.
func (p part) gaussian() bool { return p.normal && p.whole() }

// mirrored returns the law of -X, X uniform.
func (p part) mirrored() part {
	p.lo = -p.lo - p.w
	p.sign = -p.sign
	return p
}

// decay bounds the size of the transform of the piece at the frequency omega,
// radians per second. The bound falls as omega rises.
//
//	uniform    |sin x / x| <= e^(-x^2/6), x <= sqrt(3);  1/x     x = omega w/2
//	normal     e^(-u^2/2) + sum over cuts at t of e^(-t^2/2) sqrt(2/pi)/|t+iu|,
//	           over the mass; no more than 1                     u = omega sigma
//
// The first holds as ln(sin x/x) = -x^2/6 - x^4/180 - ..., all terms negative;
// the second as |erfcx(z)| <= 2/(sqrt(pi)|z|).
func (p piece) decay(omega float64) float64 {
	if !p.normal {
		x := omega * p.w / 2
		if x*x <= 3 {
			return math.Exp(-x * x / 6)
		}
		return 1 / x
	}
	u := omega * p.slice.sigma
	bound := math.Exp(-u * u / 2)
	for _, cut := range [2]float64{p.slice.lo, p.slice.hi} {
		if math.IsInf(cut, 0) {
			continue
		}
		t := (cut - p.slice.mu) / p.slice.sigma
		bound += math.Exp(-t*t/2) * math.Sqrt(2/(math.Pi*(t*t+u*u)))
	}
	return math.Min(1, bound/p.slice.mass)
}
