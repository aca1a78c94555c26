package elapsed

import (
	"context"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/num"
)

// The sum of normal delays that are next to never cut is normal, however many there are: over
// runs of retries, of which none has a longest delay, too, and without a stage for each.
func TestRunsOfNormals(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.0001, Cap: math.Inf(1)}, Jitter: jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.1},
		Retries: 1e6, Deadline: math.Inf(1)}
	for _, k := range []int{70, 300, 1999, 3000} {
		e := newIndependent(context.Background(), p, Fine)
		d := e.Start(k)
		mean := math.Expm1(float64(k)*math.Log1p(1e-4)) / 1e-4
		sd := 0.1 * math.Sqrt(float64(k))
		if lo, hi := d.Support(); lo != 0 || !math.IsInf(hi, 1) {
			t.Errorf("retry %d starts between %g and %g", k, lo, hi)
		}
		for _, q := range []float64{0.001, 0.1, 0.5, 0.95, 0.999} {
			if want := mean + sd*num.NormalQuantile(q); !(math.Abs(d.Quantile(q)-want) <= 1e-6*sd) {
				t.Errorf("quantile %g of retry %d is %.12g, want %.12g", q, k, d.Quantile(q), want)
			}
		}
		if n := len(e.stages.of); n > 0 {
			t.Errorf("%d stages lead to retry %d", n, k)
		}
	}
}

// A normal delay that the cap cuts is never farther from its mean than that, however wide it was:
// the sum of many is next to its mean, and a series has it. One retry after another agrees.
func TestCutNormals(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.03, Cap: 60}, Jitter: jitter.Jitter{Type: jitter.NormalRelative, Amount: 10},
		CapAfter: true, Retries: 1e6, Deadline: math.Inf(1)}
	const k = 420
	e := newIndependent(context.Background(), p, Coarse)
	d := e.Start(k)
	if n := len(e.stages.of); n > 0 {
		t.Errorf("%d stages lead to retry %d", n, k)
	}
	one := newIndependent(context.Background(), p, Coarse).stage(k)
	for _, q := range []float64{0.01, 0.3, 0.5, 0.9, 0.999} {
		x := d.Quantile(q)
		if p := one.moment(x, 0); !(math.Abs(p-q) <= 1e-3) {
			t.Errorf("quantile %g is %g, where one after another has %g", q, x, p)
		}
	}
}
