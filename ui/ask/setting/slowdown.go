package setting

import (
	"strings"

	"retune/ui/unit"
)

var (
	byFactor = ranged(func(s *Scenario) *float64 { return &s.Server.Slowdown }, unit.Factor, 1, 1e6)
	byTime   = ranged(func(s *Scenario) *float64 { return &s.Server.PerAttempt }, unit.Duration, 1e-6, day)
)

// slowdownOf returns the slowdown of the server as a number: a factor, or a time for each attempt.
func slowdownOf(s *Scenario) number {
	if s.Server.PerAttempt > 0 {
		return byTime
	}
	return byFactor
}

var slowdowns = compound{rule: byFactor.Range() + "; or a time for each attempt, such as 10ms",
	number: func(s *Scenario) (number, bool) { return byFactor, s.Server.PerAttempt == 0 }, whole: true,
	text: func(s *Scenario) string { return slowdownOf(s).Text(s) },
	show: func(s *Scenario) string { return slowdownOf(s).Show(s) },
	set: func(s *Scenario, text string) error {
		if strings.ContainsAny(text, "smhd") {
			return byTime.Set(s, text)
		}
		s.Server.PerAttempt = 0
		return byFactor.Set(s, text)
	},
	reset: func(s *Scenario) {
		s.Server.PerAttempt = 0
		byFactor.Reset(s)
	},
}
