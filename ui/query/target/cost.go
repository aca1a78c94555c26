package target

import (
	"retune/ui/answer"
	"retune/ui/knob"
)

// Seconds that a search may take: by quick values, by exact ones, and for all
// alternatives together.
const (
	quickly      = 1.0
	finely       = 1.0
	otherSeconds = 0.7
)

// evaluations is how many values of that cost so many seconds have room for.
func evaluations(seconds, cost float64) int { return int(max(8, min(230, seconds/cost))) }

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
