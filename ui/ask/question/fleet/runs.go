package fleet

import (
	"context"
	"fmt"
	"math"

	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Runs is a simulation made run by run, which the screen shows meanwhile. A fleet that is simulated at an automatic
// scale is simulated in one step.
type Runs struct {
	scenario setting.Scenario
	runs     []fleetRun // of each policy
	answer   answer.Answer
}

// NewRuns returns the Runs of s before the first run. ok is false if s cannot be simulated.
func NewRuns(s setting.Scenario) (_ Runs, ok bool) {
	if notCarried(s) != nil {
		return Runs{}, false
	}
	p := Runs{scenario: s}
	for _, policy := range s.Policies() {
		o := optionsOf(policy, answer.MostAttempts/float64(len(s.Policies())))
		o.Scale = simulate.ScaleOf(policy.Fleet(), o)
		p.runs = append(p.runs, fleetRun{system: policy.Fleet(), options: o, study: simulate.NewStudy(policy.Fleet(), o)})
	}
	return p, true
}

// Begun reports whether a run has been made.
func (p Runs) Begun() bool { return len(p.runs[0].each) > 0 || p.answer.None != nil }

// Done reports whether all runs have been made.
func (p Runs) Done() bool {
	q := p.runs[0]
	return len(q.each) >= int(p.scenario.Runs) || p.answer.None != nil || q.study.Stopped
}

// Answer returns the answer from the runs so far.
func (p Runs) Answer() answer.Answer { return p.answer }

// More returns the Runs after one more run of each policy, or unchanged if ctx is cancelled meanwhile.
func (p Runs) More(ctx context.Context) Runs {
	next := p
	if !p.Begun() && math.IsInf(p.scenario.Duration, 1) && !p.settle(ctx) {
		return p
	}
	next.runs = nil
	for i, q := range p.runs {
		s := p.scenario.Policies()[i]
		if q = q.more(ctx, s, answer.MostAttempts/float64(len(p.runs))); ctx.Err() != nil {
			return p
		}
		if q.err != nil {
			next.runs, next.answer = p.runs, answer.Answer{None: tooLarge(q.err)}
			return next
		}
		next.runs = append(next.runs, q)
	}
	s := p.scenario
	s.Runs = float64(len(next.runs[0].each))
	next.answer = answerFleet(s, next.runs)
	return next
}

// settle sets the duration of all fleets to the longest that any of them needs to settle.
func (p *Runs) settle(ctx context.Context) bool {
	longest := 0.0
	for i, policy := range p.scenario.Policies() {
		w := policy.Fleet()
		d, err := simulate.Settling(ctx, w, p.runs[i].options)
		if err != nil {
			return ctx.Err() == nil // the first run reports the error
		}
		longest = max(longest, d)
	}
	for i := range p.runs {
		w := p.runs[i].system
		w.Duration = longest
		p.runs[i].system, p.runs[i].study = w, simulate.NewStudy(w, p.runs[i].options)
	}
	return true
}

// more returns the fleet after one more run, or after all runs if its scale is automatic.
func (q fleetRun) more(ctx context.Context, s setting.Scenario, attempts float64) fleetRun {
	if math.IsInf(s.Scale, 1) && q.study.Scale > 1 {
		return runFleet(ctx, s, attempts)
	}
	study := q.study.Clone()
	if err := study.More(ctx, 1); err != nil {
		q.err = err
		return q
	}
	all := len(study.Each) == int(s.Runs) || study.Stopped
	if study.Summarize(); all && study.Open() > 0 && math.IsInf(s.Duration, 1) {
		return runFleet(ctx, s, attempts)
	}
	options := q.options
	q = runOf(study)
	if q.options = options; all && s.MaxOutage {
		q.edge = edgeOf(ctx, study)
	}
	return q
}

// Notes describes the outcomes of the runs for each policy.
func (p Runs) Notes() []answer.Saying {
	notes := make([]answer.Saying, len(p.runs))
	for i, q := range p.runs {
		n := len(q.each)
		if n == 0 {
			continue
		}
		outcome := q.verdict.Outcome
		comes := fmt.Sprintf("%s in %s", outcome, unit.Share.Rounded(shareOf(q.each, outcome), 2))
		notes[i] = answer.Saying{Full: fmt.Sprintf("simulated %d of %.0f times: %s", n, p.scenario.Runs, comes),
			Brief: fmt.Sprintf("%d/%.0f runs: %s", n, p.scenario.Runs, comes)}
		if mean, se := meanOf(q.each, recovery); outcome.Back() && finite(mean) {
			notes[i].Full += ", back after " + unit.Duration.Rounded(mean, unit.Known(mean, se))
			if se > unit.LeastError*mean {
				notes[i].Full += " " + unit.Duration.Error(se)
			}
		}
	}
	return notes
}

// overTime returns a series as a function of time.
func overTime(series []float64, step float64) func(t float64) float64 {
	return func(t float64) float64 {
		if i := int(t / step); t >= 0 && i < len(series) {
			return series[i]
		}
		return math.NaN()
	}
}
