package fluid

import (
	"math"
	"slices"

	"retune/calc/system"
)

// A recorder enters what happens into the series of a run, in any order.
type recorder struct {
	run    system.Result  // Latency is the sum of the ages before it is closed
	length float64        // of the run, seconds
	rate   float64        // steps per second
	levels [3]timeAverage // InFlight, AbandonedInFlight, Waiting
	spread float64        // over which time what is entered at its mean happens, seconds: a cell, or 0
}

// A timeAverage is that of a number of attempts or clients that changes at known times.
type timeAverage struct {
	area []float64 // by step: what the changes in it add to its integral; once it is closed the mean
	jump []float64 // by step: what they add to every later moment

	total float64 // of the changes
}

// The levels of a recorder.
const (
	inServer = iota
	staleIn
	waiting
)

func newRecorder(w system.System) *recorder {
	n := w.Steps()
	b := &recorder{run: system.NewResult(w.Step, n), length: w.Duration, rate: 1 / w.Step}
	for i, series := range [][]float64{b.run.InFlight, b.run.AbandonedInFlight, b.run.Waiting} {
		b.levels[i] = timeAverage{area: series, jump: make([]float64, n)}
	}
	return b
}

// peaks has the recorder enter the series that peaks are read from.
func (b *recorder) peaks(w system.System) {
	bin, bins := w.PeakBin()
	b.run.Bin, b.run.Attempts = bin, make([]float64, bins)
}

// step returns the step of the time t.
func (b *recorder) step(t float64) int {
	return max(0, min(int(t*b.rate+eps), b.run.Len()-1))
}

// enter adds m events around time t to a series: evenly over the spread, as far as that is
// in the run.
func (b *recorder) enter(series []float64, t, m float64) {
	from, to := t-b.spread/2, t+b.spread/2
	if from >= b.length {
		return
	}
	if to > b.length {
		m *= (b.length - from) / b.spread
		to = b.length
	}
	evenlyOver(series, b.run.Step, from, to, m)
}

// evenlyOver adds m events that happen evenly between two times, or all at once where
// these are one, to a series of parts of equal width, of which the last goes on.
func evenlyOver(series []float64, width, from, to, m float64) {
	last := len(series) - 1
	i := max(0, min(int(from/width+eps), last))
	if to < (float64(i+1)-eps)*width || from == to {
		series[i] += m
		return
	}
	rate := m / (to - from)
	for at := from; at < to; i++ {
		end := to
		if i < last {
			end = min(to, float64(i+1)*width)
		}
		series[i] += rate * (end - at)
		at = end
	}
}

// end returns when step k is over: with the end of the run at the latest.
func (b *recorder) end(k int) float64 { return min(float64(k+1)*b.run.Step, b.length) }

// change enters that a level changes by m at time t.
func (b *recorder) change(which int, t, m float64) {
	if t >= b.length {
		return
	}
	k := b.step(t)
	l := &b.levels[which]
	l.area[k] += m * (b.end(k) - t)
	l.jump[k] += m
	l.total += m
}

// close works out the means and returns the run.
func (b *recorder) close() system.Result {
	for _, l := range b.levels {
		now := 0.0
		for k, jump := range l.jump {
			l.area[k] = max(0, now+l.area[k]/(b.end(k)-float64(k)*b.run.Step))
			now += jump
		}
	}
	for k, n := range b.run.Goodput {
		b.run.Latency[k] /= n
		b.run.UnderWay += b.run.First[k] + b.run.Retries[k] - n - b.run.Failures[k] - b.run.Timeouts[k]
	}
	b.run.UnderWay = max(0, b.run.UnderWay)
	b.zero()
	return b.run
}

// zero makes what rounding left, less than 1e-12 of the greatest value, 0.
func (b *recorder) zero() {
	series := b.run.Series()
	series = series[:len(series)-1] // but the latency, which is a quotient
	most := 0.0
	for _, s := range series {
		most = max(most, slices.Max(*s))
	}
	for _, s := range series {
		for i, x := range *s {
			if x < 1e-12*most {
				(*s)[i] = 0
			}
		}
	}
	for i, x := range b.run.Stopped {
		if all := b.run.First[i] + b.run.Retries[i]; math.Abs(all-x) < 1e-12*most {
			b.run.Stopped[i] = all
		}
	}
	for i, n := range b.run.Goodput {
		if n == 0 {
			b.run.Latency[i] = math.NaN()
		}
	}
}
