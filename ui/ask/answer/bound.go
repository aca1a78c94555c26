package answer

import (
	"math"

	"retune/ui/ask/setting"
	"retune/ui/unit"
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

// Keeps reports whether y satisfies the bound of s, up to rounding.
func (r Result) Keeps(s setting.Scenario, y float64) bool {
	slack := Exact * math.Abs(s.Wanted)
	if r.Kind(s) == unit.Share && s.Wanted <= 1 { // relative to the smaller of the share and its complement
		slack = max(1e-15, Exact*min(s.Wanted, 1-s.Wanted))
		if s.Wanted == 1 { // no share is nearly all
			slack = 0
		}
	}
	switch below := r.Side(s) < 0; {
	case below && s.Bound.Strict():
		return y < s.Wanted-slack
	case below:
		return y <= s.Wanted+slack
	case s.Bound.Strict():
		return y > s.Wanted+slack
	}
	return y >= s.Wanted-slack
}

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
