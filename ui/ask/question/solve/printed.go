package solve

import (
	"math"
	"strconv"

	"retune/ui/unit"
)

// printed returns the value that prints like x.
func (t *search) printed(x float64) float64 {
	switch {
	case math.IsInf(x, 1):
		return x
	case t.span.Whole:
		return math.Round(x)
	case t.unit == unit.Factor:
		x = 1 + rounded(x-1, t.digits)
	default:
		x = rounded(x, t.digits)
	}
	for range 2 { // near 1 the last digit can be half a unit more
		if y, err := t.unit.Parse(t.unit.Format(x)); err == nil {
			x = y
		}
	}
	return x
}

// rounded returns x with that many significant digits.
func rounded(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return y
}
