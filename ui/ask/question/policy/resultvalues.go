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

// directed says of the figures of two policies which of two values is better, as their
// results know.
func directed(a *answer.Answer) {
	for _, g := range a.Groups {
		for i := range g.Quantities {
			if q := &g.Quantities[i]; a.Policies != nil && q.Better == answer.Neither {
				if r, ok := Results.Of(*q); ok {
					q.Better, q.Tells, q.Ranks = r.Better, r.Tells, r.Ranks
				}
			}
		}
	}
}

// lacksOutage is the question without which there is no end of an outage to wait
// for: a share of its length has one in the long run.
func lacksOutage(s setting.Scenario) string {
	if !s.Relative && !finite(s.AskAt) && !s.HasOutage() {
		return "at"
	}
	return ""
}

// afterOne tells whether the wait is that after an outage which is asked about: it may turn
// round, where that in the long run does not.
func afterOne(s setting.Scenario) bool { return s.HasOutage() || finite(s.AskAt) }

// cappedRatio says where the ratio in the long run is not kept.
func cappedRatio(s setting.Scenario) []answer.Warning {
	if !finite(s.Cap) || finite(s.AskAt) {
		return nil
	}
	return []answer.Warning{{Code: answer.CapBinds, Keys: []string{"cap_s"},
		Message: fmt.Sprintf("the cap limits the delay to %s, and from then on the ratio falls", s.As("cap"))}}
}

// fixedOutage says that the wait after an outage of a fixed length depends on where
// the retries fall.
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

// manyOutages is s with the worst outage up to the single one, or with jitter with outages of a tenth of its length
// and more.
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

// always holds of what jumps at a retry, and of the wait after an outage: longer
// calls make the delay in it shorter.
func always(setting.Scenario) bool { return true }

func hasDeadline(s setting.Scenario) bool { return finite(s.Until()) }

func ratioOf(s setting.Scenario) float64 {
	if !finite(s.AskAt) {
		return s.Factor - 1
	}
	return s.Policy.Ratio(s.AskAt)
}

func lastDelay(s setting.Scenario) float64 {
	if s.Total() < 1 {
		return math.NaN()
	}
	return s.Delay(s.Total())
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

// ofLast is a figure of the time at which the last retry starts that retries and
// deadline leave.
func ofLast(figure func(jitter.Dist) float64) func(context.Context, setting.Scenario, answer.Effort) answer.Value {
	return func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
		switch last := clients(ctx, s, effort).Last(); {
		case s.MostRetries() < 1:
			return answer.Number(math.NaN(), noRetry)
		case last == nil:
			return answer.Number(math.NaN(), whyInfinite(s))
		default:
			return answer.Number(figure(last), whyInfinite(s))
		}
	}
}

// endedByDeadline is how likely the deadline ends the policy and not its retries.
func endedByDeadline(ctx context.Context, s setting.Scenario, effort answer.Effort) float64 {
	return endedBy(s, clients(ctx, s, effort))
}

func endedBy(s setting.Scenario, times times) float64 {
	switch {
	case s.MostRetries() < 1:
		return math.NaN()
	case !finite(s.Until()):
		return 0
	case s.Rule.Starts.Most > 0: // which of the two it is is not known
		return math.NaN()
	case !finite(s.Retries):
		return 1
	}
	if s.Rule.Stop == jitter.CountAndAge { // the later of the two
		return times.StartedBy(int(s.Retries)+1, math.Inf(1))
	}
	return 1 - times.StartedBy(int(s.Retries), math.Inf(1))
}

// startsBy is P(T_n <= T), n the retries that retries and deadline leave.
func startsBy(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
	return ofLast(func(last jitter.Dist) float64 { return last.CDF(s.AskAt) })(ctx, s, effort)
}

// reconnectMax is the longest wait after an outage: the one that is asked about, or
// one that ends at T whenever it is worst, or in the long run; relative to its length,
// if that is wanted.
func reconnectMax(ctx context.Context, s setting.Scenario, effort answer.Effort) float64 {
	switch {
	case s.HasOutage() && s.Relative:
		return clients(ctx, s, effort).Reconnect(s.Outage).Max / s.Outage.B
	case s.HasOutage():
		return clients(ctx, s, effort).Reconnect(s.Outage).Max
	case !finite(s.AskAt):
		return elapsed.ScaleFreeLongest(s.Policy)
	}
	_, longest := elapsed.ReconnectNear(s.Policy, s.AskAt)
	return longest / lengthOf(s)
}

// reconnectMean is the expected wait after an outage: the one that is asked about, or
// one that ends about T, or one of unknown length.
func reconnectMean(ctx context.Context, s setting.Scenario, effort answer.Effort) float64 {
	switch {
	case s.HasOutage() && s.Relative:
		return clients(ctx, s, effort).Reconnect(s.Outage).RelativeMean
	case s.HasOutage():
		return clients(ctx, s, effort).Reconnect(s.Outage).Mean
	case !finite(s.AskAt):
		mean, err := elapsed.ScaleFree(ctx, s.Policy)
		if err != nil {
			return math.NaN()
		}
		return mean
	}
	mean, _ := elapsed.ReconnectNear(s.Policy, s.AskAt)
	return mean / lengthOf(s)
}

// lengthOf is what a wait after an outage up to T is divided by: T, or 1 if it is not
// wanted relative to that.
func lengthOf(s setting.Scenario) float64 {
	if s.Relative {
		return s.AskAt
	}
	return 1
}
