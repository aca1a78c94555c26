package policy

import (
	"math"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// The functions below estimate whether an answer takes too long to compute on a key press.

// slowDistributions is for answers about every retry. Without jitter these have closed forms.
func slowDistributions(s setting.Scenario, _ answer.Effort) bool {
	for _, p := range s.Policies() {
		if draws := timeline.draws(timeline{policy: p}); draws && (p.Stateful() || distributionsOf(p) > fewDistributions) {
			return true
		}
	}
	return false
}

// slowOutage is for the wait after an outage.
func slowOutage(s setting.Scenario, effort answer.Effort) bool {
	return slowDistributions(s, effort) || s.SlowOutage()
}

// fewDistributions is the number of retries whose distributions can be computed on a key press.
const fewDistributions = 100

// distributionsOf returns the number of retries with distributions.
func distributionsOf(p setting.Scenario) float64 {
	n := p.Retries
	if math.IsInf(n, 1) {
		n = p.Total()
	}
	return n
}
