package num

import "math"

// flat returns the ends of the stretch around p on which F is what it is at p,
// but for rounding. Where F is smooth the first try on either side tells that
// there is none: a stretch narrower than that is not found.
func (s *search) flat(p point) (from, to point) {
	return s.edge(p, -1), s.edge(p, 1)
}

// edge returns the last point of the stretch around p to one side: outwards in
// growing steps, then by halving.
func (s *search) edge(p point, side float64) point {
	const first = 1e-5
	least := math.Max(1e-13, 1e-3*s.Rough)
	// Next to Want as well as next to p: p itself may be a hair off.
	same := func(z point) bool {
		return z.f == p.f || math.Abs(z.f-p.f) <= rounding*math.Abs(p.f)
	}
	end := s.Hi
	if side < 0 {
		end = s.Lo
	}
	for _, z := range s.seen { // where F turns round it may be the same again beyond
		if (z.x-p.x)*side > 0 && (z.x-end)*side < 0 && !same(z) {
			end = z.x
		}
	}
	in, out, found := p, p, false
	for step := first; in.x != end && !found; step *= 8 {
		x := s.along(in, side*step)
		if (x-end)*side > 0 {
			x = end
		}
		if x == in.x { // next to Lo the first steps round to nothing
			continue
		}
		if out = s.at(x); same(out) {
			in = out
		} else {
			found = true
		}
	}
	if in.x == p.x || !found {
		return in
	}
	for math.Abs(s.span(in, out)) > least && s.evals < budget+20 {
		x := s.along(in, s.span(in, out)/2)
		if x == in.x || x == out.x {
			break
		}
		if z := s.at(x); same(z) {
			in = z
		} else {
			out = z
		}
	}
	return in
}
