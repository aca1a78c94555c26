// Package policy has the questions about one retry policy, or several side by side, and its results.
package policy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// turned are the settings of questions that have a row on the screen beside the policy.
var turned = []string{"at", "outage"}

// At answers with the state of a client at an elapsed time.
var At = answer.Question{
	Command: answer.Command{
		Try:    []string{"retune -a 1s -r 2 -T 1000s", "retune -T 10m --cap 1m --jitter full"},
		Name:   "at",
		Flag:   "at",
		Yields: true,
		Short:  "state of a client at elapsed time T: retries, current delay, next retry",
		Long: `The closed forms at one elapsed time. With initial delay a, factor r, cap c and attempt time s:

    delay after retry  t(T) = min(c, a + (r-1)(T - s n))
    retries real       n(T) = log_r(1 + (r-1)T/a)              while no delay is capped and s = 0
                            = m + (T - T_m)/(c + s)            after the m delays below the cap
    previous delay     min(c, a r^(n-1))                       none before the first retry
    retries done       N = the largest whole n with T_n <= T
    current delay      d_(N+1), the wait that ends with the next retry
    next retry at      T_(N+1), where T_n = n s + a (r^n - 1)/(r - 1) below the cap
    ratio              t(T)/T, which tends to r - 1: the ratio determines r

n(T) is the fractional number of retries on the smooth curve through all retry instants, and t(T)
is the delay after a retry at exactly T; at a retry instant both are exact. With r = 1 they have
the limits n(T) = T/a and t(T) = a. With s > 0 the uncapped n solves n s + a (r^n - 1)/(r - 1) = T.
The figures at T ignore the end of the policy; a warning says if it ended before T.

` + answer.Sources,
	},
	Scope:       answer.Scope{Takes: []string{"at", "seed", "vs"}, Needs: []string{"at"}, Many: true},
	Screen:      answer.Screen{Tab: "policy", Rows: turned, Layout: answer.Charted, Draws: true},
	Computation: answer.Computation{Worked: explain.At, Slow: slowDistributions, Ask: askAt},
}

func askAt(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names(), Plot: func() []answer.Chart { return charts(s, lines) }}
	a.Groups = append(atGroups(s, lines), whole(lines)...)
	a.Tables = deadlineTable(&a, lines[0])
	a.Summary = atSummary(a, s, lines)
	a.WarnAbsent()
	warnJitter(&a, lines)
	warnEnded(&a, s)
	return a
}

// atGroups returns the figures at T: with jitter if there is any, without jitter, and on the smooth curve through the
// retries.
func atGroups(s setting.Scenario, lines []timeline) (groups []answer.Group) {
	at, without := "at T = "+s.As("at"), " (if a retry fell on T)"
	if some(lines, timeline.draws) {
		groups = append(groups, answer.Group{Title: at + " with jitter", Quantities: answer.Each(lines, jitterAt)})
		at, without = "at T without jitter", " without jitter"
	}
	curve := answer.Group{Title: "smooth curve at T" + without, Quantities: answer.Each(lines, onCurve)}
	detailed(curve.Quantities)
	nominal := answer.Group{Title: at, Quantities: answer.Each(lines, atElapsed)}
	if groups != nil {
		detailed(nominal.Quantities)
	}
	return append(groups, nominal, curve)
}

// atElapsed returns the state at T without jitter.
func atElapsed(l timeline) []answer.Quantity {
	s := l.policy
	done := s.RetriesBy(s.AskAt)
	return l.fixed([]answer.Quantity{
		{Name: "current delay", Symbol: "d_N+1", Kind: unit.Duration, A: s.Delay(done + 1)},
		{Name: "next retry at", Symbol: "T_N+1", Kind: unit.Duration, A: s.NextRetryAt(s.AskAt)},
		{Name: "retries done", Symbol: "N", Kind: unit.Count, A: done},
		{Name: "next retry", Symbol: "N+1", Kind: unit.Count, A: done + 1},
	})
}

// onCurve returns the closed forms for a retry at exactly T.
func onCurve(l timeline) []answer.Quantity {
	s := l.policy
	t := s.AskAt
	return l.fixed([]answer.Quantity{
		{Name: "delay after retry", Symbol: "t(T)", Kind: unit.Duration, A: s.NextDelay(t)},
		{Name: "previous delay", Kind: unit.Duration, A: s.PreviousDelay(t),
			Why: "no delay precedes the first retry"},
		{Name: "ratio", Symbol: "t(T)/T", Kind: unit.Number, A: s.Policy.Ratio(t),
			Why: "the elapsed time is 0"},
		{Name: "retries real", Label: "fractional retries", Symbol: "n(T)", Kind: unit.Number, A: s.RetryAt(t)},
	})
}

// whole returns the groups about the whole policy: the distributions with jitter first, then the figures without
// jitter.
func whole(lines []timeline) (groups []answer.Group) {
	policy, without := "retry policy", ""
	groups = append(groups, answer.Group{Title: "call time, until the last attempt ends",
		Quantities: answer.Each(lines, callTime)})
	if !some(lines, timeline.draws) { // the first four figures are equal
		detailed(groups[0].Quantities[:4])
	} else {
		groups = append(groups, answer.Group{Title: "last retry with jitter", Quantities: answer.Each(lines, lastRetry)})
		policy, without = "without jitter", " without jitter"
	}
	groups = append(groups, answer.Group{Title: policy, Quantities: answer.Each(lines, wholePolicy)})
	if list := groups[len(groups)-1].Quantities; without != "" {
		detailed(list[1:])
	} else {
		detailed(list[3:]) // it equals the call time
	}
	if some(lines, func(l timeline) bool { return finite(l.policy.Deadline) }) {
		groups = append(groups, answer.Group{Title: "deadline" + without, Quantities: answer.Each(lines, byDeadline)})
	}
	if some(lines, func(l timeline) bool { return finite(l.policy.Cap) }) {
		groups = append(groups, answer.Group{Title: "cap" + without, Quantities: answer.Each(lines, atCap)})
		if without != "" {
			detailed(groups[len(groups)-1].Quantities)
		}
	}
	return groups
}

// fixed returns quantities that depend on the delays before jitter. They are absent for jitter types without such
// delays.
func (l timeline) fixed(list []answer.Quantity) []answer.Quantity {
	if curved(l.policy) {
		return list
	}
	for i := range list {
		list[i].A, list[i].Status, list[i].Detail = math.NaN(), answer.NotApplicable, true
		list[i].Why = noCurve(l.policy)
	}
	return list
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

func wholePolicy(l timeline) []answer.Quantity {
	s := l.policy
	n := s.Total()
	last := answer.Quantity{Name: "last delay", Symbol: "t_n", Kind: unit.Duration, A: math.NaN(), Why: noRetry}
	if n > 0 {
		last.A, last.Why = s.Delay(n), ""
	}
	list := []answer.Quantity{
		{Name: "retries made", Symbol: "n", Kind: unit.Count, A: n},
		{Name: "last retry at", Symbol: "T_n", Kind: unit.Duration, A: s.StartOf(n)},
		last,
		{Name: "gives up at", Symbol: "T_n+s", Kind: unit.Duration, A: s.CallTime()},
	}
	if math.IsInf(n, 1) {
		for i := range list { // the last retry of an endless policy
			list[i].Why = "no retry limit or deadline"
		}
	}
	if !finite(s.Until()) { // the number of retries is certain, even if their times are not
		return append(list[:1], l.fixed(list[1:])...)
	}
	return l.fixed(list)
}

func byDeadline(l timeline) []answer.Quantity {
	s := l.policy
	unused := s.Deadline
	if finite(unused) { // rounding may put a retry at D after it
		unused = max(0, s.Deadline-s.StartOf(s.Total()))
	}
	return l.fixed([]answer.Quantity{
		{Name: "retries by deadline alone", Symbol: "N(D)", Kind: unit.Count, A: s.RetriesBy(s.Deadline), Limit: true},
		{Name: "unused by deadline", Symbol: "D-T_n", Kind: unit.Duration, A: unused, Limit: true},
	})
}

// atCap returns the first retry whose delay before jitter is the cap, and its time. They are absent if no retry waits
// that long.
func atCap(l timeline) []answer.Quantity {
	s := l.policy
	first, why := s.CapRetry(), ""
	from := s.Policy.Elapsed(first - 1)
	if n := s.Total(); finite(s.Cap) && !(first <= n && finite(first)) {
		first, from, why = math.NaN(), math.NaN(), noRetry
		if n > 0 {
			why = "the cap is never reached; the longest delay is " + unit.Duration.Format(s.Delay(max(1, min(n, 1e9))))
		}
	}
	return l.fixed([]answer.Quantity{
		{Name: "cap from retry", Symbol: "m+1", Kind: unit.Count, A: first, Limit: true, Why: why, Status: answer.NotReached},
		{Name: "cap from", Symbol: "T_m", Kind: unit.Duration, A: from, Limit: true, Why: why, Status: answer.NotReached},
	})
}

// some reports whether is holds for one of the policies.
func some(lines []timeline, is func(timeline) bool) bool {
	return slices.ContainsFunc(lines, is)
}

// warnEnded warns about policies that make no more retries at T.
func warnEnded(a *answer.Answer, s setting.Scenario) {
	for i, p := range s.Policies() {
		n := p.Total()
		if math.IsInf(n, 1) || !finite(s.AskAt) || p.RetriesBy(s.AskAt) < n || !curved(p) {
			continue
		}
		ends := "the policy gives up"
		if n < p.Retries {
			ends = ender(p) + " ends the policy"
		}
		if p.Jitter.Draws() {
			ends = "without jitter " + ends
		}
		when := "before any retry"
		if n > 0 {
			when = fmt.Sprintf("after retry %s at %s", unit.Count.Format(n), unit.Duration.Format(p.Policy.Elapsed(n)))
		}
		a.WarnOf(i, answer.PolicyEnded, fmt.Sprintf("%s %s; the figures at T ignore that", ends, when), "at_s")
	}
}

// warnEndedAtT is warnEnded for results that can depend on an outage instead of T.
func warnEndedAtT(a *answer.Answer, s setting.Scenario) {
	if !s.HasOutage() {
		warnEnded(a, s)
	}
}
