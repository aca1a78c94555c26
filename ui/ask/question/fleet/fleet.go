// Package fleet has the questions about a fleet of clients and their server, and its results.
package fleet

import (
	"context"
	"errors"
	"math"
	"slices"

	"retune/calc/advice"
	"retune/calc/fleet"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
)

// screenRows returns the names of the fleet's settings that have a row on the screen beside the policy.
func screenRows() (names []string) {
	for _, name := range setting.OfFleet("scenario", "vs", "max-outage", "runs", "seed", "scale") {
		if k, _ := setting.Find(name); k.PartOf == "" {
			names = append(names, name)
		}
	}
	return names
}

// Asked reports whether s describes a fleet, for A or another policy. The length of an outage and the failure rate do
// not count, because they also belong to questions about a policy.
func Asked(s *setting.Scenario) bool {
	for _, p := range s.Policies() {
		usual := setting.Default()
		usual.Library = p.Library
		usual = usual.ClientDefaults()
		for _, k := range setting.Settings {
			if k.Fleet && !slices.Contains([]string{"outage", "failure-rate", "seed", "window", "vs"}, k.Name) &&
				k.Text(&p) != k.Text(&usual) {
				return true
			}
		}
	}
	return false
}

// Fleet answers with the fate of a fleet in an outage.
var Fleet = answer.Question{
	Command: answer.Command{
		Examples: []string{"retune fleet", "retune fleet --scenario brownout --budget 10%",
			"retune fleet --clients 500 --outage 10s --jitter full --cap 30s", "retune fleet --max-outage"},
		Name:        "fleet",
		AlsoAskedBy: "retry-after",
		Names:       "simulate sim simulation run storm",
		Short:       "simulate clients and their server in an outage: does it recover?",
		Long: `Clients send requests to a server, the server fails for some time, and the clients retry by the
policy. Every attempt is simulated, in --runs runs, with standard errors. A large fleet is
simulated at a scale: clients, rate, server and budgets are divided by the scale, and counts
multiplied by it.

    --scale auto   a scale whose results agree with those of half the scale
    --scale 50     a fiftieth of the clients
    --scale 1      every client

An attempt succeeds, is rejected immediately, or times out; then its work stays on the server
unless --cancel is set. The server is one of

    slowing              an attempt ends once its age exceeds L(C), with C attempts in flight now:
                         L(C) = service time slowdown^(max(0, C - concurrency)/15)
    slowing-at-arrival   the same, with C fixed at arrival
    queue                workers that serve in order of arrival, each attempt for the service time
    rate-limited         accepts a fixed number of attempts per second and rejects the others

A service time with a distribution is drawn for each attempt, when the server starts to serve it,
and is the time without load.

In an outage the server hangs (all attempts, abandoned ones too, are served afterwards), rejects
every attempt, keeps a share of its capacity (brownout), or fails a share of the attempts (errors).

    recovers        load and goodput return to those without an outage, and stay there
    recovers late   the same, but later than the length of the outage
    no verdict      the simulated time ends while the fleet still changes
    metastable      the outage is over, and nothing improves for ten minutes to an hour, or
                    arithmetic shows that nothing will
    overloaded      the traffic is at least the capacity even without an outage
    gave up         no work is left, and requests failed for good

    peak                  most attempts within one second (clients that start together: --window)
    retry amplification   attempts per request, at least 1, attempts that a breaker blocks included
    load ratio            load from the start of the outage, divided by the load without an outage
    capacity              the greatest C/L(C); L reaches the timeout W at
                          C = concurrency + 15 ln(W/service time)/ln slowdown

Each process has its own budget and breaker: --processes P divides the clients among P processes.
--failure-rate is the share of attempts that fail, outage or not. --max-outage finds the longest
outage from which the fleet recovers, by bisection; retune levers ranks changes that help. A
question makes at most 5 10^7 attempts: a longer one makes fewer runs, then simulates one client
for several, and says so.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021;
A. Smirnov, smira/exponential-backoff, 2014, for --scenario outage; gRPC A6, the
AWS SDKs, Envoy and Finagle for the budgets.`,
	},
	Scope: answer.Scope{Preset: "default", Takes: setting.OfFleet(), ManyPolicies: true},
	Screen: answer.Screen{Tab: "fleet", Rows: screenRows(), Layout: answer.Verdict, Fleet: true, Load: true,
		HasCharts: true},
	Computation: answer.Computation{Worked: explain.Fleet, Slow: answer.Slow, Ask: askFleet},
}

// cores is the number of cores that a simulation uses.
const cores = 2

// A fleetRun is the study of one policy's fleet.
type fleetRun struct {
	*simulate.Study
	run    fleet.Result // the series, as means over the runs
	edge   edge
	causes []advice.Cause // without which it recovers, or nil
	search advice.Search  // how edges are found
}

// timed reports whether the fleet recovers from an outage, so that there is a time to recovery.
func (p fleetRun) timed() bool { return p.Verdict.Outcome.Back() && len(p.System.Outages) > 0 }

// early reports whether the run ends before the outage, so that there is no verdict.
func (p fleetRun) early() bool {
	return p.Verdict.Outcome == fleet.Unsettled && p.System.OutageEnd() >= p.System.Duration
}

// askFleet simulates the fleets of s. A rough answer comes from one run.
func askFleet(ctx context.Context, given *setting.Scenario, effort answer.Effort) answer.Answer {
	s := *given
	if none := notCarried(&s); none != nil {
		return answer.Answer{None: none}
	}
	if effort == answer.Rough {
		s.Runs, s.MaxOutage = 1, false
	}
	list, err := runFleets(ctx, s.Policies())
	switch {
	case ctx.Err() != nil:
		return answer.Cancelled
	case err != nil:
		return answer.Answer{None: tooLarge(err)}
	}
	if effort == answer.Full {
		for i := range list {
			list[i].try(ctx)
		}
	}
	return answerFleet(ctx, &s, list)
}

// runFleets simulates the fleets of all policies for the same time, the longest that any of them needs to settle.
func runFleets(ctx context.Context, policies []setting.Scenario) (_ []fleetRun, err error) {
	list, attempts := make([]fleetRun, len(policies)), answer.MostAttempts/float64(len(policies))
	longest := 0.0
	for i, p := range policies {
		if list[i], err = runFleet(ctx, &p, attempts); err != nil {
			return nil, err
		}
		longest = max(longest, list[i].System.Duration)
	}
	for i, p := range policies {
		if p.Duration = longest; list[i].System.Duration < longest {
			if list[i], err = runFleet(ctx, &p, attempts); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// tooLarge returns the answer if not even one run can be made.
func tooLarge(err error) *answer.None {
	none := &answer.None{Reason: err.Error()}
	if errors.Is(err, simulate.ErrLimit) {
		none.Hint = "a shorter --duration, a longer --initial-delay, or fewer clients and requests"
	}
	return none
}

// notCarried returns the reason why a policy of s cannot be simulated, or nil.
func notCarried(s *setting.Scenario) *answer.None {
	for _, p := range s.Policies() {
		if err := p.Fleet().Client.Carried(); err != nil {
			return &answer.None{Reason: err.Error(), Hint: "retune schedule and the other questions about one client answer"}
		}
	}
	return nil
}

func answerFleet(ctx context.Context, s *setting.Scenario, list []fleetRun) answer.Answer {
	a := answer.Answer{Policies: s.Names()}
	a.Groups = fleetGroups(s, list)
	a.Tables = []answer.Table{timelineTable(a, list)}
	if answer.Wanted(ctx).Charts {
		a.SetCharts(fleetCharts(list)...)
	}
	a.Summary, a.Brief, a.Tone = fleetSummary(a, s, list)
	a.WarnAbsent()
	warnFleet(&a, s, list)
	for _, p := range list {
		a.Attempts, a.Duration = a.Attempts+p.Attempts, p.System.Duration
		if p.Verdict.Outcome == fleet.Unsettled {
			a.Inconclusive = noVerdict(p)
		}
	}
	return a
}

// optionsOf returns the options to simulate the fleet of s with at most that many attempts.
func optionsOf(s *setting.Scenario, attempts float64) simulate.Options {
	o := simulate.Options{Seed: uint64(s.Seed), Runs: int(s.Runs), Cores: cores, Attempts: attempts, Scale: s.Scale}
	if math.IsInf(o.Scale, 1) {
		o.Scale = 0
	}
	return o
}

// runFleet simulates the fleet of one policy with at most that many attempts.
func runFleet(ctx context.Context, s *setting.Scenario, attempts float64) (fleetRun, error) {
	study, err := simulate.Judge(ctx, s.Fleet(), optionsOf(s, attempts))
	if err != nil {
		return fleetRun{}, err
	}
	p := fleetRun{Study: study, run: study.Sample.Mean(), search: searchOf(s, outageError)}
	if s.MaxOutage {
		p.edge = longestOf(ctx, p.search, study)
	}
	return p, nil
}
