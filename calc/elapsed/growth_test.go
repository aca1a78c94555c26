package elapsed

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// slowly returns a policy whose delays hardly grow.
func slowly(growth, cap float64, j jitter.Jitter) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1 + growth, Cap: cap}, Jitter: j,
		Retries: math.Inf(1), Deadline: math.Inf(1)}
}

// TestRuns compares sums by runs with sums delay by delay.
func TestRuns(t *testing.T) {
	const k = 2500
	capped := slowly(1e-3, 20, jitter.Jitter{Type: jitter.Add, Amount: 0.7})
	capped.CapAfter = true
	polynomial := slowly(0, math.Inf(1), jitter.Jitter{Type: jitter.Equal})
	polynomial.Growth = calc.Growth{Kind: calc.Polynomial, Step: 1e-3, Power: 1.2}
	for _, p := range []jitter.Policy{slowly(1e-4, math.Inf(1), jitter.Jitter{Type: jitter.Full}),
		slowly(2e-3, 300, jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.2}), capped, polynomial} {
		e := newIndependent(p, 64)
		mean, variance := 0.0, 0.0
		for j := 1.0; j <= k; j++ {
			d := e.retry(j)
			mean, variance = mean+d.Mean(), variance+d.Variance()
		}
		s := must(e.exactly(t.Context(), k))
		if !(math.Abs(s.mean-mean) <= 1e-4*mean) || !(math.Abs(s.variance-variance) <= 1e-3*variance) {
			t.Errorf("%v: mean %v and variance %v, added up %v and %v", p.Jitter, s.mean, s.variance, mean, variance)
		}
	}
}

// TestSlowGrowth compares outages that end at random with a policy without jitter and with the same mean delays. The
// mean residual of an interval is longer by the square of its coefficient of variation.
func TestSlowGrowth(t *testing.T) {
	for _, test := range []struct {
		j         jitter.Jitter
		mean, cv2 float64 // for a delay around 1
	}{{jitter.Jitter{Type: jitter.Equal}, 0.75, 1. / 27},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.001}, 1, 1e-6 / 3}} {
		for _, o := range []Outage{{Kind: LogUniformOutage, A: 100, B: 1e4}, {Kind: UniformOutage, A: 1e3, B: 3e3},
			{Kind: ExponentialOutage, A: 3e3}} {
			for _, n := range []float64{math.Inf(1), 1200} {
				if math.IsInf(n, 1) == (o.Kind == UniformOutage) || test.cv2 < 1e-3 && o.Kind == ExponentialOutage ||
					o.Kind == LogUniformOutage && test.cv2 > 1e-3 {
					continue
				}
				p := slowly(1e-3, 3, test.j)
				p.Retries = n
				r := must(New(p, Coarse).Reconnect(t.Context(), o))
				p.InitialDelay, p.Cap, p.Jitter = test.mean, 3*test.mean, jitter.Jitter{}
				want := must(New(p, Coarse).Reconnect(t.Context(), o))
				if want.Mean *= 1 + test.cv2; !(math.Abs(r.Mean-want.Mean) <= 1e-3*want.Mean) ||
					!(math.Abs(r.Wasted-want.Wasted) <= 1e-3*want.Wasted) || !(math.Abs(r.GaveUp-want.GaveUp) <= 1e-3) {
					t.Errorf("%v, %v, %v retries: mean %v, %v wasted, %v gave up; without jitter %v, %v and %v", test.j, o,
						n, r.Mean, r.Wasted, r.GaveUp, want.Mean, want.Wasted, want.GaveUp)
				}
			}
		}
	}
}

// TestOverflow checks that results beyond the largest number are infinite.
func TestOverflow(t *testing.T) {
	for _, typ := range []jitter.Type{jitter.Full, jitter.Spread, jitter.NormalRelative} {
		p := policy(1, 10, math.Inf(1), 71, math.Inf(1), math.Inf(1), jitter.Jitter{Type: typ, Amount: 0.6})
		d := must(New(p, Coarse).Start(t.Context(), 400))
		lo, hi := d.Support()
		for _, x := range []float64{lo, d.Quantile(0), d.Quantile(0.5), d.Quantile(1), hi, d.Mean()} {
			if !math.IsInf(x, 1) {
				t.Errorf("%v: %v", p.Jitter, x)
			}
		}
		if f := d.CDF(1e300); f != 0 {
			t.Errorf("%v: %v of the clients start by the largest number", p.Jitter, f)
		}
	}
}
