package fleet

import (
	"fmt"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// because is the reason of the verdict in a sentence.
func because(p fleetRun) string {
	v, w := p.verdict, p.world
	inServer := unit.Number.Format(math.Round(v.InFlight))
	tip := w.Tipping()
	switch v.Reason {
	case fleet.ReasonOutage:
		said, follows := "the outage lasts until the end of the simulated time",
			"a longer --duration shows what follows"
		if i := slices.IndexFunc(w.Outages, func(o fleet.Outage) bool { return o.At >= w.Duration }); i >= 0 {
			said = fmt.Sprintf("an outage begins at %s, after the end of the simulated time",
				unit.Duration.Format(w.Outages[i].At))
		}
		if v.Outcome == fleet.Metastable { // in a run that went on beyond that end
			follows = "once it is over retries alone keep the server down, as a longer --duration shows"
		}
		return said + "; " + follows
	case fleet.ReasonOverload:
		demand := w.Traffic.Rate
		switch w.Traffic.Kind {
		case fleet.Burst:
			return fmt.Sprintf("%s clients at once, whose retries are more than the server can take, outage or not",
				unit.Count.Format(w.Traffic.Clients))
		case fleet.Closed:
			demand = w.Traffic.Clients / w.Traffic.Think
		}
		return fmt.Sprintf("%s offered, %s capacity, outage or not", unit.Rate.Format(demand),
			unit.Rate.Format(tip.Best))
	case fleet.ReasonTimeout:
		return fmt.Sprintf("every attempt times out: the timeout of %s is not longer than the service time of %s",
			unit.Duration.Format(w.Client.Timeout), unit.Duration.Format(w.Server.ServiceTime))
	case fleet.ReasonGaveUp:
		if v.UnderWay >= 0.5 {
			return fmt.Sprintf("once no work is left, after the simulated time, %s of the requests have failed "+
				"for good", unit.Share.Format(v.Lost))
		}
		return fmt.Sprintf("no work is left, and %s of the requests failed for good", unit.Share.Format(v.Lost))
	case fleet.ReasonBreaker:
		if v.Outcome == fleet.Overloaded {
			return "the circuit breaker opens again and again, outage or not"
		}
		return "circuit breaker open: most attempts are blocked"
	case fleet.ReasonHerd:
		return "thundering herd: clients retry in lock-step"
	case fleet.ReasonAbandoned:
		return fmt.Sprintf("%s attempts in flight, %s of them abandoned by their clients; the rest time out "+
			"behind them",
			inServer, unit.Share.Format(v.Abandoned))
	case fleet.ReasonLatency:
		return fmt.Sprintf("the latency exceeds the timeout with %s attempts in flight", inServer)
	case fleet.ReasonRefused:
		return "most attempts are rejected: retries exceed the rate limit"
	case fleet.ReasonWaiting:
		return "the server is healthy again, but most clients are still in backoff"
	case fleet.ReasonBacklog:
		return "the backlog from the outage is still draining"
	}
	return "load and goodput are back to the baseline in time"
}

// tippingOf is where the fleet and its server tip over, as far as that has a
// closed form.
func tippingOf(p fleetRun) []answer.Quantity {
	w := p.world
	tip := w.Tipping()
	const why = "not defined for this traffic and this server"
	return []answer.Quantity{
		{Name: "max goodput", Better: answer.More, Label: "max goodput (capacity)", Kind: unit.Rate, A: tip.Best,
			Limit: true, Why: why},
		{Name: "in flight at timeout", Detail: true, Label: "in flight at which latency reaches the timeout",
			Kind: unit.Number, A: tip.TimeoutAt, Limit: true, Why: why},
		{Name: "goodput at timeout", Detail: true, Label: "goodput there", Kind: unit.Rate, A: tip.TimeoutRate,
			Limit: true, Why: why},
		{Name: "stable in flight", Detail: true, Label: "in flight, normal (stable)", Kind: unit.Number,
			A: tip.Stable, Limit: true, Why: why},
		{Name: "unstable in flight", Better: answer.More, Label: "in flight, point of no return (unstable)",
			Kind: unit.Number, A: tip.Unstable, Limit: true, Why: why},
		{Name: "recoverable backlog", Better: answer.More, Label: "backlog it can recover from after a hang",
			Kind: unit.Number, A: tip.RecoverableBacklog, Limit: true, Why: why},
		{Name: "min fixed delay", Detail: true, Label: "min fixed retry delay, with --cancel", Kind: unit.Duration,
			A: tip.CancelDelay, Limit: true, Why: why},
		{Name: "min mean delay", Detail: true, Label: "min mean retry delay when rejected", Kind: unit.Duration,
			A: tip.ReturnDelay, Limit: true, Why: why},
		{Name: "safe rate", Better: answer.More, Label: "max rate at which no outage is metastable",
			Kind: unit.Rate, A: tip.SafeRate, Limit: true, Why: why},
	}
}

// protection is what a process has against retries, in words.
func protection(s knob.Scenario) string {
	switch {
	case s.Breaker.Share == 0:
		return "budget"
	case s.Budget.Kind == fleet.NoBudget:
		return "breaker"
	}
	return "budget and one breaker"
}

// warnFleet says what the figures leave out.
func warnFleet(a *answer.Answer, s knob.Scenario, list []fleetRun) {
	for i, p := range s.Policies() {
		usual, name := knob.Default(), "--"
		if i > 0 { // what B is said to differ in
			usual, name = s, "--vs "
		}
		for _, k := range knob.Knobs {
			if k.Fleet && k.Idle != nil && k.Text(p) != k.Text(usual) {
				if why := k.Idle(p); why != "" {
					a.Warn(answer.NoEffect, fmt.Sprintf("%s%s has no effect %s", name, k.Name, why), k.Key())
				}
			}
		}
	}
	for i, p := range s.Policies() {
		switch own := p.Library.Budget(); {
		case own == p.Budget && own.Kind != fleet.NoBudget:
			a.WarnOf(i, answer.ClientBudget, fmt.Sprintf("the retry budget %s is that of %s: --budget sets another",
				knob.BudgetText(own), p.Library.Row.Name), "budget")
		case own.Kind != fleet.NoBudget:
			a.WarnOf(i, answer.ClientBudget,
				fmt.Sprintf("--budget %s takes the place of the retry budget of %s, %s", knob.BudgetText(p.Budget),
					p.Library.Row.Name, knob.BudgetText(own)), "budget")
		}
		if buckets := p.Budget.Kind != fleet.NoBudget || p.Breaker.Share > 0; buckets && p.Processes == 1 &&
			(p.Clients > 1 || p.Traffic.Kind == fleet.Open) {
			a.WarnOf(i, answer.SharedBudget,
				fmt.Sprintf("one %s serves all clients, as in one process: --processes P spreads them over P, "+
					"each with its own", protection(p)), "processes")
		}
	}
	if s.AttemptTime > 0 {
		a.Warn(answer.NoEffect, "--attempt-time has no effect: an attempt takes as long as the server needs",
			"attempt_time_s")
	}
	if s.HasOutage() && !s.Outage.IsFixed() {
		a.Warn(answer.Approximate,
			fmt.Sprintf("a fleet goes through one outage, here of %s, the mean of --outage %s",
				unit.Duration.Format(s.OutageLength()), s.As("outage")), "outage")
	}
	if s.Runs < 2 {
		a.Warn(answer.OneRun, "one run has no standard error: raise --runs", "runs")
	}
	for i, p := range list {
		if n := 1 - p.study.Back(); n > 0 && n < 1 {
			a.WarnOf(i, answer.OnTheEdge,
				fmt.Sprintf("%s of the runs%s do not recover: this fleet is at its tipping point",
					unit.Share.Format(n), runsOf(p)), "runs_that_do_not_recover")
		}
		if p.study.Followed && p.verdict.Outcome.Back() {
			a.WarnOf(i, answer.OneRun,
				"most runs end before it shows that they are back: times to recovery are those of the runs that "+
					"tell, or of one that went on: raise --duration", "time_to_recovery_s", "duration_s")
		}
		if p.study.Stopped {
			a.WarnOf(i, answer.Partial,
				fmt.Sprintf("only %d of %s runs were made: all would make more attempts than one question may",
					len(p.each), unit.Count.Format(s.Runs)), "runs")
		}
		if b := p.verdict.Baseline; b.Short() && !b.Overloaded() {
			a.WarnOf(i, answer.WithoutLimit,
				fmt.Sprintf("without an outage too the goodput is %s, and would be %s if every attempt that "+
					"fails at random were retried: a budget or a deadline ends the others",
					unit.Rate.Format(b.Goodput), unit.Rate.Format(b.Offered)), "baseline_goodput_per_s")
		}
		if w := p.world; w.Traffic.Kind == fleet.Burst && p.verdict.Outcome.Back() && len(w.Outages) > 0 &&
			p.run.LastEnd <= w.Outages[0].At {
			a.WarnOf(i, answer.NoEffect,
				fmt.Sprintf("no client meets the outage at %s: all have succeeded or failed after %s",
					unit.Duration.Format(w.Outages[0].At), unit.Duration.Format(p.run.LastEnd)), "outage_at_s")
		}
		if v := p.verdict; v.Outcome == fleet.Draining && v.Estimate > 0 {
			a.WarnOf(i, answer.Truncated,
				fmt.Sprintf("it recovers about %s after the outage, beyond the simulated %s",
					unit.Duration.Format(v.Estimate), s.As("duration")), "time_to_recovery_s")
		}
	}
}
