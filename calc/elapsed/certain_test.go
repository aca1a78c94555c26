package elapsed

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestManyGaps: more gaps than are handled one by one give the same result as one by one.
func TestManyGaps(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 1.0001, Cap: 7, AttemptTime: 0.02},
		Retries: math.Inf(1), Deadline: math.Inf(1)}
	o := Outage{Kind: UniformOutage, A: 1, B: 100_000}
	got := must(New(p, Fine).Reconnect(t.Context(), o))
	wasted, mean, inverse, within, longest := 0.0, 0.0, 0.0, 0.0, 0.0
	for k, at := 0.0, 0.0; at < o.B; k++ {
		next := p.StartOf(k + 1)
		from, to := max(at, o.A), min(next, o.B)
		if from < to {
			share := 1 / (o.B - o.A)
			mean += share * ((next-from)*(next-from) - (next-to)*(next-to)) / 2
			inverse += share * (next*math.Log(to/from) - (to - from))
			wasted += k * share * (to - from)
			within += share * max(0, to-max(from, next-got.P99))
			longest = max(longest, next-from)
		}
		at = next
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"mean", got.Mean, mean}, {"relative mean", got.RelativeMean, inverse}, {"wasted", got.Wasted, wasted},
		{"longest", got.Max, longest}, {"share within p99", 0.99, within}} {
		if !(math.Abs(c.got-c.want) <= 2e-3*c.want) {
			t.Errorf("%s is %.9g, want %.9g", c.name, c.got, c.want)
		}
	}
}

// So do billions of gaps.
func TestBillionsOfGaps(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.5, Factor: math.Nextafter(1, 2), Cap: 60,
		AttemptTime: 3}, Retries: math.Inf(1), Deadline: math.Inf(1)}
	got := must(New(p, Fine).Reconnect(t.Context(), Outage{Kind: UniformOutage, A: 1, B: 1e11}))
	if !(math.Abs(got.Mean-1.75) <= 1e-3) || !(math.Abs(got.Max-3.5) <= 1e-4) {
		t.Errorf("%+v", got)
	}
}
