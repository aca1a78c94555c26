package policy

import (
	"math"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// Each of these tells whether an answer takes longer than a key may. They estimate.

// slowDistributions is for answers about every retry: without jitter each has a closed
// form.
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

// fewDistributions is how many retries have their distributions computed with a key.
const fewDistributions = 100

// distributionsOf is how many retries of a policy have distributions.
func distributionsOf(p setting.Scenario) float64 {
	n := p.Retries
	if math.IsInf(n, 1) {
		n = p.Total()
	}
	return n
}
