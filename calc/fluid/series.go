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
	for i := range b.levels {
		b.levels[i] = level{make([]float64, n), make([]float64, n)}
	}
	return b
}

// step returns the step of the time t.
func (b *book) step(t float64) int {
	return max(0, min(int(t/b.run.Step+eps), len(b.ages)-1))
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
