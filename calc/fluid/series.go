package fluid

import (
	"math"

	"retune/calc/system"
)

// A book enters what happens into the series of a run, in any order.
type book struct {
	run    system.Result
	length float64   // of the horizon, seconds
	levels [3]level  // InServer, StaleIn, Waiting
	ages   []float64 // sum over the calls that end well in a step
	spread float64   // over which time what is entered at its mean happens, seconds: a cell, or 0
}

// A level is a number of calls or clients that changes at known times.
type level struct {
	area []float64 // by step: what the changes in it add to its integral
	jump []float64 // by step: what they add to every later moment
}

// The levels of a book.
const (
	inServer = iota
	staleIn
	waiting
)

func newBook(w system.System) *book {
	n := w.Steps()
	b := &book{run: system.NewRun(w.Step, n), length: w.Horizon, ages: make([]float64, n)}
	bin, bins := w.PeakBin()
	b.run.Bin, b.run.Attempts = bin, make([]float64, bins)
	for i := range b.levels {
		b.levels[i] = level{make([]float64, n), make([]float64, n)}
	}
	return b
}

// step returns the step of the time t.
func (b *book) step(t float64) int {
	return max(0, min(int(t/b.run.Step+eps), len(b.ages)-1))
}

// enter adds m events around time t to a series: evenly over the spread.
func (b *book) enter(series []float64, t, m float64) {
	from, to := t-b.spread/2, t+b.spread/2
	first, last := b.step(from), b.step(to)
	if first == last {
		series[first] += m
		return
	}
	at := from
	for i := first; i <= last; i++ {
		end := to
		if i < last {
			end = float64(i+1) * b.run.Step
		}
		series[i] += m * (end - at) / b.spread
		at = end
	}
}

// end returns when step k is over: with the horizon at the latest.
func (b *book) end(k int) float64 { return math.Min(float64(k+1)*b.run.Step, b.length) }

// change enters that a level changes by m at time t.
func (b *book) change(which int, t, m float64) {
	k := b.step(t)
	l := &b.levels[which]
	l.area[k] += m * (b.end(k) - t)
	l.jump[k] += m
}

// attempt enters m attempts that start evenly between two times, or all at once
// where these are one, into the bins from which peaks are read.
func (b *book) attempt(from, to, m float64) {
	last := len(b.run.Attempts) - 1
	i := min(int(from/b.run.Bin+eps), last)
	if to <= float64(i+1)*b.run.Bin || i == last {
		b.run.Attempts[i] += m
		return
	}
	for at := from; at < to; i++ {
		end := to
		if i < last {
			end = math.Min(to, float64(i+1)*b.run.Bin)
		}
		b.run.Attempts[min(i, last)] += m * (end - at) / (to - from)
		at = end
	}
}

// close works out the means and returns the run.
func (b *book) close() system.Result {
	for i, series := range [][]float64{b.run.InServer, b.run.StaleIn, b.run.Waiting} {
		now := 0.0
		for k := range series {
			length := b.end(k) - float64(k)*b.run.Step
			series[k] = math.Max(0, now+b.levels[i].area[k]/length)
			now += b.levels[i].jump[k]
		}
	}
	for k, n := range b.run.Successes {
		b.run.Latency[k] = b.ages[k] / n
	}
	return b.run
}
