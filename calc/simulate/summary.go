package simulate

import (
	"slices"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// A Summary is the running mean of the results of independent runs of a system, with its standard error. It uses the
// memory of a few results for any number of runs. The zero value is ready to use.
type Summary struct {
	runs     int
	step     float64
	values   [][]numeric.Mean // in the order of Result.Series
	load     []numeric.Mean
	underWay numeric.Mean
	lastEnd  numeric.Mean
	bin      float64
	attempts []float64 // sums
}

// Add adds the result of one more run.
func (s *Summary) Add(r fleet.Result) {
	if s.runs == 0 {
		s.step, s.bin = r.Step, r.Bin
		s.load = make([]numeric.Mean, r.Len())
		s.attempts = make([]float64, len(r.Attempts))
		for range r.Series() {
			s.values = append(s.values, make([]numeric.Mean, r.Len()))
		}
	}
	s.runs++
	for k, series := range r.Series() {
		for i, x := range *series {
			s.values[k][i].Add(x)
		}
	}
	for i := range s.load {
		s.load[i].Add(r.Load(i))
	}
	for i, x := range r.Attempts {
		s.attempts[i] += x
	}
	s.underWay.Add(r.UnderWay)
	s.lastEnd.Add(r.LastEnd)
}

// Mean returns the mean of every value over the runs that have it: for Latency the runs with a success in the step.
func (s *Summary) Mean() fleet.Result {
	r := s.result((*numeric.Mean).Value)
	r.Bin, r.Attempts = s.bin, slices.Clone(s.attempts)
	for i := range r.Attempts {
		r.Attempts[i] /= float64(s.runs)
	}
	return r
}

// Error returns the standard error of every mean, NaN for fewer than two runs. It has no Attempts.
func (s *Summary) Error() fleet.Result { return s.result((*numeric.Mean).Error) }

// Load returns the mean load in step i, per second, over the runs.
func (s *Summary) Load(i int) *numeric.Mean { return &s.load[i] }

func (s *Summary) result(of func(*numeric.Mean) float64) fleet.Result {
	r := fleet.NewResult(s.step, len(s.load))
	for k, series := range r.Series() {
		for i := range s.values[k] {
			(*series)[i] = of(&s.values[k][i])
		}
	}
	r.UnderWay, r.LastEnd = of(&s.underWay), of(&s.lastEnd)
	return r
}
