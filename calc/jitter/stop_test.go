package jitter

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

// TestStarts counts the retries that a limit of the starts allows one by one, far beyond where
// the delays are at the cap.
func TestStarts(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	ended := 0
	for range 300 {
		p := Policy{Policy: calc.Policy{InitialDelay: math.Exp(rng.NormFloat64()), Factor: 1 + rng.ExpFloat64()*0.3,
			Cap: math.Inf(1)},
			Retries: math.Inf(1), Deadline: math.Inf(1),
			Rule: Rule{Starts: Starts{Most: float64(1 + rng.IntN(6)), Within: 10 * rng.Float64()}}}
		if rng.IntN(2) == 0 {
			p.Cap = p.InitialDelay * (1 + 5*rng.Float64())
		}
		want, opened, count, now, delay := math.Inf(1), 0.0, 1.0, 0.0, p.InitialDelay
		for k := 1.0; k <= 300; k++ {
			now += min(p.Cap, delay)
			delay *= p.Factor
			if now >= opened+p.Rule.Starts.Within {
				opened, count = now, 0
			}
			if count++; count > p.Rule.Starts.Most {
				want = k - 1
				ended++
				break
			}
		}
		if got := p.Total(); got != want {
			t.Errorf("%+v: %v retries, want %v", p, got, want)
		}
	}
	if ended < 50 {
		t.Errorf("%d of 300 end", ended)
	}
}
