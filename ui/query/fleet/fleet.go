// Package fleet holds what can be asked of a fleet of clients and their server, and
// the results that such a fleet has.
package fleet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/calc/simulate"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
)

// turned is what is turned of a fleet beside the policy: not how it is worked out, nor
// what is asked in words.
func turned() (names []string) {
	for _, name := range knob.OfFleet() {
		k, _ := knob.Find(name)
		if k.Usual && !slices.Contains([]string{"engine", "max-outage", "runs", "seed", "scale"}, name) ||
			name == "outage" {
			names = append(names, name)
		}
	}
	return names
}

// Asked tells whether s says anything of a fleet: of A or of B, and more than how long
// an outage lasts and how many attempts fail, which is asked of a policy too.
func Asked(s knob.Scenario) bool {
	for _, p := range s.Policies() {
		usual := knob.Default()
		usual.Library = p.Library
		usual = usual.Adopted()
		for _, k := range knob.Knobs {
			if k.Fleet && !slices.Contains([]string{"outage", "failure-rate", "seed", "window", "vs"}, k.Name) &&
				k.Text(p) != k.Text(usual) {
				return true
			}
		}
	}
	return false
}

// Fleet answers with what becomes of a fleet through an outage.
var Fleet = answer.Query{
	Try: []string{"retune fleet", "retune fleet --scenario brownout --budget 10%",
		"retune fleet --clients 500 --outage 10s --jitter full --cap 30s", "retune fleet --max-outage"},
	Worked: worked.Fleet,
	Name:   "fleet", Names: "simulate sim simulation run storm", Tab: "fleet", Base: "outage", Screen: turned(),
	Short:  "clients and their server through an outage: does it recover?",
	Takes:  knob.OfFleet(),
	Layout: answer.Verdict, Draws: true, Slow: answer.Slow,
	Ask: askFleet,
	Long: `Clients send requests to a server, the server fails for a while, the clients retry by the policy.
Every attempt is simulated, --runs times, with standard errors. A large fleet is simulated at a
scale: clients, rate, server and budgets divided by one number, and what is counted multiplied back.

    --scale auto   as small as gives the same at half the scale, in 95% of the runs
    --scale 50     a fiftieth of the clients
    --scale 1      every client

An attempt ends in success, is rejected at once or times out, when its work stays on the
server unless --cancel. The server is one of

    slowing              done once older than L(C), C the attempts in flight now:
                         L(C) = service time slowdown^(max(0, C - concurrency)/15)
    slowing-at-arrival   the same L, but fixed with the C at arrival
    queue                workers that serve in order of arrival, each attempt in the service time
    rate-limited         so many attempts in every second, the rest rejected

and the outage lets attempts hang (all of them, abandoned ones too, are served after it), rejects
them, leaves the server a share of its capacity (brownout), or fails a share of them (errors).

    recovers        load and goodput are those of the same fleet without the outage again, and stay
    recovers late   but it takes longer than the outage did
    still draining  not within the duration, but the backlog falls
    metastable      the outage is over, and retries alone keep the server down
    overloaded      the traffic is too much without any outage too
    gave up         no work is left, and requests failed for good

    peak                  most attempts within one second (clients that start together: --window)
    retry amplification   attempts per request, at least 1, those included that a breaker blocks
    load ratio            load from the outage on, over that without the outage
    tipping points        C at which L reaches the timeout W:
                          concurrency + 15 ln(W/service time)/ln slowdown;
                          capacity, the greatest C/L(C); equilibria of C = rate L(C), by Lambert's W

Budget and breaker belong to a process: --processes P spreads the clients over P of them.
--failure-rate is a share of attempts that fail at any time. --max-outage finds the longest
outage from which the fleet recovers, by bisection; retune levers tells what would help. A question
stops at 10^8 attempts in all its runs together, and says what is known by then.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021;
A. Smirnov, smira/exponential-backoff, 2014, for the default fleet; gRPC A6, the
AWS SDKs, Envoy and Finagle for the budgets.`,
}

// cores is on how many a simulation goes on.
const cores = 2

// A fleetRun is what becomes of one policy's fleet.
type fleetRun struct {
	world   fleet.System
	study   *simulate.Study
	run     fleet.Result    // the series: means over the runs
	verdict fleet.Verdict   // what became of it
	each    []fleet.Verdict // of the runs
	edge    edge
	err     error // why it cannot be simulated
}

func askFleet(ctx context.Context, s knob.Scenario, _ answer.Effort) answer.Answer {
	if none := notCarried(s); none != nil {
		return answer.Answer{None: none}
	}
	policies := s.Policies()
	list := make([]fleetRun, len(policies))
	for i := range list {
		list[i] = runFleet(ctx, policies[i], answer.MostAttempts/float64(len(list)))
		if err := list[i].err; err != nil && ctx.Err() == nil {
			return answer.Answer{None: tooLarge(err)}
		}
	}
	if ctx.Err() != nil {
		return answer.Stopped
	}
	return answerFleet(s, list)
}

// tooLarge is the answer where not one run can be made.
func tooLarge(err error) *answer.None {
	none := &answer.None{Reason: err.Error()}
	if errors.Is(err, simulate.ErrLimit) {
		none.Hint = "a shorter --duration, a longer --initial-delay, or fewer clients and requests"
	}
	return none
}

// notCarried is why a policy of s cannot be simulated, or nil.
func notCarried(s knob.Scenario) *answer.None {
	for _, p := range s.Policies() {
		if why := p.World().Client.Refuses(); why != "" {
			return &answer.None{Reason: why, Hint: "retune schedule and the other questions about one client answer"}
		}
	}
	return nil
}

// answerFleet says what becomes of the fleets.
func answerFleet(s knob.Scenario, list []fleetRun) answer.Answer {
	a := answer.Answer{Pair: len(list) > 1}
	a.Groups = fleetGroups(s, list)
	a.Tables = []answer.Table{timelineTable(list)}
	a.Plot = func() []answer.Chart { return fleetCharts(list) }
	a.Summary, a.Brief, a.Tone = fleetSummary(a, s, list)
	if slices.ContainsFunc(s.Policies(), func(p knob.Scenario) bool { return p.Engine == knob.Fluid }) {
		a.Warn(answer.Engine, "--engine fluid: there is one engine, the simulation", "engine")
	}
	a.WarnAbsent()
	warnFleet(&a, s, list)
	for _, p := range list {
		a.Attempts += p.study.Attempts
		if !p.study.Settled() {
			a.Inconclusive = fmt.Errorf("the runs reach the limit of 100 million attempts after %d of %.0f, "+
				"which may come out otherwise", len(p.each), s.Runs)
		}
	}
	return a
}

// optionsOf is how the fleet of s is simulated, with so many attempts.
func optionsOf(s knob.Scenario, attempts float64) simulate.Options {
	o := simulate.Options{Seed: uint64(s.Seed), Runs: int(s.Runs), Cores: cores, Attempts: attempts, Scale: s.Scale}
	if math.IsInf(o.Scale, 1) {
		o.Scale = 0
	}
	return o
}

// runFleet simulates the fleet of one policy, with so many attempts at most.
func runFleet(ctx context.Context, s knob.Scenario, attempts float64) fleetRun {
	study, err := simulate.Judge(ctx, s.World(), optionsOf(s, attempts))
	if err != nil {
		return fleetRun{world: s.World(), err: err}
	}
	p := runOf(study)
	if s.MaxOutage {
		p.edge = edgeOf(ctx, study)
	}
	return p
}

// runOf is what a study says.
func runOf(s *simulate.Study) fleetRun {
	p := fleetRun{world: s.System, study: s, verdict: s.Verdict, each: s.Each}
	if s.Sample.Runs() > 0 { // else only the outcome was asked
		p.run = s.Sample.Mean()
	}
	return p
}
