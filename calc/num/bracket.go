package num

import "math"

// bracket refines a and b, between which F crosses Want, to the point next to
// the crossing. It returns false if F jumps over Want, or has no value there.
//
// Each step takes the inverse quadratic through the last three points where
// that is safe and halves the interval where it is not, always so on the scale
// of the search. Source: Chandrupatla, "A new hybrid quadratic/bisection
// algorithm", Adv. Eng. Softw. 28 (1997). His condition can be met by values
// that hardly shrink the interval; after patience steps it is only halved.
func (s *search) bracket(a, b point) (point, bool) {
	const patience, most, narrow = 40, 110, 1e-3
	c, t := b, 0.5
	for i := 0; i < most && s.evals < budget; i++ {
		d := s.span(a, b)
		if math.Abs(d) < narrow*s.Rough { // a jump, or as good as one
			break
		}
		x := s.along(a, t*d)
		lo, hi := math.Min(a.x, b.x), math.Max(a.x, b.x)
		if !(lo < x && x < hi) {
			if x = lo + (hi-lo)/2; x <= lo || x >= hi { // no float64 is left between
				break
			}
		}
		p := s.at(x)
		switch {
		case math.IsNaN(p.f):
			return s.closer(a, b), false
		case s.sign(p) == 0:
			return p, true
		case (p.v > 0) == (a.v > 0):
			c = a
		default:
			c, b = b, a
		}
		a = p
		t = 0.5
		ab, cb := s.span(b, a), s.span(b, c)
		xi, phi := ab/cb, (a.v-b.v)/(c.v-b.v)
		if i < patience && phi*phi < xi && (1-phi)*(1-phi) < 1-xi { // false for NaN, from infinite values
			ac := s.span(a, c)
			t = a.v/(b.v-a.v)*c.v/(b.v-c.v) - ac/ab*a.v/(c.v-a.v)*b.v/(c.v-b.v)
		}
		// At least two units in the last place of x, lest the far end stays.
		least := math.Min(0.5, 0x1p-51*math.Abs(a.x)/(a.off*math.Abs(ab)))
		t = math.Min(1-least, math.Max(least, t))
	}
	p := s.closer(a, b)
	return p, s.meets(p) || s.steep(a, b)
}

// meets reports whether F is at Want as nearly as an answer must be.
func (s *search) meets(p point) bool {
	return math.Abs(p.f-s.Want) <= math.Max(1e-9, s.Rough)*math.Abs(s.Want)
}

// closer returns the one of two points whose F is nearer to Want.
func (s *search) closer(a, b point) point {
	if math.Abs(b.f-s.Want) < math.Abs(a.f-s.Want) {
		return b
	}
	return a
}

// steep reports whether F between neighbours a and b rises no more than it does
// on the average of a few dozen neighbours on one side: then it does not jump,
// but has no float64 x to take Want at. The next neighbour alone would not tell,
// as rounding can make a jump go back and forth.
func (s *search) steep(a, b point) bool {
	const few = 64
	if a.x > b.x {
		a, b = b, a
	}
	if b.x > math.Nextafter(a.x, b.x) {
		return false // the search ran out of its budget
	}
	unit := b.x - a.x
	rise := func(p, q point) float64 { // from one neighbour to the next
		return math.Abs(q.f-p.f) / math.Max(1, (q.x-p.x)/unit)
	}
	before := s.at(math.Max(s.Lo, a.x-few*unit))
	after := s.at(math.Min(s.Hi, b.x+few*unit))
	beside := math.Max(rise(before, a), rise(b, after))
	return math.Abs(b.f-a.f) <= 4*beside && !math.IsInf(beside, 0)
}
