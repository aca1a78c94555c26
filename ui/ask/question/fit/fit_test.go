package fit

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/estimate"
	"retune/calc/jitter"
)

// TestScenarioRounds checks that a fitted policy goes on with four digits, and a limit that is not seen with none.
func TestScenarioRounds(t *testing.T) {
	var f estimate.Fit
	f.Policy = jitter.Policy{Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.123456789}}
	f.Policy.InitialDelay, f.Policy.Factor, f.Policy.Cap, f.Policy.Retries = 0.1+0.2, 1.99996, 2.0059999999999993, 4
	f.Policy.Deadline = math.Inf(1)
	s := Scenario(f)
	if s.InitialDelay != 0.3 || s.Factor != 2 || s.Cap != 2.006 || s.Jitter.Amount != 0.1235 || s.Retries != 4 {
		t.Errorf("%+v", s.Policy)
	}
	f.Policy.Cap, f.Policy.Growth = math.Inf(1), calc.Growth{Kind: calc.Listed, List: calc.NewList(1.00001, 3.14159)}
	if s := Scenario(f); !math.IsInf(s.Cap, 1) || s.Growth.List.At(0) != 1 || s.Growth.List.At(1) != 3.142 {
		t.Errorf("cap %v, delays %v", s.Cap, s.Growth.List.All())
	}
}
