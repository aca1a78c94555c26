package fleet

import (
	"fmt"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// A cause is the reason of a verdict, in a few words and in a sentence.
type cause struct {
	brief string
	says  func(fleetRun) string
}

func always(text string) func(fleetRun) string { return func(fleetRun) string { return text } }

// causes are the reasons why a fleet does not recover in time.
var causes = [...]cause{
	fleet.ReasonNone:     {"", always("load and goodput return to the baseline in time")},
	fleet.ReasonOutage:   {"the outage, which lasts to the end", always("the simulation ends before the outage does")},
	fleet.ReasonTimeout:  {"the timeout", timesOut},
	fleet.ReasonOverload: {"the traffic, outage or not", overload},
	fleet.ReasonGaveUp:   {"the end of the retries", gaveUp},
	fleet.ReasonBreaker:  {"the circuit breaker", blocked},
	fleet.ReasonHerd: {"retries in lock-step", always("clients retry in lock-step (thundering herd), so the server " +
		"never catches up")},
	fleet.ReasonAbandoned: {"abandoned attempts in the server", abandoned},
	fleet.ReasonLatency: {"latency above the timeout", func(p fleetRun) string {
		return fmt.Sprintf("the latency exceeds the timeout with %s attempts in flight", inFlight(p))
	}},
	fleet.ReasonRefused: {"rejected retries", always("retries exceed the rate limit, so most attempts are rejected")},
	fleet.ReasonWaiting: {"clients in backoff", always("the server is healthy again, but most clients are still in " +
		"backoff")},
	fleet.ReasonBacklog: {"the backlog of the outage", func(p fleetRun) string {
		if p.Verdict.Outcome == fleet.Metastable {
			return "the backlog from the outage does not shrink"
		}
		return "the backlog from the outage is still draining"
	}},
}

// because returns the reason of the verdict as a sentence.
func because(p fleetRun) string { return causes[p.Verdict.Reason].says(p) }

func inFlight(p fleetRun) string { return unit.Count.Rounded(p.Verdict.InFlight, 3) }

func timesOut(p fleetRun) string {
	return fmt.Sprintf("every attempt times out: the timeout of %s is not longer than the service time of %s",
		unit.Duration.Format(p.System.Client.Timeout), unit.Duration.Format(p.System.Server.ServiceTime))
}

func gaveUp(p fleetRun) string {
	lost := unit.Share.Rounded(p.Verdict.Lost, 2)
	if p.Verdict.UnderWay >= 0.5 {
		return lost + " of the requests fail for good by the time no work is left, after the simulation"
	}
	return lost + " of the requests failed for good, and no work is left"
}

func blocked(p fleetRun) string {
	switch {
	case p.System.Client.Breaker.Adaptive > 0:
		return "adaptive throttling stops most attempts before they reach the server"
	case p.Verdict.Outcome == fleet.Overloaded:
		return "the circuit breaker keeps opening even without an outage"
	}
	return "the circuit breaker is open and blocks most attempts"
}

func abandoned(p fleetRun) string {
	keeps, share := "retries alone keep the server overloaded", "over 99%"
	if p.Verdict.RetryAmplification < 1.05 {
		keeps = "the server answers too late and falls further behind"
	}
	if x := p.Verdict.Abandoned; x <= 0.99 {
		share = unit.Share.Rounded(x, 2)
	}
	return fmt.Sprintf("%s; %s attempts are in flight on average, %s of them abandoned by their clients", keeps,
		inFlight(p), share)
}

// overload gives the numbers that overload a fleet without an outage: its traffic, or its load with retries.
func overload(p fleetRun) string {
	b, w := p.Verdict.Baseline, p.System
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

// serverOf returns what the server can take: its greatest goodput, and the attempts in flight with which it answers too
// late.
func serverOf(p fleetRun) []answer.Quantity {
	s, timeout := p.System.Server, p.System.Client.Timeout
	best, _ := s.Best(timeout)
	quantity := func(name, label string, kind unit.Kind, x float64, better answer.Better) answer.Quantity {
		return answer.Quantity{Name: name, Label: label, Kind: kind, A: x, Better: better, Detail: true, Limit: true,
			Why: "undefined for this server"}
	}
	return []answer.Quantity{
		quantity("max goodput", "max goodput (capacity)", unit.Rate, best, answer.More),
		quantity("in flight at timeout", "attempts in flight at which latency reaches the timeout", unit.Number,
			s.Reaches(timeout), answer.Neither),
	}
}
