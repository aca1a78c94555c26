package elapsed

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestWorst compares the worst outage up to a length with many of one length each.
func TestWorst(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 20 {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1 + rng.Float64(), Cap: 5 + 50*rng.Float64(),
			AttemptTime: rng.Float64()}, Retries: math.Inf(1), Deadline: math.Inf(1)}
		to, longest := 300*rng.Float64(), 0.0
		for i := range 4_000 {
			r := must(New(p, Coarse).Reconnect(t.Context(), OutageOf(to*float64(i+1)/4_000)))
			longest = max(longest, r.Max)
		}
		r := must(New(p, Coarse).Reconnect(t.Context(), Outage{Kind: WorstOutage, B: to}))
		if !(longest <= r.P99 && r.P99 <= longest+to/4_000*1.01) || r.P99 != r.Max {
			t.Errorf("%+v up to %v: the worst wait is %v, of many outages %v", p.Policy, to, r.P99, longest)
		}
	}
}
