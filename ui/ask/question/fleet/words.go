package fleet

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// because is the reason of the verdict in a sentence.
func because(p fleetRun) string {
	v, w := p.verdict, p.system
	inServer := unit.Count.Rounded(v.InFlight, 3)
	switch v.Reason {
	case fleet.ReasonOutage:
		said := "the simulation ends before the outage does"
		if i := slices.IndexFunc(w.Outages, func(o fleet.Outage) bool { return o.At >= w.Duration }); i >= 0 {
			said = fmt.Sprintf("the outage at %s begins after the end of the simulation",
				unit.Duration.Format(w.Outages[i].At))
		}
		return said
	case fleet.ReasonOverload:
		return overload(p)
	case fleet.ReasonTimeout:
		return fmt.Sprintf("every attempt times out: the timeout of %s is not longer than the service time of %s",
			unit.Duration.Format(w.Client.Timeout), unit.Duration.Format(w.Server.ServiceTime))
	case fleet.ReasonGaveUp:
		if v.UnderWay >= 0.5 {
			return fmt.Sprintf("%s of the requests fail for good by the time no work is left, after the simulation",
				unit.Share.Format(v.Lost))
		}
		return fmt.Sprintf("%s of the requests failed for good, and no work is left", unit.Share.Format(v.Lost))
	case fleet.ReasonBreaker:
		switch {
		case w.Client.Breaker.Adaptive > 0:
			return "adaptive throttling stops most attempts before they reach the server"
		case v.Outcome == fleet.Overloaded:
			return "the circuit breaker keeps opening even without an outage"
		}
		return "the circuit breaker is open and blocks most attempts"
	case fleet.ReasonHerd:
		return "clients retry in lock-step (thundering herd), so the server never catches up"
	case fleet.ReasonAbandoned:
		keeps := "retries alone keep the server overloaded"
		if v.RetryAmplification < 1.05 {
			keeps = "the server answers too late and falls further behind"
		}
		abandoned := unit.Share.Rounded(v.Abandoned, 2)
		if v.Abandoned > 0.99 {
			abandoned = "over 99%"
		}
		return fmt.Sprintf("%s; %s attempts are in flight, %s of them abandoned by their clients", keeps, inServer, abandoned)
	case fleet.ReasonLatency:
		return fmt.Sprintf("the latency exceeds the timeout with %s attempts in flight", inServer)
	case fleet.ReasonRefused:
		return "retries exceed the rate limit, so most attempts are rejected"
	case fleet.ReasonWaiting:
		return "the server is healthy again, but most clients are still in backoff"
	case fleet.ReasonBacklog:
		if v.Outcome == fleet.Metastable {
			return "the backlog from the outage does not shrink"
		}
		return "the backlog from the outage is still draining"
	}
	return "load and goodput return to the baseline in time"
}

// overload names the numbers that make a fleet overloaded without an outage: its traffic, or the load with retries.
func overload(p fleetRun) string {
	b, w := p.verdict.Baseline, p.system
	best, _ := w.Server.Best(w.Client.Timeout)
	demand := w.Traffic.Rate
	switch {
	case w.Traffic.Kind == fleet.Burst:
		return fmt.Sprintf("the retries of %s simultaneous clients exceed the server's capacity even without an outage",
			unit.Count.Format(w.Traffic.Clients))
	case w.Traffic.Kind == fleet.Closed:
		demand = w.Traffic.Clients / w.Traffic.Think
	}
	rate := func(x float64) string { return unit.Rate.Rounded(x, 3) }
	if demand <= best && !b.Beyond {
		return fmt.Sprintf("even without an outage the goodput is %s of %s offered, with a load of %s at a capacity of %s",
			rate(b.Goodput), rate(b.Offered), rate(b.Load), rate(best))
	}
	return fmt.Sprintf("offered load %s, capacity %s, even without an outage", rate(demand), rate(best))
}

// tippingOf is where the fleet and its server tip over, as far as that has a
// closed form.
func tippingOf(p fleetRun) []answer.Quantity {
	w := p.system
	tip := w.Tipping()
	const why = "undefined for this traffic and server"
	return []answer.Quantity{
		{Name: "limits", Words: limitsOf(w)},
		{Name: "max goodput", Better: answer.More, Detail: true, Label: "max goodput (capacity)", Kind: unit.Rate, A: tip.Best,
			Limit: true, Why: why},
		{Name: "in flight at timeout", Detail: true, Label: "attempts in flight at which latency reaches the timeout",
			Kind: unit.Number, A: tip.TimeoutAt, Limit: true, Why: why},
		{Name: "goodput at timeout", Detail: true, Label: "goodput at that latency", Kind: unit.Rate, A: tip.TimeoutRate,
			Limit: true, Why: why},
		{Name: "stable in flight", Detail: true, Label: "normal attempts in flight (stable)", Kind: unit.Number,
			A: tip.Stable, Limit: true, Why: why},
		{Name: "unstable in flight", Better: answer.More, Detail: true, Label: "point of no return, attempts in flight",
			Kind: unit.Number, A: tip.Unstable, Limit: true, Why: why},
		{Name: "recoverable backlog", Better: answer.More, Detail: true, Label: "largest backlog it can work off",
			Kind: unit.Number, A: tip.RecoverableBacklog, Limit: true, Why: why},
		{Name: "min fixed delay", Detail: true, Label: "shortest fixed delay, with --cancel", Kind: unit.Duration,
			A: tip.CancelDelay, Limit: true, Why: why},
		{Name: "min mean delay", Detail: true, Label: "shortest mean delay after rejection", Kind: unit.Duration,
			A: tip.ReturnDelay, Limit: true, Why: why},
		{Name: "safe rate", Better: answer.More, Detail: true, Label: "highest rate safe from metastable outages",
			Kind: unit.Rate, A: tip.SafeRate, Limit: true, Why: why},
	}
}

// limitsOf is how much a fleet and its server bear, in words.
func limitsOf(w fleet.System) string {
	tip := w.Tipping()
	var list []string
	add := func(format string, x float64, kind unit.Kind) {
		if x > 0 && !math.IsInf(x, 1) {
			list = append(list, fmt.Sprintf(format, kind.Rounded(x, 3)))
		}
	}
	add("capacity %s", tip.Best, unit.Rate)
	add("point of no return %s attempts in flight", tip.Unstable, unit.Count)
	add("recovers from a backlog of %s", tip.RecoverableBacklog, unit.Count)
	add("safe from metastable outages below %s", tip.SafeRate, unit.Rate)
	return strings.Join(list, "; ")
}

// protection is what a process has against retries, in words.
func protection(s setting.Scenario) string {
	switch {
	case s.Breaker.Share == 0:
		return "budget"
	case s.Budget.Kind == fleet.NoBudget:
		return "breaker"
	}
	return "budget and one breaker"
}

// warnFleet says what the figures leave out.
func warnFleet(a *answer.Answer, s setting.Scenario, list []fleetRun) {
	for i, p := range s.Policies() {
		usual, name := setting.Default(), "--"
		if i > 0 { // what the others are said to differ in
			usual, name = s, "--vs "
		}
		for _, k := range setting.Settings {
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
			a.WarnOf(i, answer.ClientBudget, fmt.Sprintf("%s has the retry budget %s; --budget sets another",
				p.Library.Row.Name, setting.BudgetText(own)), "budget")
		case own.Kind != fleet.NoBudget:
			a.WarnOf(i, answer.ClientBudget,
				fmt.Sprintf("--budget %s replaces the retry budget of %s, %s", setting.BudgetText(p.Budget),
					p.Library.Row.Name, setting.BudgetText(own)), "budget")
		}
		if buckets := p.Budget.Kind != fleet.NoBudget || p.Breaker.Share > 0; buckets && p.Processes == 1 &&
			(p.Clients > 1 || p.Traffic.Kind == fleet.Open) {
			a.WarnOf(i, answer.SharedBudget,
				fmt.Sprintf("all clients share one %s, as if in one process; --processes P gives each of P "+
					"processes its own", protection(p)), "processes")
		}
	}
	if !math.IsInf(s.TotalTimeout, 1) {
		a.Warn(answer.Input, "in a fleet the total timeout limits when retries start: an attempt under way goes on for its --timeout",
			"total_timeout_s")
	}
	if s.AttemptTime > 0 {
		a.Warn(answer.NoEffect, "--attempt-time has no effect: an attempt takes as long as the server needs",
			"attempt_time_s")
	}
	if s.HasOutage() && !s.Outage.IsFixed() {
		a.Warn(answer.Approximate,
			fmt.Sprintf("a fleet has one outage of fixed length: %s, the mean of --outage %s",
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
		if p.study.Stopped {
			a.WarnOf(i, answer.Partial,
				fmt.Sprintf("only %d of %s runs were simulated: all of them would exceed 100 million attempts",
					len(p.each), unit.Count.Format(s.Runs)), "runs")
		}
		if b := p.verdict.Baseline; b.Short() && !b.Overloaded() {
			a.WarnOf(i, answer.WithoutLimit,
				fmt.Sprintf("even without an outage the goodput is %s instead of %s: a budget or a deadline ends "+
					"requests whose attempts fail at random",
					unit.Rate.Format(b.Goodput), unit.Rate.Format(b.Offered)), "baseline_goodput_per_s")
		}
	}
}
