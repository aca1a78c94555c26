package query

import (
	"retune/ui/answer"
	"retune/ui/knob"
)

// cost is about how many seconds one value of the want takes. It depends on the
// scenario alone, so that a search that is cut short by it is the same everywhere.
//
//	sampled       clients x retries x 0.05 us
//	independent   pieces of a delay x (retries x cells x 0.005 us + ends of a random outage x 10 us)
func (w Want) cost(s knob.Scenario, effort answer.Effort) float64 {
	if !w.slow(s) {
		return 0
	}
	n := min(lawsOf(s), 100)
	if s.Stateful() {
		return n * []float64{50_000, 4_000}[effort] * 5e-8
	}
	pieces, cells, ends := 3.0, []float64{1536, 384}[effort], 1.0
	random := s.HasOutage() && !s.Outage.IsFixed()
	if random {
		ends = []float64{500, 150}[effort]
	}
	if s.Jitter.Type.Row().Deviation != nil {
		pieces, cells = 96, cells/2
		if random {
			ends = []float64{130, 20}[effort]
		}
	}
	if random && finite(s.Deadline) { // which cuts every step
		ends *= 3
	}
	return pieces * (n*cells*5e-9 + ends*1e-5)
}

// Seconds that a search may take: by quick values, by exact ones, and for all
// alternatives together.
const (
	quickly = 1.0
	finely  = 1.0
	besides = 0.7
)

// evaluations is how many values of that cost so many seconds have room for.
func evaluations(seconds, cost float64) int { return int(max(8, min(230, seconds/cost))) }

// far is how far off a solution may be, relatively, however steep the place: by more
// where it is of a sample, or a computation takes long.
func (w Want) far(s knob.Scenario) float64 {
	switch {
	case w.laws && s.Stateful():
		return 2e-3
	case w.cost(s, answer.Full)*100 > finely:
		return 1e-5
	}
	return 1e-6
}
