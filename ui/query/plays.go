package query

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/calc/des"
	"retune/calc/num"
	"retune/calc/system"
	"retune/ui/knob"
	"retune/ui/unit"
)

// Plays is a simulation that is played run by run: beside the flow that it checks,
// or alone where the world is no flow. It is what the screen shows while it goes on.
type Plays struct {
	scenario knob.Scenario
	total    int        // runs to play of each policy
	played   []fleetRun // of each policy, so far
	alone    bool       // the world is no flow
	calls    float64    // about how many one run has
	answer   Answer
}

// mostPlayed is how many calls a screen plays: some seconds. Of few it plays a
// run at once.
const (
	mostPlayed = 2e8
	few        = 5e5
)

// NewPlays is the plays of s, none played yet; ok is false where there would be
// too many calls.
func NewPlays(s knob.Scenario) (_ Plays, ok bool) {
	p := Plays{scenario: s, total: int(s.Runs), alone: noFlow(s) != ""}
	for _, policy := range policies(s) {
		if callsOf(policy) > mostPlayed || policy.Clients > mostClients && policy.Traffic.Kind != system.Open {
			return p, false
		}
		p.calls += callsOf(policy)
		p.played = append(p.played, fleetRun{world: policy.World(), sample: new(des.Summary)})
	}
	return p, true
}

// Alone tells whether the world is no flow, so that the plays are the answer.
func (p Plays) Alone() bool { return p.alone }

// Small tells whether a run is as quick as a flow.
func (p Plays) Small() bool { return p.calls <= few }

// Begun tells whether a run has been played.
func (p Plays) Begun() bool { return len(p.played[0].each) > 0 }

// Done tells whether all is played.
func (p Plays) Done() bool { return len(p.played[0].each) >= p.total }

// Answer is what --engine sim answers with the runs so far; of plays that are
// alone and have begun.
func (p Plays) Answer() Answer { return p.answer }

// More is the plays with one run more of each policy, or as they are if ctx
// ends in the meantime.
func (p Plays) More(ctx context.Context) Plays {
	next := p
	next.played = nil
	for _, q := range p.played {
		n := len(q.each)
		q.sample = q.sample.Clone()
		q.each = q.each[:n:n]
		if des.Repeat(ctx, q.world, des.Seed(uint64(p.scenario.Seed), n), 1, 1, q.add) != nil {
			return p
		}
		next.played = append(next.played, q)
	}
	if p.alone {
		s := p.scenario
		s.Engine, s.Runs = knob.Simulation, float64(len(next.played[0].each))
		var list []fleetRun
		for _, q := range next.played {
			list = append(list, q.summarized())
		}
		next.answer = answerFleet(s, list, Full)
	}
	return next
}

// Notes says for each policy how its runs came out.
func (p Plays) Notes() []string {
	notes := make([]string, len(p.played))
	for i, q := range p.played {
		n := len(q.each)
		if n == 0 {
			continue
		}
		outcome, _ := usual(q.each, q.each[0])
		notes[i] = fmt.Sprintf("played %d of %d times: %s in %s", n, p.total, outcome, unit.Share.Format(shareOf(q.each, outcome)))
		if mean, se := meanOf(q.each, func(v system.Verdict) float64 { return v.Recovery }); outcome.Back() && finite(mean) {
			notes[i] += ", back after " + unit.Duration.Format(mean)
			if finite(se) {
				notes[i] += " " + unit.Duration.Error(se)
			}
		}
	}
	return notes
}

// Bands is where one run of A lies, most of the time, in each of the charts of
// the fleet: its mean over the runs, two standard deviations down and up. A
// picture has fewer columns than steps: each step has the widest of its
// neighbourhood, so that the band has no holes.
func (p Plays) Bands() []Band {
	sample := p.played[0].sample
	if sample.Runs() < 2 {
		return nil
	}
	mean := sample.Mean()
	steps := mean.Len()
	reach := steps / 120
	list := make([]Band, 2)
	for i, figure := range []func(i int) *num.Mean{sample.Load, sample.InServer} {
		low, high := make([]float64, steps), make([]float64, steps)
		for j := range steps {
			m := figure(j)
			spread := 2 * math.Sqrt(m.Variance())
			low[j], high[j] = max(0, m.Value()-spread), m.Value()+spread
		}
		lo, hi := make([]float64, steps), make([]float64, steps)
		for j := range steps {
			from, to := max(0, j-reach), min(steps, j+reach+1)
			lo[j], hi[j] = slices.Min(low[from:to]), slices.Max(high[from:to])
		}
		list[i] = Band{overTime(lo, mean.Step), overTime(hi, mean.Step)}
	}
	return list
}

// overTime is a series as a function of time.
func overTime(series []float64, step float64) func(t float64) float64 {
	return func(t float64) float64 {
		if i := int(t / step); t >= 0 && i < len(series) {
			return series[i]
		}
		return math.NaN()
	}
}
