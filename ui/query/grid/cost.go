package grid

import (
	"cmp"
	"fmt"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// mostSeconds is how long one core may take for all values, by the estimate: two are worked
// out at once.
const mostSeconds = 10.0

// fleetSeconds is that of fleets, whose values differ more from each other than some of them
// tell.
const fleetSeconds = 5

// judged is by how many values along an axis the time that all take is judged.
const judged = 16

// afford refuses so many values of a fleet that take too long, each of which takes as long as
// those of some do; fewer says how to ask for so many values. Where it is not clear whether
// they fit, pace tells what values take over their estimates, which are rather of too much.
func (c costs) afford(some []knob.Scenario, values int, effort answer.Effort, pace func(seconds float64) float64, fewer func(most int) string) (each float64, _ *answer.None) {
	most, sum := cmp.Or(c.most, mostSeconds), 0.0
	for _, s := range some {
		sum += c.seconds(s, effort) / float64(len(some)) * float64(values)
	}
	switch {
	case sum > 4*most: // it will hardly fit
		sum *= pace(trying / 3)
	case sum > most/4:
		sum *= pace(trying)
	}
	each = sum / float64(max(1, values))
	if !(sum > most) {
		return each, nil
	}
	return each, tooMany(fmt.Sprintf("about %s; the limit is %s", unit.Duration.Rounded(sum/2, 2), unit.Duration.Format(most/2)),
		int(most/sum*0.8*float64(values)), fewer) // those of fewer values may take longer
}

// Costs is what one core takes for a value of a fleet.
type costs struct {
	seconds func(knob.Scenario, answer.Effort) float64
	most    float64 // seconds for all; 0: mostSeconds
}

// costsOf is that of the values of a result.
func costsOf(r answer.Result) costs {
	c := costs{seconds: each(r)}
	if r.Base != "" {
		c.most = fleetSeconds
	}
	return c
}

// each is how long one core takes for a result of each policy of s.
func each(r answer.Result) func(knob.Scenario, answer.Effort) float64 {
	return func(s knob.Scenario, effort answer.Effort) (seconds float64) {
		for _, p := range r.Of(s) {
			seconds += r.Seconds(p, effort)
		}
		if r.Base != "" { // which one core or two work out
			seconds *= 1.5
		}
		return seconds
	}
}

// noiseOf is that of a result that is less exact, and sooner there, where it is worked out
// roughly, or nil.
func noiseOf(r answer.Result) func(knob.Scenario) float64 {
	if r.Base != "" {
		return nil
	}
	return r.Noise
}

// coarser says that fewer clients are drawn for each value than it was asked for.
const coarser = "each value is of fewer clients than one asked for alone, so that all are soon there: probabilities may be off by about 2%; ask for fewer values to have them more exactly"
