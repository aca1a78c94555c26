// Package policy has the questions about one retry policy, or several side by side, and its results.
package policy

import (
	"context"
	"fmt"
	"math"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// screenRows are the settings of questions that have a row on the screen beside the policy.
var screenRows = []string{"at", "outage"}

// At answers with the state of a client at an elapsed time.
var At = answer.Question{
	Command: answer.Command{
		Examples:      []string{"retune -a 1s -r 2 -T 1000s", "retune -T 10m --cap 1m --jitter full"},
		Name:          "at",
		Flag:          "at",
		YieldsToFlags: true,
		Short:         "state of a client at elapsed time T: retries, current delay, next retry",
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
	Scope: answer.Scope{Takes: []string{"at", "vs"}, Needs: []string{"at"}, ManyPolicies: true},
	Screen: answer.Screen{Tab: "policy", Rows: screenRows, Layout: answer.Charted, AsksT: true, Calls: true,
		HasCharts: true},
	Computation: answer.Computation{Worked: explain.At, Slow: slowDistributions, Ask: askAt},
}

func askAt(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names()}
	if answer.Wanted(ctx).Charts {
		a.SetCharts(charts(ctx, s, lines)...)
	}
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
func atGroups(s *setting.Scenario, lines []timeline) (groups []answer.Group) {
	at, without := "at T = "+s.SentenceText("at"), " (if a retry fell on T)"
	if lines[0].jittered {
		groups = append(groups, grouped(at+" with jitter", lines, jitterAt))
		at, without = "at T without jitter", " without jitter"
	}
	return append(groups, grouped(at, lines, atElapsed), grouped("smooth curve at T"+without, lines, onCurve))
}

// atT is the scope of figures at T.
var atT = answer.Scope{Needs: []string{"at"}}

// jitterAt has the state of clients at T, counting the deadline and the limit of retries.
var jitterAt = figureGroup{scope: atT, jumps: always, noise: noise, rows: []row{
	{Figure: figure.Figure{Name: "retries-expected", Names: "expected-retries retries-by", Unit: unit.Number,
		Help: "expected retries by T", ValueText: "%s retries are expected by T", WantedText: "%s retries expected by T"},
		symbol:  "E N(T)",
		compute: func(l timeline) answer.Value { return number(l.RetriesBy(l.policy.AskAt), "", l.digits(false)) }},
	{Figure: figure.Figure{Name: "current-delay-mean", Unit: unit.Duration, Help: "expected current delay at T"},
		compute: func(l timeline) answer.Value { return l.ofWaiting(jitter.Dist.Mean) }},
	{Figure: figure.Figure{Name: "current-delay-p99", Unit: unit.Duration,
		Help: "99th percentile of the current delay at T"},
		compute: func(l timeline) answer.Value { return l.ofWaiting(quantile(0.99)) }},
}}

// ofWaiting returns a figure of the current delay at T.
func (l timeline) ofWaiting(of func(jitter.Dist) float64) answer.Value {
	x := math.NaN()
	if d := l.Waiting(l.policy.AskAt); d != nil {
		x = of(d)
	}
	return number(x, "the policy has ended", l.digits(true))
}

// retriesDone returns the number of retries by T without jitter.
func (l timeline) retriesDone() float64 { return l.policy.RetriesBy(l.policy.AskAt) }

// atElapsed has the state at T without jitter.
var atElapsed = figureGroup{scope: atT, jumps: always, ended: warnEnded, onCurve: yes, detail: jittered, rows: []row{
	{Figure: figure.Figure{Name: "current-delay", Unit: unit.Duration, Help: "current delay at T"},
		symbol: "d_N+1",
		of:     func(l timeline) float64 { return l.policy.Delay(l.retriesDone() + 1) }},
	{Figure: figure.Figure{Name: "next-retry-at", Names: "next-retry", Unit: unit.Duration,
		Help:      "elapsed time of the first retry after T",
		ValueText: "the next retry starts after %s", WantedText: "a next retry at %s"},
		symbol: "T_N+1",
		of:     func(l timeline) float64 { return l.policy.NextRetryAt(l.policy.AskAt) }},
	{Figure: figure.Figure{Name: "retries-done", Unit: unit.Count, Help: "whole number of retries by T",
		ValueText: "%s retries start by T", WantedText: "%s whole retries by T"},
		symbol: "N",
		of:     timeline.retriesDone},
	{Figure: figure.Figure{Name: "next-retry", Unit: unit.Count}, symbol: "N+1",
		of: func(l timeline) float64 { return l.retriesDone() + 1 }},
}}

// onCurve has the closed forms for a retry at exactly T. The ratio has a value without a T, too. The number of retries
// can change direction at the cap.
var onCurve = figureGroup{scope: atT, ended: warnEnded, onCurve: yes, detail: yes, rows: []row{
	{Figure: figure.Figure{Name: "delay-after-retry", Names: "next-delay", Unit: unit.Duration,
		Help: "delay that follows a retry at T", ValueText: "the delay after a retry at T is %s",
		Goal: figure.Goal{Preferred: true}},
		symbol: "t(T)",
		of:     func(l timeline) float64 { return l.policy.NextDelay(l.policy.AskAt) }},
	{Figure: figure.Figure{Name: "previous-delay", Unit: unit.Duration, Help: "delay before a retry at T",
		Goal: figure.Goal{NotMonotone: always}},
		compute: func(l timeline) answer.Value {
			return number(l.policy.PreviousDelay(l.policy.AskAt), "no delay precedes the first retry", 0)
		}},
	{Figure: figure.Figure{Name: "ratio", Names: "delay-ratio", Unit: unit.Number,
		Help:  "delay after a retry at T divided by T, or in the long run",
		Scope: answer.Scope{Takes: []string{"at"}}, Compute: ratioOf,
		Goal: figure.Goal{MaxWanted: setting.MaxFactor - 1, Warnings: cappedRatio}},
		symbol: "t(T)/T",
		compute: func(l timeline) answer.Value {
			return number(l.policy.Policy.Ratio(l.policy.AskAt), "the elapsed time is 0", 0)
		}},
	{Figure: figure.Figure{Name: "retries-real", Names: "fractional-retries", Unit: unit.Number,
		Help: "fractional number of retries by T", ValueText: "%s retries start by T", WantedText: "%s retries by T",
		Goal: figure.Goal{NotMonotoneIn: []string{"cap"}}},
		label: "fractional retries", symbol: "n(T)",
		of: func(l timeline) float64 { return l.policy.RetryAt(l.policy.AskAt) }},
}}

// warnEnded warns about policies that make no more retries at T.
func warnEnded(a *answer.Answer, s *setting.Scenario) {
	for i, p := range s.Policies() {
		n := p.RetriesMade()
		if math.IsInf(n, 1) || !unit.Finite(s.AskAt) || p.RetriesBy(s.AskAt) < n || !curved(&p) {
			continue
		}
		ends := "the policy gives up"
		if n < p.Retries {
			ends = ender(&p) + " ends the policy"
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
func warnEndedAtT(a *answer.Answer, s *setting.Scenario) {
	if !s.HasOutage() {
		warnEnded(a, s)
	}
}
