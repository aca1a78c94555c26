// Package fleet holds what can be asked of a fleet of clients and their server, and
// the results that such a fleet has.
package fleet

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"retune/calc/des"
	"retune/calc/fluid"
	"retune/calc/num"
	"retune/calc/system"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
)

// turned is what is turned of a fleet beside the policy: not how it is worked out, nor
// what is asked in words.
func turned() (names []string) {
	for _, name := range knob.OfFleet() {
		k, _ := knob.Find(name)
		if k.Usual && !slices.Contains([]string{"engine", "max-outage", "runs", "seed"}, name) || name == "outage" {
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
			if k.Fleet && !slices.Contains([]string{"outage", "failure-rate", "seed", "window", "vs"}, k.Name) && k.Text(p) != k.Text(usual) {
				return true
			}
		}
	}
	return false
}

// Fleet answers with what becomes of a fleet through an outage.
var Fleet = answer.Query{
	Try:    []string{"retune fleet", "retune fleet --scenario brownout --budget 10%", "retune fleet --clients 500 --outage 10s --jitter full --cap 30s", "retune fleet --max-outage"},
	Worked: worked.Fleet,
	Name:   "fleet", Names: "simulate sim simulation run storm", Tab: "fleet", Base: "outage", Screen: turned(),
	Short:  "clients and their server through an outage: does it recover?",
	Takes:  knob.OfFleet(),
	Layout: answer.Verdict, Draws: true, Slow: answer.Slow,
	Ask: askFleet,
	Long: `Clients send requests to a server, the server fails for a while, the clients retry by the policy.
Two engines compute this, and are tested against each other:

    --engine simulation   every attempt is simulated, --runs times, with standard errors
    --engine fluid        a fluid model: expected values, at a cost independent of the clients
    --engine auto         the simulation where it is cheap or chance matters, else the fluid model

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
    retry amplification   attempts per request, at least 1
    load ratio            load from the outage on, over that without the outage
    tipping points        C at which L reaches the timeout W:
                          concurrency + 15 ln(W/service time)/ln slowdown;
                          capacity, the greatest C/L(C); equilibria of C = rate L(C), by Lambert's W

Budget and breaker belong to a process: --processes P spreads the clients over P of them.
--failure-rate is a share of attempts that fail at any time. --max-outage finds the longest
outage from which the fleet recovers, by bisection, with the fluid model; retune levers tells what
would help.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021;
A. Smirnov, smira/exponential-backoff, 2014, for the default fleet; gRPC A6, the
AWS SDKs, Envoy and Finagle for the budgets.`,
}

// A fleetRun is what an engine made of one policy's fleet.
type fleetRun struct {
	world   system.System
	run     system.Result    // the series: of the fluid model, or means over runs
	verdict system.Verdict   // what became of it
	flow    fluid.Solution   // of the fluid model
	sample  *des.Summary     // of the simulation
	each    []system.Verdict // of its runs
	base    *system.Baseline // of the simulation; nil: not known yet
	edge    edge
	err     error // why the engine gave up

	followed bool // one of its runs has gone on beyond the end, and the verdict is that of it
}

func askFleet(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	c := choose(s)
	if c.none != nil {
		return answer.Answer{None: c.none}
	}
	s.Engine = c.engine
	list := make([]fleetRun, len(s.Policies()))
	num.Each(len(list), cores, func(i int) { list[i] = runFleet(ctx, s.Policies()[i], effort) })
	if ctx.Err() != nil {
		return answer.Stopped
	}
	for _, p := range list {
		if p.err != nil {
			return answer.Answer{None: &answer.None{Reason: p.err.Error()}}
		}
	}
	return answerFleet(s, list, c.why, effort)
}

// answerFleet says what the engine made of the fleets.
func answerFleet(s knob.Scenario, list []fleetRun, why string, effort answer.Effort) answer.Answer {
	a := answer.Answer{Pair: len(list) > 1}
	a.Groups = fleetGroups(s, list, effort)
	a.Tables = []answer.Table{timelineTable(list)}
	a.Plot = func() []answer.Chart { return fleetCharts(s, list) }
	a.Summary, a.Brief, a.Tone = fleetSummary(a, s, list)
	if why != "" {
		a.Warn(answer.Engine, why, "engine")
	}
	a.WarnAbsent()
	warnFleet(&a, s, list)
	return a
}

// runFleet has the engine work out one policy's fleet.
func runFleet(ctx context.Context, s knob.Scenario, effort answer.Effort) fleetRun {
	p := fleetRun{world: s.World()}
	var judged error
	work := []func(){
		func() { p.flow, p.err = fluid.Refine(ctx, p.world, 0) },
		func() { p.verdict, judged = fluid.Judge(ctx, p.world) },
	}
	if effort == answer.Rough {
		work = []func(){func() { p.flow, p.verdict, p.err = fluid.Glance(ctx, p.world) }}
	}
	if s.Engine == knob.Simulation {
		work = []func(){func() {
			if p.err = p.simulate(ctx, s, int(s.Runs), cores); p.err == nil {
				p.summarize()
				p.follow(ctx, s)
			}
		}}
	}
	if s.MaxOutage {
		work = append(work, func() { p.edge = edgeOf(ctx, s, 0.01) })
	}
	num.Each(len(work), len(work), func(i int) { work[i]() })
	if s.Engine != knob.Simulation {
		p.run, p.err = p.flow.Result, cmp.Or(p.err, judged)
	}
	return p
}

// simulate adds so many runs to those that there are.
func (p *fleetRun) simulate(ctx context.Context, s knob.Scenario, runs, cores int) error {
	if p.base == nil {
		base := system.Result{}.Baseline(p.world)
		if calm, n := calmOf(p.world); n > 0 {
			var all []system.Baseline
			if err := des.Repeat(ctx, calm, uint64(s.Seed), n, cores, func(_ int, r system.Result) { all = append(all, r.Baseline(calm)) }); err != nil {
				return err
			}
			base = system.MeanOf(all)
		}
		p.base, p.sample = &base, new(des.Summary)
	}
	seed := des.Seed(uint64(s.Seed), len(p.each))
	fine := p.world.Fine(p.world.Duration)
	judge := func(r system.Result) { p.each = append(p.each, r.Verdict(fine, *p.base)) }
	if fine.Step == p.world.Step {
		return des.Repeat(ctx, fine, seed, runs, cores, func(_ int, r system.Result) { judge(r); p.sample.Add(r) })
	}
	return des.RepeatIn(ctx, fine, p.world.Step, seed, runs, cores, judge, p.sample.Add)
}

// summarize sets what the simulated runs make together: their means, and the outcome
// of most.
func (p *fleetRun) summarize() {
	p.run = p.sample.Mean()
	p.verdict = p.each[usual(p.each)]
}

// follow tells, where most runs are not back by the end of the run, whether they ever are:
// one of them goes on beyond it.
func (p *fleetRun) follow(ctx context.Context, s knob.Scenario) {
	if !waits(p.verdict.Outcome) {
		return
	}
	left := farther
	v, err := system.Judge(p.world, *p.base, func(w system.System) (system.Result, error) {
		if left -= des.Seconds(w); left < 0 || des.Memory(w, 1, 1) > mostBytesFarther {
			return system.Result{}, errFarther
		}
		var run system.Result
		err := des.Repeat(ctx, w, des.Seed(uint64(s.Seed), usual(p.each)), 1, 1, func(_ int, r system.Result) { run = r })
		return run, err
	})
	if err != nil {
		return
	}
	p.verdict, p.followed = v, true
	p.each = slices.Clone(p.each)
	for i := range p.each { // they are of a kind
		if waits(p.each[i].Outcome) {
			p.each[i].Outcome = v.Outcome
		}
	}
}

// waits tells whether a fleet is not back by the end of the run and may or may not be later.
func waits(o system.Outcome) bool { return o == system.Draining || o == system.Metastable }

// farther is how many seconds of work it may take to follow a run beyond its end,
// and mostBytesFarther how much memory.
const (
	farther          = 0.4
	mostBytesFarther = 50e6
)

var errFarther = errors.New("too long")

// usual is the first run with the outcome of most.
func usual(each []system.Verdict) (first int) {
	count := map[system.Outcome]int{}
	for _, v := range each {
		count[v.Outcome]++
	}
	for i, v := range each {
		if count[v.Outcome] > count[each[first].Outcome] {
			first = i
		}
	}
	return first
}
