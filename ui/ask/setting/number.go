package setting

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/unit"
)

// A number is the Value of a setting that holds one float64.
type number struct {
	at     field[float64]
	moves  bool // at may change the scenario
	kind   unit.Kind
	lo, hi float64                          // range of the value
	none   bool                             // +Inf is also allowed: no limit
	auto   bool                             // +Inf is written auto instead of none
	rungs  []float64                        // round values to step through, rising
	suffix string                           // suffix that users may write
	grid   float64                          // steps per 1 on an even grid; 0: steps go from rung to rung
	bounds func(*Scenario) (lo, hi float64) // range given the other settings, or nil for lo and hi
	enter  func(*Scenario) float64          // the value to step down to from +Inf, or nil

	// relative is set if the value is a share of the elapsed time, or for a rate a multiple of the load without an outage;
	// nil if it never is
	relative field[bool]
	then     func(s *Scenario, before *Scenario) // adjusts other fields after a change; or nil
}

// A relation is what a relative number is: its unit, the mark behind it, and what it may be in words.
type relation struct {
	kind        unit.Kind
	mark, words string
}

func (v number) relation() relation {
	if v.kind == unit.Rate {
		return relation{unit.Number, "x", ", or a multiple of the load without an outage such as 1.5x"}
	}
	return relation{unit.Share, "%", ", or a share of the elapsed time such as 10%"}
}

// shares reports whether the number is relative in s.
func (v number) shares(s *Scenario) bool { return v.relative != nil && *v.relative(s) }

// coarseSteps returns how many steps make one coarse step: three rungs of 1-2-5, a factor of ten, or ten even
// steps.
func (v number) coarseSteps() int {
	if v.grid == 0 {
		return 3
	}
	return 10
}

// get returns the number in s, which stays as it is.
func (v number) get(s *Scenario) float64 {
	if v.moves {
		s = new(*s)
	}
	return *v.at(s)
}

func (v number) choices() []string     { return nil }
func (v number) track(*Scenario) track { return v }

func (v number) Text(s *Scenario) string {
	x, kind, mark := v.get(s), v.kind, ""
	if v.shares(s) {
		kind = v.relation().kind
		mark = strings.Trim(v.relation().mark, "%") // a share has its own
	}
	switch {
	case math.IsNaN(x):
		return ""
	case v.auto && math.IsInf(x, 1):
		return automatic
	}
	return kind.Exact(x) + mark
}

// automatic is the text of +Inf for a number that retune chooses.
const automatic = "auto"

func (v number) Show(s *Scenario) string {
	if x := v.get(s); !math.IsInf(x, 1) && v.relative == nil {
		return v.kind.Format(x)
	}
	return v.Text(s)
}

func (v number) Range() string {
	words := v.kind.Exact(v.lo) + " to " + v.kind.Exact(v.hi)
	if v.auto {
		words += ", or " + automatic
	} else if v.none {
		words += ", or none"
	}
	if v.relative != nil {
		words += v.relation().words
	}
	return words
}

func (v number) Set(s *Scenario, text string) error {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), v.suffix))
	share := v.relative != nil && strings.HasSuffix(text, v.relation().mark)
	x, err := v.read(text, share)
	if err != nil {
		return err
	}
	*v.at(s) = x
	if v.relative != nil {
		*v.relative(s) = share
	}
	return nil
}

// read parses a value or a relative one, and checks its range.
func (v number) read(text string, share bool) (float64, error) {
	kind, lo, hi, word := v.kind, v.lo, v.hi, DashedLower(strings.TrimSpace(text))
	if share {
		kind, lo, hi, text = v.relation().kind, 0, MaxFactor, strings.TrimSuffix(text, "x")
	}
	endless := slices.Contains(endless, word) || v.kind == unit.Count && word == "-1"
	if v.auto && word == automatic || v.none && !v.auto && endless {
		return math.Inf(1), nil
	}
	x, err := kind.Parse(text)
	if err == nil && !(x >= lo && x <= hi) && !(v.none && math.IsInf(x, 1)) {
		err = fmt.Errorf("%s is out of range: %s", unit.Quote(text), v.Range())
	}
	return x, err
}

func (v number) Reset(s *Scenario) {
	*v.at(s) = v.get(new(Default()))
	if v.relative != nil {
		*v.relative(s) = false
	}
	if !math.IsNaN(*v.at(s)) {
		v.put(s, *v.at(s))
	}
}

// limits returns the range of the number given the other settings of s.
func (v number) limits(s *Scenario) (lo, hi float64) {
	if v.bounds == nil {
		return v.lo, v.hi
	}
	return v.bounds(s)
}

// put stores x, clamped to the limits. +Inf stays +Inf if none is allowed.
func (v number) put(s *Scenario, x float64) {
	lo, hi := v.limits(s)
	if v.none && math.IsInf(x, 1) {
		hi = x
	}
	before := *s
	if *v.at(s) = max(lo, min(hi, x)); v.then != nil {
		v.then(s, &before)
	}
}

func (v number) Step(s *Scenario, steps int, coarse bool) {
	if coarse {
		steps *= v.coarseSteps()
	}
	x := v.get(s)
	lo, hi := v.limits(s)
	for ; steps > 0 && x < hi; steps-- {
		x = v.up(x)
	}
	if v.none && steps > 0 {
		x = math.Inf(1)
	}
	if math.IsInf(x, 1) && steps < 0 && v.enter != nil {
		// Start from the largest value that changes anything, on a rung if possible.
		x, steps = v.enter(s), steps+1
		if r := below(v.rungs, x); r >= lo {
			x = r
		}
	}
	for ; steps < 0 && x > lo; steps++ {
		x = v.down(x)
	}
	v.put(s, x)
}

// up returns the value one notch above x.
func (v number) up(x float64) float64 {
	if v.grid > 0 {
		return (math.Floor(x*v.grid+slack) + 1) / v.grid
	}
	return above(v.rungs, x)
}

// down returns the value one notch below x.
func (v number) down(x float64) float64 {
	if v.grid > 0 {
		return (math.Ceil(x*v.grid-slack) - 1) / v.grid
	}
	return below(v.rungs, x)
}

// slack absorbs the rounding error of a decimal times the grid: 1.1*100 is 110.00000000000001.
const slack = 1e-6

func (v number) Limit(s *Scenario, end bool) {
	x := math.Inf(-1)
	if end {
		x = math.Inf(1)
	}
	v.put(s, x)
}
