package target

import (
	"math"
	"slices"
	"strconv"

	"retune/ui/knob"
	"retune/ui/unit"
)

// candidates is the values of a knob among which a search looks.
type candidates struct {
	rungs  []float64 // the values that people choose, rising
	origin float64   // from which they are counted: 1 of a factor
	least  float64   // nearer to the origin none is worth a try
	whole  bool
	digits int // of those that are between the rungs
}

// newCandidates is those of a knob of the fleet s: times as long as it is looked at,
// counts and rates up to a thousand times as much or as little as now.
func newCandidates(s knob.Scenario, k knob.Knob) candidates {
	const far, steepest = 1000, 20
	span, _ := k.Span(s)
	c := candidates{whole: span.Whole, digits: 3, rungs: k.Rungs(s)}
	now := k.Stands(s)
	lo, hi := span.Lo, span.Hi
	switch k.Unit(s) {
	case unit.Duration:
		lo, hi = 1e-3, s.Duration
	case unit.Factor:
		c.origin, hi = 1, steepest
	case unit.Count, unit.Number, unit.Rate:
		if lo, hi = now/far, now*far; !finite(now) || now == 0 {
			lo, hi = 0, far
		}
	}
	beyond := false // one rung is enough
	c.rungs = slices.DeleteFunc(c.rungs, func(x float64) bool {
		gone := beyond && !math.IsInf(x, 1) || x > 0 && x < lo
		beyond = beyond || x >= hi
		return gone
	})
	c.least = 1e-3
	for _, x := range c.rungs {
		if x > c.origin {
			c.least = (x - c.origin) / 10
			break
		}
	}
	return c
}

// few is fewer of them, where soon is better than all.
func (c candidates) few() candidates {
	const many = 16
	all := c.rungs
	c.digits, c.rungs = 2, nil
	for i := len(all) - 1; i >= 0; i -= 1 + len(all)/many {
		c.rungs = append(c.rungs, all[i])
	}
	slices.Reverse(c.rungs)
	return c
}

// between is a value of few digits between two, about that share of the way from the
// first: of as few as will do. NaN: there is none.
func (c candidates) between(a, b, share float64) float64 {
	lo, hi := min(a, b), max(a, b)
	place := func(x float64) float64 { return math.Log(math.Max(x-c.origin, c.least)) }
	x := math.Exp(place(a) + (place(b)-place(a))*share)
	for digits := 2; digits <= c.digits && !math.IsInf(hi, 1); digits++ {
		step := math.Pow(10, math.Floor(math.Log10(x))-float64(digits)+1)
		for _, y := range []float64{x, x - step, x + step} {
			if y = c.origin + rounded(y, digits); c.whole {
				y = math.Round(y)
			}
			if y = rounded(y, 12); lo < y && y < hi { // no digits of rounding
				return y
			}
		}
	}
	return math.NaN()
}

// around is the rungs with those near x that it needs for a boundary close by.
func (c candidates) around(x float64) []float64 {
	list := slices.Clone(c.rungs)
	for _, near := range []float64{0.8, 0.9, 0.95, 1.05, 1.1, 1.25} {
		y := c.origin + rounded((x-c.origin)*near, c.digits)
		if !math.IsInf(x, 1) && !c.whole && y > list[0] && y < list[len(list)-1] {
			list = append(list, y)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// from is the values on one side of x, first next, which is on that side or on the other
// as far away, then in steps that double, and at last the rungs.
func (c candidates) from(x, next float64, up bool) (list []float64) {
	side := func(y float64) bool { return y > x == up && y != x }
	if side(next) {
		list = append(list, next)
	}
	if finite(next) {
		list = c.doubling(list, x, next, up)
	}
	end := x
	if len(list) > 0 {
		end = list[len(list)-1]
	}
	for _, y := range c.rungs {
		if side(y) && (y > end == up) && y != end {
			list = append(list, y)
		}
	}
	slices.Sort(list)
	return list
}

// doubling adds values to a list that are once, twice, four times ... as far from x as next is.
func (c candidates) doubling(list []float64, x, next float64, up bool) []float64 {
	step := math.Abs(next - x)
	if !up {
		step = -step
	}
	for range 6 {
		if x += step; x <= c.origin || x > c.rungs[len(c.rungs)-1] {
			break
		}
		if y := c.origin + rounded(x-c.origin, c.digits); y != next && (!c.whole || y == math.Trunc(y)) {
			list = append(list, rounded(y, 12))
		}
		step *= 2
	}
	return list
}

// rounded is x with so many digits.
func rounded(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return y
}
