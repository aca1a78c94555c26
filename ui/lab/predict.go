package lab

import (
	"context"
	"fmt"
	"math"

	"retune/calc/fleet"
	"retune/calc/numeric"
	"retune/calc/simulate"
)

// A prediction summarizes simulated runs of a fleet.
type prediction struct {
	fleet.System
	base      fleet.Baseline
	runs      int
	outcomes  map[fleet.Outcome]int
	likeliest fleet.Outcome
	numbers   []numeric.Mean // see sample.numbers
}

// runs is the number of simulated runs of a prediction.
const runs = 20

// predict simulates the plan.
func predict(ctx context.Context, p Plan) (*prediction, error) {
	o := simulate.Options{Seed: p.Seed, Runs: 1, Cores: 2, Scale: 1}
	study := simulate.NewStudy(p.System, o)
	if err := study.More(ctx, 1); err != nil { // for its baseline, and to learn the size of a run
		return nil, err
	}
	q := &prediction{System: p.System, base: study.Base, outcomes: map[fleet.Outcome]int{}}
	n := int(max(3, min(runs, simulate.MostAttempts/study.Attempts)))
	err := simulate.Repeat(ctx, p.System, p.Seed, n, o.Cores, q.add)
	return q, err
}

// add adds a simulated run.
func (q *prediction) add(r fleet.Result) {
	s := q.sample(r)
	if q.outcomes[s.Outcome]++; q.outcomes[s.Outcome] > q.outcomes[q.likeliest] || q.runs == 0 {
		q.likeliest = s.Outcome
	}
	numbers := s.numbers()
	if q.runs++; q.numbers == nil {
		q.numbers = make([]numeric.Mean, len(numbers))
	}
	for i, x := range numbers {
		q.numbers[i].Add(x)
	}
}

// sample returns a run of the predicted fleet, simulated or measured.
func (q *prediction) sample(r fleet.Result) sample {
	return sample{r.Verdict(q.System, q.base), r, q.System}
}

// verdict returns the most frequent outcome of the simulated runs, and its frequency.
func (q *prediction) verdict() string {
	return fmt.Sprintf("%s in %d of %d simulated runs", q.likeliest, q.outcomes[q.likeliest], q.runs)
}

// A band is the range expected of a number of one run: within two standard deviations of the mean of the simulated
// runs, and at least within the precision of a run by the clock.
type band struct{ mean, low, high float64 }

// precision is the relative error of a run by the clock.
const precision = 0.1

// band returns the band of number i, whose error is at least off.
func (q *prediction) band(i int, off float64) band {
	m := &q.numbers[i]
	x := m.Value()
	off = max(off, precision*math.Abs(x))
	if m.Count() > 1 {
		off = max(off, 2*math.Sqrt(m.Variance()))
	}
	return band{x, max(0, x-off), x + off}
}

// has reports whether a measured number is inside the band. A time that is not reached is inside if the simulation does
// not reach it either.
func (b band) has(x float64) bool {
	return math.IsNaN(b.mean) && math.IsNaN(x) || b.low <= x && x <= b.high
}
