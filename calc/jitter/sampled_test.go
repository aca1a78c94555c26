package jitter_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/jitter"
)

var levels = []float64{0.01, 0.1, 0.5, 0.9, 0.99}

// A tally compares a law with draws of it.
type tally struct {
	law        jitter.Dist
	lo, hi     float64 // its support
	mean, sd   float64
	at         []float64
	sum        [4]float64 // of powers of (x-mean)/sd
	le, lt     []int
	outOfRange int
}

func newTally(d jitter.Dist) *tally {
	t := &tally{law: d, mean: d.Mean(), sd: math.Sqrt(d.Variance())}
	t.lo, t.hi = d.Support()
	for _, q := range levels {
		t.at = append(t.at, d.Quantile(q))
	}
	t.le, t.lt = make([]int, len(levels)), make([]int, len(levels))
	return t
}

func (t *tally) add(x float64) {
	if slack := 1e-14 * (1 + math.Abs(x)); x < t.lo-slack || x > t.hi+slack {
		t.outOfRange++
	}
	if t.sd > 0 {
		z := (x - t.mean) / t.sd
		p := z
		for i := range t.sum {
			t.sum[i] += p
			p *= z
		}
	} else {
		t.sum[0] += x - t.mean
	}
	// The sampler and the law round differently: a point is a point within 1e-14.
	for i, at := range t.at {
		slack := 1e-14 * (1 + math.Abs(at))
		if x <= at+slack {
			t.le[i]++
		}
		if x < at-slack {
			t.lt[i]++
		}
	}
}

// check compares mean, variance and the CDF on both sides of each quantile, to
// five standard errors.
func (t *tally) check(test *testing.T, what string, k, draws int, bound float64) {
	test.Helper()
	n := float64(draws)
	if t.outOfRange > 0 {
		test.Errorf("%s %d: %d draws outside the support", what, k, t.outOfRange)
	}
	if t.sd == 0 {
		near(test, what+" mean", t.sum[0]/n, 0, 1e-12*t.mean)
		return
	}
	near(test, what+" mean", t.sum[0]/n, 0, 5/math.Sqrt(n))
	// A variance made by a handful of draws in a million cannot be compared.
	if rare := 1 - t.law.Atom(t.lo) - t.law.Atom(t.hi); rare > 1e-3 {
		fourth := t.sum[3] / n
		near(test, what+" variance", t.sum[1]/n, 1, 5*math.Sqrt(math.Max(0, fourth-1)/n)+1e-12)
	}
	for i, at := range t.at {
		below, by := t.law.CDF(at)-t.law.Atom(at), t.law.CDF(at)
		// How far the CDF goes in one unit in the last place.
		step := 1e-9 + 0x1p-50*at/t.sd
		if !(below <= levels[i]+step) || !(by >= levels[i]-step) {
			test.Errorf("%s %d: quantile %g at %g, where the CDF goes from %g to %g", what, k, levels[i], at, below, by)
		}
		allow := func(p float64) float64 {
			return 5*math.Sqrt(math.Max(0, p*(1-p))/n) + 5/n + bound
		}
		near(test, what+" CDF at quantile", float64(t.le[i])/n, by, allow(by))
		near(test, what+" CDF below quantile", float64(t.lt[i])/n, below, allow(below))
	}
}

// Mean, variance and five quantiles of delays and elapsed times, against a
// million clients played one by one.
func TestSampled(t *testing.T) {
	draws := 1_000_000
	if testing.Short() {
		draws = 50_000
	}
	eachPlan(t, func(t *testing.T, p jitter.Policy) {
		draws := draws
		if p.InitialDelay != 0.1 { // one policy to full depth, the others for their shape
			draws /= 20
		}
		const n = 20
		s := jitter.New(p, n, jitter.Coarse)
		if !(s.Bound() < 1e-3) {
			t.Errorf("stated bound %g", s.Bound())
		}
		chosen := []int{1, 2, 3, 5, 8, 20}
		var delays, elapsed []*tally
		for _, k := range chosen {
			delays = append(delays, newTally(s.Delay(k)))
			elapsed = append(elapsed, newTally(s.Elapsed(k)))
		}
		r := rand.New(rand.NewPCG(3, 14))
		waits := make([]float64, n)
		for range draws {
			play(r, p, waits)
			at, i := 0.0, 0
			for k, w := range waits {
				at += w + p.AttemptTime
				if k+1 == chosen[i] {
					delays[i].add(w)
					elapsed[i].add(at)
					i++
				}
			}
		}
		for i, k := range chosen {
			delays[i].check(t, "delay", k, draws, 0)
			elapsed[i].check(t, "elapsed", k, draws, s.Bound())
		}
	})
}

// Sample draws from the law it belongs to.
func TestSample(t *testing.T) {
	eachPlan(t, func(t *testing.T, p jitter.Policy) {
		const n, draws = 4, 20_000
		s := jitter.New(p, n, jitter.Coarse)
		r := rand.New(rand.NewPCG(1, 59))
		for k := 1; k <= n; k++ {
			delay, elapsed := newTally(s.Delay(k)), newTally(s.Elapsed(k))
			for range draws {
				delay.add(delay.law.Sample(r))
				elapsed.add(elapsed.law.Sample(r))
			}
			delay.check(t, "delay", k, draws, 0)
			elapsed.check(t, "elapsed", k, draws, s.Bound())
		}
	})
}
