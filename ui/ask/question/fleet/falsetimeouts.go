package fleet

import (
	"cmp"
	"context"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A closed figure follows from the service time, the timeout and the retries alone: the server is healthy, and no
// attempt waits in it.
type closed struct {
	name, names, label, help string
	kind                     unit.Kind
	of                       func(w fleet.System) (x, se float64)

	// absent is the reason why it is NaN, or "". A figure that can be NaN also changes direction as the timeout rises.
	absent string
}

// healthy are the figures of attempts on a healthy server, in display order.
//
//	false timeouts        q = P(S >= W)
//	load by them          q + q^2 + ... + q^n, the retries of each request
//	p-th percentile       min(s_p, W) of an attempt; of a call see [fleet.CallTimes]
//
//	S  service time, with percentiles s_p    W  timeout    n  retries
var healthy = []closed{
	{name: "false timeouts", names: "false-timeout-share spurious-timeouts", label: "share of false timeouts",
		help: "share of the attempts of a healthy server that outlast the timeout", kind: unit.Share,
		of: func(w fleet.System) (x, se float64) { return w.Server.FalseTimeouts(w.Client.Timeout), 0 }},
	{name: "false timeout load", names: "spurious-load", label: "load of false timeouts",
		help: "load that retries after false timeouts add, as a share of the requests", kind: unit.Share,
		of: func(w fleet.System) (x, se float64) {
			return fleet.Tries(w.Server.FalseTimeouts(w.Client.Timeout), w.Client.Retries) - 1, 0
		}},
	{name: "attempt p50", label: "p50 of an attempt", kind: unit.Duration, of: attemptTime(0.5),
		help: "time within which half of the attempts of a healthy server end, at the latest by the timeout"},
	{name: "attempt p99", label: "p99 of an attempt", kind: unit.Duration, of: attemptTime(0.99),
		help: "time within which 99% of the attempts of a healthy server end, at the latest by the timeout"},
	{name: "call p50", label: "p50 of a call", kind: unit.Duration, of: callTime(0.5), absent: manyLate,
		help: "time within which half of the calls to a healthy server end, retries after false timeouts included"},
	{name: "call p99", label: "p99 of a call", kind: unit.Duration, of: callTime(0.99), absent: manyLate,
		help: "time within which 99% of the calls to a healthy server end, retries after false timeouts included"},
}

// manyLate is the reason why a call time is absent.
const manyLate = "more than 90% of the attempts of a healthy server outlast the timeout"

func callTime(p float64) func(w fleet.System) (x, se float64) {
	return func(w fleet.System) (x, se float64) {
		if c, ok := w.CallTimes(); ok {
			return c.Quantile(p)
		}
		return math.NaN(), 0
	}
}

func attemptTime(p float64) func(w fleet.System) (x, se float64) {
	return func(w fleet.System) (x, se float64) {
		return min(w.Client.Timeout, w.Server.ServiceTime*w.Server.Law.Quantile(p)), 0
	}
}

// result returns the figure as a result.
func (f closed) result() figure.Figure {
	r := figure.Figure{Name: setting.Fold(f.name), Names: f.names, Label: f.label, Unit: f.kind, Help: f.help,
		Better: answer.Less}
	r.Takes, r.Apart = slices.Clone(ofHealthy), true
	r.NotMonotone = func(setting.Scenario) bool { return f.absent != "" }
	r.Of = func(_ context.Context, s setting.Scenario, _ answer.Effort) answer.Value {
		x, se := f.of(s.Fleet())
		v := answer.Number(x, f.absent)
		v.Error = se
		return v
	}
	return r
}

// ofHealthy are the settings of the fleet that the figures depend on.
var ofHealthy = []string{"timeout", "server", "service-time"}

// attemptsOf returns the figures of a server with random service times.
func attemptsOf(p fleetRun) (list []answer.Quantity) {
	if p.System.Server.Law.Kind == fleet.Constant {
		return nil
	}
	for _, f := range healthy {
		x, se := f.of(p.System)
		q := answer.Quantity{Name: f.name, Label: f.label, Kind: f.kind, A: x, Better: answer.Less, Limit: true,
			Why: cmp.Or(f.absent, "it has no limit")}
		if se > 0 {
			q.Noise, q.Digits = se, unit.Known(x, se)
		}
		list = append(list, q)
	}
	return list
}
