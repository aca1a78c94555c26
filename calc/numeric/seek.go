package numeric

import (
	"cmp"
	"math"
	"slices"
)

// A Goal is a value that a function shall take, of which nothing is known but its
// values: it may be smooth, bent, flat, jumping, infinite, or without value in places.
//
// Where F never turns round the search climbs from Near in growing steps; else it looks
// at points evenly spread and dense around Near. Between two points on different sides
// of Want it is the root finder of [Least]. Two crossings between neighbouring points of
// a scan, up to 80 % apart, are seen only next to the point nearest to Want.
//
// Points are spread evenly over ln x, or over ln(x - Lo) where Lo itself is the natural
// origin, so that "nearby" means a similar size.
type Goal struct {
	F        func(x float64) float64 // may be ±Inf; NaN where it has no value
	Want     float64                 // finite
	Lo, Hi   float64                 // where x may lie; finite, Lo <= Hi
	Near     float64                 // of several places the nearest to this one is taken, on the scale of the search
	Side     int                     // where F jumps over Want the place next to it is one: -1 below, 1 above, 0 none
	Monotone bool                    // F never turns round (it may be flat, or jump); otherwise it is scanned
	Rough    float64                 // if F is only right to this, relatively: what is near enough; 0: rounding
	Budget   int                     // evaluations after which no other place is looked for; 0: 230
}

// Found is the answer to a Goal.
type Found struct {
	OK       bool    // F(X) is Want to within 1e-9 of it (or Rough)
	Jump     bool    // not OK, and F jumps over Want next to X, which is on the Side that is wanted
	X, F     float64 // the value and what it gives; if neither, of all tried the one whose F is nearest to Want
	Past     float64 // at a jump, what F is on the other side
	From, To float64 // every value between gives F as well, but for rounding; X alone where F is not flat
	More     bool    // other values apart from those do it too
	Evals    int     // how often F was evaluated
}

// A point is a value of x at which F was evaluated.
type point struct {
	x, u float64 // u is the place of x on the scale
	f    float64
}

// A search is the state of one Seek.
type search struct {
	Goal
	origin, tiny float64 // the scale is ln(x - origin), where that is at least tiny
	near, best   point   // at Near, and of all points so far the one with F nearest to Want
	seen         []point // all points so far
}

// rounding is two units in the last place, as F is the end of a calculation.
const rounding = 0x1p-51

// Seek looks for the goal. If F has no value anywhere, F of the answer is NaN.
func (g Goal) Seek() Found {
	s := newSearch(g)
	where, ok := s.climb()
	if !ok {
		where = s.scan()
	}
	places, jumps := s.settle(where)
	more := len(places)+len(jumps) > 1
	if len(places) == 0 && len(jumps) > 0 {
		j := jumps[0]
		return Found{Jump: true, X: j[0].x, F: j[0].f, Past: j[1].f, From: j[0].x, To: j[0].x, More: more,
			Evals: len(s.seen)}
	}
	if len(places) == 0 && s.meets(s.best) { // without a crossing, as where F ends
		places = []point{s.best}
	}
	at := s.best
	if len(places) > 0 {
		at = places[0]
	}
	from, to := s.edge(at, -1), s.edge(at, 1)
	more = slices.ContainsFunc(places, func(p point) bool { return p.x < from.x || p.x > to.x })
	switch { // on a flat stretch every value is as good, so the nearest is taken
	case s.near.x >= from.x && s.near.x <= to.x:
		at = s.near
	case from.x < to.x && s.near.x < from.x:
		at = from
	case from.x < to.x:
		at = to
	}
	return Found{OK: len(places) > 0, X: at.x, F: at.f, From: from.x, To: to.x, More: more, Evals: len(s.seen)}
}

// settle finds what is between points of which F crosses Want, the nearest first: a place
// at Want, or a jump to the wanted Side of it.
func (s *search) settle(where [][2]point) (places []point, jumps [][2]point) {
	slices.SortStableFunc(where, func(v, w [2]point) int { return cmp.Compare(s.away(v), s.away(w)) })
	for _, w := range where {
		if n := len(s.seen); n > s.Budget && len(places)+len(jumps) > 0 || n > 2*s.Budget {
			break
		}
		in, out := s.narrow(w)
		switch {
		case s.meets(in):
			places = append(places, in)
		case s.Side*s.sign(in) > 0:
			jumps = append(jumps, [2]point{in, out})
		}
	}
	return places, jumps
}

// newSearch chooses the scale and evaluates F at Near.
//
// Times that range over many decades have the origin 0, although they start above
// it. A factor has the origin 1: between 1 + 1e-9 and 1 + 1e-6 there is as much to
// tell as between 2 and 1000.
func newSearch(g Goal) *search {
	s := &search{Goal: g, origin: g.Lo, tiny: math.Abs(g.Lo) * 0x1p-53}
	s.Budget = cmp.Or(s.Budget, 230)
	switch {
	case g.Lo > 0 && g.Hi/g.Lo > 1e6:
		s.origin, s.tiny = 0, g.Lo
	case g.Lo == 0:
		s.tiny = g.Hi * 0x1p-70
	}
	s.tiny = max(s.tiny, math.SmallestNonzeroFloat64)
	s.best.f = math.NaN()
	s.near = s.of(min(g.Hi, max(g.Lo, g.Near)))
	return s
}

// climb returns where F crosses Want, if it never turns round: from Near in growing
// steps, so that the far ends, where F may be infinite or slow, are reached only when
// nothing nearer does it. It is not ok where F may turn round, or has no value.
func (s *search) climb() (where [][2]point, ok bool) {
	if math.IsNaN(s.near.f) || !s.Monotone {
		return nil, false
	}
	if s.sign(s.near) == 0 {
		return [][2]point{{s.near, s.near}}, true
	}
	for _, end := range []float64{s.Hi, s.Lo} {
		step := math.Copysign(1, end-s.Lo-0.5*(s.Hi-s.Lo))
		for p := s.near; p.x != end; step *= 3 {
			next := s.at(p.u + step)
			switch {
			case math.IsNaN(next.f):
				return nil, false
			case s.sign(next) != s.sign(p):
				return [][2]point{{p, next}}, true
			}
			if next.x == p.x || s.off(next) > s.off(p)+(s.Rough+1e-9)*math.Abs(next.f) {
				break // the scale ends, or F leads away from Want
			}
			p = next
		}
	}
	return nil, true
}

// scan returns where F crosses Want between points that are evenly spread over the scale
// and dense around Near.
func (s *search) scan() (where [][2]point) {
	all := []point{s.near, s.of(s.Lo), s.of(s.Hi)}
	points, first, last, growth := 80.0, 1e-3, 0.6, 1.35
	if s.Rough > 0 { // each takes a computation
		points, first, last, growth = 30, 0.05, min(2, float64(s.Budget)/50), 3
	}
	points = min(points, float64(s.Budget)/2)
	lo, hi := all[1].u, all[2].u
	for i := 1.0; i < points; i++ {
		all = append(all, s.at(lo+(hi-lo)*i/points))
	}
	for d := first; d < last; d *= growth {
		all = append(all, s.at(s.near.u-d), s.at(s.near.u+d))
	}
	if where = s.crossings(all); len(where) > 0 || math.IsNaN(s.best.f) {
		return where
	}
	// Where no crossing is seen there may be two between neighbours, next to the best point.
	i := slices.IndexFunc(all, func(p point) bool { return p.x == s.best.x })
	lo, hi = all[max(0, i-1)].u, all[min(len(all)-1, i+1)].u
	for d := 1.0; d < 24; d++ {
		all = append(all, s.at(lo+(hi-lo)*d/24))
	}
	return s.crossings(all)
}

// valued returns the points at which F has a value, and next to the others the last one.
func (s *search) valued(all []point) (list []point) {
	valued := func(p point) bool { return !math.IsNaN(p.f) }
	for i, p := range all {
		if i > 0 && valued(p) != valued(all[i-1]) {
			in, out := all[i-1], p
			if valued(p) {
				in, out = out, in
			}
			list = append(list, s.halve(in, out, valued))
		}
		if valued(p) {
			list = append(list, p)
		}
	}
	return list
}

// crossings returns where F crosses Want, or is at it, on the way along the points, which
// it sorts.
func (s *search) crossings(all []point) (where [][2]point) {
	slices.SortFunc(all, func(p, q point) int { return cmp.Compare(p.x, q.x) })
	points := s.valued(all)
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

// narrow returns neighbours between which F crosses Want, or a point at Want twice; the
// first is the better answer. It halves on the scale first, as x may range over decades.
func (s *search) narrow(w [2]point) (in, out point) {
	a, b := w[0], w[1]
	for s.sign(a)*s.sign(b) < 0 && math.Abs(b.u-a.u) > 1 {
		if p := s.at((a.u + b.u) / 2); s.sign(p) != s.sign(b) {
			a = p
		} else {
			b = p
		}
	}
	if a.x > b.x {
		a, b = b, a
	}
	if s.sign(a)*s.sign(b) < 0 {
		rises, scale := float64(s.sign(b)), (b.x-a.x)/(b.u-a.u)
		f := func(x float64) float64 {
			p := s.of(x)
			if s.sign(p) == 0 {
				return 0
			}
			return (p.f - s.Want) * rises
		}
		lo, hi := cross(f, func(d float64) bool { return d >= 0 }, func(f, width float64) bool {
			return f == 0 || s.Rough > 0 && (width < 1e-3*s.Rough*scale || len(s.seen) > 2*s.Budget)
		}, a.x, b.x)
		a, b = s.of(lo), s.of(hi)
	}
	if s.better(b, a) {
		return b, a
	}
	return a, b
}

// better reports whether p is the better answer of two neighbours: it is at Want and the
// other is not, or on the wanted Side of it, or nearer to it.
func (s *search) better(p, q point) bool {
	switch {
	case s.sign(p) == 0 || s.sign(q) == 0:
		return s.sign(p) == 0
	case s.meets(p) != s.meets(q):
		return s.meets(p)
	case s.Side != 0:
		return s.Side*s.sign(p) > 0
	}
	return s.off(p) < s.off(q)
}

// edge returns the last point of the stretch around p to one side on which F is what it
// is at p, but for rounding.
func (s *search) edge(p point, side float64) point {
	same := func(q point) bool { return q.f == p.f || math.Abs(q.f-p.f) <= rounding*math.Abs(p.f) }
	if next := s.at(p.u + side*1e-5); !same(next) {
		return p
	}
	end := s.of(s.Hi)
	if side < 0 {
		end = s.of(s.Lo)
	}
	for _, q := range s.seen {
		if (q.x-p.x)*side > 0 && (q.x-end.x)*side < 0 && !same(q) {
			end = q
		}
	}
	return s.halve(p, end, same)
}

// halve returns the last point that is in, on the way from one that is to another one.
func (s *search) halve(from, to point, in func(point) bool) point {
	if in(to) {
		return to
	}
	for i := 0; i < 50 && len(s.seen) <= 3*s.Budget; i++ {
		p := s.at(from.u + (to.u-from.u)/2)
		if p.x == from.x || p.x == to.x {
			break
		}
		if in(p) {
			from = p
		} else {
			to = p
		}
	}
	return from
}

// of evaluates F at x, once.
func (s *search) of(x float64) point {
	if i := slices.IndexFunc(s.seen, func(p point) bool { return p.x == x }); i >= 0 {
		return s.seen[i]
	}
	return s.add(x, math.Log(max(s.tiny, x-s.origin)))
}

// at evaluates F at a place of the scale, once. Its lower end stands for Lo.
func (s *search) at(u float64) point {
	if i := slices.IndexFunc(s.seen, func(p point) bool { return p.u == u }); i >= 0 {
		return s.seen[i]
	}
	off := math.Exp(u)
	if off <= s.tiny*(1+1e-9) {
		return s.of(s.Lo)
	}
	if x := s.origin + off; x > s.Lo && x < s.Hi {
		return s.add(x, u)
	} else if x >= s.Hi {
		return s.of(s.Hi)
	}
	return s.of(s.Lo)
}

// add evaluates F. Of equally good points the first remains the best.
func (s *search) add(x, u float64) point {
	p := point{x: x, u: u, f: s.F(x)}
	s.seen = append(s.seen, p)
	if !math.IsNaN(p.f) && !(s.off(p) >= s.off(s.best)) || len(s.seen) == 1 {
		s.best = p
	}
	return p
}

// off returns how far F is from Want.
func (s *search) off(p point) float64 { return math.Abs(p.f - s.Want) }

// sign returns on which side of Want p is: -1, 0 or 1; 0 also without a value.
func (s *search) sign(p point) int {
	if math.IsNaN(p.f) || s.off(p) <= max(rounding, s.Rough)*math.Abs(s.Want) {
		return 0
	}
	return cmp.Compare(p.f, s.Want)
}

// meets reports whether F is at Want as nearly as an answer must be.
func (s *search) meets(p point) bool {
	return s.off(p) <= max(1e-9, s.Rough)*math.Abs(s.Want)
}

// away returns how far two points are from Near on the scale.
func (s *search) away(w [2]point) float64 {
	return min(math.Abs(w[0].u-s.near.u), math.Abs(w[1].u-s.near.u))
}
