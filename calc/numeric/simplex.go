package numeric

import (
	"cmp"
	"math"
	"slices"
)

// Simplex returns the point near x at which f is least, and the value there. It calls f at most about most times and
// stops earlier when the values at the corners differ by less than close. f may have corners, as likelihoods of ranges
// have, and may be +Inf where it has no value.
//
//	x, step  start, and how far the first corners are from it along each axis
//
// Source: Nelder and Mead, "A simplex method for function minimization", Computer Journal 7 (1965).
func Simplex(f func(x []float64) float64, x, step []float64, most int, close float64) ([]float64, float64) {
	s := simplex{f: f}
	s.list = append(s.list, s.look(slices.Clone(x)))
	for i := range x {
		at := slices.Clone(x)
		at[i] += step[i]
		s.list = append(s.list, s.look(at))
	}
	for worst := len(x); worst > 0; {
		list := s.list
		slices.SortStableFunc(list, func(a, b corner) int { return cmp.Compare(a.value, b.value) })
		if s.calls >= most || list[worst].value-list[0].value < close || math.IsInf(list[0].value, 1) {
			break
		}
		s.step()
	}
	return s.list[0].at, s.list[0].value
}

// A corner is a point of a simplex with its value.
type corner struct {
	at    []float64
	value float64
}

// A simplex has one corner more than there are axes.
type simplex struct {
	f     func(x []float64) float64
	calls int
	list  []corner
}

// look returns a corner; NaN counts as +Inf.
func (s *simplex) look(at []float64) corner {
	s.calls++
	v := s.f(at)
	if math.IsNaN(v) {
		v = math.Inf(1)
	}
	return corner{at, v}
}

// beyond returns the point by times as far from the centre of the other corners as the worst is, on the other side.
func (s *simplex) beyond(by float64) corner {
	worst := len(s.list) - 1
	at := make([]float64, worst)
	for i := range at {
		for _, c := range s.list[:worst] {
			at[i] += c.at[i] / float64(worst)
		}
		at[i] += by * (at[i] - s.list[worst].at[i])
	}
	return s.look(at)
}

// step replaces the worst corner of a sorted simplex by a better one, or moves all corners towards the best.
func (s *simplex) step() {
	list, worst := s.list, len(s.list)-1
	next := s.beyond(1)
	switch {
	case next.value < list[0].value:
		if far := s.beyond(2); far.value < next.value {
			next = far
		}
	case next.value >= list[worst-1].value:
		by := -0.5
		if next.value < list[worst].value {
			by = 0.5
		}
		if next = s.beyond(by); next.value >= list[worst].value {
			for i := 1; i <= worst; i++ {
				for j := range list[i].at {
					list[i].at[j] = (list[i].at[j] + list[0].at[j]) / 2
				}
				list[i] = s.look(list[i].at)
			}
			return
		}
	}
	list[worst] = next
}
