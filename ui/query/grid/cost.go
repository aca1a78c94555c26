package grid

import (
	"fmt"
	"math"
	"slices"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// mostSeconds is how long one core may take for all values, by the estimate: two are worked
// out at once.
const mostSeconds = 10

// judged is by how many values along an axis the time that all take is judged.
const judged = 16

// afford chooses how exactly so many values are worked out, each of which takes as long as
// those of some do: as it is asked, or roughly where they come of a sample of clients and do
// not fit else. It refuses what takes too long even so; fewer says how to ask for so many
// values.
func afford(seconds func(knob.Scenario, answer.Effort) float64, noise func(knob.Scenario) float64, some []knob.Scenario, values int, effort answer.Effort, fewer func(most int) string) (answer.Effort, *answer.None) {
	all := func(effort answer.Effort) (sum float64) {
		for _, s := range some {
			sum += seconds(s, effort)
		}
		return sum / max(1, float64(len(some))) * float64(values)
	}
	if all(effort) > mostSeconds && noise != nil && slices.ContainsFunc(some, func(s knob.Scenario) bool { return noise(s) > 0 }) {
		effort = answer.Rough
	}
	sum := all(effort)
	if !(sum > mostSeconds) {
		return effort, nil
	}
	hint := "ask for single values"
	if n := int(math.Floor(mostSeconds / sum * 0.8 * float64(values))); n >= 2 { // those of fewer values may take longer
		hint = fewer(n)
	}
	return effort, &answer.None{Reason: fmt.Sprintf("so many values would take about %s; the limit is %s", unit.Duration.Rounded(sum/2, 2), unit.Duration.Format(mostSeconds/2)), Hint: hint}
}

// each is how long one core takes for a result of each policy of s.
func each(r answer.Result) func(knob.Scenario, answer.Effort) float64 {
	return func(s knob.Scenario, effort answer.Effort) (seconds float64) {
		policies := s.Policies()
		if r.OfPair {
			policies = []knob.Scenario{s}
		}
		for _, p := range policies {
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
