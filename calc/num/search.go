package num

import (
	"cmp"
	"math"
	"slices"
)

// A Goal is a value that a function shall take, of which nothing is known but its
// values: it may be smooth, bent, flat, jumping, infinite, or without value in places.
//
// A smooth F that never turns round costs about a dozen evaluations, one that jumps
// about sixty, a scan a hundred more, and no F above 450. A rough search costs a
// third of that, and may miss a place that is narrow.
//
// The search spreads its points evenly over ln x, or over ln(x - Lo) where Lo
// itself is the natural origin, so that "nearby" means a similar size. Values of F
// are compared by their logarithms where they have the sign of Want.
type Goal struct {
	F        func(x float64) float64 // may be ±Inf; NaN where it has no value
	Want     float64                 // finite
	Lo, Hi   float64                 // where x may lie; finite, Lo <= Hi
	Near     float64                 // of several places the nearest to this one is taken, on the scale of the search
	Side     int                     // -1: where F jumps over Want the last place below it is one as well; 1: the last above
	Monotone bool                    // F never turns round (it may be flat, or jump); otherwise it is scanned first
	Rough    float64                 // if F is slow and itself only right to this, relatively: what is near enough; 0: rounding
	Budget   int                     // evaluations after which it refines no more; 0: 230
}

// Found is the answer to a Goal.
type Found struct {
	OK       bool    // X does it: F(X) is Want within 1e-9 of it (or Rough), or as near as neighbouring float64 X come without a jump
	Jump     bool    // not OK, and F jumps over Want next to X, which is on the Side that is wanted
	X, F     float64 // the value and what it gives; if neither, of all values tried the one whose F is nearest to Want
	Past     float64 // at a jump, what F is on the other side
	From, To float64 // every value between gives F as well, but for rounding; X alone where F is not flat
	More     bool    // other values apart from those do it too
	Evals    int     // how often F was evaluated
}

// A point is a value of x at which F was evaluated.
type point struct {
	x, u float64 // u is the place of x on the scale
	f    float64
	v    float64 // how far F is beyond Want: 0 at Want, > 0 above; see beyond
}

// A search is the state of one Seek.
type search struct {
	Goal
	points       float64 // of a scan
	origin, tiny float64 // the scale is ln(x - origin), where that is at least tiny
	near, best   point   // at Near, and of all points so far the one with F nearest to Want
	seen         []point // all points so far
}

// rounding is two units in the last place, as F is the end of a calculation.
const rounding = 0x1p-51

// Seek looks for the goal. If F has no value anywhere, F of the answer is NaN.
func (g Goal) Seek() Found {
	s := newSearch(g)
	places, jumps, more := s.climb()
	if places == nil && jumps == nil && (!s.Monotone || math.IsNaN(s.near.f)) {
		places, jumps, more = s.scan()
	}
	if len(places) == 0 && len(jumps) > 0 {
		j := nearest(s, jumps, func(j [2]point) point { return j[0] })
		return Found{Jump: true, X: j[0].x, F: j[0].f, Past: j[1].f, From: j[0].x, To: j[0].x, More: more || len(jumps) > 1, Evals: len(s.seen)}
	}
	at := s.best
	if len(places) > 0 {
		at = nearest(s, places, func(p point) point { return p })
	}
	from, to := s.edge(at, -1), s.edge(at, 1)
	for _, p := range places {
		more = more || p.x < from.x || p.x > to.x
	}
	switch { // on a flat stretch every value is as good, so the nearest is taken
	case s.near.x >= from.x && s.near.x <= to.x:
		at = s.near
	case from.x < to.x && s.away(from) <= s.away(to):
		at = from
	case from.x < to.x:
		at = to
	}
	return Found{OK: len(places) > 0, X: at.x, F: at.f, From: from.x, To: to.x, More: more, Evals: len(s.seen)}
}

// newSearch chooses the scale and evaluates F at Near.
//
// Times that range over many decades have the origin 0, although they start above
// it. A factor has the origin 1: between 1 + 1e-9 and 1 + 1e-6 there is as much to
// tell as between 2 and 1000.
func newSearch(g Goal) *search {
	s := &search{Goal: g, origin: g.Lo, tiny: math.Abs(g.Lo) * 0x1p-53, points: 80}
	if g.Rough > 0 {
		s.points = 30
	}
	if s.Budget == 0 {
		s.Budget = 230
	}
	s.points = min(s.points, float64(s.Budget)/2)
	switch {
	case g.Lo > 0 && g.Hi/g.Lo > 1e6:
		s.origin, s.tiny = 0, g.Lo
	case g.Lo == 0:
		s.tiny = g.Hi * 0x1p-100
	}
	s.tiny = max(s.tiny, math.SmallestNonzeroFloat64)
	s.best.f = math.NaN()
	s.near = s.at(min(g.Hi, max(g.Lo, g.Near)))
	s.best = s.near
	return s
}

// at evaluates F, once at each x. Of equally good points the first remains the best.
func (s *search) at(x float64) point {
	if i := slices.IndexFunc(s.seen, func(p point) bool { return p.x == x }); i >= 0 {
		return s.seen[i]
	}
	p := point{x: x, u: math.Log(max(s.tiny, x-s.origin)), f: s.F(x)}
	p.v = s.beyond(p.f)
	s.seen = append(s.seen, p)
	if !math.IsNaN(p.f) && !(math.Abs(p.f-s.Want) >= math.Abs(s.best.f-s.Want)) {
		s.best = p
	}
	return p
}

// x returns the value at a place of the scale, whose lower end stands for Lo.
func (s *search) x(u float64) float64 {
	off := math.Exp(u)
	if off <= s.tiny*(1+1e-9) {
		return s.Lo
	}
	return min(s.Hi, max(s.Lo, s.origin+off))
}

// beyond returns ln(f/Want), which is nearly straight on a logarithmic scale of x,
// and f - Want if Want is 0. For a negative Want the sign is turned so that it
// still increases with f.
func (s *search) beyond(f float64) float64 {
	const far = 2000 // more than any ln(f/Want) of two float64
	turn := math.Copysign(1, s.Want)
	switch ratio := f / s.Want; {
	case s.Want == 0 || math.IsNaN(f):
		return f
	case ratio <= 0:
		return -far * turn
	case math.IsInf(f, 0):
		return math.Copysign(far, f)
	case ratio > 0.5 && ratio < 2:
		return turn * math.Log1p((f-s.Want)/s.Want) // keeps its digits next to Want
	}
	return turn * (math.Log(math.Abs(f)) - math.Log(math.Abs(s.Want))) // the ratio may overflow
}

// sign returns on which side of Want p is: -1, 0 or 1; 0 also without a value.
func (s *search) sign(p point) int {
	if math.IsNaN(p.f) || math.Abs(p.f-s.Want) <= max(rounding, s.Rough)*math.Abs(s.Want) {
		return 0
	}
	return cmp.Compare(p.v, 0)
}

// meets reports whether F is at Want as nearly as an answer must be.
func (s *search) meets(p point) bool {
	return math.Abs(p.f-s.Want) <= max(1e-9, s.Rough)*math.Abs(s.Want)
}

func (s *search) away(p point) float64 { return math.Abs(p.u - s.near.u) }

// nearest returns the one whose point is nearest to Near.
func nearest[P any](s *search, list []P, at func(P) point) P {
	return slices.MinFunc(list, func(p, q P) int { return cmp.Compare(s.away(at(p)), s.away(at(q))) })
}
