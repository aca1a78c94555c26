package grid

import (
	"fmt"
	"math"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// How many seconds of one core all values may take, by the estimate: those of a fleet, and
// those of a policy.
const (
	mostSeconds = 900
	mostOfOne   = 8
)

// afford chooses how exactly so many values are worked out, each of which takes as long as
// those of at do: as it is asked, or roughly where they come of a sample of clients and do
// not fit else. It refuses what takes too long even so; fewer says how to ask for so many
// values.
func afford(r answer.Result, at []knob.Scenario, values int, effort answer.Effort, fewer func(most int) string) (answer.Effort, *answer.None) {
	all := func(effort answer.Effort) (seconds float64) {
		for _, s := range at {
			for _, p := range s.Policies() {
				seconds += r.Seconds(p, effort)
			}
		}
		return seconds / max(1, float64(len(at))) * float64(values)
	}
	most := float64(mostOfOne)
	if r.Base != "" {
		most = mostSeconds
	}
	if all(effort) > most && sampled(r, at) {
		effort = answer.Rough
	}
	seconds := all(effort)
	if !(seconds > most) {
		return effort, nil
	}
	return effort, &answer.None{Reason: fmt.Sprintf("so many values would take about %s; the limit is %s", unit.Duration.Rounded(seconds, 2), unit.Duration.Format(most)),
		Hint: fewer(max(2, int(math.Floor(most/seconds*float64(values)))))}
}

// sampled tells whether a value comes of a sample of clients of one policy.
func sampled(r answer.Result, at []knob.Scenario) bool {
	for _, s := range at {
		if r.Base == "" && r.Noise != nil && r.Noise(s) > 0 {
			return true
		}
	}
	return false
}

// coarser says that fewer clients are drawn for each value than it was asked for.
const coarser = "each value is of fewer clients than one asked for alone, so that all are soon there: probabilities may be off by about 2%; ask for fewer values to have them more exactly"
