package figure

import (
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// Side returns -1 if the figure must stay below the wanted value, and 1 if above.
func (r Figure) Side(s *setting.Scenario) int {
	switch s.Bound {
	case setting.Below, setting.AtMost:
		return -1
	case setting.Above, setting.AtLeast:
		return 1
	}
	if r.LowerBound {
		return 1
	}
	return -1
}

// Condition returns the bound of s.
func (r Figure) Condition(s *setting.Scenario) answer.Condition {
	compare := string(s.Bound)
	if s.Bound == setting.Suggested {
		compare = map[int]string{-1: "<=", 1: ">="}[r.Side(s)]
	}
	return answer.Condition{Compare: compare, Number: s.Wanted, Kind: r.Kind(s), Share: s.RecoversShare,
		AllowLost: s.AllowLost}
}

// BoundWords returns the bound of s in words.
func (r Figure) BoundWords(s *setting.Scenario) string {
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
