package fleet

import (
	"context"
	"fmt"
	"math"

	"retune/calc/numeric"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Runs is a simulation that is made run by run, which a screen shows while it goes on. A fleet that is
// simulated at a scale which is chosen is simulated at once.
type Runs struct {
	scenario setting.Scenario
	runs     []fleetRun // of each policy, so far
	answer   answer.Answer
	bands    []answer.Band
}

// NewRuns is the runs of s, none made yet; ok is false where it cannot be simulated.
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

// Begun tells whether a run has been made.
func (p Runs) Begun() bool { return len(p.runs[0].each) > 0 || p.answer.None != nil }

// Done tells whether all are made.
func (p Runs) Done() bool {
	q := p.runs[0]
	return len(q.each) >= int(p.scenario.Runs) || p.answer.None != nil || q.study.Stopped
}

// Answer is what the simulation answers with the runs so far, once it has begun.
func (p Runs) Answer() answer.Answer { return p.answer }

// More is the runs with one run more of each policy, or as they are if ctx
// ends in the meantime.
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
	next.bands = next.runs[0].bands()
	s := p.scenario
	s.Runs = float64(len(next.runs[0].each))
	next.answer = answerFleet(s, next.runs)
	return next
}

// settle gives the fleets the time in which each of them is settled.
func (p *Runs) settle(ctx context.Context) bool {
	longest := 0.0
	for i, policy := range p.scenario.Policies() {
		w := policy.Fleet()
		d, err := simulate.Settling(ctx, w, p.runs[i].options)
		if err != nil {
			return ctx.Err() == nil // the first run says why
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

// more is the fleet with one run more, or with all if its scale is to be chosen.
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

// Notes says for each policy how its runs came out.
func (p Runs) Notes() []answer.Saying {
	notes := make([]answer.Saying, len(p.runs))
	for i, q := range p.runs {
		n := len(q.each)
		if n == 0 {
			continue
		}
		outcome := q.verdict.Outcome
		comes := fmt.Sprintf("%s in %s", outcome, unit.Share.Format(shareOf(q.each, outcome)))
		notes[i] = answer.Saying{Full: fmt.Sprintf("simulated %d of %.0f times: %s", n, p.scenario.Runs, comes),
			Brief: fmt.Sprintf("%d/%.0f runs: %s", n, p.scenario.Runs, comes)}
		if mean, se := meanOf(q.each, recovery); outcome.Back() && finite(mean) {
			notes[i].Full += ", back after " + unit.Duration.Format(mean)
			if se > unit.LeastError*mean {
				notes[i].Full += " " + unit.Duration.Error(se)
			}
		}
	}
	return notes
}

// Bands is where one run of A lies, most of the time, in each of the charts of
// the fleet.
func (p Runs) Bands() []answer.Band { return p.bands }

// bands are the means over the runs, two standard deviations down and up. A picture
// has fewer columns than steps: each step has the widest of its neighbourhood, so that
// the band has no holes. There is none of a fleet at a scale: its runs differ by more.
func (q fleetRun) bands() []answer.Band {
	if q.study.Scale > 1 || q.study.Sample.Runs() < 2 {
		return nil
	}
	steps := q.run.Len()
	list := make([]answer.Band, 2)
	for i, figure := range []func(i int) *numeric.Mean{q.study.Sample.Load, q.study.Sample.InFlight} {
		low, high := make([]float64, steps), make([]float64, steps)
		for j := range steps {
			m, per := figure(j), 1.0
			if i == 0 {
				per = q.run.Step / q.span(j)
			}
			spread := 2 * math.Sqrt(m.Variance())
			low[j], high[j] = -max(0, m.Value()-spread)*per, (m.Value()+spread)*per
		}
		lo, hi := greatest(low, steps/120), greatest(high, steps/120)
		for j := range lo {
			lo[j] = -lo[j]
		}
		list[i] = answer.Band{Lo: overTime(lo, q.run.Step), Hi: overTime(hi, q.run.Step), Name: "most runs"}
	}
	return list
}

// greatest is for each place of a series the greatest value so far from it at most, in
// a time that does not depend on how far: it keeps the values that may still be it.
func greatest(series []float64, reach int) []float64 {
	most := make([]float64, len(series))
	var left []int // places, their values falling
	for i := range len(series) + reach {
		if i < len(series) {
			for len(left) > 0 && series[left[len(left)-1]] <= series[i] {
				left = left[:len(left)-1]
			}
			left = append(left, i)
		}
		if at := i - reach; at >= 0 {
			if left[0] < at-reach {
				left = left[1:]
			}
			most[at] = series[left[0]]
		}
	}
	return most
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
