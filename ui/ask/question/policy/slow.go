package policy

import (
	"math"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// The functions below estimate whether an answer takes too long to compute on a key press.

// slowDistributions is for answers about every retry. Without jitter these have closed forms.
func slowDistributions(s *setting.Scenario, _ answer.Effort) bool {
	for _, p := range s.Policies() {
		n := p.Retries // the retries with distributions
		if math.IsInf(n, 1) {
			n = p.RetriesMade()
		}
		if p.Jitter.Type != jitter.None && (p.Stateful() || n > fewDistributions) {
			return true
		}
	}
	return false
}

// slowOutage is for the wait after an outage.
func slowOutage(s *setting.Scenario, effort answer.Effort) bool {
	return slowDistributions(s, effort) || s.SlowOutage()
}

// slowCompare is for policies side by side, after an outage if they have one.
func slowCompare(s *setting.Scenario, effort answer.Effort) bool {
	return slowDistributions(s, effort) || reconnects(s) && s.SlowOutage()
}

// fewDistributions is the number of retries whose distributions can be computed on a key press.
const fewDistributions = 100
