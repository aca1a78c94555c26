// Package policy has the questions about one retry policy, or several side by side, and its results.
package policy

import (
	"context"
	"fmt"
	"math"

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
	a := answer.Answer{Policies: s.Names()}
	a.Draw(ctx, func() []answer.Chart { return charts(ctx, s, lines) })
	a.Groups = append(atGroups(s, lines), whole(lines)...)
	a.Tables = deadlineTable(&a, lines[0])
	a.Summary = perPolicy(a, lines, "At "+elapsedAt(s)+": ", ": ", whereAt)
	a.WarnAbsent()
	warnJitter(&a, lines)
	warnEnded(&a, s)
	return a
}

// atGroups returns the figures at T: with jitter if there is any, without jitter, and on the smooth curve through the
// retries.
func atGroups(s setting.Scenario, lines []timeline) (groups []answer.Group) {
	at, without := "at T = "+s.As("at"), " (if a retry fell on T)"
	if lines[0].jittered {
		groups = append(groups, grouped(at+" with jitter", lines, jitterAt))
		at, without = "at T without jitter", " without jitter"
	}
	return append(groups, grouped(at, lines, atElapsed), grouped("smooth curve at T"+without, lines, onCurve))
}

// jitterAt returns the state of clients at T, counting the deadline and the limit of retries.
func jitterAt(l timeline) []figure {
	t, mean, p99 := l.policy.AskAt, math.NaN(), math.NaN()
	if d := l.Waiting(t); d != nil {
		mean, p99 = d.Mean(), d.Quantile(0.99)
	}
	now := common{Digits: l.digits(true), Why: "the policy has ended"}
	return []figure{
		common{Digits: l.digits(false)}.of("retries expected", "E N(T)", unit.Number, l.RetriesBy(t),
			"expected-retries retries-by", "expected retries by T", "%s retries are expected by T",
			"%s retries expected by T"),
		now.of("current delay mean", "", unit.Duration, mean, "", "expected current delay at T"),
		now.of("current delay p99", "", unit.Duration, p99, "", "99th percentile of the current delay at T"),
	}
}

// atElapsed returns the state at T without jitter.
func atElapsed(l timeline) []figure {
	s := l.policy
	done := s.RetriesBy(s.AskAt)
	at := common{Detail: l.jittered}
	return l.fixed(
		at.of("current delay", "d_N+1", unit.Duration, s.Delay(done+1), "", "current delay at T"),
		at.of("next retry at", "T_N+1", unit.Duration, s.NextRetryAt(s.AskAt), "next-retry",
			"elapsed time of the first retry after T", "the next retry starts after %s", "a next retry at %s"),
		at.of("retries done", "N", unit.Count, done),
		at.of("next retry", "N+1", unit.Count, done+1))
}

// onCurve returns the closed forms for a retry at exactly T.
func onCurve(l timeline) []figure {
	s := l.policy
	t := s.AskAt
	curve, first, zero := common{Detail: true}, common{Detail: true, Why: "no delay precedes the first retry"},
		common{Detail: true, Why: "the elapsed time is 0"}
	return l.fixed(
		curve.of("delay after retry", "t(T)", unit.Duration, s.NextDelay(t), "next-delay",
			"delay that follows a retry at T", "the delay after a retry at T is %s").
			asResult(func(r *answer.Result) { r.First = true }),
		first.of("previous delay", "", unit.Duration, s.PreviousDelay(t), "", "delay before a retry at T").asResult(jumps),
		zero.of("ratio", "t(T)/T", unit.Number, s.Policy.Ratio(t), "delay-ratio",
			"delay after a retry at T divided by T, or in the long run").asResult(orLongRun),
		curve.of("retries real", "n(T)", unit.Number, s.RetryAt(t), "fractional-retries",
			"fractional number of retries by T", "%s retries start by T", "%s retries by T").
			called("fractional retries").asResult(func(r *answer.Result) {
			r.Shows, r.NotMonotoneIn = []string{"retries done"}, []string{"cap"} // it can change direction at the cap
		}))
}

// orLongRun is what differs for the ratio: it has a value without a T.
func orLongRun(r *answer.Result) {
	r.Scope, r.Value = answer.Scope{Takes: []string{"at"}}, ratioOf
	r.Most, r.Caution = setting.MaxFactor-1, cappedRatio
}

// warnEnded warns about policies that make no more retries at T.
func warnEnded(a *answer.Answer, s setting.Scenario) {
	for i, p := range s.Policies() {
		n := p.Total()
		if math.IsInf(n, 1) || !unit.Finite(s.AskAt) || p.RetriesBy(s.AskAt) < n || !curved(p) {
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
