package target

import (
	"math"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// Seconds that a search may take, by the work done: by quick values, by exact ones, altogether
// wherever it leads, for all alternatives together, and for what else must change.
const (
	quickly        = 1.0
	finely         = 1.0
	searchSeconds  = 3.0
	otherSeconds   = 0.7
	lastingSeconds = 1.0
)

// evaluations is how many values of that cost so many seconds have room for.
func evaluations(seconds, cost float64) int { return int(max(8, min(230, seconds/cost))) }

// solveSeconds is about how long one core takes to solve for the want in s.
func (w want) solveSeconds(s knob.Scenario) float64 {
	rough, full := w.Seconds(s, answer.Rough), w.Seconds(s, answer.Full)
	if w.Simulated() {
		return min(2*trialSeconds, 40*rough) + min(2*confirmSeconds, mostConfirmed*full)
	}
	used := 0.4 // of what a search may take, as a rule
	if w.noise(s) > 0 {
		used = 1.5 // it goes on for longer
	}
	spent := func(limit, one, most float64) float64 { return used * max(8*one, min(limit, most*one)) }
	return 2e-3 + spent(quickly, rough, 230) + spent(finely, full, 60)
}

// nearOne tells whether a probability is wanted of which what it lacks to 1 says more, as
// far as it is known exactly.
func (w want) nearOne(s knob.Scenario) bool {
	return w.Unit == unit.Share && s.Wanted > 0.5 && s.Wanted <= 1 && w.noise(s) == 0
}

// scale is what a result is off from, relatively.
func (w want) scale(s knob.Scenario) float64 {
	if w.nearOne(s) {
		return 1 - s.Wanted
	}
	return math.Abs(s.Wanted)
}

// far is how far off a solution may be, relatively, however steep the place: by more
// where it is of a sample, or a computation takes long.
func (w want) far(s knob.Scenario) float64 {
	switch noise := w.noise(s); {
	case noise > 0:
		return noise
	case w.Seconds(s, answer.Full)*100 > finely:
		return 1e-5
	}
	return 1e-6
}
