package fleet

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"retune/calc/fleet"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Figures are the figures of a fleet.
var Figures = sync.OnceValue(func() figure.Table {
	list := figure.Table{
		ofFleet(figure.Figure{Name: "verdict", Help: "fate of the fleet after its outage", Unit: unit.Count,
			PossibleWords: outcomes,
			WordAliases: map[string]string{"collapse": "metastable", "collapses": "metastable", "collapsed": "metastable",
				"stuck": "metastable", "down": "metastable", "recover": "recovers", "recovered": "recovers",
				"late": "recovers late", "inconclusive": "no verdict", "overload": "overloaded"},
			Tones: tones,
		}, ofRuns(func(p fleetRun) (answer.Quantity, float64) { return verdictOf(p)[0], 0 })),
	}
	for _, f := range figures(fleet.Burst) {
		r := f.Figure
		r.Preferred, r.LowerBound = f.needsRecovery, f.Better == answer.More
		list = append(list, ofFleet(r, ofRuns(f.quantity)))
	}
	for _, r := range shares {
		list = append(list, ofFleet(r.Figure, ofRuns(r.quantity)))
	}
	list = slices.Concat(list, capacity, healthy)
	longest := figure.Figure{Name: "longest-outage", Unit: unit.Duration, Better: answer.More,
		Help: "longest outage from which the fleet recovers", Goal: figure.Goal{NotInAnswers: true, LowerBound: true}}
	return append(list, ofFleet(longest, func(ctx context.Context, p fleetRun) (answer.Quantity, float64) {
		return longestOf(ctx, p.search, p.Study).quantities()[0], 0
	}))
})

// Limits of the attempts for one value at rough and full effort, because a question can need many values.
const roughAttempts, fullAttempts = answer.MostAttempts / 50, answer.MostAttempts / 5

// ofRuns returns of for [ofFleet], for a figure that needs no further simulation.
func ofRuns(of func(fleetRun) (answer.Quantity, float64)) func(context.Context, fleetRun) (answer.Quantity, float64) {
	return func(_ context.Context, p fleetRun) (answer.Quantity, float64) { return of(p) }
}

// ofFleet returns the result of a simulated fleet: of returns the figure with its standard error. A rough value comes
// from few runs.
func ofFleet(r figure.Figure, of func(context.Context, fleetRun) (answer.Quantity, float64)) figure.Figure {
	r.Preset = Fleet.Preset
	r.Takes = setting.OfFleet("max-outage")
	if r.Unit == unit.Rate {
		r.Absolute = timesLoad
	}
	r.RelativeError = func(*setting.Scenario) float64 { return 0.05 }
	r.Unfit = tooSmall
	r.NotMonotone = func(*setting.Scenario) bool { return true }
	r.Compute = func(ctx context.Context, given *setting.Scenario, effort answer.Effort) answer.Value {
		s := *given
		if none := notCarried(&s); none != nil {
			return answer.Number(math.NaN(), none.Reason)
		}
		s.Versus, s.MaxOutage = nil, false
		p, err := valueRun(ctx, &s, effort, r.PossibleWords != nil)
		if err != nil {
			return answer.Number(math.NaN(), err.Error())
		}
		q, se := of(ctx, p)
		v := q.Of(0)
		v.Attempts = p.Attempts
		if unit.Finite(se) {
			v.Error = se
		}
		return v
	}
	r.Method = func(s *setting.Scenario, effort answer.Effort) string {
		if effort == answer.Rough && r.PossibleWords != nil && s.Runs > 1 {
			return fmt.Sprintf("simulated up to %s times, until one outcome leads by two standard errors",
				unit.Count.Format(s.Runs))
		} else if effort == answer.Rough {
			return simulated(min(few, s.Runs))
		}
		return simulated(s.Runs)
	}
	return r
}

// tooSmall says that the server of s takes less than the offered load, or returns "".
func tooSmall(s *setting.Scenario) string {
	w := s.Fleet()
	if w.Server.Law.Kind != fleet.Constant && w.Client.Cancel {
		return "" // how long an attempt occupies a worker depends on the load
	}
	best, _ := w.Server.Best(w.Client.Timeout)
	offered := w.Offered()
	if w.Traffic.Kind == fleet.Closed { // clients that a small server slows offer less
		offered = w.Traffic.Clients / (w.Traffic.Think + w.Server.ServiceTime)
	}
	if best < offered*(1-1e-9) {
		return fmt.Sprintf("the server takes %s, and the offered load is %s", unit.Rate.Rounded(best, 4),
			unit.Rate.Rounded(offered, 4))
	}
	return ""
}

// timesLoad returns s with the wanted multiple of the load without an outage as a rate, or why there is no such load.
func timesLoad(ctx context.Context, given *setting.Scenario) (_ setting.Scenario, why string) {
	s := *given
	w := s.Fleet()
	w.Duration = w.Healthy().Duration // on which the load does not depend
	study := simulate.NewStudy(w, optionsOf(&s, roughAttempts))
	if err := study.More(ctx, few); err != nil {
		return s, err.Error()
	}
	load := study.Base.Load
	if !(load > 0) {
		return s, "a multiple such as 1.5x is of the load without an outage, which this fleet does not have: write a rate"
	}
	s.Wanted, _ = unit.Rate.Parse(unit.Rate.Rounded(s.Wanted*load, 4))
	s.Relative = false
	return s, ""
}

// few is the number of runs for a rough value.
const few = 4

// valueRun simulates a fleet for one result of it. A rough value comes from one fleet of many at the largest scale,
// without runs beyond its end. If outcome is true, it comes from runs until one outcome leads surely.
func valueRun(ctx context.Context, s *setting.Scenario, effort answer.Effort, outcome bool) (p fleetRun, err error) {
	if effort == answer.Full {
		return runFleet(ctx, s, fullAttempts)
	}
	o, w := optionsOf(s, roughAttempts), s.Fleet()
	p.search = searchOf(s, leverError)
	p.search.Attempts = roughAttempts
	if o.Cores = 1; o.Scale == 0 {
		o.Scale = w.MostScale(math.Inf(1))
	}
	if o.Outcome = outcome; outcome {
		p.Study = simulate.NewStudy(w, o)
		return p, p.Decide(ctx)
	}
	if math.IsInf(w.Duration, 1) {
		if w.Duration, err = simulate.Settling(ctx, w, o); err != nil {
			return p, err
		}
	}
	p.Study = simulate.NewStudy(w, o)
	if err = p.More(ctx, min(few, o.Runs)); err == nil {
		p.Summarize()
	}
	return p, err
}
