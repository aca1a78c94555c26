package solve

import (
	"math"

	"retune/calc/jitter"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// longest returns the longest delay drawn around d, in seconds. For stateful jitter it is the delay after a delay of d,
// or the first one. Without a longest delay it is the 99th percentile.
func longest(s *setting.Scenario, d float64, first bool) float64 {
	dist := jitter.Dist(nil)
	if s.Jitter.Type.Row().After != nil {
		dist = s.Next(d, first)
	} else {
		dist = s.One(d)
	}
	if _, hi := dist.Support(); unit.Finite(hi) || math.IsInf(d, 1) {
		return hi
	}
	return dist.Quantile(0.99)
}

// longestWait returns the longest wait from the end of any outage to the next retry: an attempt that started just
// before the end, and the longest delay after it.
func longestWait(s *setting.Scenario) float64 {
	switch {
	case !unit.Finite(s.Cap):
		return math.Inf(1)
	case s.CapAfter || s.Jitter.Type.Row().After != nil: // the cap also limits the delays after jitter
		return s.AttemptTime + s.Cap
	}
	return s.AttemptTime + longest(s, s.Cap, false)
}
