package elapsed

import (
	"context"
	"math"
	"testing"

	"retune/calc/jitter"
)

// TestRising holds that quantiles of shares that rise are those that each share has alone, and
// takes leave of them where a share falls or is far from the last.
func TestRising(t *testing.T) {
	for _, p := range []jitter.Policy{
		policy(1, 1.5, 20, 0, 60, math.Inf(1), jitter.Jitter{Type: jitter.Full}),
		policy(1, 2, math.Inf(1), 0, 60, math.Inf(1), jitter.Jitter{Type: jitter.NormalRelative, Amount: 0.2}),
	} {
		d := newIndependent(context.Background(), p, Fine).Start(30)
		if _, ok := d.(start).distribution.(*series); !ok {
			t.Fatalf("%+v has no series", p)
		}
		next := rising(d)
		_, hi := d.Support()
		for _, q := range []float64{1e-9, 0.0002, 0.0004, 0.1, 0.11, 0.5, 0.5002, 0.9, 0.3, 0.9999, 0.99995, 1 - 1e-9, 1} {
			got, want := next(q), d.Quantile(q)
			if !(math.Abs(got-want) <= 1e-9*want) && !(got == hi && want == hi) {
				t.Errorf("%+v: the quantile of %g is %v after others, %v alone", p, q, got, want)
			}
		}
	}
}

// TestFiner holds that a grid of cells half as wide is that which is made anew.
func TestFiner(t *testing.T) {
	f := func(x float64) float64 { return 1 - math.Exp(-x) - 1e-3*x }
	coarse := gridOf(0.3, 0.7, 10, f)
	fine, anew := coarse.finer(f), gridOf(0.3, 0.35, 20, f)
	for x := 0.0; x < 9; x += 0.01 {
		for p := range 3 {
			if got, want := fine.moment(x, p), anew.moment(x, p); got != want {
				t.Fatalf("moment %d at %g is %v, made anew %v", p, x, got, want)
			}
		}
	}
}
