package fleet

import (
	"context"
	"math"
	"strings"

	"retune/calc/system"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// Results are the figures of a fleet. Each value is a run of it, by the engine that is
// asked for.
var Results = results()

func results() answer.Results {
	list := answer.Results{
		ofRun(answer.Result{Name: "verdict", Help: "what becomes of the fleet", Unit: unit.Count}, func(s knob.Scenario, p fleetRun) answer.Quantity {
			return verdictOf(s, p)[0]
		}),
	}
	for _, f := range figures(system.Burst) {
		r := answer.Result{Name: strings.ReplaceAll(f.Name, " ", "-"), Unit: f.Kind, Help: f.help, Better: f.Better, Tells: f.Tells, Floor: f.Better == answer.More}
		list = append(list, ofRun(r, func(s knob.Scenario, p fleetRun) answer.Quantity {
			q, _ := f.quantity(p, s.Engine == knob.Simulation)
			return q
		}))
	}
	longest := answer.Result{Name: "longest-outage", Unit: unit.Duration, Help: "longest outage from which the fleet recovers", Floor: true, Base: Fleet.Base, Takes: knob.OfFleet(),
		Cost: func(s knob.Scenario, _ answer.Effort) float64 { return 20 * costOfFluid(s).seconds },
		Value: func(ctx context.Context, s knob.Scenario, _ answer.Effort) answer.Value {
			return edgeOf(ctx, s).quantities()[0].Of(0)
		}}
	return append(list, longest)
}

// ofRun is the result of a run.
func ofRun(r answer.Result, of func(knob.Scenario, fleetRun) answer.Quantity) answer.Result {
	r.Base, r.Takes, r.Cost, r.Noise = Fleet.Base, knob.OfFleet(), seconds, noise
	r.Turns = func(knob.Scenario) bool { return true }
	r.Value = func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Value {
		c := choose(s)
		if c.none != nil {
			return answer.Number(math.NaN(), c.none.Reason)
		}
		s.Engine = c.engine
		s.Versus, s.MaxOutage = nil, false
		p := runFleet(ctx, s, effort)
		if p.err != nil {
			return answer.Number(math.NaN(), p.err.Error())
		}
		return of(s, p).Of(0)
	}
	return r
}

// seconds is about how long one value takes.
func seconds(s knob.Scenario, _ answer.Effort) float64 {
	s.Versus = nil
	if choose(s).engine == knob.Simulation {
		return costOfSimulation(s).seconds
	}
	return costOfFluid(s).seconds
}

// noise is how far a value may be off, relatively: a mean of simulated runs, by as much
// as runs differ.
func noise(s knob.Scenario) float64 {
	if choose(s).engine == knob.Simulation {
		return 0.05
	}
	return 1e-3
}
