package fleet

import (
	"context"
	"slices"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A closed figure follows from the service time, the timeout and the retries alone: the server is healthy, and no
// attempt waits in it.
type closed struct {
	name, names, label, help string
	kind                     unit.Kind
	of                       func(w fleet.System) float64
}

// healthy are the figures of attempts on a healthy server, in display order.
//
//	false timeouts        q = P(S >= W)
//	load by them          q + q^2 + ... + q^n, the retries of each request
//	p-th percentile       min(s_p, W)
//
//	S  service time, with percentiles s_p    W  timeout    n  retries
var healthy = []closed{
	{name: "false timeouts", names: "false-timeout-share spurious-timeouts", label: "share of false timeouts",
		help: "share of the attempts of a healthy server that outlast the timeout", kind: unit.Share,
		of: func(w fleet.System) float64 { return w.Server.FalseTimeouts(w.Client.Timeout) }},
	{name: "false timeout load", names: "spurious-load", label: "load of false timeouts",
		help: "load that retries after false timeouts add, as a share of the requests", kind: unit.Share,
		of: func(w fleet.System) float64 {
			return fleet.Tries(w.Server.FalseTimeouts(w.Client.Timeout), w.Client.Retries) - 1
		}},
	{name: "attempt p50", label: "p50 of an attempt", kind: unit.Duration, of: attemptTime(0.5),
		help: "time within which half of the attempts of a healthy server end, at the latest by the timeout"},
	{name: "attempt p99", label: "p99 of an attempt", kind: unit.Duration, of: attemptTime(0.99),
		help: "time within which 99% of the attempts of a healthy server end, at the latest by the timeout"},
}

func attemptTime(p float64) func(w fleet.System) float64 {
	return func(w fleet.System) float64 {
		return min(w.Client.Timeout, w.Server.ServiceTime*w.Server.Law.Quantile(p))
	}
}

// result returns the figure as a result.
func (f closed) result() answer.Result {
	r := answer.Result{Naming: answer.Naming{Name: setting.Fold(f.name), Names: f.names, Label: f.label,
		Unit: f.kind, Help: f.help, Better: answer.Less}}
	r.Takes, r.Apart = slices.Clone(ofHealthy), true
	r.Value = func(_ context.Context, s setting.Scenario, _ answer.Effort) answer.Value {
		return answer.Number(f.of(s.Fleet()), "")
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
		list = append(list, answer.Quantity{Name: f.name, Label: f.label, Kind: f.kind, A: f.of(p.System),
			Better: answer.Less, Limit: true, Why: "it has no limit"})
	}
	return list
}
