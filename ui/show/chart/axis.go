package chart

import (
	"math"

	"retune/ui/unit"
)

// A scale maps the values of an axis to its length: lo to 0 and hi to 1. The zero scale has no values.
type scale struct {
	kind       unit.Kind
	lo, hi     float64
	log        bool
	from, span float64 // f(lo) and f(hi)-f(lo), where f is the logarithm or the identity
}

// newScale reports false if the ends of the axis are too close for float64 to tell columns apart.
func newScale(a Axis) (scale, bool) {
	s := scale{kind: a.Kind, lo: a.Lo, hi: a.Hi, log: a.Log}
	s.from = s.f(a.Lo)
	s.span = s.f(a.Hi) - s.from
	long := a.Hi-a.Lo > 1e-10*max(math.Abs(a.Lo), math.Abs(a.Hi))
	if !long || !finite(s.from) || !finite(s.span) {
		return scale{}, false
	}
	return s, true
}

func (s scale) valid() bool { return s.span > 0 }

// f transforms a value so that equal distances on the axis are equal differences.
func (s scale) f(v float64) float64 {
	switch {
	case !s.log:
		return v
	case v > 0:
		return math.Log10(v)
	}
	return math.NaN()
}

// fraction returns the place of v between lo and hi, or NaN if v has none.
func (s scale) fraction(v float64) float64 {
	if !s.valid() || !finite(v) {
		return math.NaN()
	}
	return (s.f(v) - s.from) / s.span
}

// row returns the row nearest to v, counted from the bottom; lo and hi are the middles of the lowest and the highest
// row. It reports false if v is outside them.
func (s scale) row(v float64, rows int) (int, bool) {
	at := math.Round(s.fraction(v) * float64(rows-1))
	return int(at), at >= 0 && at <= float64(rows-1)
}

// column returns the column that contains v; lo is the left edge of the first and hi the right edge of the last.
func (s scale) column(v float64, columns int) (int, bool) {
	at := s.fraction(v)
	if !(at >= 0 && at <= 1) {
		return 0, false
	}
	return min(int(at*float64(columns)), columns-1), true
}

// centre returns the value in the middle of a column.
func (s scale) centre(column, columns int) float64 {
	return s.at((float64(column) + 0.5) / float64(columns))
}

// edge returns the value at the left edge of a column.
func (s scale) edge(column, columns int) float64 { return s.at(float64(column) / float64(columns)) }

// at returns the value at a fraction of the axis.
func (s scale) at(fraction float64) float64 {
	if !s.valid() {
		return math.NaN()
	}
	v := s.from + s.span*fraction
	if s.log {
		return math.Pow(10, v)
	}
	return v
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Places returns n values at even distances from one end of the axis to the other.
func (a Axis) Places(n int) []float64 {
	s, ok := newScale(a)
	if !ok {
		return nil
	}
	at := make([]float64, n)
	for i := range at {
		at[i] = s.at(float64(i) / float64(n-1))
	}
	return at
}
