package setting

import (
	"math"

	"retune/ui/unit"
)

// ranged returns a number from lo to hi that steps through the round values of its kind.
func ranged(at func(*Scenario) *float64, kind unit.Kind, lo, hi float64) number {
	v := number{at: at, kind: kind, lo: lo, hi: hi}
	switch kind {
	case unit.Duration:
		v.rungs = inside(delayRungs, max(lo, 1e-3), hi)
	case unit.Count:
		v.rungs, v.grid = inside(counts, lo, hi), 1
	case unit.Factor:
		v.rungs, v.grid = inside(factors, lo, hi), 100
	case unit.Share:
		v.rungs, v.grid = inside(shares, lo, hi), 100
	case unit.Rate:
		v.rungs = inside(rates, lo, hi)
	default:
		v.rungs = inside(ratios, lo, hi)
	}
	return v
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
func (v number) orNone(enter func(Scenario) float64) number {
	v.none, v.enter = true, enter
	return v
}

// orAuto returns the number with +Inf as a further value, written auto.
func (v number) orAuto(enter func(Scenario) float64) number {
	v.auto = true
	return v.orNone(enter)
}

// always returns an enter that does not depend on the scenario.
func always(x float64) func(Scenario) float64 { return func(Scenario) float64 { return x } }

// orShare returns the number as one that may be relative; share says whether it is.
func (v number) orShare(share func(*Scenario) *bool) number {
	v.relative = share
	return v
}

// within returns the number with a range that depends on other settings.
func (v number) within(bounds func(Scenario) (lo, hi float64)) number {
	v.bounds = bounds
	return v
}

// inside returns the rungs from lo to hi.
func inside(rungs []float64, lo, hi float64) []float64 {
	for len(rungs) > 0 && rungs[0] < lo {
		rungs = rungs[1:]
	}
	for len(rungs) > 0 && rungs[len(rungs)-1] > hi {
		rungs = rungs[:len(rungs)-1]
	}
	return rungs[:len(rungs):len(rungs)]
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
