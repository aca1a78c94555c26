package num

import (
	"math"
	"slices"
)

// An interval is two neighbours of the scan with Want between them, or one
// point twice that is at Want.
type interval struct{ a, b point }

// scan looks everywhere: at points evenly spread over the scale, then between
// those where F crosses Want, the nearest first. more tells that some of them
// were left out because it would have cost too much to look.
func (s *search) scan() (roots []point, more bool) {
	points := s.grid()
	roots, more = s.refine(s.crossings(points...))
	if len(roots) > 0 || len(points) == 0 || s.evals > budget-60 {
		return roots, more
	}
	return s.refine(s.turn(points))
}

// crossings returns where F crosses Want on the way along the points.
func (s *search) crossings(points ...point) (where []interval) {
	for i, p := range points {
		switch {
		case s.sign(p) == 0 && !math.IsNaN(p.f) && (i == 0 || s.sign(points[i-1]) != 0):
			where = append(where, interval{p, p})
		case i > 0 && s.sign(p)*s.sign(points[i-1]) < 0:
			where = append(where, interval{points[i-1], p})
		}
	}
	return where
}

// grid returns the points of the scan in order: those where F has a value, and
// next to the others the outermost that has one.
func (s *search) grid() (points []point) {
	lo, hi := s.at(s.Lo), s.at(s.Hi)
	d := s.span(lo, hi)
	all := []point{lo, hi, s.near}
	for i := 1.0; i < s.points; i++ {
		all = append(all, s.at(s.along(lo, d*i/s.points)))
	}
	slices.SortFunc(all, func(a, b point) int {
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		}
		return 0
	})
	for i, p := range all {
		if i > 0 && math.IsNaN(p.f) != math.IsNaN(all[i-1].f) {
			points = append(points, s.border(all[i-1], p))
		}
		if !math.IsNaN(p.f) {
			points = append(points, p)
		}
	}
	return points
}

// border returns the last point at which F has a value on the way from the one
// of a and b that has one to the other.
func (s *search) border(a, b point) point {
	in, out := a, b
	if math.IsNaN(a.f) {
		in, out = b, a
	}
	for range 50 {
		x := in.x + (out.x-in.x)/2
		if x == in.x || x == out.x || s.evals >= budget-60 {
			break
		}
		if z := s.at(x); math.IsNaN(z.f) {
			out = z
		} else {
			in = z
		}
	}
	return in
}

// refine returns the crossings that are no jumps.
func (s *search) refine(where []interval) (roots []point, more bool) {
	away := func(w interval) float64 {
		return math.Min(math.Abs(s.span(s.near, w.a)), math.Abs(s.span(s.near, w.b)))
	}
	slices.SortStableFunc(where, func(v, w interval) int {
		if away(v) < away(w) {
			return -1
		} else if away(v) > away(w) {
			return 1
		}
		return 0
	})
	for _, w := range where {
		switch {
		case w.a.x == w.b.x:
			roots = append(roots, w.a)
		case s.evals > budget-40 && len(roots) > 0:
			more = true
		default:
			if p, ok := s.bracket(w.a, w.b); ok {
				roots = append(roots, p)
			}
		}
	}
	return roots, more
}

// turn follows F to where it comes nearest to Want between the points of the
// scan, for F may turn round there, at Want or just beyond it: by golden
// section on either side of the best of them.
func (s *search) turn(points []point) []interval {
	const golden, steps = 0.6180339887498949, 40
	if !slices.ContainsFunc(points, func(p point) bool { return p.f != points[0].f }) {
		return nil // x has no part in F
	}
	i := 0
	for k, p := range points {
		if math.Abs(p.v) < math.Abs(points[i].v) {
			i = k
		}
	}
	lo, mid, hi := points[max(0, i-1)], points[i], points[min(len(points)-1, i+1)]
	for range steps {
		// The longer side of the middle is cut.
		far := hi
		if math.Abs(s.span(lo, mid)) > math.Abs(s.span(mid, hi)) {
			far = lo
		}
		x := s.along(mid, (1-golden)*s.span(mid, far))
		if x == mid.x || x == far.x {
			break
		}
		p := s.at(x)
		switch {
		case s.sign(p) == 0 && !math.IsNaN(p.f):
			return []interval{{p, p}}
		case s.sign(p)*s.sign(mid) < 0: // across, and back again or not
			if far == lo {
				return s.crossings(lo, p, mid, hi)
			}
			return s.crossings(lo, mid, p, hi)
		}
		switch better := math.Abs(p.v) < math.Abs(mid.v); {
		case better && far == hi:
			lo, mid = mid, p
		case better:
			hi, mid = mid, p
		case far == hi:
			hi = p
		default:
			lo = p
		}
	}
	if s.meets(mid) {
		return []interval{{mid, mid}}
	}
	return nil
}
