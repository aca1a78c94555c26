package num

import (
	"cmp"
	"math"
	"slices"
)

// climb looks for the one crossing of an F that never turns round: from Near in
// growing steps, so that the far ends, where F may be infinite or slow, are reached
// only when nothing nearer does it.
func (s *search) climb() (places []point, jumps [][2]point, more bool) {
	if math.IsNaN(s.near.f) || !s.Monotone {
		return nil, nil, false
	}
	if s.sign(s.near) == 0 {
		return []point{s.near}, nil, false
	}
	for _, end := range []float64{s.Hi, s.Lo} {
		step := math.Copysign(1, end-s.Lo-0.5*(s.Hi-s.Lo))
		for p := s.near; p.x != end; step *= 3 {
			next := s.at(s.x(p.u + step))
			if next.x == p.x { // Lo and Hi are the wrong way round, or the scale has no more to give
				break
			}
			if math.IsNaN(next.f) {
				s.Monotone = false // F has no value somewhere, and nobody knows where
				return nil, nil, false
			}
			if s.sign(next) != s.sign(p) {
				return s.refine([][2]point{{p, next}})
			}
			const noise = 1e-9 // of F, which next to Lo may be all that changes
			if math.Abs(next.v) > math.Abs(p.v)+s.Rough+noise {
				break // it leads away from Want, and never turns
			}
			p = next
		}
	}
	return nil, nil, false
}

// scan looks everywhere: at points evenly spread over the scale and dense around
// Near, then between those where F crosses Want. more tells that some of them were
// left out because it would have cost too much to look.
func (s *search) scan() (places []point, jumps [][2]point, more bool) {
	all := []point{s.near, s.at(s.Lo), s.at(s.Hi)}
	lo, hi := all[1].u, all[2].u
	for i := 1.0; i < s.points; i++ {
		all = append(all, s.at(s.x(lo+(hi-lo)*i/s.points)))
	}
	first, last, growth := 1e-3, 0.6, 1.35
	if s.Rough > 0 { // each takes a computation
		first, last, growth = 0.05, math.Min(2, float64(s.Budget)/50), 3
	}
	for d := first; d < last; d *= growth {
		all = append(all, s.at(s.x(s.near.u-d)), s.at(s.x(s.near.u+d)))
	}
	slices.SortFunc(all, func(p, q point) int { return cmp.Compare(p.x, q.x) })
	var points []point // those with a value, and next to the others the outermost that has one
	for i, p := range all {
		if i > 0 && math.IsNaN(p.f) != math.IsNaN(all[i-1].f) {
			points = append(points, s.border(all[i-1], p))
		}
		if !math.IsNaN(p.f) {
			points = append(points, p)
		}
	}
	places, jumps, more = s.refine(s.crossings(points))
	switch {
	case len(places) == 0 && len(jumps) > 0 && s.Rough == 0:
		places, _, _ = s.refine(s.beside(nearest(s, jumps, func(j [2]point) point { return j[0] })))
		more = true
	case len(places) == 0 && len(jumps) == 0 && len(points) > 0:
		return s.refine(s.crossings(s.turn(points)))
	}
	return places, jumps, more
}

// beside returns where F crosses Want on the way from a jump to either side: that of
// a saw is there, and narrower than a scan sees.
func (s *search) beside(jump [2]point) (where [][2]point) {
	for i, p := range jump {
		side := math.Copysign(1e-4, p.x-jump[1-i].x)
		for q := p; math.Abs(side) < 0.3 && len(s.seen) < s.Budget+s.Budget/3; side *= 1.5 {
			next := s.at(s.x(p.u + side))
			if math.IsNaN(next.f) || next.x == q.x {
				break
			}
			if s.sign(next) != s.sign(q) {
				where = append(where, [2]point{q, next})
				break
			}
			q = next
		}
	}
	return where
}

// crossings returns where F crosses Want, or is at it, on the way along the points.
func (s *search) crossings(points []point) (where [][2]point) {
	for i, p := range points {
		switch {
		case s.sign(p) == 0 && (i == 0 || s.sign(points[i-1]) != 0):
			where = append(where, [2]point{p, p})
		case i > 0 && s.sign(p)*s.sign(points[i-1]) < 0:
			where = append(where, [2]point{points[i-1], p})
		}
	}
	return where
}

// border returns the last point at which F has a value on the way from the one of
// a and b that has one to the other.
func (s *search) border(a, b point) point {
	if math.IsNaN(a.f) {
		a, b = b, a
	}
	return s.halve(a, b, 0, s.Budget-s.Budget/4, func(p point) bool { return !math.IsNaN(p.f) })
}

// turn follows F to where it comes nearest to Want between the points of the scan,
// for F may turn round there, at Want or just beyond it: by golden section on
// either side of the best of them. It returns the points around.
func (s *search) turn(points []point) []point {
	const golden, steps = 0.3819660112501051, 40
	i := slices.IndexFunc(points, func(p point) bool { return p.x == s.best.x })
	if i < 0 || !slices.ContainsFunc(points, func(p point) bool { return p.f != points[0].f }) {
		return nil
	}
	lo, mid, hi := points[max(0, i-1)], points[i], points[min(len(points)-1, i+1)]
	for range min(steps, s.Budget/5) {
		far := hi // the longer side of the middle is cut
		if mid.u-lo.u > hi.u-mid.u {
			far = lo
		}
		p := s.at(s.x(mid.u + golden*(far.u-mid.u)))
		if p.x == mid.x || p.x == far.x || math.IsNaN(p.f) {
			break
		}
		if s.sign(p)*s.sign(mid) < 0 { // across, and back again or not
			if far.x == lo.x {
				return []point{lo, p, mid, hi}
			}
			return []point{lo, mid, p, hi}
		}
		if math.Abs(p.v) < math.Abs(mid.v) {
			p, mid = mid, p // what was the middle is now an end
		}
		if p.x < mid.x {
			lo = p
		} else {
			hi = p
		}
		if s.sign(mid) == 0 {
			break
		}
	}
	if s.meets(mid) {
		mid.f, mid.v = s.Want, 0
	}
	return []point{lo, mid, hi}
}
