package policy

import (
	"fmt"
	"math"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// whole returns the groups about the whole policy: the distributions with jitter first, then the figures without
// jitter.
func whole(lines []timeline) []answer.Group {
	deadline, longest := math.Inf(1), math.Inf(1)
	for _, l := range lines {
		deadline, longest = min(deadline, l.policy.Deadline), min(longest, l.policy.Cap)
	}
	groups := []answer.Group{grouped("call time, until the last attempt ends", lines, callTime)}
	policy, without := "retry policy", ""
	if lines[0].jittered {
		groups = append(groups, grouped("last retry with jitter", lines, lastRetry))
		policy, without = "without jitter", " without jitter"
	}
	groups = append(groups, grouped(policy, lines, wholePolicy))
	if unit.Finite(deadline) {
		groups = append(groups, grouped("deadline"+without, lines, byDeadline))
	}
	if unit.Finite(longest) {
		groups = append(groups, grouped("cap"+without, lines, atCap))
	}
	return groups
}

// fixed returns figures that depend on the delays before jitter. They are absent for jitter types without such delays.
func (l timeline) fixed(list ...figure) []figure {
	for i := range list {
		list[i].Quantity = ofCurve(l.policy, list[i].Quantity)
	}
	return list
}

// ofCurve returns a quantity that depends on the delays before jitter of the policy. It is absent without such delays.
func ofCurve(s setting.Scenario, q answer.Quantity) answer.Quantity {
	if !curved(s) {
		q.A, q.Status, q.Detail, q.Why = math.NaN(), answer.NotApplicable, true, noCurve(s)
	}
	return q
}

// noCurve explains why a policy has no delays before jitter.
func noCurve(s setting.Scenario) string {
	row := s.Jitter.Type.Row()
	why := fmt.Sprintf("with %s jitter there is no delay before jitter", row.Name)
	if !row.Factored() {
		why += ", and the factor is not used"
	}
	return why
}

// curved reports whether the policy has delays before jitter. Jitter types that draw from the previous delay do not.
func curved(s setting.Scenario) bool { return s.Jitter.Type.Row().After == nil }

// none is the default reason why a policy lacks a figure. noRetry is the reason for an absent figure about retries, and
// noEnd for one about the last retry.
const (
	none    = "the policy has none"
	noRetry = "the policy makes no retry"
	noEnd   = "no retry limit or deadline"
)

// wholePolicy returns the retries without jitter.
func wholePolicy(l timeline) []figure {
	s := l.policy
	n := s.Total()
	why, last := noRetry, math.NaN()
	if n > 0 {
		why, last = "", s.Delay(n)
	}
	if math.IsInf(n, 1) {
		why = noEnd
	}
	of := common{Detail: l.jittered, Why: why}
	made := of.of("retries made", "n", unit.Count, n, "", "retries made before the limit or the deadline ends the policy",
		"%s retries are made", "%s retries").shown(true).asResult(jumps)
	list := l.fixed(
		made,
		of.of("last retry at", "T_n", unit.Duration, s.StartOf(n),
			"last-retry-at last-retry", "elapsed time at which the last retry starts").
			asResult(titled("elapsed", "elapsed time")),
		of.of("last delay", "t_n", unit.Duration, last, "longest-delay", "delay before the last retry"),
		of.of("gives up at", "T_n+s", unit.Duration, s.CallTime(), "gives-up gives-up-after",
			"time at which the last attempt has failed", "the policy gives up after %s", "a policy that gives up at %s").
			shown(false)) // without jitter it equals the call time
	if !unit.Finite(s.Until()) { // the number of retries is certain, even if their times are not
		list[0] = made
	}
	return list
}

// byDeadline returns what the deadline leaves.
func byDeadline(l timeline) []figure {
	s := l.policy
	unused := s.Deadline
	if unit.Finite(unused) { // rounding may put a retry at D after it
		unused = max(0, s.Deadline-s.StartOf(s.Total()))
	}
	of := common{Limit: true}
	return l.fixed(
		of.of("retries by deadline alone", "N(D)", unit.Count, s.RetriesBy(s.Deadline), "",
			"retries that the deadline alone would allow", "the deadline leaves %s retries", "%s retries by the deadline"),
		of.of("unused by deadline", "D-T_n", unit.Duration, unused, "", "time from the last retry to the deadline",
			"%s is left before the deadline", "%s unused before the deadline"))
}

// atCap returns the first retry whose delay before jitter is the cap, and its time. They are absent if no retry waits
// that long.
func atCap(l timeline) []figure {
	s := l.policy
	first, why := s.CapRetry(), ""
	from := s.Policy.Elapsed(first - 1)
	if n := s.Total(); unit.Finite(s.Cap) && !(first <= n && unit.Finite(first)) {
		first, from, why = math.NaN(), math.NaN(), noRetry
		if n > 0 {
			why = "the cap is never reached; the longest delay is " + unit.Duration.Format(s.Delay(max(1, min(n, 1e9))))
		}
	}
	of := common{Limit: true, Why: why, Status: answer.NotReached, Detail: l.jittered}
	return l.fixed(
		of.of("cap from retry", "m+1", unit.Count, first, "", "first retry whose delay is the cap",
			"the number of the first retry at the cap is %s", "a cap from retry %s on"),
		of.of("cap from", "T_m", unit.Duration, from, "", "elapsed time from which the delay is the cap",
			"the cap applies after %s", "a cap from %s on"))
}

// lastRetry returns the mean, the 99th percentile and the maximum of the start of the last retry, and the probability
// that the deadline ends the policy.
func lastRetry(l timeline) []figure {
	most := l.ofLast(func(d jitter.Dist) float64 { return min(highest(d), l.policy.Latest()) }, false)
	if most.Digits = 0; math.IsInf(most.Number, 1) {
		most.Status, most.Why = answer.Unbounded, "no upper limit is known"
	}
	share := answer.Value{Digits: l.digits(false)}
	share.Number, share.Why = l.endedByDeadline()
	of := common{Detail: true, Limit: true}
	return []figure{
		of.of("last retry mean", "E T_N", unit.Duration, 0, "total-mean mean-elapsed",
			"expected elapsed time at which the last retry starts").set(l.ofLast(jitter.Dist.Mean, false)).
			asResult(titled("elapsed-mean", "elapsed time mean")),
		of.of("last retry p99", "", unit.Duration, 0, "total-p99",
			"99th percentile of the elapsed time at the last retry; other percentiles: --elapsed-p50").
			set(l.ofLast(quantile(0.99), true)).asResult(orOther),
		of.of("last retry max", "", unit.Duration, 0).set(most).called("latest possible last retry"),
		of.of("ended by deadline", "P(T_n>D)", unit.Share, 0, "", "probability that the deadline ends the policy",
			"%s of the clients are stopped by a deadline", "%s of the clients that the deadline stops").set(share).
			shown(unit.Finite(l.policy.Until())).asResult(jumps),
	}
}

// ofLast returns a figure of the start of the last retry before the limit and the deadline.
func (l timeline) ofLast(figure func(jitter.Dist) float64, percentile bool) answer.Value {
	q := answer.Quantity{A: math.NaN(), Limit: true, Digits: l.digits(percentile), Why: noRetry}
	if l.policy.MostRetries() >= 1 {
		if q.Why = noEnd; l.Last() != nil {
			q.A = figure(l.Last())
			q.Why, q.Status = l.lost(l.times, q.A, noEnd)
		}
	}
	return q.Of(0)
}

// lost returns why the figure x of a last retry has no finite number. An endless policy has the reason why.
func (l timeline) lost(of times, x float64, why string) (string, answer.Status) {
	switch err := of.why(); {
	case err != nil && math.IsNaN(x):
		return err.Error(), answer.Unknown
	case unit.Finite(l.policy.MostRetries()):
		return answer.Beyond, answer.Overflow
	}
	return why, ""
}

// endedByDeadline returns the probability that the deadline, not the limit of retries, ends the policy, or NaN and the
// reason why it is not known.
func (l timeline) endedByDeadline() (share float64, why string) {
	s := l.policy
	switch {
	case s.MostRetries() < 1:
		return math.NaN(), noRetry
	case !unit.Finite(s.Until()):
		return 0, ""
	case s.Rule.Starts.Most > 0:
		return math.NaN(), "the limit of starts also ends the policy"
	case !unit.Finite(s.Retries):
		return 1, ""
	case s.Rule.Stop == jitter.CountAndAge: // the policy ends when both have passed
		share = l.StartedBy(int(s.Retries)+1, math.Inf(1))
	default:
		share = 1 - l.StartedBy(int(s.Retries), math.Inf(1))
	}
	why, _ = l.lost(l.times, share, "")
	return share, why
}
