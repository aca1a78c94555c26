package setting

import (
	"math"
	"slices"

	"retune/ui/unit"
)

// steps are the round values of each kind, and how many even steps keys make per 1; 0: from one round value to the
// next.
var steps = map[unit.Kind]struct {
	rungs []float64
	grid  float64
}{
	unit.Duration: {inside(delayRungs, 1e-3, MaxElapsed), 0},
	unit.Count:    {counts, 1},
	unit.Factor:   {factors, 100},
	unit.Share:    {shares, 100},
	unit.Rate:     {rates, 0},
	unit.Number:   {ratios, 0},
}

// ranged returns a number from lo to hi that steps through the round values of its kind.
func ranged(at field[float64], kind unit.Kind, lo, hi float64) number {
	return number{at: at, kind: kind, lo: lo, hi: hi, rungs: inside(steps[kind].rungs, lo, hi),
		grid: steps[kind].grid}
}

// from returns the time with round values from least on.
func (v number) from(least float64) number {
	v.rungs = inside(delayRungs, least, v.hi)
	return v
}

// over returns the number with round values of its own, and so many even steps per 1; 0 means none.
func (v number) over(grid float64, rungs ...float64) number {
	v.grid, v.rungs = grid, rungs
	return v
}

// orNone returns the number with +Inf as a further value: no limit. A step down from it starts at enter.
func (v number) orNone(enter func(*Scenario) float64) number {
	v.none, v.enter = true, enter
	return v
}

// orAuto returns the number with +Inf as a further value, written auto.
func (v number) orAuto(enter func(*Scenario) float64) number {
	v.auto = true
	return v.orNone(enter)
}

// always returns an enter that does not depend on the scenario.
func always(x float64) func(*Scenario) float64 { return func(*Scenario) float64 { return x } }

// orShare returns the number as one that may be relative; share says whether it is.
func (v number) orShare(share field[bool]) number {
	v.relative = share
	return v
}

// within returns the number with a range that depends on other settings.
func (v number) within(bounds func(*Scenario) (lo, hi float64)) number {
	v.bounds = bounds
	return v
}

// inside returns the rungs from lo to hi.
func inside(rungs []float64, lo, hi float64) []float64 {
	from, _ := slices.BinarySearch(rungs, lo)
	to, found := slices.BinarySearch(rungs, hi)
	if found {
		to++
	}
	return rungs[from:to:to]
}

// above returns the first rung above x, or +Inf.
func above(rungs []float64, x float64) float64 {
	for _, r := range rungs {
		if r > x {
			return r
		}
	}
	return math.Inf(1)
}

// below returns the last rung below x, or -Inf.
func below(rungs []float64, x float64) float64 {
	least := math.Inf(-1)
	for _, r := range rungs {
		if r < x {
			least = r
		}
	}
	return least
}
