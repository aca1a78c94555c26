package elapsed

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestLimit compares T_k beyond the walk with the sum of all its delays, to a probability: delays alike and skewed,
// normal ones that come to a cap, whole seconds, and skewed ones that grow tenfold after the walk.
func TestLimit(t *testing.T) {
	for i, x := range []struct {
		p   jitter.Policy
		off float64
	}{
		{slowly(0, math.Inf(1), jitter.Jitter{Type: jitter.Truncated, Amount: 10}), 1e-4},
		{jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.02, Cap: 60, AttemptTime: 0.1}, CapAfter: true,
			Jitter: jitter.Jitter{Type: jitter.NormalRelative, Amount: 1}}, 1e-4},
		{jitter.Policy{Policy: calc.Policy{InitialDelay: 2, Factor: 1.1, Cap: 60, Quantum: calc.Quantum{Size: 1}},
			Jitter: jitter.Jitter{Type: jitter.Full}}, 1e-4},
		{slowly(0.05, 1e3, jitter.Jitter{Type: jitter.Truncated, Amount: 5}), 2e-4},
	} {
		e, walk := newIndependent(x.p, 2048), newIndependent(x.p, 2048)
		for _, k := range []int{100, 200} {
			got := must(e.start(t.Context(), k)).dist()
			want := newStartTime(must(walk.walkTo(t.Context(), k)), e.sumTo(k).exact).dist()
			for _, q := range []float64{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99} {
				at := want.Quantile(q)
				if got, want := got.CDF(at), want.CDF(at); !(math.Abs(got-want) <= x.off) {
					t.Errorf("policy %d: P(T_%d <= %g) is %.6f, not %.6f", i, k, at, got, want)
				}
			}
		}
	}
}
