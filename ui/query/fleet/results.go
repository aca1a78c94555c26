package fleet

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"retune/calc/fluid"
	"retune/calc/system"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// Results are the figures of a fleet. Each full value is a run of it by the engine that
// is asked for, and a rough one by what is cheap: see trial.
var Results = results()

func results() answer.Results {
	list := answer.Results{
		ofRun(answer.Result{Name: "verdict", Help: "what becomes of the fleet", Unit: unit.Count, Among: outcomes, Tones: tones}, func(s knob.Scenario, p fleetRun) (answer.Quantity, float64) {
			return verdictOf(s, p)[0], 0
		}),
	}
	for _, f := range figures(system.Burst) {
		r := answer.Result{Name: strings.ReplaceAll(f.Name, " ", "-"), Names: f.names, Unit: f.Kind, Help: f.help, Better: f.Better, Tells: f.Tells, First: f.back, Floor: f.Better == answer.More}
		list = append(list, ofRun(r, func(s knob.Scenario, p fleetRun) (answer.Quantity, float64) {
			return f.quantity(p, s.Engine == knob.Simulation)
		}))
	}
	longest := answer.Result{Name: "longest-outage", Apart: true, Unit: unit.Duration, Help: "longest outage from which the fleet recovers", Floor: true, Better: answer.More}
	longest = ofFleet(longest, func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Value {
		v := edgeOf(ctx, s, []float64{answer.Full: 0.01, answer.Rough: 0.03}[effort]).quantities()
		return withError(v[0].Of(0), v[1].A)
	})
	longest.Engine = func(s knob.Scenario, _ answer.Effort) string {
		s.Engine = knob.Fluid
		return engineOf(s)
	}
	return append(list, longest)
}

// ofRun is the result of a run.
func ofRun(r answer.Result, of func(knob.Scenario, fleetRun) (q answer.Quantity, se float64)) answer.Result {
	r.Noise = noise
	return ofFleet(r, func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Value {
		if effort == answer.Rough {
			s = trial(s)
		}
		c := choose(s)
		if c.none != nil {
			return answer.Number(math.NaN(), c.none.Reason)
		}
		s.Engine, s.Versus, s.MaxOutage = c.engine, nil, false
		p := verdictRun(ctx, s, effort)
		if p.err != nil {
			return answer.Number(math.NaN(), p.err.Error())
		}
		q, se := of(s, p)
		return withError(q.Of(0), se)
	})
}

// ofFleet is a result of a fleet.
func ofFleet(r answer.Result, value func(context.Context, knob.Scenario, answer.Effort) answer.Value) answer.Result {
	r.Base, r.Takes, r.Value = Fleet.Base, worldTakes, value
	r.Turns = func(knob.Scenario) bool { return true }
	r.Engine = func(s knob.Scenario, effort answer.Effort) string {
		if effort == answer.Rough {
			return engineOf(trial(s))
		}
		s.Engine = choose(s).engine
		return engineOf(s)
	}
	return r
}

// withError is a value with its standard error, if it has one.
func withError(v answer.Value, se float64) answer.Value {
	if finite(se) {
		v.Error = se
	}
	return v
}

// worldTakes is what a result of a fleet reads: not what asks more of it.
var worldTakes = slices.DeleteFunc(knob.OfFleet(), func(name string) bool { return name == "max-outage" })

// verdictRun is what an engine makes of a fleet for its verdict alone. A rough one of the
// fluid model does not look beyond the end of the run.
func verdictRun(ctx context.Context, s knob.Scenario, effort answer.Effort) (p fleetRun) {
	p.world = s.World()
	if none := notCarried(s); none != nil {
		p.err = errors.New(none.Reason)
		return p
	}
	if s.Engine == knob.Simulation {
		if p.err = p.simulate(ctx, s, int(s.Runs), cores); p.err == nil {
			p.summarize()
		}
		return p
	}
	base, err := fluid.Baseline(ctx, p.world)
	longer := fluid.JudgeSeconds
	if effort == answer.Rough {
		longer = 0
	}
	if p.err = err; err == nil {
		p.verdict, p.err = fluid.JudgeAgainst(ctx, p.world, base, longer)
	}
	return p
}

// trial is s as it is worked out where many of its like are: by the engine that is asked
// for, or by the fluid model if it can and should; of a simulation by a few runs.
func trial(s knob.Scenario) knob.Scenario {
	s.Versus = nil
	if s.Engine == knob.Fluid || s.Engine == knob.Auto && noFluid(s) == nil && caveat(s) == "" {
		s.Engine = knob.Fluid
		return s
	}
	const few = 4
	s.Engine, s.Runs = knob.Simulation, min(few, s.Runs)
	return s
}

// judged is how many seconds one core takes for a verdict of the fluid model on w, and for what
// w does without an outage.
func judged(w system.System) float64 {
	return fluid.VerdictSeconds(w) + fluid.BaselineSeconds(w)
}

// noise is how far a value may be off, relatively: a mean of simulated runs, by as much
// as runs differ.
func noise(s knob.Scenario) float64 {
	if choose(s).engine == knob.Simulation {
		return 0.05
	}
	return 1e-3
}
