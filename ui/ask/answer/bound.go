package answer

import (
	"math"

	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Exact is how near a figure must come to what is wanted, relatively, to count as that.
const Exact = 1e-9

// Side is where the result shall stay: -1 below what is wanted, 1 above.
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

// Keeps tells whether a result keeps the bound that s wants, but for rounding.
func (r Result) Keeps(s setting.Scenario, y float64) bool {
	slack := Exact * math.Abs(s.Wanted)
	if r.Kind(s) == unit.Share && s.Wanted <= 1 { // of the smaller of the two shares
		slack = max(1e-15, Exact*min(s.Wanted, 1-s.Wanted))
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

// BoundWords is the bound that s wants, in words.
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
