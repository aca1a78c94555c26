package policy

import (
	"context"
	"fmt"
	"math"

	"retune/calc/elapsed"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// lacksOutage names the setting needed for a wait after an outage: a time or an outage. A wait relative to the outage
// needs neither, because it has a long-run value.
func lacksOutage(s *setting.Scenario) string {
	if !s.Relative && !afterOne(s) {
		return "outage"
	}
	return ""
}

// lacksFailures names the failure rate if it is not set.
func lacksFailures(s *setting.Scenario) string {
	if s.FailureRate == 0 {
		return "failure-rate"
	}
	return ""
}

// afterOne reports whether the wait is after a given outage rather than in the long run. Only such a wait can change
// direction as a setting rises.
func afterOne(s *setting.Scenario) bool { return s.HasOutage() || unit.Finite(s.AskAt) }

// cappedRatio warns that the long-run ratio does not hold from the cap on.
func cappedRatio(s *setting.Scenario) []answer.Warning {
	if !unit.Finite(s.Cap) || unit.Finite(s.AskAt) {
		return nil
	}
	return []answer.Warning{{Code: answer.CapBinds, Keys: []string{"cap_s"},
		Message: fmt.Sprintf("the cap limits the delay to %s, and from then on the ratio falls", s.SentenceText("cap"))}}
}

// ofOutage returns a figure of the wait after an outage. After a fixed one it depends on the exact times of the
// retries.
func ofOutage(r figure.Figure) figure.Figure {
	r.OverOutages = manyOutages
	r.Warnings = func(s *setting.Scenario) []answer.Warning {
		over, ok := manyOutages(s)
		if !ok {
			return nil
		}
		return []answer.Warning{{Code: answer.Timing, Keys: []string{"outage"},
			Message: fmt.Sprintf(
				"after an outage of exactly %s the wait depends on where the retries fall: use a range, such as --outage %s",
				unit.Duration.Format(s.Outage.A), over.SentenceText("outage"))}}
	}
	return r
}

// aboutT returns a figure of the wait after an outage that also has a value for one that ends about T, and in the long
// run.
func aboutT(r figure.Figure) figure.Figure {
	r = ofOutage(r)
	r.Scope = answer.Scope{Takes: []string{"at", "outage"}, Lacks: lacksOutage}
	r.Relative, r.NotMonotone, r.WarnEnded = true, afterOne, warnEndedAtT
	return r
}

// manyOutages returns s with a range of outages instead of a fixed one: the worst outage up to its length, or with
// jitter a log-uniform one from a tenth of its length.
func manyOutages(given *setting.Scenario) (setting.Scenario, bool) {
	s := *given
	if !s.Outage.IsFixed() || !s.HasOutage() {
		return s, false
	}
	length := s.Outage.A
	s.Outage = elapsed.Outage{Kind: elapsed.LogUniformOutage, A: length / 10, B: length}
	if !s.Jitter.Draws() {
		s.Outage = elapsed.Outage{Kind: elapsed.WorstOutage, B: length}
	}
	return s, true
}

// ratioOf returns the ratio at T, or in the long run.
func ratioOf(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Value {
	switch {
	case !curved(s):
		return answer.Number(math.NaN(), noCurve(s))
	case unit.Finite(s.AskAt):
		return answer.Number(s.Policy.Ratio(s.AskAt), none)
	}
	return answer.Number(s.Factor-1, none)
}

// wait returns the mean and the longest reconnect delay after the outage, whose figures are o, or without an outage
// after one that ends about T, or in the long run. They are relative to the length of the outage if s.Relative is true.
func (l timeline) wait(o elapsed.Reconnect) (mean, longest float64) {
	s := l.policy
	length := 1.0
	switch {
	case s.HasOutage() && s.Relative:
		return o.RelativeMean, o.Max / s.Outage.B
	case s.HasOutage():
		return o.Mean, o.Max
	case !unit.Finite(s.AskAt):
		mean, err := elapsed.ScaleFree(l.ctx, s.Policy)
		if err != nil {
			mean = math.NaN()
		}
		return mean, elapsed.ScaleFreeLongest(s.Policy)
	case s.Relative:
		length = s.AskAt
	}
	mean, longest = elapsed.ReconnectNear(s.Policy, s.AskAt)
	return mean / length, longest / length
}
