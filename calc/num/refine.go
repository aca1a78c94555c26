package num

import (
	"cmp"
	"math"
	"slices"
)

// refine tells places at which F is at Want from those where it jumps over it, of
// which it keeps the point on the wanted side and the one beyond; the nearest first.
func (s *search) refine(where [][2]point) (places []point, jumps [][2]point, more bool) {
	nearer := func(w [2]point) float64 { return min(s.away(w[0]), s.away(w[1])) }
	slices.SortStableFunc(where, func(v, w [2]point) int { return cmp.Compare(nearer(v), nearer(w)) })
	for _, w := range where {
		if len(s.seen) > s.Budget-s.Budget/6 && len(places)+len(jumps) > 0 {
			return places, jumps, true
		}
		if len(s.seen) > s.Budget+s.Budget/2 {
			break
		}
		a, b := s.bracket(w[0], w[1])
		p := a
		if math.Abs(b.f-s.Want) < math.Abs(a.f-s.Want) {
			p = b
		}
		for _, q := range []point{a, b} { // either would do, and this is on the wanted side
			if s.Side*s.sign(p) < 0 && s.Side*s.sign(q) > 0 && s.meets(q) {
				p = q
			}
		}
		switch {
		case s.sign(p) == 0 || s.meets(p) || s.steep(a, b):
			places = append(places, p)
		case s.Side*s.sign(a) > 0:
			jumps = append(jumps, [2]point{a, b})
		case s.Side*s.sign(b) > 0:
			jumps = append(jumps, [2]point{b, a})
		}
	}
	return places, jumps, false
}

// bracket returns the neighbours between which F crosses Want, or a point at Want
// twice: halving on the scale first, as x may range over decades, then by cross.
func (s *search) bracket(a, b point) (point, point) {
	for s.sign(a)*s.sign(b) < 0 && math.Abs(b.u-a.u) > 1 {
		p := s.at(s.x((a.u + b.u) / 2))
		switch {
		case math.IsNaN(p.f):
			return a, b
		case s.sign(p) != s.sign(b):
			a = p
		default:
			b = p
		}
	}
	switch {
	case s.sign(a) == 0:
		return a, a
	case s.sign(b) == 0:
		return b, b
	case a.x > b.x:
		a, b = b, a
	}
	rises := float64(s.sign(b))
	f := func(x float64) float64 {
		p := s.at(x)
		if s.sign(p) == 0 {
			return 0
		}
		return p.v * rises
	}
	scale := (b.x - a.x) / (b.u - a.u)
	below, above := cross(f, func(d float64) bool { return d >= 0 }, func(f, width float64) bool {
		return f == 0 || s.Rough > 0 && (width < 1e-3*s.Rough*scale || len(s.seen) > s.Budget)
	}, a.x, b.x)
	return s.at(below), s.at(above)
}

// steep reports whether F between neighbours a and b rises no more than it does on
// the average of a few dozen neighbours on one side: then it does not jump, but has
// no float64 x to take Want at. The next neighbour alone would not tell, as
// rounding can make a jump go back and forth.
func (s *search) steep(a, b point) bool {
	const few = 64
	if b.x > math.Nextafter(math.Nextafter(a.x, math.Inf(1)), math.Inf(1)) || s.Rough > 0 {
		return false
	}
	unit := b.x - a.x
	rise := func(p, q point) float64 { return math.Abs(q.f-p.f) / max(1, (q.x-p.x)/unit) } // from one neighbour to the next
	beside := max(rise(s.at(max(s.Lo, a.x-few*unit)), a), rise(b, s.at(min(s.Hi, b.x+few*unit))))
	return math.Abs(b.f-a.f) <= 4*beside && !math.IsInf(beside, 0)
}

// halve returns the last point that is in, on the way from one that is to one that is
// not, to so much on the scale, if so many points are enough.
func (s *search) halve(from, to point, width float64, budget int, in func(point) bool) point {
	for i := 0; i < 50 && math.Abs(to.u-from.u) > width && len(s.seen) < budget; i++ {
		x := from.x + (to.x-from.x)/2
		if x == from.x || x == to.x {
			break
		}
		if p := s.at(x); in(p) {
			from = p
		} else {
			to = p
		}
	}
	return from
}

// edge returns the last point of the stretch around p to one side on which F is
// what it is at p, but for rounding: outwards in growing steps, then by halving.
// Where F is smooth the first step tells that there is none.
func (s *search) edge(p point, side float64) point {
	same := func(q point) bool { return q.f == p.f || math.Abs(q.f-p.f) <= rounding*math.Abs(p.f) }
	end := s.Hi
	if side < 0 {
		end = s.Lo
	}
	for _, q := range s.seen { // where F turns round it may be the same again beyond
		if (q.x-p.x)*side > 0 && (q.x-end)*side < 0 && !same(q) {
			end = q.x
		}
	}
	in, out := p, p
	for step := 1e-5; in.x != end && len(s.seen) < s.Budget+s.Budget/4; step *= 8 {
		x := s.x(in.u + side*step)
		if (x-end)*side > 0 {
			x = end
		}
		if x == in.x { // next to Lo the first steps round to nothing
			continue
		}
		if out = s.at(x); !same(out) {
			break
		}
		in = out
	}
	if in.x == p.x || same(out) {
		return in
	}
	return s.halve(in, out, max(1e-13, 1e-3*s.Rough), s.Budget+s.Budget/2, same)
}
