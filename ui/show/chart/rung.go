package chart

import (
	"math"
	"slices"
	"sort"

	"retune/ui/unit"
)

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
	year   = 365.25 * day
)

// clock lists the round times from a second to below a year.
var clock = []float64{1, 2, 5, 10, 20, 30, minute, 2 * minute, 5 * minute, 10 * minute, 20 * minute, 30 * minute,
	hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 5 * day, 10 * day, 20 * day, 50 * day, 100 * day}

// rung returns the i-th round value of a kind; rung 0 is 1, and the values rise without end. They are 1, 2 and 5 times
// powers of ten; for times from a second on, those in clock, and beyond it round numbers of years.
func rung(kind unit.Kind, i int) float64 {
	switch n := len(clock); {
	case kind != unit.Duration || i < 0:
		return decimal(i)
	case i < n:
		return clock[i]
	default:
		return year * decimal(i-n)
	}
}

func decimal(i int) float64 {
	power := int(math.Floor(float64(i) / 3))
	digit := [3]float64{1, 2, 5}[i-3*power]
	if power < 0 {
		return digit / math.Pow10(-power) // the float64 nearest to the decimal
	}
	return digit * math.Pow10(power)
}

// rungFrom returns the number of the least rung that is at least v.
func rungFrom(kind unit.Kind, v float64) int {
	const beyond = 1100 // outside the range of float64
	return sort.Search(2*beyond, func(i int) bool { return rung(kind, i-beyond) >= v }) - beyond
}

// far is the largest multiple of the greatest sample at which a line still extends the range of the y axis. A line
// beyond that is out of sight.
const far = 2

// yAxis returns the y axis of the plot. If it has no range, the range is derived from the curves, the bands, the stems
// and the lines; without these it stays empty.
func (p Plot) yAxis(l layout, columns int) Axis {
	a := p.Y
	if a.Lo != 0 || a.Hi != 0 {
		return a
	}
	least, most := math.Inf(1), math.Inf(-1)
	see := func(v float64) {
		if unit.Finite(v) && (v > 0 || !a.Log) {
			least, most = min(least, v), max(most, v)
		}
	}
	for _, v := range p.heights(l, columns) {
		see(v)
	}
	highest := far * most
	for _, l := range p.Lines {
		if highest < 0 || l.Y <= highest {
			see(l.Y)
		}
	}
	switch {
	case least > most:
	case a.Log:
		a.Lo, a.Hi = logRange(a.Kind, least, most)
	default:
		a.Lo, a.Hi = linearRange(a.Kind, min(least, 0), max(most, 0))
	}
	return a
}

// heights returns the values of the curves and bands, and the heights of the stems.
func (p Plot) heights(l layout, columns int) []float64 {
	list := slices.Concat(l.samples...)
	for _, f := range p.Fills {
		if f.Role != Span {
			list = slices.Concat(list, values(f.Hi, l.x, columns), values(f.Lo, l.x, columns))
		}
	}
	for _, m := range p.Points {
		if m.Stem {
			list = append(list, m.Y)
		}
	}
	return list
}

// linearRange returns a range of whole steps that contains both lo and hi, one of which is 0.
func linearRange(kind unit.Kind, lo, hi float64) (float64, float64) {
	const steps = 8
	if lo == hi { // 0 throughout
		return 0, 1
	}
	step := rung(kind, rungFrom(kind, hi/steps-lo/steps))
	from, to := math.Floor(lo/step*(1-1e-9))*step, math.Ceil(hi/step*(1-1e-9))*step
	if !unit.Finite(to - from) {
		return lo, hi
	}
	return from + 0, to
}

// logRange returns a range from one rung to another. A constant keeps a distance from both.
func logRange(kind unit.Kind, least, most float64) (lo, hi float64) {
	if least == most {
		least, most = least/2, most*2
	}
	lo, hi = rung(kind, rungFrom(kind, least*(1+1e-9))-1), rung(kind, rungFrom(kind, most*(1-1e-9)))
	if !(lo > 0) {
		lo = least
	}
	if !unit.Finite(hi) {
		hi = most
	}
	return lo, hi
}
