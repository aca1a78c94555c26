package policy

import (
	"math"
	"slices"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// binding is the results with what makes each what it is: what it is asked about, or else
// where the policy ends.
func binding(list answer.Results) answer.Results {
	for i := range list {
		r := &list[i]
		reads := func(name string) bool { return slices.Contains(r.Needs, name) || slices.Contains(r.Takes, name) }
		r.Binds = func(s knob.Scenario) string {
			switch {
			case reads("at") && finite(s.AskAt):
				return "retry " + unit.Count.Format(max(1, s.RetriesBy(s.AskAt))) + ", the last by " + unit.Duration.Format(s.AskAt)
			case reads("outage") && s.As("outage") != "none":
				return "the outage of " + s.As("outage")
			}
			return lastBinds(s)
		}
	}
	return list
}

// lastBinds says what ends the policy.
func lastBinds(s knob.Scenario) string {
	n := s.Total()
	switch {
	case math.IsInf(n, 1):
		return "no limit of retries"
	case math.IsNaN(n):
		return ""
	case n < s.Retries:
		return "the deadline of " + unit.Duration.Format(s.Deadline) + ", after retry " + unit.Count.Format(n)
	}
	return "retry " + unit.Count.Format(n) + ", the last"
}
