package elapsed

import (
	"context"
	"math"
	"math/cmplx"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/outage"
)

// slowly returns a policy whose delays grow by next to nothing.
func slowly(growth, cap float64, j jitter.Jitter) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1 + growth, Cap: cap}, Jitter: j, Retries: math.Inf(1), Deadline: math.Inf(1)}
}

// TestRuns adds up and multiplies delay by delay what is taken by runs.
func TestRuns(t *testing.T) {
	const k, w = 1500, 0.02
	capped := slowly(1e-3, 2, jitter.Jitter{Type: jitter.Add, Amount: 0.7})
	capped.CapAfter = true // and bends the mean in three places
	polynomial := slowly(0, math.Inf(1), jitter.Jitter{Type: jitter.Equal})
	polynomial.Growth = calc.Growth{Kind: calc.Polynomial, Step: 1e-3, Power: 1.2}
	for _, p := range []jitter.Policy{slowly(1e-4, math.Inf(1), jitter.Jitter{Type: jitter.Full}), slowly(2e-3, 3, jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.2}), capped, polynomial} {
		e := newIndependent(context.Background(), p, Fine)
		v := waves{period: 2 * math.Pi / w, psi: []complex128{1}}
		v.goOn(e, k)
		mean, variance, psi := 0.0, 0.0, complex128(1)
		for j := 1.0; j <= k; j++ {
			d := e.one(j)
			mean, variance, psi = mean+d.Mean(), variance+d.Variance(), psi*e.cut(j, e.strips).psi(w)
		}
		s := e.sum(k)
		if !(math.Abs(s.mean-mean) <= 1e-9*mean) || !(math.Abs(s.sd*s.sd-variance) <= 1e-6*variance) {
			t.Errorf("%v: mean %v and variance %v, added up %v and %v", p.Jitter, s.mean, s.sd*s.sd, mean, variance)
		}
		if !(cmplx.Abs(v.psi[0]-psi) <= 1e-8) || !(cmplx.Abs(psi) > 1e-3) {
			t.Errorf("%v: psi %v, multiplied %v", p.Jitter, v.psi[0], psi)
		}
		if b := e.bound(k, w); !(b >= cmplx.Abs(psi)) {
			t.Errorf("%v: |psi| %v is above its bound %v", p.Jitter, cmplx.Abs(psi), b)
		}
		if !e.scales && len(e.runs) > k/4 {
			t.Errorf("%v: %d runs of %d retries", p.Jitter, len(e.runs), k)
		}
	}
}

// TestPace compares what the clients do about a time at which they have lost step with the
// sum over all retries that may be the next one then.
func TestPace(t *testing.T) {
	const growth = 5e-3
	finite := slowly(growth, math.Inf(1), jitter.Jitter{Type: jitter.Full})
	finite.AttemptTime = 0.3
	for _, p := range []jitter.Policy{slowly(growth, math.Inf(1), jitter.Jitter{Type: jitter.Equal}), finite, slowly(growth, math.Inf(1), jitter.Jitter{Type: jitter.Truncated, Amount: 3}),
		slowly(0, 1, jitter.Jitter{Type: jitter.Full})} {
		e := newIndependent(context.Background(), p, Coarse)
		o := ends{[]float64{400}, []float64{1}}
		if pace := e.pace(400, 1); !pace.ok {
			t.Fatalf("%v: they keep step", p.Jitter)
		}
		got, stated := e.steady(o), e.Error()
		want := newIndependent(context.Background(), p, Coarse).stepwise(o)
		if !(math.Abs(got.wasted-want.wasted) <= 0.01) || !(math.Abs(got.mean-want.mean) <= 5e-4*want.mean) {
			t.Errorf("%v: %v retries and mean %v, retry by retry %v and %v", p.Jitter, got.wasted, got.mean, want.wasted, want.mean)
		}
		for y := 0.1; y < 5; y += 0.5 {
			if !(math.Abs(got.by(y)-want.by(y)) <= stated+1e-4) {
				t.Errorf("%v: P(w <= %v) = %v, retry by retry %v, stated %v", p.Jitter, y, got.by(y), want.by(y), stated)
			}
		}
	}
}

// TestSlowGrowth compares outages that end at random with those of a policy without jitter
// whose delays are as long on average: the mean of what is left of an interval is longer by the
// square of its coefficient of variation.
func TestSlowGrowth(t *testing.T) {
	for _, test := range []struct {
		j         jitter.Jitter
		mean, cv2 float64 // of a delay around 1
	}{{jitter.Jitter{Type: jitter.Equal}, 0.75, 1. / 27}, {jitter.Jitter{Type: jitter.Spread, Amount: 0.001}, 1, 1e-6 / 3}} {
		for _, o := range []outage.Outage{{Kind: outage.LogUniform, A: 100, B: 1e4}, {Kind: outage.Uniform, A: 1e3, B: 3e3}, {Kind: outage.Exponential, A: 3e3}} {
			for _, n := range []float64{math.Inf(1), 1200} {
				if math.IsInf(n, 1) == (o.Kind == outage.Uniform) {
					continue
				}
				p := slowly(1e-3, 3, test.j)
				p.Retries = n
				r := newIndependent(context.Background(), p, Coarse).Reconnect(o)
				p.InitialDelay, p.Cap, p.Jitter = test.mean, 3*test.mean, jitter.Jitter{}
				want := New(t.Context(), p, Fine).Reconnect(o)
				if want.Mean *= 1 + test.cv2; !(math.Abs(r.Mean-want.Mean) <= 1e-3*want.Mean) || !(math.Abs(r.Wasted-want.Wasted) <= 1e-4*want.Wasted) || !(math.Abs(r.GaveUp-want.GaveUp) <= 1e-3) {
					t.Errorf("%v, %v, %v retries: mean %v, %v wasted, %v gave up; without jitter %v, %v and %v", test.j, o, n, r.Mean, r.Wasted, r.GaveUp, want.Mean, want.Wasted, want.GaveUp)
				}
			}
		}
	}
}

// TestEnding holds that no client has come to its last retry where the pace is said to hold.
func TestEnding(t *testing.T) {
	p := slowly(0, 1, jitter.Jitter{Type: jitter.Full})
	p.Retries = 400
	e := newIndependent(context.Background(), p, Coarse)
	lo, _ := e.bounds(400)
	if end := e.ending(); !(end > 140) || !(end+1 <= lo+1e-9) {
		t.Errorf("the pace holds until %v, and the last retry may start at %v", end, lo)
	}
}

// TestOverflow holds that what is beyond the largest number is infinite.
func TestOverflow(t *testing.T) {
	for _, typ := range []jitter.Type{jitter.Full, jitter.Spread, jitter.NormalRelative} {
		p := policy(1, 10, math.Inf(1), 71, math.Inf(1), math.Inf(1), jitter.Jitter{Type: typ, Amount: 0.6})
		d := New(t.Context(), p, Coarse).Start(400)
		lo, hi := d.Support()
		for _, x := range []float64{lo, d.Quantile(0), d.Quantile(0.5), d.Quantile(1), hi, d.Mean()} {
			if !math.IsInf(x, 1) {
				t.Errorf("%v: %v", p.Jitter, x)
			}
		}
		if f := d.CDF(math.MaxFloat64); f != 0 {
			t.Errorf("%v: %v of the clients start by the largest number", p.Jitter, f)
		}
	}
}
