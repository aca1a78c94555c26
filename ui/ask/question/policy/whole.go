package policy

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
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

// ofCurve returns a quantity that depends on the delays before jitter of the policy. It is absent without such delays.
func ofCurve(s *setting.Scenario, q answer.Quantity) answer.Quantity {
	if !curved(s) {
		q.Number, q.Status, q.Detail, q.Why = math.NaN(), answer.NotApplicable, true, noCurve(s)
	}
	return q
}

// noCurve explains why a policy has no delays before jitter.
func noCurve(s *setting.Scenario) string {
	row := s.Jitter.Type.Row()
	why := fmt.Sprintf("with %s jitter there is no delay before jitter", row.Name)
	if !row.DependsOnFactor() {
		why += ", and the factor is not used"
	}
	return why
}

// curved reports whether the policy has delays before jitter. Jitter types that draw from the previous delay do not.
func curved(s *setting.Scenario) bool { return s.Jitter.Type.Row().After == nil }

// none is the default reason why a policy lacks a figure. noDeadline, noRetry and noEnd are the reasons for an absent
// figure about the deadline, any retry, and the last retry.
const (
	none       = "the policy has none"
	noDeadline = "the policy has no deadline"
	noRetry    = "the policy makes no retry"
	noEnd      = "no retry limit or deadline"
)

// wholePolicy has the retries without jitter. The number of retries is certain without a deadline, even if their times
// are not.
var wholePolicy = figureGroup{jumps: hasDeadline, onCurve: yes, value: timeline.ofEnd, rows: []row{
	{Figure: figure.Figure{Name: "retries-made", Unit: unit.Count,
		Help:      "retries made before the limit or the deadline ends the policy",
		ValueText: "%s retries are made", WantedText: "%s retries", Goal: figure.Goal{NotMonotone: always}},
		symbol: "n", onCurve: func(l timeline) bool { return unit.Finite(l.policy.CallLimit()) },
		of: func(l timeline) float64 { return l.policy.RetriesMade() }},
	{Figure: figure.Figure{Name: "elapsed", Names: "last-retry-at last-retry", Label: "elapsed time", Unit: unit.Duration,
		Help: "elapsed time at which the last retry starts"},
		quantityName: "last retry at", symbol: "T_n", detail: jittered,
		of: func(l timeline) float64 { return l.policy.StartOf(l.policy.RetriesMade()) }},
	{Figure: figure.Figure{Name: "last-delay", Names: "longest-delay", Unit: unit.Duration,
		Help: "delay before the last retry"},
		symbol: "t_n", detail: jittered,
		of: func(l timeline) float64 {
			if n := l.policy.RetriesMade(); n > 0 {
				return l.policy.Delay(n)
			}
			return math.NaN()
		}},
	{Figure: figure.Figure{Name: "gives-up-at", Names: "gives-up gives-up-after", Unit: unit.Duration,
		Help:      "time at which the last attempt has failed",
		ValueText: "the policy gives up after %s", WantedText: "a policy that gives up at %s"},
		symbol: "T_n+s", detail: yes, // without jitter it equals the call time
		of: func(l timeline) float64 { return l.policy.CallTime() }},
}}

// ofEnd returns a figure of the last retry without jitter, or why there is none.
func (l timeline) ofEnd(x float64) answer.Value {
	switch n := l.policy.RetriesMade(); {
	case math.IsInf(n, 1):
		return number(x, noEnd, 0)
	case n > 0:
		return number(x, "", 0)
	}
	return number(x, noRetry, 0)
}

// byDeadline has what the deadline leaves.
var byDeadline = figureGroup{jumps: always, isLimit: true, onCurve: yes,
	value: func(_ timeline, x float64) answer.Value { return number(x, noDeadline, 0) }, rows: []row{
		{Figure: figure.Figure{Name: "retries-by-deadline-alone", Unit: unit.Count,
			Help:      "retries that the deadline alone would allow",
			ValueText: "the deadline leaves %s retries", WantedText: "%s retries by the deadline"},
			symbol: "N(D)", of: func(l timeline) float64 { return l.policy.RetriesBy(l.policy.Deadline) }},
		{Figure: figure.Figure{Name: "unused-by-deadline", Unit: unit.Duration,
			Help:      "time from the last retry to the deadline",
			ValueText: "%s is left before the deadline", WantedText: "%s unused before the deadline"},
			symbol: "D-T_n", of: func(l timeline) float64 {
				s, unused := l.policy, l.policy.Deadline
				if unit.Finite(unused) { // rounding may put a retry at D after it
					unused = max(0, s.Deadline-s.StartOf(s.RetriesMade()))
				}
				return unused
			}},
	}}

// atCap has the first retry whose delay before jitter is the cap, and its time. They are absent if no retry waits that
// long.
var atCap = figureGroup{jumps: always, isLimit: true, onCurve: yes, detail: jittered,
	value: timeline.ofCap, rows: []row{
		{Figure: figure.Figure{Name: "cap-from-retry", Unit: unit.Count, Help: "first retry whose delay is the cap",
			ValueText: "the number of the first retry at the cap is %s", WantedText: "a cap from retry %s on"},
			symbol: "m+1", of: func(l timeline) float64 { return l.policy.CapRetry() }},
		{Figure: figure.Figure{Name: "cap-from", Unit: unit.Duration, Help: "elapsed time from which the delay is the cap",
			ValueText: "the cap applies after %s", WantedText: "a cap from %s on"},
			symbol: "T_m", of: func(l timeline) float64 { return l.policy.Policy.Elapsed(l.policy.CapRetry() - 1) }},
	}}

// ofCap returns a figure of the first delay that is the cap, or why there is none.
func (l timeline) ofCap(x float64) answer.Value {
	s, v := l.policy, answer.Value{Number: x, Status: answer.NotReached, Why: "the policy has no cap"}
	first := s.CapRetry()
	if n := s.RetriesMade(); unit.Finite(s.Cap) && !(first <= n && unit.Finite(first)) {
		if v.Number, v.Why = math.NaN(), noRetry; n > 0 {
			v.Why = "the cap is never reached; the longest delay is " + unit.Duration.Format(s.Delay(max(1, min(n, 1e9))))
		}
	}
	return v
}

// lastRetry has the mean, the 99th percentile and the maximum of the start of the last retry, and the probability that
// the deadline ends the policy.
var lastRetry = figureGroup{jumps: hasDeadline, noise: noise, isLimit: true, detail: yes,
	percentile: timeline.lastBy, rows: []row{
		{Figure: figure.Figure{Name: "elapsed-mean", Names: "mean-elapsed", Label: "elapsed time mean",
			Unit: unit.Duration, Help: "expected elapsed time at which the last retry starts"},
			quantityName: "last retry mean", symbol: "E T_N",
			compute: func(l timeline) answer.Value { return l.ofLast(jitter.Dist.Mean, false) }},
		{Figure: figure.Figure{Name: "elapsed-p99", Label: "elapsed time p99", Unit: unit.Duration,
			Help: "99th percentile of the elapsed time at the last retry; other percentiles: --elapsed-p50"},
			quantityName: "last retry p99", share: 0.99, allShares: true},
		{Figure: figure.Figure{Name: "elapsed-max", Label: "longest elapsed time", Unit: unit.Duration,
			Help: "latest possible elapsed time at which the last retry starts"},
			quantityName: "last retry max", label: "latest possible last retry",
			compute: func(l timeline) answer.Value {
				most := l.ofLast(func(d jitter.Dist) float64 { return min(highest(d), l.policy.LatestStart()) }, false)
				most.Digits = 0
				return withoutEnd(most, "no upper limit is known")
			}},
		{Figure: figure.Figure{Name: "ended-by-deadline", Unit: unit.Share,
			Help:      "probability that the deadline ends the policy",
			ValueText: "%s of the clients are stopped by a deadline", WantedText: "%s of the clients that the deadline stops",
			Goal: figure.Goal{NotMonotone: always}},
			symbol: "P(T_n>D)", detail: func(l timeline) bool { return !unit.Finite(l.policy.CallLimit()) },
			compute: func(l timeline) answer.Value {
				share, why := l.endedByDeadline()
				return number(share, why, l.digits(false))
			}},
	}}

// otherPercentiles returns the FindMore of a 99th percentile: it finds other percentiles by their names, such as
// elapsed-p999.
func (f figureGroup) otherPercentiles(p99 figure.Figure) func(name string) (figure.Figure, bool) {
	return func(name string) (figure.Figure, bool) {
		digits, ok := percentileIn(name, p99)
		n, err := strconv.ParseUint(digits, 10, 64)
		// p100 would be taken for the maximum, not for 10.0%
		if !ok || err != nil || len(digits) < 2 || len(digits) > 6 || n == 0 || len(digits) > 2 && digits[0] == '1' {
			return figure.Figure{}, false
		}
		r := p99
		r.Name, r.Names, r.QuantityNames = strings.TrimSuffix(p99.Name, "99")+digits, "", nil
		r.Label = strings.TrimSuffix(p99.DisplayName(), "99") + digits
		_, about, _ := strings.Cut(p99.Help, " ") // behind "99th"
		r.Help, _, _ = strings.Cut(about, ";")
		r.Compute = func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Value {
			return f.percentile(figureTimeline(ctx, s, effort), float64(n)/math.Pow10(len(digits)))
		}
		return r, true
	}
}

// percentileIn returns the digits of a name that differs from a name of p99 in its digits alone.
func percentileIn(name string, p99 figure.Figure) (digits string, ok bool) {
	for known := range strings.FieldsSeq(p99.Name + " " + p99.Names) {
		if digits, ok = strings.CutPrefix(name, strings.TrimSuffix(known, "99")); ok {
			break
		}
	}
	return digits, ok
}

// startsBy has the probability that the last retry starts by T, which no answer shows.
var startsBy = figureGroup{noise: noise, rows: []row{
	{Figure: figure.Figure{Name: "starts-by", Unit: unit.Share, Better: answer.More,
		Help:       "probability that the last retry starts by T",
		ValueText:  "%s of the clients start the last retry by T",
		WantedText: "%s of the clients that start the last retry by T",
		Scope:      atT,
		Goal: figure.Goal{NotMonotoneIn: []string{"amount"},
			NotMonotone: func(s *setting.Scenario) bool { return !s.ByDelayAlone() || hasDeadline(s) }}},
		compute: func(l timeline) answer.Value {
			return l.ofLast(func(last jitter.Dist) float64 { return last.CDF(l.policy.AskAt) }, true)
		}},
}}

// ofLast returns a figure of the start of the last retry before the limit and the deadline.
func (l timeline) ofLast(figure func(jitter.Dist) float64, percentile bool) answer.Value {
	v := answer.Value{Number: math.NaN(), IsLimit: true, Digits: l.digits(percentile), Why: noRetry}
	if l.policy.MostRetries() >= 1 {
		if v.Why = noEnd; l.Last() != nil {
			v.Number = figure(l.Last())
			v.Why, v.Status = l.lost(l.times, v.Number, noEnd)
		}
	}
	return v.Checked()
}

// lastBy returns a percentile of the start of the last retry.
func (l timeline) lastBy(share float64) answer.Value { return l.ofLast(quantile(share), true) }

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
	case !unit.Finite(s.CallLimit()):
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
