package policy

import (
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// binding sets the Binds of results: the time or outage of the question, or else the end of the policy.
func binding(list answer.Results) answer.Results {
	for i := range list {
		r := &list[i]
		reads := func(name string) bool { return slices.Contains(r.Needs, name) || slices.Contains(r.Takes, name) }
		r.Binds = func(s setting.Scenario) string {
			switch {
			case reads("at") && finite(s.AskAt) && s.RetriesBy(s.AskAt) < s.Total():
				return "retry " + unit.Count.Format(max(1, s.RetriesBy(s.AskAt))) + ", the last by " + unit.Duration.Format(s.AskAt)
			case reads("outage") && s.As("outage") != "none":
				return "the outage of " + s.As("outage")
			}
			return lastBinds(s)
		}
	}
	return list
}

// ender names what ends a policy before its last retry.
func ender(s setting.Scenario) string {
	switch {
	case finite(s.TotalTimeout) && s.TotalTimeout <= s.Deadline:
		return "the total timeout of " + unit.Duration.Format(s.TotalTimeout)
	case finite(s.Deadline):
		return "the deadline of " + unit.Duration.Format(s.Deadline)
	}
	return "the limit of starts"
}

// lastBinds names what ends the policy.
func lastBinds(s setting.Scenario) string {
	n := s.Total()
	switch {
	case math.IsInf(n, 1):
		return "no retry limit"
	case math.IsNaN(n):
		return ""
	case n < s.Retries:
		return ender(s) + ", after retry " + unit.Count.Format(n)
	}
	return "retry " + unit.Count.Format(n) + ", the last"
}
