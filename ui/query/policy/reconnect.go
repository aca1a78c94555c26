package policy

import (
	"context"
	"math"
	"slices"
	"sync"

	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// Reconnect answers with what clients wait after the end of an outage.
var Reconnect = answer.Query{
	Try:    []string{"retune --outage 60s -a 100ms --cap 10s --jitter full -n none", "retune --outage 30s..90s --cap 10s -n none"},
	Worked: worked.Reconnect,
	Name:   "reconnect", Flag: "outage", Tab: "reconnect", Screen: turned,
	Short:  "how long after an outage clients retry, and what they wasted",
	Takes:  []string{"outage", "vs"},
	Needs:  []string{"outage"},
	Layout: answer.ListedAndCharted, Draws: true, Slow: slowOutage,
	Ask: askReconnect,
	Long: `The outage ends at X, and the client learns it at its next retry. The wait after X was not needed:

    reconnect delay    w = T_N - X, N the first retry with T_N >= X
    P(w > y)           sum over n of P(T_n < X, T_(n+1) > X + y)
    wasted retries     sum over n of P(T_n < X)

X is a time (60s), uniform (30s..90s), exponential (mean=60s), or spread evenly over all scales
(log=1s..1h): an outage of unknown length. A shorter reconnect delay costs more retries; that
trade-off is what tuning is about. The mean relative to the length of the outage is E(w/X).

A policy may end before the outage does. Mean and percentiles are then those of the clients whose
policy does not; gave up is the share of the others.

Retries and deadline count: a retry that the deadline forbids is not made. Where the drawn delay
feeds the next (decorrelated jitter, --feedback) the figures are those of a stratified sample of
clients, always the same ones.

` + answer.Sources,
}

// Reconnects tells whether s asks that of all its policies: of an outage in which every
// attempt fails.
func Reconnects(s knob.Scenario) bool {
	return !slices.ContainsFunc(s.Policies(), func(p knob.Scenario) bool {
		return !p.HasOutage() || p.ServerOutage.Kind != fleet.Hang && p.ServerOutage.Kind != fleet.Reject
	})
}

// ofBoth is a text of each policy: once if it is the same, and else B's behind A's.
func ofBoth(s knob.Scenario, text func(knob.Scenario) string) string {
	a := text(s)
	if s.Versus == nil || text(s.B()) == a {
		return a
	}
	return a + " (B: " + text(s.B()) + ")"
}

func askReconnect(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	if slices.ContainsFunc(s.Policies(), func(p knob.Scenario) bool { return !p.HasOutage() }) {
		return answer.Answer{None: &answer.None{Reason: "there is no outage to come back from", Hint: "say how long it lasts: --outage 1m"}}
	}
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Pair: s.Versus != nil}
	a.Groups = []answer.Group{{Title: "after an outage of " + ofBoth(s, knob.Scenario.OutageSays), Quantities: answer.Each(lines, afterOutage)}}
	a.Summary = reconnectSummary(a, s, lines)
	a.Plot = sync.OnceValue(func() []answer.Chart { return []answer.Chart{expectedRetries(ctx, s, lines)} })
	a.Tables = tradeOff(ctx, lines[0])
	warnGaveUp(&a)
	directed(&a)
	a.WarnAbsent()
	warnJitter(&a, lines)
	return a
}

// afterOutage is what one policy's clients wait after the end of the outage.
func afterOutage(l timeline) []answer.Quantity {
	const why = "the policy gives up before the outage ends"
	infinite := func(x float64, so string) string { return map[bool]string{true: so, false: why}[math.IsInf(x, 1)] }
	o := elapsed.NoReconnect(0)
	if l.policy.HasOutage() {
		o = l.times.Reconnect(l.policy.Outage)
	}
	return []answer.Quantity{
		{Name: "reconnect delay mean", Symbol: "E w", Kind: unit.Duration, A: o.Mean, Why: why},
		{Name: "reconnect delay p50", Kind: unit.Duration, A: o.P50, Why: why},
		{Name: "reconnect delay p95", Kind: unit.Duration, A: o.P95, Why: why},
		{Name: "reconnect delay p99", Kind: unit.Duration, A: o.P99, Why: why},
		{Name: "reconnect delay max", Kind: unit.Duration, A: o.Max, Why: infinite(o.Max, "there is no longest wait")},
		{Name: "reconnect delay relative mean", Symbol: "E w/X", Kind: unit.Number, A: o.RelativeMean, Why: infinite(o.RelativeMean, "unbounded: the outage may be arbitrarily short")},
		{Name: "wasted retries", Kind: unit.Number, A: o.Wasted},
		{Name: "gave up", Kind: unit.Share, A: o.GaveUp},
	}
}

// warnGaveUp says of whom the figures are where some gave up, and others did not.
func warnGaveUp(a *answer.Answer) {
	for i := range map[bool]int{false: 1, true: 2}[a.Pair] {
		if share := a.Value("gave up", i).Number; share > 0.001 && share < 1 && !math.IsNaN(a.Value("reconnect delay mean", i).Number) {
			a.WarnOf(i, answer.GaveUp, "some clients give up before the outage ends: the figures are those of the others", "gave_up")
		}
	}
}

// tradeOff is what other factors would make of it: a shorter reconnect delay costs
// more wasted retries. A factor that does not count has none. In a rough answer only its
// place is there, so that nothing moves when the full one comes.
func tradeOff(ctx context.Context, l timeline) []answer.Table {
	if l.policy.Stateful() {
		return nil
	}
	factors := []float64{1.1, 1.25, 1.5, 2, 3, 4}
	if own := l.policy.Factor; !slices.Contains(factors, own) {
		factors = append(factors, own)
		slices.Sort(factors)
	}
	var rows [][]float64 // of coarse distributions: ends are as many
	for _, r := range factors {
		if l.effort == answer.Rough {
			rows = append(rows, []float64{r, 0, 0, 0, 0})
			continue
		}
		p := l.policy
		p.Factor = r
		o := clients(ctx, p, answer.Rough).Reconnect(p.Outage)
		rows = append(rows, []float64{r, o.Mean, o.Wasted, o.P99, o.GaveUp})
	}
	columns := []answer.Column{{Name: "factor", Kind: unit.Factor}, {Name: "reconnect mean", Kind: unit.Duration}, {Name: "wasted retries", Kind: unit.Number},
		{Name: "reconnect p99", Kind: unit.Duration}, {Name: "gave up", Kind: unit.Share}}
	for j := range columns[1:] {
		if l.effort == answer.Rough {
			columns[1+j].Words = func(int) string { return "..." }
		}
	}
	return []answer.Table{{Name: "trade_off", Len: len(rows), Columns: columns, Row: func(i int) []float64 { return rows[i] }}}
}
