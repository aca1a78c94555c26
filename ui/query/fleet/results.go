package fleet

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/calc/simulate"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// Results are the figures of a fleet.
var Results = results()

func results() answer.Results {
	list := answer.Results{
		ofRun(answer.Result{Name: "verdict", Help: "what becomes of the fleet", Unit: unit.Count, Among: outcomes,
			Tones: tones}, func(s knob.Scenario, p fleetRun) (answer.Quantity, float64) {
			return verdictOf(s, p)[0], 0
		}),
	}
	for _, f := range figures(fleet.Burst) {
		r := answer.Result{Name: strings.ReplaceAll(f.Name, " ", "-"), Names: f.names, Unit: f.Kind, Help: f.help,
			Better: f.Better, Tells: f.Tells, First: f.back, Floor: f.Better == answer.More}
		list = append(list, ofRun(r, func(s knob.Scenario, p fleetRun) (answer.Quantity, float64) {
			return f.quantity(p)
		}))
	}
	longest := answer.Result{Name: "longest-outage", Apart: true, Unit: unit.Duration,
		Help: "longest outage from which the fleet recovers", Floor: true, Better: answer.More}
	return append(list, ofFleet(longest, func(ctx context.Context, _ knob.Scenario, p fleetRun) (answer.Quantity,
		float64) {
		e := edgeOf(ctx, p.study).quantities()
		return e[0], e[1].A
	}))
}

// ofRun is the result of a run.
func ofRun(r answer.Result, of func(knob.Scenario, fleetRun) (q answer.Quantity, se float64)) answer.Result {
	return ofFleet(r, func(_ context.Context, s knob.Scenario, p fleetRun) (answer.Quantity,
		float64) {
		return of(s, p)
	})
}

// A question may ask for many values: each makes at most so many attempts.
const roughAttempts, fullAttempts = answer.MostAttempts / 50, answer.MostAttempts / 5

// ofFleet is a result of a fleet. A rough value is one of few runs.
func ofFleet(r answer.Result, of func(context.Context, knob.Scenario, fleetRun) (answer.Quantity,
	float64)) answer.Result {
	r.Base, r.Takes = Fleet.Base, worldTakes
	r.Noise = func(knob.Scenario) float64 { return 0.05 }
	r.Turns = func(knob.Scenario) bool { return true }
	r.Value = func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Value {
		s.Versus, s.MaxOutage = nil, false
		var p fleetRun
		switch none := notCarried(s); {
		case none != nil:
			return answer.Number(math.NaN(), none.Reason)
		case effort == answer.Rough:
			p = roughRun(ctx, s, r.Among != nil)
		default:
			p = runFleet(ctx, s, fullAttempts)
		}
		if p.err != nil {
			return answer.Number(math.NaN(), p.err.Error())
		}
		q, se := of(ctx, s, p)
		v := q.Of(0)
		v.Attempts = p.study.Attempts
		if finite(se) {
			v.Error = se
		}
		return v
	}
	r.Engine = func(s knob.Scenario, effort answer.Effort) string {
		if effort == answer.Rough && r.Among != nil {
			return fmt.Sprintf("simulated until one outcome leads by %d, at most %s times", lead,
				unit.Count.Format(s.Runs))
		} else if effort == answer.Rough {
			return simulated(min(few, s.Runs))
		}
		return simulated(s.Runs)
	}
	return r
}

// few is how many runs there are of a rough value, and lead by how many one outcome leads where that is all
// that is asked.
const few, lead = 4, 2

// roughRun simulates a fleet of which many are looked at: at the greatest scale, and not beyond its end. For
// the outcome alone it makes as many runs as it takes for one to lead.
func roughRun(ctx context.Context, s knob.Scenario, outcome bool) (p fleetRun) {
	o := optionsOf(s, roughAttempts)
	w := s.World()
	if o.Cores = 1; o.Scale == 0 {
		o.Scale = w.MostScale(math.Inf(1))
	}
	o.Outcome = outcome
	study := simulate.NewStudy(w, o)
	if outcome {
		p.err = study.Decide(ctx, lead)
	} else if p.err = study.More(ctx, min(few, o.Runs)); p.err == nil {
		study.Summarize()
	}
	if p.err != nil {
		return p
	}
	return runOf(study)
}

// worldTakes is what a result of a fleet reads: not what asks more of it.
var worldTakes = slices.DeleteFunc(knob.OfFleet(), func(name string) bool { return name == "max-outage" })
