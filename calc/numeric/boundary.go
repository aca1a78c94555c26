package numeric

import (
	"cmp"
	"math"
	"slices"
)

// A Boundary is looked for of a function that is dear, may be noisy, and may jump or
// turn round: two neighbouring values of which one keeps a bound and the other does not.
//
// From Near the Rungs are tried outwards on both sides until one differs from Near in
// whether it keeps the bound; then what is between, by halves, or by thirds where two
// tries are made at the same time, until there is nothing left between, or the errors of
// the two do not tell them apart. Every try is made once. Of several boundaries that is found which is
// nearest to Near, in rungs; one between two rungs that are alike is not seen.
type Boundary struct {
	Try     func(x float64) Try               // of two values at the same time if AtOnce is 2
	Near    float64                           // where the search begins
	Rungs   []float64                         // rising; +Inf may be the last
	Between func(a, b, share float64) float64 // a value between, near that share of the way from a to b; NaN: none
	AtOnce  int                               // tries at the same time: 1 or 2
	Cost    func(x float64) float64           // of a try, known beforehand; +Inf where there can be none
	Budget  float64                           // of all tries: one that costs more than half of what is left is not made
}

// A Try is what the function is at X.
type Try struct {
	X, Y  float64 // Y may be ±Inf
	Error float64 // the standard error of Y, if it has one
	Keeps bool    // the bound
	OK    bool    // it could be told
}

// A Border is the answer to a Boundary.
type Border struct {
	In, Out Try   // In keeps the bound, Out does not; one of them is not OK where no boundary was found
	Tries   []Try // all that could be told, in the order of X
	Ended   bool  // some tries would have cost too much
}

// Find looks for the boundary.
func (b Boundary) Find() Border {
	s := boundarySearch{Boundary: b}
	near := s.try(b.Near)[0]
	if !near.OK {
		return s.border(near, Try{})
	}
	return s.narrow(s.outwards(near))
}

// A boundarySearch is the state of one Find.
type boundarySearch struct {
	Boundary
	tries []Try
	ended bool
}

// try makes tries as far as the budget goes.
func (s *boundarySearch) try(at ...float64) []Try {
	list, paid := make([]Try, len(at)), make([]bool, len(at))
	for i, x := range at {
		cost := s.Cost(x)
		if paid[i] = cost <= s.Budget/2; paid[i] {
			s.Budget -= cost
		} else if !math.IsInf(cost, 1) {
			s.ended = true
		}
	}
	Each(len(at), s.AtOnce, func(i int) {
		if paid[i] {
			list[i] = s.Try(at[i])
		}
		list[i].X = at[i]
	})
	s.tries = append(s.tries, list...)
	return list
}

// outwards returns the last try like the one near and the first that is unlike it, which
// is not OK if there is none.
func (s *boundarySearch) outwards(near Try) (like, unlike Try) {
	up, _ := slices.BinarySearch(s.Rungs, math.Nextafter(near.X, math.Inf(1)))
	down, _ := slices.BinarySearch(s.Rungs, near.X)
	down--
	last := map[int]Try{1: near, -1: near}
	for up < len(s.Rungs) || down >= 0 {
		var at []float64
		var sides []int
		if up < len(s.Rungs) {
			at, sides = append(at, s.Rungs[up]), append(sides, 1)
		}
		if down >= 0 {
			at, sides = append(at, s.Rungs[down]), append(sides, -1)
		}
		for i, t := range s.try(at...) {
			switch {
			case !t.OK && sides[i] > 0: // it leads nowhere
				up = len(s.Rungs)
			case !t.OK:
				down = -1
			case t.Keeps != near.Keeps:
				return last[sides[i]], t
			}
			last[sides[i]] = t
		}
		up, down = up+1, down-1
	}
	return near, Try{}
}

// narrow returns the neighbours between two tries of which one keeps the bound.
func (s *boundarySearch) narrow(a, b Try) Border {
	for b.OK && !(a.Error+b.Error > math.Abs(a.Y-b.Y)) {
		lo, hi := min(a.X, b.X), max(a.X, b.X)
		var at []float64
		for i := range s.AtOnce {
			if x := s.Between(a.X, b.X, float64(i+1)/float64(s.AtOnce+1)); lo < x && x < hi && !slices.Contains(at, x) {
				at = append(at, x)
			}
		}
		if len(at) == 0 {
			break
		}
		if slices.Sort(at); a.X > b.X {
			slices.Reverse(at)
		}
		list := s.try(at...)
		if slices.ContainsFunc(list, func(t Try) bool { return !t.OK }) {
			break
		}
		for _, t := range list {
			if t.Keeps != a.Keeps {
				b = t
				break
			}
			a = t
		}
	}
	return s.border(a, b)
}

// border is the answer with the tries a and b on its sides.
func (s *boundarySearch) border(a, b Try) Border {
	if !a.Keeps {
		a, b = b, a
	}
	known := slices.DeleteFunc(slices.Clone(s.tries), func(t Try) bool { return !t.OK })
	slices.SortFunc(known, func(t, u Try) int { return cmp.Compare(t.X, u.X) })
	return Border{In: a, Out: b, Tries: known, Ended: s.ended}
}
