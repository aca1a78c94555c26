package simulate

import (
	"math"

	"retune/calc/fleet"
)

// counts holds the counts of one step, in whole numbers.
//
// The number of attempts in the server changes by one at the start and at the end of an attempt, and both are counted.
// The mean over the step also needs the sum of the times of these changes, with the times of ends negative. Such a sum
// may overflow: the arithmetic is modulo 2^64 and the final result is small.
type counts struct {
	// The fields that most attempts change are in one cache line, the rest in the next.
	inServer, staleIn, waiting uint64 // sums of times, modulo 2^64
	age                        uint64 // sum over the successes, units
	retries, failures          uint64
	timeouts, successes        uint64

	first, stopped, givenUp, abandoned uint64
	back                               uint64 // latest time of a retry planned in the step
	_                                  [3]uint64
}

// changes returns by how much the three numbers of attempts or clients grow over the step. An attempt that fails does
// so in the step in which it starts.
func (a *counts) changes(cancel bool) (inServer, staleIn, waiting uint64) {
	inServer = a.first + a.retries - a.failures - a.successes - a.abandoned
	waiting = a.failures + a.timeouts - a.givenUp - a.retries
	if cancel {
		return inServer - a.timeouts, 0, waiting
	}
	return inServer, a.timeouts - a.abandoned, waiting
}

// add adds the counts of another step.
func (a *counts) add(b *counts) {
	a.inServer, a.staleIn, a.waiting, a.age = a.inServer+b.inServer, a.staleIn+b.staleIn, a.waiting+b.waiting,
		a.age+b.age
	a.retries, a.failures = a.retries+b.retries, a.failures+b.failures
	a.timeouts, a.successes = a.timeouts+b.timeouts, a.successes+b.successes
	a.first, a.stopped = a.first+b.first, a.stopped+b.stopped
	a.givenUp, a.abandoned = a.givenUp+b.givenUp, a.abandoned+b.abandoned
	a.back = max(a.back, b.back)
}

// result returns the counts as series with the given step, seconds, which must be a multiple of the step in which they
// were counted.
func (s *simulation) result(step float64) fleet.Result {
	w := s.system
	if w.Step = step; s.end < s.duration {
		w.Duration = s.seconds(s.end)
	}
	r := fleet.NewResult(step, w.Steps())
	r.UnderWay, r.Bin = float64(s.underWay), s.seconds(s.bin.unit)
	r.Whole, r.Stuck, r.LastEnd = true, s.stuck, s.seconds(s.lastEnd)
	r.Returns = make([]float64, r.Len())
	last := uint64(0)
	if s.settled == nil { // else only the outcome is needed
		r.Attempts = make([]float64, (s.end-1)/s.bin.unit+1)
		for i := range r.Attempts {
			r.Attempts[i] = float64(s.attempts[i])
		}
	}
	levels := [3][]float64{r.InFlight, r.AbandonedInFlight, r.Waiting}
	var before [3]int64 // at the start of the step
	each := int(newGrid(s.units(step)).unit / s.step.unit)
	for i := range r.Len() {
		from, next := i*each, (i+1)*each
		start, end := uint64(from)*s.step.unit, min(uint64(next)*s.step.unit, s.end)
		if i == r.Len()-1 {
			next, end = min(len(s.counts), int((s.end-1)/s.step.unit)+1), s.end
		}
		y := s.counts[from]
		for k := from + 1; k < next; k++ {
			y.add(&s.counts[k])
		}
		last = max(last, y.back)
		r.Returns[i], r.Latency[i] = s.seconds(last), math.NaN()
		if y == (counts{}) { // mostly, with few clients
			for j, mean := range levels {
				mean[i] = float64(before[j])
			}
			continue
		}
		r.First[i], r.Retries[i], r.Stopped[i] = float64(y.first), float64(y.retries), float64(y.stopped)
		r.Goodput[i], r.Failures[i], r.Timeouts[i] = float64(y.successes), float64(y.failures), float64(y.timeouts)
		r.GivenUp[i], r.Abandoned[i] = float64(y.givenUp), float64(y.abandoned)
		if y.successes > 0 {
			r.Latency[i] = float64(y.age) / s.perSecond / float64(y.successes)
		}
		inServer, staleIn, waiting := y.changes(s.cancel)
		changes, sums := [3]uint64{inServer, staleIn, waiting}, [3]uint64{y.inServer, y.staleIn, y.waiting}
		for j, mean := range levels {
			area := changes[j]*end - sums[j] // time in the step after the changes, summed over them
			mean[i] = float64(before[j]) + float64(int64(area))/float64(end-start)
			before[j] += int64(changes[j])
		}
	}
	return r
}
