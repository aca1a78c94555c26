package query

import (
	"context"
	"fmt"
	"runtime"

	"retune/calc/des"
	"retune/calc/fluid"
	"retune/calc/system"
	"retune/ui/knob"
	"retune/ui/unit"
)

var fleetQuery = Query{
	Name: "fleet", Tab: "fleet",
	Short:  "a fleet of clients and its server through an outage: does it recover, and when",
	Takes:  knob.OfFleet(),
	Layout: Verdict, slow: slowFleet,
	Ask: askFleet,
	Long: `Clients call a server, the server fails for a while, the clients retry by the policy. Two engines
work that out, each the other's test:

    --engine flow    expected numbers on a grid of time; the cost does not depend on the clients
    --engine sim     every call is played, --runs times; figures come with standard errors

A call ends in success, in failure (refused at once) or in a time-out, whose work stays on the
server unless --cancel. The server is one of

    slowing    done once older than L(C) = latency slowdown^(max(0, C - limit)/15), C now
    arrival    the same L, but fixed with the C at arrival: kinder
    queue      workers that serve in order of arrival, each call in latency
    limit      so many calls in every second, the rest refused

and the outage lets calls hang (all of them, stale ones too, are served after it), refuses them,
slows the server to a share, or fails a share of the calls.

    recovers        load and goodput are back to those of the fleet without the outage, and stay
    recovers late   but it takes longer than the outage did
    still draining  not by the horizon, but the backlog falls
    metastable      the outage is over, and retries alone keep the server down
    overloaded      the traffic is too much without any outage too
    gave up         no work is left, and requests failed for good

    amplification   attempts per request; the load ratio is load over that without the outage
    tipping         C at which L reaches the time-out W: limit + 15 ln(W/latency)/ln slowdown
                    greatest throughput max of C/L(C); equilibria of C = rate L(C), by Lambert's W

--edges finds the longest outage that the fleet survives, by halving, with the flow.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021;
A. Smirnov, smira/exponential-backoff, 2014, for the default world; gRPC A6 and the
AWS SDKs for the budgets.`,
}

// A fleetRun is what an engine made of one policy's world.
type fleetRun struct {
	world   system.System
	run     system.Result    // expected values, or means over runs
	verdict system.Verdict   // of that run
	flow    fluid.Solution   // of the flow
	sample  *des.Summary     // of the simulation
	each    []system.Verdict // of its runs
	calm    *system.Baseline // of the simulation
	err     error            // why the fluid model refused
}

func askFleet(ctx context.Context, s knob.Scenario, effort Effort) Answer {
	if why := noFlow(s); why != "" && s.Engine != knob.Simulation {
		return Answer{None: &None{why, "--engine sim plays it call by call"}}
	}
	var list []fleetRun
	for _, p := range policies(s) {
		if calls := callsOf(p) * s.Runs; s.Engine == knob.Simulation && (calls > mostCalls || s.Clients > mostClients && s.Traffic.Kind != system.Open) {
			return Answer{None: &None{fmt.Sprintf("about %s calls would have to be played, and %s is the most", unit.Number.Format(calls), unit.Number.Format(mostCalls)),
				"--engine flow does not mind how many; or fewer clients, runs, or a shorter horizon"}}
		}
		run := worked(ctx, p, effort)
		if ctx.Err() != nil {
			return stopped
		}
		if run.err != nil {
			return Answer{None: &None{run.err.Error(), "--engine sim plays it call by call"}}
		}
		list = append(list, run)
	}
	return answerFleet(s, list, effort)
}

// noFlow says why the world of a policy cannot be solved as a flow, or nothing.
func noFlow(s knob.Scenario) string {
	for _, p := range policies(s) {
		if why := fluid.Refuses(p.World()); why != "" {
			return "this world is no flow: " + why
		}
	}
	return ""
}

// answerFleet says what the engine made of the worlds.
func answerFleet(s knob.Scenario, list []fleetRun, effort Effort) Answer {
	a := Answer{Pair: len(list) > 1}
	a.Groups = fleetGroups(s, list, effort)
	a.Tables = []Table{timelineTable(list)}
	a.Charts = fleetCharts(s, list)
	if why := noFlow(s); why != "" { // or there would be a flow beside it
		a.Warnings = append(a.Warnings, why)
	}
	a.warnAbsent()
	a.warnFleet(s, list)
	return a
}

// mostCalls is how many calls are played: minutes of computing.
const mostCalls = 5e9

// mostClients is how many are played: a gigabyte and a half of memory.
const mostClients = 1e8

// callsOf is about how many calls the clients make, if they fail all the time.
func callsOf(s knob.Scenario) float64 {
	s.AttemptTime = 0                                                  // here a call takes the time that it takes
	retries := min(s.Retries, s.RetriesBy(min(s.Horizon, s.Deadline))) // at most, for a request that fails to the end
	switch s.Traffic.Kind {
	case system.Open:
		return s.Rate * s.Horizon * (1 + retries)
	case system.Burst:
		return s.Clients * (1 + retries)
	}
	return s.Clients * (1 + s.Horizon/s.Think) * (1 + min(retries, s.RetriesBy(s.Think)))
}

// worked has the engine work out one policy's world.
func worked(ctx context.Context, s knob.Scenario, effort Effort) fleetRun {
	p := fleetRun{world: s.World()}
	switch {
	case s.Engine == knob.Simulation:
		p.sample = new(des.Summary)
		if des.Repeat(ctx, p.world, uint64(s.Seed), int(s.Runs), runtime.GOMAXPROCS(0), p.add) != nil {
			return p
		}
		return p.summarized()
	case effort == Rough:
		p.flow, p.err = fluid.Solve(ctx, p.world, 0)
	default:
		p.flow, p.err = fluid.Refine(ctx, p.world, 0)
	}
	if p.err == nil {
		p.run = p.flow.Result
		p.verdict, p.err = fluid.Judge(ctx, p.world)
	}
	return p
}

// baseline is the fleet without its outage, simulated once.
func (p *fleetRun) baseline() system.Baseline {
	if p.calm == nil {
		calm := p.world.Healthy()
		base := system.Result{}.Baseline(p.world)
		if p.world.Traffic.Kind != system.Burst {
			base = des.Play(calm, 1).Baseline(calm)
		}
		p.calm = &base
	}
	return *p.calm
}

// add takes in the result of one more run.
func (p *fleetRun) add(_ int, r system.Result) {
	p.sample.Add(r)
	p.each = append(p.each, r.Verdict(p.world, p.baseline()))
}

// summarized is the run that the simulated runs make together: their means, and
// the outcome of most.
func (p fleetRun) summarized() fleetRun {
	p.run = p.sample.Mean()
	p.verdict = p.run.Verdict(p.world, p.baseline())
	p.verdict.Outcome, p.verdict.Reason = usual(p.each, p.verdict)
	return p
}

// usual is the outcome of most runs, and the reason of the first that came to it.
func usual(each []system.Verdict, mean system.Verdict) (system.Outcome, system.Reason) {
	var count [system.GaveUp + 1]int
	for _, v := range each {
		count[v.Outcome]++
	}
	best := mean.Outcome
	for o, n := range count {
		if n > count[best] {
			best = system.Outcome(o)
		}
	}
	for _, v := range each {
		if v.Outcome == best {
			return best, v.Reason
		}
	}
	return mean.Outcome, mean.Reason
}
