package fleet

import (
	"fmt"

	"retune/calc/fleet"
	"retune/ui/unit"
)

// A reason is what is known of a fleet that does not recover in time, in a few words and as a sentence. It says what
// happens, and not why: see [fleetRun.try].
type reason struct {
	brief string
	says  func(fleetRun) string
}

func always(text string) func(fleetRun) string { return func(fleetRun) string { return text } }

// reasons are what is known of fleets that do not recover in time.
var reasons = [...]reason{
	fleet.ReasonNone:      {"", always("load and goodput return to the baseline in time")},
	fleet.ReasonOutage:    {"the outage, which lasts to the end", always("the simulation ends before the outage does")},
	fleet.ReasonTimeout:   {"the timeout", timesOut},
	fleet.ReasonOverload:  {"the traffic, outage or not", overload},
	fleet.ReasonGaveUp:    {"the end of the retries", gaveUp},
	fleet.ReasonBreaker:   {"the circuit breaker", blocked},
	fleet.ReasonHerd:      {"waves of attempts", waves},
	fleet.ReasonAbandoned: {"abandoned attempts in the server", abandoned},
	fleet.ReasonLatency: {"latency above the timeout", func(p fleetRun) string {
		return fmt.Sprintf("most attempts time out, with %s in flight on average", inFlight(p))
	}},
	fleet.ReasonRefused: {"rejected attempts", always("the server goes on rejecting attempts after the outage")},
	fleet.ReasonWaiting: {"clients in backoff", always("more clients wait for their next retry than have an attempt in " +
		"the server")},
	fleet.ReasonBacklog: {"the backlog of the outage", func(p fleetRun) string {
		if p.Verdict.Outcome == fleet.Metastable {
			return "the backlog from the outage does not shrink"
		}
		return "the backlog from the outage is still draining"
	}},
}

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

// abandoned says which share of the attempts in the server are for clients that have gone.
func abandoned(p fleetRun) string {
	if x := p.Verdict.Abandoned; x <= 0.99 {
		return fmt.Sprintf("clients have given up %s of the %s attempts in flight on average", unit.Share.Rounded(x, 2),
			inFlight(p))
	}
	return fmt.Sprintf(
		"the server works only on requests whose clients have given up: over 99%% of %s attempts in flight "+
			"on average",
		inFlight(p),
	)
}

// waves says that the load comes in waves, which are of abandoned attempts if most attempts in the server are.
func waves(p fleetRun) string {
	if p.Verdict.Abandoned >= 0.5 {
		return "attempts arrive in waves, and " + abandoned(p)
	}
	return "attempts arrive in waves that exceed what the server can take"
}

// overload gives the numbers that overload a fleet without an outage: its traffic, or its load with retries.
func overload(p fleetRun) string {
	b, w := p.Verdict.Baseline, p.System
	best, _ := w.Server.Best(w.Client.Timeout)
	demand := w.Traffic.Rate
	if w.Traffic.Kind == fleet.Closed {
		demand = w.Traffic.Clients / w.Traffic.Think
	}
	rate := func(x float64) string { return unit.Rate.Rounded(x, 3) }
	if demand <= best && !b.Beyond {
		return fmt.Sprintf("even without an outage the goodput is %s of %s offered, with a load of %s at a capacity of %s",
			rate(b.Goodput), rate(b.Offered), rate(b.Load), rate(best))
	}
	return fmt.Sprintf("offered load %s, capacity %s, even without an outage", rate(demand), rate(best))
}
