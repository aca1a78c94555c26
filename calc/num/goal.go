package num

import "math"

// A Goal is a value that a function shall take: Seek turns
// one knob until a result takes a wanted value: it finds
// the x with F(x) = Want for an F of which nothing is known but its values. F
// may be smooth, bent, flat, jumping, infinite, or without value in places.
//
// A smooth F that never turns round costs about a dozen evaluations, one that
// jumps about sixty, a scan a hundred more, and no F above 250. Only a whole
// number with an F that may turn round is looked for one by one, up to 1000.
// A rough search costs about half of that, and may miss a place that is narrow.
//
// The search works with ln x, or with ln(x - Lo) where Lo itself is the
// natural origin, so that "nearby" means a similar size. Values of F are
// compared by their logarithms where they have the sign of Want.
type Goal struct {
	F        func(x float64) float64 // may be ±Inf; NaN where it has no value
	Want     float64                 // finite
	Lo, Hi   float64                 // where x may lie; finite, Lo <= Hi
	Near     float64                 // of several values the nearest to this one is taken, on the scale of the search
	Whole    bool                    // x is a whole number, and so are Lo, Hi and Near
	Monotone bool                    // F never turns round (it may be flat, or jump); otherwise it is scanned first
	Rough    float64                 // if F is slow and itself only right to this, relatively: what is near enough; 0: rounding
}

// Found is the answer to a Goal.
//
// For whole numbers "does it" means that F has reached or passed Want, as seen
// from the first number at which F has a value: X is the smallest that does,
// From and To are X, and More is false.
type Found struct {
	OK       bool    // X does it: F(X) is Want within 1e-9 of it (or Rough), or as near as neighbouring float64 X come without a jump
	X, F     float64 // the value and what it gives; if not OK, of all values tried the one whose F is nearest to Want
	From, To float64 // every value between gives F as well, but for rounding; X alone where F is not flat
	More     bool    // other values apart from those do it too
	Evals    int     // how often F was evaluated
}

// budget is where a search stops refining, whatever F does: above the cost of a
// scan and a jump. The ends of a flat stretch may take a few dozen more.
const budget = 200

// Seek looks for the goal. If F has no value anywhere, F of the answer is NaN.
func (g Goal) Seek() Found {
	s := newSearch(g)
	var roots []point
	more := false
	switch {
	case g.Whole:
		return s.whole()
	case g.Monotone:
		var decided bool
		if roots, decided = s.climb(); decided {
			break
		}
		fallthrough // F has no value somewhere, and nobody knows where
	default:
		roots, more = s.scan()
	}
	ok, at := len(roots) > 0, s.best
	if ok {
		at = s.nearest(roots)
	}
	from, to := s.flat(at)
	for _, r := range roots {
		more = more || r.x < from.x || r.x > to.x
	}
	// On a flat stretch every value is as good, so the nearest is taken.
	switch {
	case g.Near > from.x && g.Near < to.x && s.near.x == g.Near:
		at = s.near
	case math.Abs(s.span(s.near, from)) <= math.Abs(s.span(s.near, to)):
		at = from
	default:
		at = to
	}
	return Found{OK: ok, X: at.x, F: at.f, From: from.x, To: to.x, More: more, Evals: s.evals}
}
