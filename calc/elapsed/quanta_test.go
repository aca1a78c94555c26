package elapsed

import (
	"context"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// Sums of quanta are those of their probabilities, added one retry after another.
func TestQuanta(t *testing.T) {
	millisecond := func(r calc.Rounding) calc.Quantum { return calc.Quantum{Size: 0.001, Round: r} }
	for i, p := range []jitter.Policy{
		{Policy: calc.Policy{InitialDelay: 0.025, Factor: 2, Cap: 0.25, Quantum: millisecond(calc.Down)}, Jitter: jitter.Jitter{Type: jitter.Full}, Retries: 15},
		{Policy: calc.Policy{InitialDelay: 0.025, Factor: 2, Cap: 0.25, Quantum: millisecond(calc.Nearest)}, Jitter: jitter.Jitter{Type: jitter.NormalRelative, Amount: 0.3}, Retries: 12},
		{Policy: calc.Policy{InitialDelay: 0.0307, Factor: 1.5, Cap: 0.2, AttemptTime: 0.0123, Quantum: millisecond(calc.Up)}, Jitter: jitter.Jitter{Type: jitter.Equal}, Retries: 9},
		{Policy: calc.Policy{InitialDelay: 3, Factor: 3, Cap: 90, AttemptTime: 0.3, Poll: calc.Poll{Every: 2, Phase: 0.5}}, Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.5}, Retries: 7},
	} {
		size := max(p.Quantum.Size, p.Poll.Every)
		e := newIndependent(context.Background(), p, Fine)
		sums, first := []float64{1}, 0.0 // P(T = first + i size)
		for k := 1; k <= int(p.Retries); k++ {
			d := p.Retry(float64(k))
			lo, hi := d.Support()
			next := make([]float64, len(sums)+int(math.Round((hi-lo)/size)))
			for j, before := 0, 0.0; j <= len(next)-len(sums); j++ {
				upTo := d.CDF(lo + (float64(j)+0.5)*size)
				for i, w := range sums {
					next[i+j] += w * (upTo - before)
				}
				before = upTo
			}
			sums, first = next, first+lo+p.AttemptTime
			got, ok := e.distribution(k).(*quanta)
			if !ok {
				t.Fatalf("%d: T_%d is no quanta", i, k)
			}
			cdf, one, two := 0.0, 0.0, 0.0
			for i, w := range sums {
				x := first + float64(i)*size
				if off := math.Abs(got.below(x) - cdf); !(off <= 1e-11) {
					t.Fatalf("%d: P(T_%d < %g) is off by %g", i, k, x, off)
				}
				two += size*one + size*size/2*cdf
				one += size * cdf
				cdf += w
				third := size / 3 // where no value is
				for p, want := range []float64{cdf, one + third*cdf, two + third*one + third*third/2*cdf} {
					if off := math.Abs(got.moment(x+third, p) - want); !(off <= 1e-11*max(1, want)) {
						t.Fatalf("%d: moment %d of T_%d after %g is off by %g", i, p, k, x, off)
					}
				}
				if off := math.Abs(got.moment(x, 0) - cdf); !(off <= 1e-11) {
					t.Fatalf("%d: P(T_%d <= %g) is off by %g", i, k, x, off)
				}
				if w > 1e-6 {
					if at := (start{got}).Quantile(cdf - w/2); !(math.Abs(at-x) <= 1e-12*x) {
						t.Fatalf("%d: quantile %g of T_%d is %g, want %g", i, cdf-w/2, k, at, x)
					}
				}
			}
		}
	}
}
