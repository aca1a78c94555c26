package chart

import (
	"math"
	"slices"

	"retune/ui/unit"
)

// An Axis is a range of values and its division. For whole things, such as retries 1 to N, Kind is Count and the range
// 0.5 to N+0.5, so that each has equally many columns.
type Axis struct {
	Name   string // title below the x axis of a drawing, or ""
	Kind   unit.Kind
	Lo, Hi float64
	Log    bool
}

// A scale maps the values of an axis to its length: Lo to 0 and Hi to 1.
type scale struct {
	Axis
	from, span float64 // f(Lo) and f(Hi)-f(Lo), where f is the logarithm or the identity
}

// newScale returns the scale of an axis. Its span is NaN, and it has no values, if the ends of the axis are too close
// for float64 to tell columns apart.
func newScale(a Axis) scale {
	s := scale{Axis: a}
	s.from = s.f(a.Lo)
	s.span = s.f(a.Hi) - s.from
	long := a.Hi-a.Lo > 1e-10*max(math.Abs(a.Lo), math.Abs(a.Hi))
	if !long || !unit.Finite(s.span) {
		s.span = math.NaN()
	}
	return s
}

func (s scale) valid() bool { return s.span > 0 }

// f transforms a value so that equal distances on the axis are equal differences.
func (s scale) f(v float64) float64 {
	if s.Log {
		return math.Log10(v)
	}
	return v
}

// fraction returns the place of v: 0 at Lo and 1 at Hi. It is infinite beyond every axis, and NaN if v has no place.
func (s scale) fraction(v float64) float64 { return (s.f(v) - s.from) / s.span }

// row returns the row nearest to v, counted from the bottom; Lo and Hi are the middles of the lowest and the highest
// row. It reports false if v is outside them.
func (s scale) row(v float64, rows int) (int, bool) {
	at := math.Round(s.fraction(v) * float64(rows-1))
	return int(at), at >= 0 && at <= float64(rows-1)
}

// column returns the column that contains v; Lo is the left edge of the first and Hi the right edge of the last.
func (s scale) column(v float64, columns int) (int, bool) {
	at := s.fraction(v)
	return min(int(at*float64(columns)), columns-1), at >= 0 && at <= 1
}

// centre returns the value in the middle of a column.
func (s scale) centre(column, columns int) float64 {
	return s.at((float64(column) + 0.5) / float64(columns))
}

// edge returns the value at the left edge of a column.
func (s scale) edge(column, columns int) float64 { return s.at(float64(column) / float64(columns)) }

// at returns the value at a fraction of the axis.
func (s scale) at(fraction float64) float64 {
	v := s.from + s.span*fraction
	if s.Log {
		return math.Pow(10, v)
	}
	return v
}

// Places returns n values at even distances from one end of the axis to the other.
func (a Axis) Places(n int) (at []float64) {
	s := newScale(a)
	for i := range n {
		if s.valid() {
			at = append(at, s.edge(i, n-1))
		}
	}
	return at
}

// Divide divides an axis into no more than most classes at round values. It returns the values between the classes in
// ascending order.
func (a Axis) Divide(most int) []float64 {
	for ticks := range newScale(a).divisions(4 * most) {
		inside := slices.DeleteFunc(ticks, func(v float64) bool { return !(v > a.Lo && v < a.Hi) })
		if len(inside) < most {
			return inside
		}
	}
	return nil
}
