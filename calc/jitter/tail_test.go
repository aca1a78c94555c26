package jitter

import (
	"math"
	"testing"

	"retune/calc"
)

// TestTruncatedDraw compares draws of a truncated exponential with its quantile in closed form.
func TestTruncatedDraw(t *testing.T) {
	p := Policy{Policy: calc.Policy{InitialDelay: 2, Factor: 2, Cap: math.Inf(1)}, Jitter: Jitter{Type: Truncated, Amount: 3}, Retries: 9, Deadline: math.Inf(1)}
	row, s := p.Jitter.Type.Row(), p.Sampler()
	mean, lo, hi := row.Tail(p.Around(1, 2))
	for _, u := range []float64{0, 0.01, 0.3, 0.9, 0.999} {
		want := lo - mean*math.Log1p(u*math.Expm1(-(hi-lo)/mean))
		got := s.Around(2, func() float64 { return u }, func() float64 { panic("no normal is drawn") })
		if !(math.Abs(got-want) <= 1e-12*hi) {
			t.Errorf("at %v of all draws %v, want %v", u, got, want)
		}
	}
}
