package query

import (
	"fmt"
	"math"

	"retune/calc/system"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// because is the reason of the verdict in a sentence.
func because(p fleetRun) string {
	v, w := p.verdict, p.world
	inServer := unit.Number.Format(math.Round(v.InServer))
	tip := w.Server.Tipping(w.Client, w.Traffic)
	switch v.Reason {
	case system.ReasonOutage:
		return "the outage lasts to the horizon"
	case system.ReasonOverload:
		demand := w.Traffic.Rate
		if w.Traffic.Kind == system.Closed {
			demand = w.Traffic.Clients / w.Traffic.Think
		}
		return fmt.Sprintf("the traffic is more than the server can take, outage or not: %s against %s", unit.Rate.Format(demand), unit.Rate.Format(tip.Best))
	case system.ReasonTimeout:
		return fmt.Sprintf("the time-out of %s is not above the server's latency of %s: every attempt times out",
			unit.Duration.Format(w.Client.Timeout), unit.Duration.Format(w.Server.Latency))
	case system.ReasonGaveUp:
		return fmt.Sprintf("no work is left, and %s of the requests failed for good", unit.Share.Format(v.FailedShare()))
	case system.ReasonBreaker:
		return "the breaker stops most attempts"
	case system.ReasonHerd:
		return "the clients retry in waves, with nothing between them"
	case system.ReasonStale:
		return fmt.Sprintf("of %s attempts in flight %s are abandoned by their clients, and the others time out behind them",
			inServer, unit.Share.Format(v.Stale))
	case system.ReasonLatency:
		return fmt.Sprintf("%s attempts in flight make the server slower than the time-out", inServer)
	case system.ReasonRefused:
		return "the server refuses more attempts than it takes"
	case system.ReasonWaiting:
		return "most clients are waiting out their delays although the server is back"
	case system.ReasonBacklog:
		return "the backlog of the outage is still being worked off"
	}
	return "load and goodput are back to normal in time"
}

// tippingOf is where the fleet and its server tip over, as far as that has a
// closed form.
func tippingOf(p fleetRun) []answer.Quantity {
	w := p.world
	tip := w.Server.Tipping(w.Client, w.Traffic)
	const why = "this traffic and this server have none"
	return []answer.Quantity{
		{Name: "greatest throughput", Kind: unit.Rate, A: tip.Best, Limit: true, Why: why},
		{Name: "calls at time-out", Label: "calls in server at the time-out", Kind: unit.Number, A: tip.TimeoutAt, Limit: true, Why: why},
		{Name: "throughput at time-out", Kind: unit.Rate, A: tip.TimeoutRate, Limit: true, Why: why},
		{Name: "stable", Label: "calls in server, stable", Kind: unit.Number, A: tip.Stable, Limit: true, Why: why},
		{Name: "unstable", Label: "calls in server, unstable", Kind: unit.Number, A: tip.Unstable, Limit: true, Why: why},
		{Name: "stale limit", Label: "calls that a hang may leave", Kind: unit.Number, A: tip.StaleLimit, Limit: true, Why: why},
		{Name: "least fixed delay", Label: "least fixed delay, work cancelled", Kind: unit.Duration, A: tip.CancelDelay, Limit: true, Why: why},
		{Name: "least return delay", Label: "least mean delay after a refusal", Kind: unit.Duration, A: tip.ReturnDelay, Limit: true, Why: why},
		{Name: "safe rate", Kind: unit.Rate, A: tip.SafeRate, Limit: true, Why: why},
	}
}

// protection is what a process has against retries, in words.
func protection(s knob.Scenario) string {
	switch {
	case s.Breaker.Share == 0:
		return "budget"
	case s.Budget.Kind == system.NoBudget:
		return "breaker"
	}
	return "budget and one breaker"
}

// warnFleet says what the figures leave out.
func warnFleet(a *answer.Answer, s knob.Scenario, list []fleetRun) {
	for _, k := range knob.Knobs {
		if k.Fleet && k.Idle != nil && k.Text(s) != k.Text(knob.Default()) {
			if why := k.Idle(s); why != "" {
				a.Warn(answer.NoEffect, fmt.Sprintf("--%s has no effect %s", k.Name, why), k.Key())
			}
		}
	}
	if buckets := s.Budget.Kind != system.NoBudget || s.Breaker.Share > 0; buckets && s.Processes == 1 && (s.Clients > 1 || s.Traffic.Kind == system.Open) {
		a.Warn(answer.SharedBudget, fmt.Sprintf("one %s serves all clients, as in one process: --processes P spreads them over P, each with its own", protection(s)), "processes")
	}
	if s.AttemptTime > 0 {
		a.Warn(answer.NoEffect, "--call-time has no effect: an attempt takes as long as the server does", "call_time_s")
	}
	switch {
	case s.Engine == knob.Simulation && s.Runs < 2:
		a.Warn(answer.OneRun, "one run has no standard error: simulate more with --runs", "runs")
	case s.Engine == knob.Simulation:
	case caveat(s) != "":
		a.Warn(answer.Approximate, caveat(s))
	default:
		n := s.Clients
		if s.Traffic.Kind == system.Open {
			n = s.Rate
		}
		a.Warn(answer.ExpectedValues, fmt.Sprintf("these are expected values: one run of %s strays from them by chance, and --engine sim shows by how much", unit.Count.Format(n)), "engine")
	}
	for i, p := range list {
		if n := notBack(p.each); len(p.each) > 0 && n > 0 && n < 1 {
			a.WarnOf(i, answer.OnTheEdge, fmt.Sprintf("%s of the runs do not recover: this fleet stands on the edge", unit.Share.Format(n)), "runs_that_do_not_recover")
		}
		if v := p.verdict; v.Outcome == system.Draining && v.Estimate > 0 {
			a.WarnOf(i, answer.Truncated, fmt.Sprintf("it is back about %s after the outage, beyond the horizon of %s", unit.Duration.Format(v.Estimate), unit.Duration.Format(s.Horizon)), "time_to_recovery_s")
		}
	}
}
