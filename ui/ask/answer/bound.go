package answer

import (
	"math"

	"retune/ui/ask/setting"
)

// Exact is the relative difference up to which a figure equals the wanted value.
const Exact = 1e-9

// Side returns -1 if the result must stay below the wanted value, and 1 if above.
func (r Result) Side(s setting.Scenario) int {
	switch s.Bound {
	case setting.Below, setting.AtMost:
		return -1
	case setting.Above, setting.AtLeast:
		return 1
	}
	if r.Floor {
		return 1
	}
	return -1
}

// Condition returns the bound of s.
func (r Result) Condition(s setting.Scenario) Condition {
	compare := string(s.Bound)
	if s.Bound == setting.Suggested {
		compare = map[int]string{-1: "<=", 1: ">="}[r.Side(s)]
	}
	return Condition{Compare: compare, Number: s.Wanted, Kind: r.Kind(s), Share: s.RecoversShare, AllowLost: s.AllowLost}
}

// Keeps reports whether y satisfies the bound of s, up to rounding.
func (r Result) Keeps(s setting.Scenario, y float64) bool { return r.Condition(s).keeps(y) }

// Limited returns the number to hold against a limit: +Inf if it is not reached or has no bound. ok is false without a
// number.
func (v Value) Limited() (x float64, ok bool) {
	switch {
	case v.Words != "":
		return 0, false
	case v.Status == "":
		return v.Number, true
	}
	return math.Inf(1), v.Status == NotReached || v.Status == Unbounded || v.Status == Overflow
}

// BoundWords returns the bound of s in words.
func (r Result) BoundWords(s setting.Scenario) string {
	switch side := r.Side(s); {
	case side < 0 && s.Bound.Strict():
		return "less than"
	case side < 0:
		return "at most"
	case s.Bound.Strict():
		return "more than"
	}
	return "at least"
}
