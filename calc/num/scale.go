package num

import "math"

// A point is a value of x at which F was evaluated.
type point struct {
	x, off float64 // off is the distance from the origin of the scale, at least search.tiny
	f      float64
	v      float64 // how far F is beyond Want: 0 at Want, > 0 above; see search.beyond
}

// A search is the state of one Seek.
type search struct {
	Goal
	exact  float64 // what counts as equal, relative to Want
	points float64 // of a scan
	origin float64 // the scale is ln(x - origin)
	tiny   float64 // the least x - origin that is told from Lo
	near   point   // at Near
	best   point   // of all points so far the one with F nearest to Want
	evals  int
	seen   []point // all points so far
}

// newSearch chooses the scale and evaluates F at Near.
//
// Times that range over many decades have the origin 0, although they start
// above it. A factor has the origin 1: between 1 + 1e-9 and 1 + 1e-6 there is
// as much to tell as between 2 and 1000. Where the origin is Lo, Lo stands at
// the end of the scale in place of the smallest distance.
func newSearch(g Goal) *search {
	s := &search{Goal: g, origin: g.Lo, exact: rounding, points: 80}
	if g.Rough > 0 {
		s.exact, s.points = g.Rough, 30
	}
	switch {
	case g.Lo > 0 && g.Hi/g.Lo > 1e6:
		s.origin, s.tiny = 0, g.Lo
	case g.Lo == 0:
		s.tiny = g.Hi * 0x1p-100
	default:
		s.tiny = math.Abs(g.Lo) * 0x1p-53
	}
	s.tiny = math.Max(s.tiny, math.SmallestNonzeroFloat64)
	s.best.f = math.NaN()
	s.near = s.at(math.Min(g.Hi, math.Max(g.Lo, g.Near)))
	s.best = s.near
	return s
}

// at evaluates F.
func (s *search) at(x float64) point {
	s.evals++
	p := point{x: x, off: math.Max(s.tiny, x-s.origin), f: s.F(x)}
	p.v = s.beyond(p.f)
	s.seen = append(s.seen, p)
	// A later point must be strictly better: of equals the first remains, and
	// that is Near, or what lies on the way from it.
	if first := math.IsNaN(s.best.f) && !math.IsNaN(p.f); first || math.Abs(p.f-s.Want) < math.Abs(s.best.f-s.Want) {
		s.best = p
	}
	return p
}

// beyond returns ln(f/Want), which is nearly straight on a logarithmic scale
// of x, and f - Want if Want is 0. For a negative Want the sign is turned so
// that it still increases with f.
func (s *search) beyond(f float64) float64 {
	const far = 2000 // more than any ln(f/Want) of two float64
	switch ratio := f / s.Want; {
	case s.Want == 0 || math.IsNaN(f):
		return f
	case ratio <= 0:
		return math.Copysign(far, -s.Want)
	case math.IsInf(f, 0):
		return math.Copysign(far, f)
	case ratio < 0.5 || ratio > 2: // where (f-Want)/Want may round to -1, or ratio be infinite
		return math.Copysign(1, s.Want) * (math.Log(math.Abs(f)) - math.Log(math.Abs(s.Want)))
	case ratio < 0.5:
		return math.Copysign(1, s.Want) * math.Log(ratio)
	default:
		return math.Copysign(1, s.Want) * math.Log1p((f-s.Want)/s.Want) // keeps its digits next to Want
	}
}

// span returns how far b is above a on the scale, exact also for neighbours.
func (s *search) span(a, b point) float64 {
	if d := (b.off - a.off) / a.off; d > -0.5 && d < 1 {
		return math.Log1p(d)
	}
	return math.Log(b.off) - math.Log(a.off)
}

// along returns the x that lies d above p on the scale.
func (s *search) along(p point, d float64) float64 {
	var x float64
	if math.Abs(d) < 0.5 {
		x = p.x + p.off*math.Expm1(d) // not by way of p.off, which may be rounded otherwise than p.x
	} else {
		off := p.off * math.Exp(d)
		if x = s.origin + off; off <= s.tiny*(1+1e-9) {
			x = s.Lo
		}
	}
	return math.Min(s.Hi, math.Max(s.Lo, x))
}

// rounding is two units in the last place, as F is the end of a calculation.
const rounding = 0x1p-51

// sign returns on which side of Want p is: -1, 0 or 1; 0 also without a value.
func (s *search) sign(p point) int {
	switch {
	case math.Abs(p.f-s.Want) <= s.exact*math.Abs(s.Want):
		return 0
	case p.v < 0:
		return -1
	case p.v > 0:
		return 1
	}
	return 0
}

// nearest returns the point nearest to Near on the scale.
func (s *search) nearest(points []point) point {
	best := points[0]
	for _, p := range points[1:] {
		if math.Abs(s.span(s.near, p)) < math.Abs(s.span(s.near, best)) {
			best = p
		}
	}
	return best
}
