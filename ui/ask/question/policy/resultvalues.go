package policy

import (
	"context"
	"fmt"
	"math"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// directed sets which of two values is better, from the results that the quantities show.
func directed(a *answer.Answer) {
	for _, g := range a.Groups {
		for i := range g.Quantities {
			if q := &g.Quantities[i]; a.Policies != nil && q.Better == answer.Neither {
				if r, ok := Results().Of(*q); ok {
					q.Better, q.Tells, q.Ranks = r.Better, r.Tells, r.Ranks
				}
			}
		}
	}
}

// lacksOutage names the setting needed for a wait after an outage: a time or an outage. A wait relative to the outage
// needs neither, because it has a long-run value.
func lacksOutage(s setting.Scenario) string {
	if !s.Relative && !finite(s.AskAt) && !s.HasOutage() {
		return "outage"
	}
	return ""
}

// afterOne reports whether the wait is after a given outage rather than in the long run. Only such a wait can change
// direction as a setting rises.
func afterOne(s setting.Scenario) bool { return s.HasOutage() || finite(s.AskAt) }

// cappedRatio warns that the long-run ratio does not hold from the cap on.
func cappedRatio(s setting.Scenario) []answer.Warning {
	if !finite(s.Cap) || finite(s.AskAt) {
		return nil
	}
	return []answer.Warning{{Code: answer.CapBinds, Keys: []string{"cap_s"},
		Message: fmt.Sprintf("the cap limits the delay to %s, and from then on the ratio falls", s.As("cap"))}}
}

// fixedOutage warns that the wait after a fixed outage depends on the exact times of the retries.
func fixedOutage(s setting.Scenario) []answer.Warning {
	over, ok := manyOutages(s)
	if !ok {
		return nil
	}
	return []answer.Warning{{Code: answer.Timing, Keys: []string{"outage"},
		Message: fmt.Sprintf(
			"after an outage of exactly %s the wait depends on where the retries fall: use a range, such as --outage %s",
			unit.Duration.Format(s.Outage.A), over.As("outage"))}}
}

// manyOutages returns s with a range of outages instead of a fixed one: the worst outage up to its length, or with
// jitter a log-uniform one from a tenth of its length.
func manyOutages(s setting.Scenario) (setting.Scenario, bool) {
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

// always is the NotMonotone of results that jump at a retry, and of waits after an outage: longer attempts shorten the
// delay in progress at its end.
func always(setting.Scenario) bool { return true }

func hasDeadline(s setting.Scenario) bool { return finite(s.Until()) }

// ratioOf returns the ratio at T, or in the long run.
func ratioOf(_ context.Context, s setting.Scenario, _ answer.Effort) answer.Value {
	switch {
	case !curved(s):
		return answer.Number(math.NaN(), noCurve(s))
	case finite(s.AskAt):
		return answer.Number(s.Policy.Ratio(s.AskAt), none)
	}
	return answer.Number(s.Factor-1, none)
}

func retriesRatio(_ context.Context, s setting.Scenario, _ answer.Effort) float64 {
	if !curved(s) || !curved(s.B()) {
		return math.NaN()
	}
	if !finite(s.AskAt) {
		return approxRatio(s.Factor, s.B().Factor)
	}
	return calc.RetriesRatio(s.Policy.Policy, s.B().Policy.Policy, s.AskAt)
}

// ofLast returns the Value of a figure of the start of the last retry before the limit and the deadline.
func ofLast(figure func(jitter.Dist) float64, percentile bool) func(context.Context, setting.Scenario,
	answer.Effort) answer.Value {
	return func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
		switch last := clients(ctx, s, effort).Last(); {
		case s.MostRetries() < 1:
			return answer.Number(math.NaN(), noRetry)
		case last == nil:
			return answer.Number(math.NaN(), whyInfinite(s))
		default:
			v := answer.Number(figure(last), whyInfinite(s))
			v.Digits = timeline{policy: s}.digits(percentile)
			return v
		}
	}
}

// endedByDeadline returns the probability that the deadline, not the limit of retries, ends the policy.
func endedByDeadline(ctx context.Context, s setting.Scenario, effort answer.Effort) float64 {
	return endedBy(s, clients(ctx, s, effort))
}

func endedBy(s setting.Scenario, times times) float64 {
	switch {
	case s.MostRetries() < 1:
		return math.NaN()
	case !finite(s.Until()):
		return 0
	case s.Rule.Starts.Most > 0: // it is unknown whether the deadline or the limit of starts ends the policy
		return math.NaN()
	case !finite(s.Retries):
		return 1
	}
	if s.Rule.Stop == jitter.CountAndAge { // the policy ends when both have passed
		return times.StartedBy(int(s.Retries)+1, math.Inf(1))
	}
	return 1 - times.StartedBy(int(s.Retries), math.Inf(1))
}

// startsBy returns P(T_n <= T), where n is the last retry before the limit and the deadline.
func startsBy(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
	return ofLast(func(last jitter.Dist) float64 { return last.CDF(s.AskAt) }, true)(ctx, s, effort)
}

// reconnectMax returns the longest wait after an outage, or in the long run without one: see [waitAfter].
func reconnectMax(ctx context.Context, s setting.Scenario, effort answer.Effort) float64 {
	if !afterOne(s) {
		return elapsed.ScaleFreeLongest(s.Policy)
	}
	_, longest := waitAfter(ctx, s, effort)
	return longest
}

// reconnectMean returns the expected wait after an outage: see [waitAfter]. Without an outage it is the one after an
// outage of unknown length.
func reconnectMean(ctx context.Context, s setting.Scenario, effort answer.Effort) float64 {
	if afterOne(s) {
		mean, _ := waitAfter(ctx, s, effort)
		return mean
	}
	mean, err := elapsed.ScaleFree(ctx, s.Policy)
	if err != nil {
		return math.NaN()
	}
	return mean
}

// waitAfter returns the expected and the longest wait after the given outage, or after one that ends about T. They are
// relative to the length of the outage if s.Relative is true.
func waitAfter(ctx context.Context, s setting.Scenario, effort answer.Effort) (mean, longest float64) {
	if s.HasOutage() {
		o := clients(ctx, s, effort).Reconnect(s.Outage)
		if s.Relative {
			return o.RelativeMean, o.Max / s.Outage.B
		}
		return o.Mean, o.Max
	}
	mean, longest = elapsed.ReconnectNear(s.Policy, s.AskAt)
	if s.Relative {
		return mean / s.AskAt, longest / s.AskAt
	}
	return mean, longest
}
