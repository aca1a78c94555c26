package elapsed_test

import (
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// TestRetriesByEach compares the numbers for many times with those for each time alone: before and after clients leap,
// at the deadline, and where a client makes too many retries for an answer.
func TestRetriesByEach(t *testing.T) {
	capped := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 10},
		Jitter: jitter.Jitter{Type: jitter.Decorrelated, Amount: 3}, Retries: inf, Deadline: inf}
	times := []float64{0, 0.5, 1, 7, 30, 400, 1e3, 1500, 2e3, 1e4}
	for _, c := range []struct {
		name string
		do   func(p *jitter.Policy)
	}{
		{"endless", func(*jitter.Policy) {}},
		{"few retries", func(p *jitter.Policy) { p.Retries = 20 }},
		{"deadline", func(p *jitter.Policy) { p.Deadline = 1200 }},
		{"last retry at the deadline", func(p *jitter.Policy) { p.Deadline, p.Rule.Stop = 30, jitter.Clip }},
		{"no cap", func(p *jitter.Policy) { p.Cap = inf }},
		{"smooth", func(p *jitter.Policy) { p.Jitter = jitter.Jitter{Type: jitter.Smooth} }},
		{"independent", func(p *jitter.Policy) { p.Jitter = jitter.Jitter{Type: jitter.Full} }},
		{"no jitter", func(p *jitter.Policy) { p.Jitter = jitter.Jitter{} }},
	} {
		p := capped
		c.do(&p)
		got := must(elapsed.RetriesByEach(t.Context(), elapsed.New(p, elapsed.Coarse), times))
		for i, alone := 0, elapsed.New(p, elapsed.Coarse); i < len(times); i++ {
			if want := must(alone.RetriesBy(t.Context(), times[i])); got[i] != want {
				t.Errorf("%s: %g retries by %g s, alone %g", c.name, got[i], times[i], want)
			}
		}
	}
	falling := capped
	falling.InitialDelay, falling.Factor, falling.Feedback = 1, 1, true
	falling.Jitter = jitter.Jitter{Type: jitter.Full}
	falling.Cap = inf
	list, err := elapsed.RetriesByEach(t.Context(), elapsed.New(falling, elapsed.Coarse), []float64{0.1, 1e9})
	if err == nil || len(list) > 1 {
		t.Errorf("delays that shrink towards 0: %v, %v", list, err)
	}
}
