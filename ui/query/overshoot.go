package query

import (
	"context"
	"math"
	"slices"

	"retune/calc/outage"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

var overshoot = answer.Query{
	Name: "overshoot", Flag: "fault", Tab: "overshoot",
	Short:  "the wait from the end of a fault to the next retry, and the retries wasted before",
	Takes:  []string{"fault", "vs"},
	Needs:  []string{"fault"},
	Layout: answer.ListedAndCharted, Slow: slowFault,
	Ask: askOvershoot,
	Long: `The fault ends at X, and the next retry finds that out. What it waited after X was not needed:

    overshoot          w = T_N - X, N the first retry with T_N >= X
    P(w > y)           sum over n of P(T_n < X, T_(n+1) > X + y)
    retries in vain    sum over n of P(T_n < X)

X is a time (60s), uniform (30s..90s), exponential (mean=60s), or spread evenly over all scales
(log=1s..1h): a fault of which nothing is known. Less overshoot costs more retries; that
trade-off is what tuning is about. The mean relative to the length of the fault is E(w/X).

A policy may end before its fault does. Mean and percentiles are then those of the clients whose
policy does not; the label never noticed is for the share of the others, who gave up.

Retries and deadline count: a retry that the deadline forbids is not made. Where the drawn delay
feeds the next (decorrelated jitter, --feedback) the figures are those of 50,000 clients, always
the same ones.

` + sources,
}

func askOvershoot(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	lines := timelines(ctx, s, effort)
	a := answer.Answer{Pair: s.Versus != nil}
	a.Groups = []answer.Group{{Title: "fault ends at X = " + knob.FaultText(s), Quantities: pair(lines, afterFault)}}
	a.Charts = []answer.Chart{expectedRetries(s, lines)}
	a.Tables = tradeOff(ctx, lines[0])
	warnNever(&a)
	a.WarnAbsent()
	warnLaws(&a, lines)
	return a
}

// afterFault is what one policy's clients wait after the end of the fault.
func afterFault(l timeline) []answer.Quantity {
	const why = "the policy ends before the fault does"
	o := l.times.Reconnect(l.policy.Fault)
	return []answer.Quantity{
		{Name: "overshoot mean", Symbol: "E w", Kind: unit.Duration, A: o.Mean, Why: why},
		{Name: "overshoot p50", Kind: unit.Duration, A: o.P50, Why: why},
		{Name: "overshoot p95", Kind: unit.Duration, A: o.P95, Why: why},
		{Name: "overshoot p99", Kind: unit.Duration, A: o.P99, Why: why},
		{Name: "overshoot max", Kind: unit.Duration, A: o.Max, Why: unbounded(o)},
		{Name: "overshoot relative mean", Symbol: "E w/X", Kind: unit.Number, A: o.RelativeMean, Why: unboundedRatio(o)},
		{Name: "retries in vain", Kind: unit.Number, A: o.Wasted},
		{Name: "never noticed", Kind: unit.Share, A: o.GaveUp},
	}
}

// warnNever says of whom the figures are where not everybody notices.
func warnNever(a *answer.Answer) {
	for _, q := range a.Groups[0].Quantities {
		if q.Name == "never noticed" && (q.A > 0.001 || a.Pair && q.B > 0.001) {
			a.Warn(answer.GaveUp, "some policies end before the fault does: the overshoot is that of the others, and so are its percentiles", q.Key())
		}
	}
}

// tradeOff is what other factors would make of it: less overshoot costs more
// wasted retries. A factor that does not count has none.
func tradeOff(ctx context.Context, l timeline) []answer.Table {
	if l.policy.Stateful() || l.effort == answer.Rough {
		return nil
	}
	factors := []float64{1.1, 1.25, 1.5, 2, 3, 4}
	if own := l.policy.Factor; !slices.Contains(factors, own) {
		factors = append(factors, own)
		slices.Sort(factors)
	}
	var rows [][]float64 // of coarse distributions: ends are as many
	for _, r := range factors {
		p := l.policy
		p.Factor = r
		o := clients(ctx, p, answer.Rough).Reconnect(p.Fault)
		rows = append(rows, []float64{r, o.Mean, o.Wasted, o.P99, o.GaveUp})
	}
	return []answer.Table{{Name: "trade_off", Len: len(rows),
		Columns: []answer.Column{{Name: "factor", Kind: unit.Factor}, {Name: "mean", Kind: unit.Duration}, {Name: "in vain", Kind: unit.Number},
			{Name: "p99", Kind: unit.Duration}, {Name: "never", Kind: unit.Share}},
		Row: func(i int) []float64 { return rows[i] }}}
}

func unbounded(o outage.Reconnect) string {
	if math.IsInf(o.Max, 1) {
		return "there is no longest wait"
	}
	return "the policy ends before the fault does"
}

func unboundedRatio(o outage.Reconnect) string {
	if math.IsInf(o.RelativeMean, 1) {
		return "the fault may end so soon that the mean of 1/X is infinite"
	}
	return "the policy ends before the fault does"
}
