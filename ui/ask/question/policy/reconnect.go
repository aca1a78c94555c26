package policy

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"retune/calc/elapsed"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Reconnect answers with the wait of clients after the end of an outage.
var Reconnect = answer.Question{
	Command: answer.Command{
		Try: []string{"retune --outage 60s -a 100ms --cap 10s --jitter full -n none",
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
	Scope:       answer.Scope{Takes: []string{"outage", "vs"}, Needs: []string{"outage"}, Many: true},
	Screen:      answer.Screen{Tab: "outage", Rows: turned, Layout: answer.ListedAndCharted, Tables: true, Draws: true},
	Computation: answer.Computation{Worked: explain.Reconnect, Slow: slowOutage, Ask: askReconnect},
}

// ofEach returns the text of A, followed by the texts of policies that differ from it.
func ofEach(s setting.Scenario, text func(setting.Scenario) string) string {
	a, names := text(s), s.Names()
	var others []string
	for i, p := range s.Policies() {
		if own := text(p); own != a {
			others = append(others, names[i]+": "+own)
		}
	}
	if others == nil {
		return a
	}
	return a + " (" + strings.Join(others, ", ") + ")"
}

func askReconnect(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
	if slices.ContainsFunc(s.Policies(), func(p setting.Scenario) bool { return !p.HasOutage() }) {
		return answer.Answer{None: &answer.None{Reason: "there is no outage", Hint: "add its length: --outage 1m"}}
	}
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Policies: s.Names()}
	a.Groups = []answer.Group{outageGroup(s, lines)}
	a.Summary = perPolicy(a, lines, a.Groups[0].Title+", ", ": ", reconnectsAfter)
	a.Draw(ctx, func() []answer.Chart { return []answer.Chart{expectedRetries(ctx, s, lines)} })
	a.Tables = tradeOff(ctx, lines[0], effort)
	warnGaveUp(&a)
	a.WarnAbsent()
	warnJitter(&a, lines)
	return a
}

// outageGroup returns the wait after the outage of each policy.
func outageGroup(s setting.Scenario, lines []timeline) answer.Group {
	return grouped("after an outage of "+ofEach(s, setting.Scenario.OutageSays), lines, afterOutage)
}

// afterOutage returns the figures of one policy's wait after the end of the outage.
func afterOutage(l timeline) []figure {
	o, why, digits := elapsed.NoReconnect(0), none, l.digits(true)
	if l.policy.HasOutage() {
		o, why = l.Reconnect(l.policy.Outage), "the policy gives up before the outage ends"
		if err := l.why(); err != nil {
			why = err.Error()
		}
	}
	if !l.policy.Outage.IsFixed() {
		digits = cmp.Or(digits, 3)
	}
	mean, longest := l.wait(o)
	of := common{Better: answer.Less, Why: why, Digits: digits}
	return []figure{
		of.of("reconnect delay mean", "E w", unit.Duration, mean, "overshoot-mean reconnect-mean",
			"expected wait after --outage, or after an outage that ends about T; 10% is a tenth of its length").
			ranks("soonest back").asResult(orAboutT),
		of.of("reconnect delay p50", "", unit.Duration, o.P50, "overshoot-p50 reconnect-p50", "median wait after --outage").
			asResult(exactly),
		of.of("reconnect delay p95", "", unit.Duration, o.P95, "overshoot-p95 reconnect-p95",
			"95th percentile of the wait after --outage").asResult(exactly),
		of.of("reconnect delay p99", "", unit.Duration, o.P99, "overshoot-p99 reconnect-p99",
			"99th percentile of the wait after --outage").tells().asResult(exactly),
		common{Better: answer.Less, Why: why, Digits: 4}.of("reconnect delay max", "", unit.Duration, longest,
			"overshoot reconnect reconnect-time",
			"longest wait after an outage that ends at T, or after --outage; 10% is a tenth of its length").
			endless("there is no longest wait").asResult(func(r *answer.Result) {
			titled("reconnect-delay", "")(r)
			orAboutT(r)
		}),
		of.of("reconnect delay relative mean", "E w/X", unit.Number, o.RelativeMean, "overshoot-relative-mean",
			"expected wait after --outage, divided by the length of the outage").
			endless("the outage may be arbitrarily short").asResult(exactly),
		of.of("wasted retries", "", unit.Number, o.Wasted, "retries-in-vain", "expected retries before the end of --outage",
			"%s retries are wasted", "%s wasted retries").ranks("kindest to the server").tells(),
		of.of("gave up", "", unit.Share, o.GaveUp, "never-noticed", "probability that the policy ends before --outage does",
			"%s of the clients give up", "%s of the clients that give up before the outage ends").tells(),
	}
}

// warnGaveUp warns that the figures leave out the clients that gave up, if there are both.
func warnGaveUp(a *answer.Answer) {
	for i := range max(1, len(a.Policies)) {
		if share := a.Value("gave up", i).Number; share > 0.001 && share < 1 && a.Says("reconnect delay mean", i) != "" {
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
	digits := l.digits(false)
	columns := []answer.Column{
		{Name: "factor", Kind: unit.Factor},
		{Name: "reconnect mean", Kind: unit.Duration, Digits: digits},
		{Name: "wasted retries", Kind: unit.Number, Digits: digits},
		{Name: "reconnect p99", Kind: unit.Duration, Digits: digits},
		{Name: "gave up", Kind: unit.Share, Digits: digits},
	}
	t := answer.Table{Name: "trade_off", Drawn: true, Columns: columns}
	return []answer.Table{t.With(len(rows), func(i int) []answer.Value { return rows[i] })}
}
