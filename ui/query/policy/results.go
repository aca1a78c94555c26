package policy

import (
	"context"
	"fmt"
	"math"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// delayRatio is wanted by a query of its own, too.
var delayRatio = answer.Result{Name: "ratio", Names: "delay-ratio", Unit: unit.Number, Most: knob.MaxFactor - 1,
	Help:  "delay after a retry at T over T, or in the long run",
	Takes: []string{"at"}, Ended: warnEnded, Caution: cappedRatio, Nominal: true, Value: closed(ratioOf),
	Factor: func(s knob.Scenario) (float64, bool) {
		if !finite(s.AskAt) {
			return calc.FactorForRatio(s.Wanted), true
		}
		return factorFor(s, s.Wanted*s.AskAt)
	}}

// Results are the figures of a policy.
var Results = binding(answer.Results{
	delayRatio,
	{Name: "delay-after-retry", First: true, Gives: "the delay after a retry at T is %s", Names: "next-delay", Unit: unit.Duration, Help: "delay that follows a retry at T",
		Needs: []string{"at"}, Ended: warnEnded, Nominal: true, Value: closed(func(s knob.Scenario) float64 { return s.NextDelay(s.AskAt) }),
		Factor: func(s knob.Scenario) (float64, bool) { return factorFor(s, s.Wanted) }},
	{Name: "previous-delay", Unit: unit.Duration, Help: "delay before a retry at T",
		Needs: []string{"at"}, Turns: always, Ended: warnEnded, Nominal: true, Value: closed(func(s knob.Scenario) float64 { return s.PreviousDelay(s.AskAt) })},
	{Name: "current-delay", Unit: unit.Duration, Help: "current delay at T",
		Needs: []string{"at"}, Turns: always, Ended: warnEnded, Nominal: true, Value: closed(func(s knob.Scenario) float64 { return s.Delay(s.RetriesBy(s.AskAt) + 1) })},
	{Name: "next-retry-at", Gives: "the next retry starts after %s", Names: "next-retry", Unit: unit.Duration, Help: "elapsed time of the first retry after T", Phrase: "a next retry at %s",
		Needs: []string{"at"}, Turns: always, Ended: warnEnded, Nominal: true, Value: closed(func(s knob.Scenario) float64 { return s.NextRetryAt(s.AskAt) })},
	{Name: "retries-real", Gives: "%s retries start by T", Names: "retries-by fractional-retries", Unit: unit.Number, Help: "retries by T, as a real number", Phrase: "%s retries by T",
		Shows: []string{"retries done"}, Needs: []string{"at"}, TurnsWith: []string{"cap"}, // where it begins
		Ended: warnEnded, Nominal: true, Value: closed(func(s knob.Scenario) float64 { return s.RetryAt(s.AskAt) })},
	{Name: "elapsed", Names: "total last-retry-at total-delay total-time last-retry", Label: "elapsed time", Unit: unit.Duration,
		Help: "elapsed time at which the last retry starts", Making: lasting,
		Shows: []string{"last retry at"}, Turns: hasDeadline, Nominal: true, Value: closed(func(s knob.Scenario) float64 { return s.StartOf(s.Total()) })},
	{Name: "gives-up-at", Gives: "the policy gives up after %s", Names: "gives-up gives-up-after", Unit: unit.Duration, Help: "elapsed time at which the last attempt has failed",
		Phrase: "a policy that gives up at %s",
		Turns:  hasDeadline, Nominal: true, Value: closed(func(s knob.Scenario) float64 { return s.StartOf(s.Total()) + s.AttemptTime })},
	{Name: "last-delay", Names: "longest-delay", Unit: unit.Duration, Help: "delay before the last retry", Turns: hasDeadline, Nominal: true, Value: closed(lastDelay)},
	drawn(answer.Result{Name: "reconnect-delay", Better: answer.Less, Names: "overshoot reconnect reconnect-time", Unit: unit.Duration,
		Help:  "longest wait after an outage that ends at T, or after --outage; 10% is a tenth of its length",
		Shows: []string{"reconnect delay max"}, Takes: []string{"at", "outage"}, Lacks: lacksOutage, Caution: fixedOutage, Over: manyOutages, Relative: true, Turns: afterOne, Ended: warnEndedAtT, Value: valued(reconnectMax)}),
	drawn(answer.Result{Name: "reconnect-delay-mean", Better: answer.Less, Names: "overshoot-mean reconnect-mean", Unit: unit.Duration,
		Help:  "expected wait after an outage that ends about T, or after --outage; 10% is a tenth of its length",
		Takes: []string{"at", "outage"}, Lacks: lacksOutage, Caution: fixedOutage, Over: manyOutages, Relative: true, Turns: afterOne, Ended: warnEndedAtT, Value: valued(reconnectMean)}),
	{Name: "retries-ratio", Unit: unit.Number, Help: "retries of B per retry of A, by T or in the long run", OfPair: true,
		Shows: []string{"retries ratio approx"}, Takes: []string{"at"}, Needs: []string{"vs"}, TurnsWith: []string{"cap"}, Value: valued(retriesRatio)},
	drawn(answer.Result{Name: "elapsed-mean", Names: "total-mean mean-elapsed", Label: "elapsed time mean", Unit: unit.Duration,
		Help: "expected elapsed time at which the last retry starts", Shows: []string{"last retry mean"}, Turns: hasDeadline, Value: ofLast(jitter.Dist.Mean)}),
	percentile("elapsed-p99", "total-p99", "99th percentile of that time; any other percentile likewise: --elapsed-p50", 0.99),
	drawn(answer.Result{Name: "starts-by", Gives: "%s of the clients start the last retry by T", Unit: unit.Share, Help: "probability that the last retry starts by T",
		Phrase: "%s of the clients that start the last retry by T",
		Floor:  true, Needs: []string{"at"}, Turns: func(s knob.Scenario) bool { return ruled(s) || hasDeadline(s) }, TurnsWith: []string{"amount"}, Value: startsBy}),
	of(jitterAt, answer.Result{Name: "retries-expected", Gives: "%s retries are expected by T", Names: "expected-retries", Unit: unit.Number, Help: "expected retries by T",
		Phrase: "%s retries expected by T", Needs: []string{"at"}}),
	of(jitterAt, answer.Result{Name: "current-delay-mean", Unit: unit.Duration, Help: "expected current delay at T", Needs: []string{"at"}}),
	of(jitterAt, answer.Result{Name: "current-delay-p99", Unit: unit.Duration, Help: "99th percentile of that delay", Needs: []string{"at"}}),
	ofPolicy(atCap, answer.Result{Name: "cap-from", Gives: "the cap applies after %s", Unit: unit.Duration, Help: "elapsed time from which the delay is the cap", Phrase: "a cap from %s on"}),
	ofPolicy(atCap, answer.Result{Name: "cap-from-retry", Gives: "the number of the first retry at the cap is %s", Unit: unit.Count, Help: "first retry whose delay is the cap", Phrase: "a cap from retry %s on"}),
	ofPolicy(wholePolicy, answer.Result{Name: "retries-made", Gives: "%s retries are made", Unit: unit.Count, Help: "retries made before the limit or the deadline ends the policy", Phrase: "%s retries"}),
	ofPolicy(byDeadline, answer.Result{Name: "retries-by-deadline-alone", Gives: "the deadline leaves %s retries", Unit: unit.Count, Help: "retries that the deadline alone would allow", Phrase: "%s retries by the deadline"}),
	ofPolicy(byDeadline, answer.Result{Name: "unused-by-deadline", Gives: "%s is left before the deadline", Unit: unit.Duration, Help: "time from the last retry to the deadline", Phrase: "%s unused before the deadline"}),
	drawn(answer.Result{Name: "ended-by-deadline", Gives: "%s of the clients are stopped by a deadline", Unit: unit.Share, Help: "probability that the deadline ends the policy",
		Phrase: "%s of the clients that the deadline stops", Turns: always, Value: valued(endedByDeadline)}),
	of(afterOutage, answer.Result{Caution: fixedOutage, Over: manyOutages, Name: "reconnect-delay-p50", Better: answer.Less, Names: "overshoot-p50 reconnect-p50", Unit: unit.Duration, Help: "median wait after --outage", Needs: []string{"outage"}}),
	of(afterOutage, answer.Result{Caution: fixedOutage, Over: manyOutages, Name: "reconnect-delay-p95", Better: answer.Less, Names: "overshoot-p95 reconnect-p95", Unit: unit.Duration, Help: "95th percentile of the wait after --outage", Needs: []string{"outage"}}),
	of(afterOutage, answer.Result{Caution: fixedOutage, Over: manyOutages, Name: "reconnect-delay-p99", Better: answer.Less, Tells: true, Names: "overshoot-p99 reconnect-p99", Unit: unit.Duration, Help: "99th percentile of the wait after --outage", Needs: []string{"outage"}}),
	of(afterOutage, answer.Result{Caution: fixedOutage, Over: manyOutages, Name: "reconnect-delay-relative-mean", Better: answer.Less, Names: "overshoot-relative-mean", Unit: unit.Number,
		Help: "expected wait after --outage over the length of the outage", Needs: []string{"outage"}}),
	of(afterOutage, answer.Result{Name: "wasted-retries", Gives: "%s retries are wasted", Better: answer.Less, Tells: true, Names: "retries-in-vain", Unit: unit.Number, Help: "expected retries before the end of --outage",
		Phrase: "%s wasted retries", Needs: []string{"outage"}}),
	of(afterOutage, answer.Result{Name: "gave-up", Gives: "%s of the clients give up", Better: answer.Less, Tells: true, Names: "never-noticed", Unit: unit.Share, Help: "probability that the policy ends before --outage does",
		Phrase: "%s of the clients that give up before the outage ends", Needs: []string{"outage"}}),
	ofSuccess(answer.Result{Name: "success-probability", Better: answer.More, Tells: true, Names: "success-rate success", Unit: unit.Share, Help: "probability that a request succeeds, at --failure-rate", Floor: true}),
	ofSuccess(answer.Result{Name: "mean-attempts", Gives: "a request takes %s attempts on average", Better: answer.Less, Tells: true, Names: "attempts-mean", Unit: unit.Number, Help: "mean attempts per request, at --failure-rate"}),
	ofSuccess(answer.Result{Name: "time-to-success-mean", Names: "success-mean latency-mean", Better: answer.Less, Unit: unit.Duration, Help: "mean time until a request has succeeded, at --failure-rate"}),
	ofSuccess(answer.Result{Name: "time-to-success-p50", Names: "success-p50 latency-p50", Better: answer.Less, Unit: unit.Duration, Help: "median of that time"}),
	ofSuccess(answer.Result{Name: "time-to-success-p95", Names: "success-p95 latency-p95", Better: answer.Less, Unit: unit.Duration, Help: "95th percentile of that time"}),
	ofSuccess(answer.Result{Name: "time-to-success-p99", Names: "success-p99 latency-p99", Better: answer.Less, Tells: true, Unit: unit.Duration, Help: "99th percentile of that time"}),
})

// directed says of the figures of two policies which of two values is better, as their
// results know.
func directed(a *answer.Answer) {
	for _, g := range a.Groups {
		for i := range g.Quantities {
			if q := &g.Quantities[i]; a.Pair && q.Better == answer.Neither {
				if r, ok := Results.Of(*q); ok {
					q.Better, q.Tells = r.Better, r.Tells
				}
			}
		}
	}
}

// lacksOutage is the question without which there is no end of an outage to wait
// for: a share of its length has one in the long run.
func lacksOutage(s knob.Scenario) string {
	if !s.Relative && !finite(s.AskAt) && !s.HasOutage() {
		return "at"
	}
	return ""
}

// afterOne tells whether the wait is that after an outage which is asked about: it may turn
// round, where that in the long run does not.
func afterOne(s knob.Scenario) bool { return s.HasOutage() || finite(s.AskAt) }

// cappedRatio says where the ratio in the long run is not kept.
func cappedRatio(s knob.Scenario) []answer.Warning {
	if !finite(s.Cap) || finite(s.AskAt) {
		return nil
	}
	return []answer.Warning{{Code: answer.CapBinds, Keys: []string{"cap_s"},
		Message: fmt.Sprintf("the cap keeps the delay at %s, and from then on the ratio falls", s.As("cap"))}}
}

// fixedOutage says that the wait after an outage of a fixed length depends on where
// the retries fall.
func fixedOutage(s knob.Scenario) []answer.Warning {
	over, ok := manyOutages(s)
	if !ok {
		return nil
	}
	return []answer.Warning{{Code: answer.Timing, Keys: []string{"outage"},
		Message: fmt.Sprintf("after an outage of exactly %s the wait depends on where the retries fall: use a range, such as --outage log=%s..%s",
			unit.Duration.Format(s.Outage.A), unit.Duration.Format(over.Outage.A), unit.Duration.Format(over.Outage.B))}}
}

// manyOutages is s with outages up to a tenth as long as the single one.
func manyOutages(s knob.Scenario) (knob.Scenario, bool) {
	if !s.Outage.IsFixed() || !s.HasOutage() {
		return s, false
	}
	s.Outage = elapsed.Outage{Kind: elapsed.LogUniformOutage, A: s.Outage.A / 10, B: s.Outage.A}
	return s, true
}

// lasting is what turning a knob for the elapsed time shall do: "makes 10 retries
// last 5s with an initial delay of 1s".
func lasting(s knob.Scenario, k knob.Knob, wanted string) string {
	n := s.Total()
	if !finite(n) {
		return ""
	}
	with := " with an initial delay of " + unit.Duration.Exact(s.InitialDelay)
	if k.Name == "initial-delay" {
		with = " with a factor of " + unit.Factor.Exact(s.Factor)
	}
	retries := unit.Count.Format(n) + " retries"
	if k.Name == "retries" {
		retries = "the retries"
	}
	return "makes " + retries + " last " + wanted + with
}

// always holds of what jumps at a retry, and of the wait after an outage: longer
// calls make the delay in it shorter.
func always(knob.Scenario) bool { return true }

// ruled holds of a policy that follows more than initial delay, factor, cap and jitter.
func ruled(s knob.Scenario) bool { return !s.Usual() }

func hasDeadline(s knob.Scenario) bool { return finite(s.Deadline) }

func ratioOf(s knob.Scenario) float64 {
	if !finite(s.AskAt) {
		return s.Factor - 1
	}
	return s.Policy.Ratio(s.AskAt)
}

// factorFor is the factor for a delay after a retry at T, where one alone gives it.
func factorFor(s knob.Scenario, delay float64) (r float64, ok bool) {
	if !s.Policy.Plain() || !(delay > s.InitialDelay && delay < s.Cap) {
		return 0, false
	}
	r, err := s.FactorForRatioAt(delay/s.AskAt, s.AskAt)
	return r, err == nil
}

func lastDelay(s knob.Scenario) float64 {
	if s.Total() < 1 {
		return math.NaN()
	}
	return s.Delay(s.Total())
}

func retriesRatio(_ context.Context, s knob.Scenario, _ answer.Effort) float64 {
	if !curved(s) || !curved(s.B()) {
		return math.NaN()
	}
	if !finite(s.AskAt) {
		return approxRatio(s.Factor, s.Versus.Factor)
	}
	return calc.RetriesRatio(s.Policy.Policy, s.Versus.Policy.Policy, s.AskAt)
}

// ofLast is a figure of the time at which the last retry starts that retries and
// deadline leave.
func ofLast(figure func(jitter.Dist) float64) func(context.Context, knob.Scenario, answer.Effort) answer.Value {
	return func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Value {
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
func endedByDeadline(ctx context.Context, s knob.Scenario, effort answer.Effort) float64 {
	return endedBy(s, clients(ctx, s, effort))
}

func endedBy(s knob.Scenario, times times) float64 {
	switch {
	case s.MostRetries() < 1:
		return math.NaN()
	case !finite(s.Deadline):
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
func startsBy(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Value {
	return ofLast(func(last jitter.Dist) float64 { return last.CDF(s.AskAt) })(ctx, s, effort)
}

// reconnectMax is the longest wait after an outage: the one that is asked about, or
// one that ends at T whenever it is worst, or in the long run; relative to its length,
// if that is wanted.
func reconnectMax(ctx context.Context, s knob.Scenario, effort answer.Effort) float64 {
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
func reconnectMean(ctx context.Context, s knob.Scenario, effort answer.Effort) float64 {
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
func lengthOf(s knob.Scenario) float64 {
	if s.Relative {
		return s.AskAt
	}
	return 1
}
