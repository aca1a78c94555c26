package numeric

import (
	"cmp"
	"math"
	"slices"
)

// A Boundary describes a search on a function for two neighbouring arguments, one that keeps a bound and one that does
// not. The function may be expensive, noisy, flat or infinite, may jump and need not be monotonic. An argument without
// a value does not keep the bound.
//
// The search tries the values of Near first, then the Rungs outwards from them on both sides, until two neighbours
// differ in whether they keep the bound. It narrows the interval between them by the secant, in which an end that
// stays put has half its weight, and at every third step by bisection. It stops when no value lies between the two, or
// when their errors do not tell them apart. If Y is Smooth except for jumps, the search goes on beyond a jump as long
// as there may be another boundary. A pair of boundaries between two rungs that agree is not seen. Source of the
// weights: Dowell and Jarratt, "A modified regula falsi method", BIT 11 (1971), the Illinois method.
type Boundary struct {
	Try   func(x float64) Try
	Want  float64   // the value of Y at the bound, which the secant aims at
	Near  []float64 // the search begins at the first that is finite and has a value
	Rungs []float64 // rising; +Inf may be the last
	// returns an argument about that share of the way from a to b; NaN: none
	Between func(a, b, share float64) float64
	// Y is monotonic: the search leaves a side on which Y moves away from Want
	Steady bool
	Smooth bool // prefers a boundary at which Y does not jump
	Most   int  // greatest number of tries
}

// A Try is the value of the function at X.
type Try struct {
	X, Y  float64 // Y may be ±Inf
	Error float64 // the standard error of Y, if it has one
	Keeps bool    // whether X keeps the bound
	OK    bool    // the function has a value at X
}

// A Border is the result of the search for a Boundary.
type Border struct {
	In, Out Try   // In keeps the bound, Out does not; one of them is the zero Try without a boundary
	Found   bool  // there is a boundary
	Tries   []Try // the tries that have a value, in the order of X
	Ended   bool  // the search needed more tries than Most
}

// Find searches for the boundary.
func (b Boundary) Find() Border {
	s := boundarySearch{Boundary: b}
	var from Try
	for i, x := range b.Near {
		t := s.try(x)
		if from.OK && t.OK && from.Keeps != t.Keeps && !math.IsInf(from.X+t.X, 1) && !s.Smooth {
			return s.narrow(from, t)
		}
		if i == 0 || t.OK && (!from.OK || math.IsInf(from.X, 1)) {
			from = t
		}
	}
	s.from(from)
	return s.best()
}

// best returns the first boundary without a jump, or else the first boundary.
func (s *boundarySearch) best() (first Border) {
	for {
		found := s.narrow(s.outwards())
		if jumps := math.Abs(found.In.Y-found.Out.Y) > 0.02*math.Abs(s.Want); found.Found && !(s.Smooth && jumps) {
			return found
		}
		if !first.Found {
			first = found
		}
		if !found.Found {
			return first
		}
	}
}

// A boundarySearch is the state of one Find.
type boundarySearch struct {
	Boundary
	tries []Try
	ended bool
	begin Try
	last  [2]Try       // the last tries above and below begin
	left  [2][]float64 // the rungs beyond them
}

// try evaluates the function at x, unless Most tries have been made.
func (s *boundarySearch) try(x float64) Try {
	if len(s.tries) >= s.Most {
		s.ended = true
		return Try{X: x}
	}
	t := s.Try(x)
	t.X = x
	s.tries = append(s.tries, t)
	return t
}

// from sets the try from which the search goes outwards.
func (s *boundarySearch) from(t Try) {
	up, _ := slices.BinarySearch(s.Rungs, math.Nextafter(t.X, math.Inf(1)))
	down, _ := slices.BinarySearch(s.Rungs, t.X)
	s.begin, s.last, s.left = t, [2]Try{t, t}, [2][]float64{slices.Clone(s.Rungs[up:]), slices.Clone(s.Rungs[:down])}
	slices.Reverse(s.left[1])
}

// outwards returns the next two neighbouring tries that differ in the bound. The second is not OK if there are none.
func (s *boundarySearch) outwards() (like, unlike Try) {
	for len(s.left[0])+len(s.left[1]) > 0 && !s.ended {
		for i, rungs := range s.left {
			if len(rungs) == 0 {
				continue
			}
			t, last := s.try(rungs[0]), s.last[i]
			if s.left[i], s.last[i] = rungs[1:], t; t.OK && t.Keeps != last.Keeps {
				return last, t
			}
			if last.OK && (!t.OK || s.Steady && s.leaves(last, t)) {
				s.left[i] = nil
			}
		}
	}
	return s.begin, Try{}
}

// leaves reports whether the function is farther from Want at next than at t, by more than 1%.
func (s *boundarySearch) leaves(t, next Try) bool {
	return math.Abs(next.Y-s.Want) > 1.01*math.Abs(t.Y-s.Want)
}

// narrow returns the boundary between two tries that differ in the bound. There is none if b is not OK.
func (s *boundarySearch) narrow(a, b Try) Border {
	found := b.OK
	weights := [2]float64{1, 1}
	for i, side := 0, -1; found && !(a.Error+b.Error > math.Abs(a.Y-b.Y)); i++ {
		share := 0.5
		fa, fb := weights[0]*(a.Y-s.Want), weights[1]*(b.Y-s.Want)
		if secant := fa / (fa - fb); i%3 < 2 && a.OK && b.OK && secant > 0 && secant < 1 {
			share = secant
		}
		x := s.Between(a.X, b.X, share)
		if !(min(a.X, b.X) < x && x < max(a.X, b.X)) {
			break
		}
		t := s.try(x)
		if s.ended {
			break
		}
		now := 1
		if t.Keeps == a.Keeps {
			now, a = 0, t
		} else {
			b = t
		}
		if weights[now] = 1; now == side {
			weights[1-now] /= 2
		}
		side = now
	}
	if !a.Keeps {
		a, b = b, a
	}
	known := slices.DeleteFunc(slices.Clone(s.tries), func(t Try) bool { return !t.OK })
	slices.SortFunc(known, func(t, u Try) int { return cmp.Compare(t.X, u.X) })
	return Border{In: a, Out: b, Found: found, Tries: known, Ended: s.ended}
}
