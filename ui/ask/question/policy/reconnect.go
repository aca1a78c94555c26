package policy

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"retune/calc/elapsed"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Reconnect answers with the wait of clients after the end of an outage.
var Reconnect = answer.Question{
	Command: answer.Command{
		Examples: []string{"retune --outage 60s -a 100ms --cap 10s --jitter full -n none",
			"retune --outage 30s..90s --cap 10s -n none"},
		Name:  "reconnect",
		Flag:  "outage",
		Short: "reconnect delay and wasted retries of an outage",
		Long: `The outage ends at X, and the client finds out at its next retry. The wait after X is wasted:

    reconnect delay    w = T_N - X, N the first retry with T_N >= X
    P(w > y)           sum over n of P(T_n < X, T_(n+1) > X + y)
    wasted retries     sum over n of P(T_n < X)

X is a time (60s), uniform (30s..90s), exponential (mean=60s), or log-uniform (log=1s..1h) for an
outage of unknown length. A shorter reconnect delay costs more retries: tuning means trading one
against the other. The mean relative to the length of the outage is E(w/X).

A policy may end before the outage does: gave up is the share of such clients. Mean and percentiles
then cover the other clients.

No retry starts after the deadline. With stateful jitter (decorrelated, --feedback) the figures
come from a stratified sample of clients, always the same ones.

` + answer.Sources,
	},
	Scope: answer.Scope{Takes: []string{"outage", "vs"}, Needs: []string{"outage"}, ManyPolicies: true},
	Screen: answer.Screen{Tab: "outage", Rows: screenRows, Layout: answer.ListedAndCharted, SeparateTables: true,
		HasCharts: true},
	Computation: answer.Computation{Worked: explain.Reconnect, Slow: slowOutage, Ask: askReconnect},
}

// ofEach returns the text of A, followed by the texts of policies that differ from it.
func ofEach(s *setting.Scenario, text func(*setting.Scenario) string) string {
	a, names := text(s), s.Names()
	var others []string
	for i, p := range s.Policies() {
		if own := text(&p); own != a {
			others = append(others, names[i]+": "+own)
		}
	}
	if others == nil {
		return a
	}
	return a + " (" + strings.Join(others, ", ") + ")"
}

func askReconnect(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
	if slices.ContainsFunc(s.Policies(), func(p setting.Scenario) bool { return !p.HasOutage() }) {
		return answer.Answer{None: &answer.None{Reason: "there is no outage", Hint: "add its length: --outage 1m"}}
	}
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names()}
	a.Groups = []answer.Group{outageGroup(s, lines)}
	a.Summary = perPolicy(a, lines, a.Groups[0].Title+", ", ": ", reconnectsAfter)
	if answer.Wanted(ctx).Charts {
		a.SetCharts(expectedRetries(ctx, s, lines))
	}
	a.Tables = tradeOff(ctx, lines[0], effort)
	warnGaveUp(&a)
	a.WarnAbsent()
	warnJitter(&a, lines)
	return a
}

// outageGroup returns the wait after the outage of each policy.
func outageGroup(s *setting.Scenario, lines []timeline) answer.Group {
	return grouped("after an outage of "+ofEach(s, (*setting.Scenario).OutageText), lines, afterOutage)
}

// afterOutage has the figures of one policy's wait after the end of the outage.
var afterOutage = figureGroup{scope: answer.Scope{Needs: []string{"outage"}}, jumps: always, noise: noise,
	better: answer.Less, value: timeline.ofWait, rows: []row{
		{Figure: aboutT(figure.Figure{Name: "reconnect-delay-mean", Names: "overshoot-mean reconnect-mean",
			Unit: unit.Duration, BestLabel: "soonest back",
			Help: "expected wait after --outage, or after an outage that ends about T; 10% is a tenth of its length"}),
			symbol: "E w",
			of: func(l timeline) float64 {
				mean, _ := l.wait(l.reconnected().Reconnect)
				return mean
			}},
		{Figure: ofOutage(figure.Figure{Name: "reconnect-delay-p50", Names: "overshoot-p50 reconnect-p50",
			Unit: unit.Duration, Help: "median wait after --outage"}),
			of: func(l timeline) float64 { return l.reconnected().P50 }},
		{Figure: ofOutage(figure.Figure{Name: "reconnect-delay-p95", Names: "overshoot-p95 reconnect-p95",
			Unit: unit.Duration, Help: "95th percentile of the wait after --outage"}),
			of: func(l timeline) float64 { return l.reconnected().P95 }},
		{Figure: ofOutage(figure.Figure{Name: "reconnect-delay-p99", Names: "overshoot-p99 reconnect-p99",
			Unit: unit.Duration, InComparisons: true, Help: "99th percentile of the wait after --outage"}),
			of: func(l timeline) float64 { return l.reconnected().P99 }},
		{Figure: aboutT(figure.Figure{Name: "reconnect-delay", Names: "overshoot reconnect reconnect-time",
			Unit: unit.Duration,
			Help: "longest wait after an outage that ends at T, or after --outage; 10% is a tenth of its length"}),
			quantityName: "reconnect delay max",
			compute: func(l timeline) answer.Value {
				r := l.reconnected()
				_, longest := l.wait(r.Reconnect)
				return withoutEnd(number(longest, r.why, 4), "there is no longest wait")
			}},
		{Figure: ofOutage(figure.Figure{Name: "reconnect-delay-relative-mean", Names: "overshoot-relative-mean",
			Unit: unit.Number, Help: "expected wait after --outage, divided by the length of the outage"}),
			symbol: "E w/X",
			compute: func(l timeline) answer.Value {
				return withoutEnd(l.ofWait(l.reconnected().RelativeMean), "the outage may be arbitrarily short")
			}},
		{Figure: figure.Figure{Name: "wasted-retries", Names: "retries-in-vain", Unit: unit.Number,
			BestLabel: "kindest to the server", InComparisons: true, Help: "expected retries before the end of --outage",
			ValueText: "%s retries are wasted", WantedText: "%s wasted retries"},
			of: func(l timeline) float64 { return l.reconnected().Wasted }},
		{Figure: figure.Figure{Name: "gave-up", Names: "never-noticed", Unit: unit.Share, InComparisons: true,
			Help:       "probability that the policy ends before --outage does",
			ValueText:  "%s of the clients give up",
			WantedText: "%s of the clients that give up before the outage ends"},
			of: func(l timeline) float64 { return l.reconnected().GaveUp }},
	}}

// A reconnection is the wait of clients after the outage, and why it may have no value.
type reconnection struct {
	elapsed.Reconnect
	why string
}

// reconnected returns the wait after the outage.
func (l timeline) reconnected() reconnection {
	return *cached(&l.cache.outage, func() reconnection {
		if !l.policy.HasOutage() {
			return reconnection{elapsed.NoReconnect(0), none}
		}
		r := reconnection{l.Reconnect(l.policy.Outage), "the policy gives up before the outage ends"}
		if err := l.why(); err != nil {
			r.why = err.Error()
		}
		return r
	})
}

// ofWait returns a figure of the wait after the outage.
func (l timeline) ofWait(x float64) answer.Value {
	digits := l.digits(true)
	if !l.policy.Outage.IsFixed() {
		digits = cmp.Or(digits, 3)
	}
	return number(x, l.reconnected().why, digits)
}

// warnGaveUp warns that the figures leave out the clients that gave up, if there are both.
func warnGaveUp(a *answer.Answer) {
	for i := range max(1, len(a.Policies)) {
		if share := a.Value("gave up", i).Number; share > 0.001 && share < 1 && a.FigureText("reconnect delay mean",
			i) != "" {
			a.WarnOf(i, answer.GaveUp, "some clients give up before the outage ends; the figures cover the others", "gave_up")
		}
	}
}

// tradeOff returns the figures for other factors: a shorter reconnect delay costs more wasted retries. It returns nil
// for policies that do not use the factor.
func tradeOff(ctx context.Context, l timeline, effort answer.Effort) []answer.Table {
	if l.policy.Stateful() || effort == answer.Rough {
		return nil
	}
	factors := []float64{1.1, 1.25, 1.5, 2, 3, 4}
	if own := l.policy.Factor; !slices.Contains(factors, own) {
		factors = append(factors, own)
		slices.Sort(factors)
	}
	var rows [][]answer.Value
	for _, r := range factors {
		p := l.policy
		p.Factor = r
		o := clients(ctx, p.Policy, answer.Rough).Reconnect(p.Outage)
		rows = append(rows, answer.Numbers(r, o.Mean, o.Wasted, o.P99, o.GaveUp))
	}
	columns := answer.Columns("factor: factor, reconnect mean: duration, wasted retries: number, " +
		"reconnect p99: duration, gave up: share")
	for j := range columns[1:] {
		columns[1+j].Digits = l.digits(false)
	}
	t := answer.Table{Name: "trade_off", InPicture: true, Columns: columns}
	return []answer.Table{t.WithRows(len(rows), func(i int) []answer.Value { return rows[i] })}
}
