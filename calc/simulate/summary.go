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
	values   []column // in the order of Result.Series
	load     column
	underWay numeric.Mean
	lastEnd  numeric.Mean
	bin      float64
	attempts []float64 // sums
}

// Add adds the result of one more run.
func (s *Summary) Add(r fleet.Result) {
	if s.runs == 0 {
		s.step, s.bin = r.Step, r.Bin
		s.load = newColumn(r.Len())
		s.attempts = make([]float64, len(r.Attempts))
		for range r.Series() {
			s.values = append(s.values, newColumn(r.Len()))
		}
	}
	for k, series := range r.Series() {
		for i, x := range *series {
			s.values[k].add(i, x, s.runs)
		}
	}
	for i := range r.Len() {
		s.load.add(i, r.Load(i), s.runs)
	}
	for i, x := range r.Attempts {
		s.attempts[i] += x
	}
	s.runs++
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
func (s *Summary) Load(i int) *numeric.Mean {
	m := s.load.at(i, s.runs)
	return &m
}

func (s *Summary) result(of func(*numeric.Mean) float64) fleet.Result {
	r := fleet.NewResult(s.step, len(s.load.mean))
	for k, series := range r.Series() {
		for i := range *series {
			m := s.values[k].at(i, s.runs)
			(*series)[i] = of(&m)
		}
	}
	r.UnderWay, r.LastEnd = of(&s.underWay), of(&s.lastEnd)
	return r
}

// A column has the running mean of every value of one series. It needs less memory than a list of means, because the
// number of values is the number of runs, except where a run has none.
type column struct {
	mean, squares []float64 // see [numeric.Mean.Parts]
	missing       []uint32  // number of runs without the value; nil: none of any value
}

func newColumn(n int) column { return column{mean: make([]float64, n), squares: make([]float64, n)} }

// add adds a value to the mean with index i, after the given number of runs. NaN is no value.
func (c *column) add(i int, x float64, runs int) {
	if x != x {
		if c.missing == nil {
			c.missing = make([]uint32, len(c.mean))
		}
		c.missing[i]++
		return
	}
	m := c.at(i, runs)
	m.Add(x)
	_, c.mean[i], c.squares[i] = m.Parts()
}

// at returns the mean with index i after the given number of runs.
func (c *column) at(i, runs int) numeric.Mean {
	if c.missing != nil {
		runs -= int(c.missing[i])
	}
	return numeric.Resumed(float64(runs), c.mean[i], c.squares[i])
}
