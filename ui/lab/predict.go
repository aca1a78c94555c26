package lab

import (
	"context"
	"math"

	"retune/calc/fleet"
	"retune/calc/numeric"
	"retune/calc/simulate"
)

// A Prediction summarizes simulated runs of a fleet.
type Prediction struct {
	System    fleet.System // with the duration and step of a run
	Base      fleet.Baseline
	Runs      int
	Outcomes  map[fleet.Outcome]int
	Likeliest fleet.Outcome
	requests  numeric.Mean // first attempts of a run
	figures   []numeric.Mean
	series    [series][]numeric.Mean // by column
	columns   int                    // steps in a column
}

// The series that are drawn.
const (
	load = iota
	goodput
	timeouts
	inFlight
	series
)

// runs is the number of simulated runs of a prediction.
const runs = 20

// longest is the longest time that a fleet whose duration is +Inf runs after its outages, seconds.
const longest = 240

// Predict simulates the plan. A fleet whose duration is +Inf runs until the simulation is settled.
func Predict(ctx context.Context, p Plan) (*Prediction, error) {
	w := p.System
	o := simulate.Options{Seed: p.Seed, Runs: 1, Cores: 2, Scale: 1}
	if math.IsInf(w.Duration, 1) {
		var err error
		if w.Duration, err = simulate.Settling(ctx, w, o); err != nil {
			return nil, err
		}
		w.Duration = min(w.Duration, w.OutageEnd()+longest)
	}
	study := simulate.NewStudy(w, o)
	if err := study.More(ctx, 1); err != nil { // for its baseline, and to learn the size of a run
		return nil, err
	}
	w = w.Fine(w.Duration)
	q := &Prediction{System: w, Base: study.Base, Outcomes: map[fleet.Outcome]int{},
		columns: max(1, int(math.Round(max(1, w.Duration/mostColumns)/w.Step)))}
	n := int(max(3, min(runs, simulate.MostAttempts/study.Attempts)))
	err := simulate.Repeat(ctx, w, p.Seed, n, o.Cores, q.add)
	return q, err
}

// add adds a simulated run.
func (q *Prediction) add(r fleet.Result) {
	v := r.Verdict(q.System, q.Base)
	if q.Outcomes[v.Outcome]++; q.Outcomes[v.Outcome] > q.Outcomes[q.Likeliest] || q.Runs == 0 {
		q.Likeliest = v.Outcome
	}
	q.requests.Add(sum(r.First))
	if q.Runs++; q.figures == nil {
		q.figures = make([]numeric.Mean, len(figures))
	}
	for i, f := range figures {
		q.figures[i].Add(f.of(sample{v, r, q.System}))
	}
	for i, list := range q.columned(r, q.System) {
		if q.series[i] == nil {
			q.series[i] = make([]numeric.Mean, len(list))
		}
		for j, x := range list {
			q.series[i][j].Add(x)
		}
	}
}

// mostColumns is the largest number of columns of a series.
const mostColumns = 300

// columned returns the series of a run in columns of several steps.
func (q *Prediction) columned(r fleet.Result, w fleet.System) (list [series][]float64) {
	for from := 0; from < r.Len(); from += q.columns {
		to := min(r.Len(), from+q.columns)
		span := min(float64(to)*w.Step, w.Duration) - float64(from)*w.Step
		var sums [series]float64
		for i := from; i < to; i++ {
			sums[load] += r.Load(i) * r.Step / span
			sums[goodput] += r.Goodput[i] / span
			sums[timeouts] += r.Timeouts[i] / span
			sums[inFlight] += r.InFlight[i] / float64(to-from)
		}
		for i, x := range sums {
			list[i] = append(list[i], x)
		}
	}
	return list
}

// A band is the range expected of a figure of one run: within two standard deviations of the mean of the simulated
// runs, and at least within the precision of a run by the clock.
type band struct{ mean, low, high float64 }

// precision is the relative error of a run by the clock.
const precision = 0.1

// bandOf returns the band of a figure whose error is at least off.
func bandOf(m *numeric.Mean, off float64) band {
	x := m.Value()
	off = max(off, precision*math.Abs(x))
	if m.Count() > 1 {
		off = max(off, 2*math.Sqrt(m.Variance()))
	}
	return band{x, max(0, x-off), x + off}
}

// has reports whether a measured figure is inside the band. A time that is not reached is inside if the simulation does
// not reach it either.
func (b band) has(x float64) bool {
	return math.IsNaN(b.mean) && math.IsNaN(x) || b.low <= x && x <= b.high
}
