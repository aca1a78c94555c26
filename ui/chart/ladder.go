package chart

import (
	"math"

	"retune/ui/unit"
)

// A ladder is an endless climb of values that people choose: decades of below
// under the values in between, and decades of above, in units of top, over
// them.
type ladder struct {
	below   []float64 // times 10^-1, 10^-2, ...
	between []float64
	above   []float64 // times top, 10 top, ...
	top     float64
}

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
	year   = 365.25 * day
)

var (
	oneTwoFive = []float64{1, 2, 5}
	one        = []float64{1}

	wholeNumbers = ladder{above: oneTwoFive, top: 1}
	plainSteps   = ladder{below: oneTwoFive, above: oneTwoFive, top: 1}
	plainDecades = ladder{below: one, above: one, top: 1}

	// Times are said in units of 60, 24 and 365: their round steps are not
	// those of the decimal system.
	timeSteps = ladder{
		below: oneTwoFive,
		between: []float64{
			1, 2, 5, 10, 15, 30,
			minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
			hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour,
			day, 2 * day, 5 * day, 7 * day, 14 * day, 30 * day, 60 * day, 90 * day, 180 * day,
		},
		above: oneTwoFive, top: year,
	}
	halfYears = ladder{between: []float64{year / 2}, above: oneTwoFive, top: year}

	timeRungs = ladder{
		below: oneTwoFive,
		between: []float64{
			1, 2, 5, 10, 30,
			minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute,
			hour, 2 * hour, 5 * hour, 12 * hour,
			day, 2 * day, 5 * day, 10 * day, 30 * day, 100 * day,
		},
		above: oneTwoFive, top: year,
	}
	timeDecades = ladder{
		below:   one,
		between: []float64{1, 10, minute, 10 * minute, hour, 5 * hour, day, 10 * day, 100 * day},
		above:   one, top: year,
	}
)

// linear is the ladder of distances between the ticks of a linear axis so long.
func linear(kind unit.Kind, length float64) ladder {
	switch {
	case kind == unit.Duration && length > 1.1*year:
		return halfYears // days do not add up to years
	case kind == unit.Duration:
		return timeSteps
	case kind == unit.Count:
		return wholeNumbers
	}
	return plainSteps
}

// fine and coarse are the ladders of the ticks of a logarithmic axis.
func fine(kind unit.Kind) ladder {
	if kind == unit.Duration {
		return timeRungs
	}
	return plainSteps
}

func coarse(kind unit.Kind) ladder {
	if kind == unit.Duration {
		return timeDecades
	}
	return plainDecades
}

// at is rung i; rung 0 is the first that is not below.
func (l ladder) at(i int) float64 {
	switch n := len(l.between); {
	case i < 0 && len(l.below) == 0:
		return 0
	case i < 0:
		m := len(l.below)
		up := i + 400*m                             // a multiple of m, so that / rounds down
		return l.below[up%m] / math.Pow10(400-up/m) // divided: the float64 nearest to the decimal
	case i < n:
		return l.between[i]
	default:
		m := len(l.above)
		return l.top * l.above[(i-n)%m] * math.Pow10((i-n)/m)
	}
}

// index is the lowest rung that is at least v.
func (l ladder) index(v float64) int {
	i, v := 0, min(v, math.MaxFloat64)
	if len(l.below) > 0 && v < l.at(0) { // jump near, then climb
		i = int(max(-399, math.Log10(v)-2)) * len(l.below)
	} else if n := len(l.between); v > l.top {
		i = n + int(max(0, math.Log10(v/l.top)-2))*len(l.above)
	}
	for l.at(i) < v {
		i++
	}
	return i
}

// atLeast is the lowest value on the ladder that is at least v.
func (l ladder) atLeast(v float64) float64 { return l.at(l.index(v)) }
