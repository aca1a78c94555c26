package jitter

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// What every law answers must fit together: the CDF never decreases, runs from
// 0 to 1 over the support and is inverted by Quantile; atoms are its jumps; the
// mean and the variance are its integrals.
func TestChainWeb(t *testing.T) {
	for name, p := range chainPlans() {
		for _, effort := range chainEfforts() {
			delays, elapsed, bound := chain(p, 5, effort)
			for k := range delays {
				chainWeb(t, fmt.Sprint(name, " effort ", effort, " t_", k+1), delays[k], 2e-3)
				chainWeb(t, fmt.Sprint(name, " effort ", effort, " T_", k+1), elapsed[k], 1e-3+bound)
			}
		}
	}
}

func chainWeb(t *testing.T, what string, d Dist, tolerance float64) {
	t.Helper()
	lo, hi := d.Support()
	if d.Quantile(0) != lo || d.Quantile(1) != hi {
		t.Errorf("%s: quantiles 0 and 1 are %g and %g, want %g and %g", what, d.Quantile(0), d.Quantile(1), lo, hi)
	}
	last, before := lo, 0.0
	mean, square := 0.0, 0.0
	const n = 500
	for i := range n {
		q := (float64(i) + 0.5) / n
		x := d.Quantile(q)
		p, atom := d.CDF(x), d.Atom(x)
		if !(x >= last) || !(p >= before) || !(x >= lo && x <= hi) {
			t.Fatalf("%s: quantile %g is %g after %g, CDF %g after %g, support %g to %g", what, q, x, last, p, before, lo, hi)
		}
		if !(p >= q-1e-9 && (p-atom <= q+1e-9 || x == hi && p-atom <= q+tolerance)) {
			t.Fatalf("%s: CDF of quantile %g is %.12g, atom %g", what, q, p, atom)
		}
		if below := d.CDF(x * (1 - 1e-9)); x < hi && !(below <= p && p-atom-below <= 1e-3) {
			t.Fatalf("%s: CDF jumps by %g at %g, atom %g", what, p-below, x, atom)
		}
		last, before = x, p
		mean += x / n
		square += (x - d.Mean()) * (x - d.Mean()) / n
	}
	// The midpoints miss the ends of the tails, which carry more of the mean and
	// of the variance the heavier they are.
	scale := sd(d)
	if !math.IsInf(hi, 1) && hi < d.Mean()+50*scale {
		chainNear(t, what+": mean of the quantiles", mean, d.Mean(), 3*tolerance*scale+1e-4*(hi-lo)+1e-9*mean)
		chainNear(t, what+": variance of the quantiles", square, scale*scale, 20*tolerance*scale*scale+2e-3*(hi-lo)*(hi-lo))
	}
	if d.CDF(lo-1e-6*(1+lo)) != 0 || !math.IsInf(hi, 1) && !(d.CDF(hi) >= 1-1e-9) || !(d.CDF(math.Inf(1)) >= 1-1e-9) {
		t.Errorf("%s: CDF at the ends of the support: %g, %g", what, d.CDF(lo-1e-6*(1+lo)), d.CDF(hi))
	}
	r, s := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	if x := d.Sample(r); x != d.Quantile(s.Float64()) {
		t.Errorf("%s: sample %g is not the quantile of the draw", what, x)
	}
}

// A grid twice as fine in everything stays within the bound.
func TestChainBound(t *testing.T) {
	for name, p := range chainPlans() {
		if again(name) {
			continue
		}
		for _, effort := range chainEfforts() {
			a := effort.accuracy()
			if effort == Fine && name[0] != 'd' {
				continue // as many as are quickly done
			}
			_, elapsed, bound := chained(p, 12, a)
			a.delays.width /= 2
			a.delays.panels *= 2
			a.rungs *= 2
			a.pieces *= 2
			_, finer, _ := chained(p, 12, a)
			for k := range elapsed {
				for _, q := range []float64{0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99} {
					x := elapsed[k].Quantile(q)
					low, high := finer[k].CDF(x)-finer[k].Atom(x), finer[k].CDF(x)
					if !(low-bound <= q && q <= high+bound) {
						t.Errorf("%s effort %d: quantile %g of T_%d is at %.6g of the finer grid, bound %.2g", name, effort, q, k+1, high, bound)
					}
				}
			}
		}
	}
}

// All times doubled double every percentile, mean and standard deviation.
func TestChainScaling(t *testing.T) {
	for name, p := range chainPlans() {
		if again(name) {
			continue
		}
		q := p
		q.InitialDelay, q.Cap, q.AttemptTime = 2*p.InitialDelay, 2*p.Cap, 2*p.AttemptTime
		if p.Jitter.Type == Add || p.Jitter.Type == NormalAbsolute {
			q.Jitter.Amount *= 2
		}
		d1, t1, _ := chain(p, 8, Coarse)
		d2, t2, _ := chain(q, 8, Coarse)
		for k := range d1 {
			for i, pair := range [2][2]Dist{{d1[k], d2[k]}, {t1[k], t2[k]}} {
				what := fmt.Sprint(name, [2]string{" t_", " T_"}[i], k+1)
				chainNear(t, what+" mean", pair[1].Mean(), 2*pair[0].Mean(), 1e-9*pair[1].Mean())
				chainNear(t, what+" sd", sd(pair[1]), 2*sd(pair[0]), 1e-6*sd(pair[1])+1e-12)
				for _, level := range []float64{0.01, 0.3, 0.5, 0.9, 0.99} {
					x := pair[1].Quantile(level)
					chainNear(t, fmt.Sprint(what, " quantile ", level), x, 2*pair[0].Quantile(level), 1e-6*x)
				}
			}
		}
	}
}

// Call time only shifts: T_n by n s.
func TestChainCallTime(t *testing.T) {
	p := stateful(0.1, 2, 10, Decorrelated, 3, false)
	_, without, _ := chain(p, 6, Coarse)
	p.AttemptTime = 0.7
	_, with, _ := chain(p, 6, Coarse)
	for k := range with {
		shift := 0.7 * float64(k+1)
		chainNear(t, "mean", with[k].Mean(), without[k].Mean()+shift, 1e-12)
		chainNear(t, "variance", with[k].Variance(), without[k].Variance(), 0)
		chainNear(t, "median", with[k].Quantile(0.5), without[k].Quantile(0.5)+shift, 1e-12*shift)
	}
}

// A longer first delay, a higher cap, a larger factor or multiplier never
// shortens a percentile, beyond the bound.
func TestChainMonotone(t *testing.T) {
	base := stateful(0.1, 2, 10, Decorrelated, 3, false)
	spread := stateful(0.1, 2, 10, Spread, 0.2, false)
	for name, pair := range map[string][2]Policy{
		"first":      {base, stateful(0.12, 2, 10, Decorrelated, 3, false)},
		"cap":        {base, stateful(0.1, 2, 11, Decorrelated, 3, false)},
		"no cap":     {base, stateful(0.1, 2, math.Inf(1), Decorrelated, 3, false)},
		"multiplier": {base, stateful(0.1, 2, 10, Decorrelated, 3.1, false)},
		"factor":     {spread, stateful(0.1, 2.1, 10, Spread, 0.2, false)},
		"up":         {stateful(0.1, 2, 10, Up, 0.2, true), stateful(0.1, 2, 10, Up, 0.22, true)},
	} {
		_, low, bound1 := chain(pair[0], 12, Coarse)
		_, high, bound2 := chain(pair[1], 12, Coarse)
		for k := range low {
			for _, q := range []float64{0.05, 0.5, 0.95} {
				if x := low[k].Quantile(q); !(high[k].CDF(x)-high[k].Atom(x) <= q+bound1+bound2) {
					t.Errorf("%s: quantile %g of T_%d is %g, and with more of it at %g", name, q, k+1, x, high[k].CDF(x))
				}
			}
			if !(high[k].Mean() >= low[k].Mean()*(1-1e-9)) {
				t.Errorf("%s: mean of T_%d falls from %g to %g", name, k+1, low[k].Mean(), high[k].Mean())
			}
		}
	}
}

// Extremes must end, and answer with numbers.
func TestChainExtremes(t *testing.T) {
	inf := math.Inf(1)
	for _, p := range []Policy{
		stateful(1, 1e6, inf, Spread, 1, false), stateful(1, 2, inf, NormalRelative, 3, false), stateful(1e-9, 2, 1e9, Decorrelated, 3, false),
		stateful(1, 1, 1, Decorrelated, 3, false), stateful(1, 1, 1, Up, 0.5, true), stateful(1, 1, 1, Full, 0, false), stateful(1, 2, 10, Spread, 1e-9, false),
		stateful(1, 2, inf, NormalAbsolute, 1e-7, false), stateful(1, 2, 10, NormalAbsolute, 1e3, true), stateful(1, 2, 10, Add, 1e6, true),
		stateful(1, 2, 10, Decorrelated, 1+1e-9, false), stateful(1, 2, 10, Decorrelated, 1e6, false), stateful(1, 1+1e-12, 10, Spread, 0.5, true),
	} {
		for _, n := range []int{0, 1, 45} {
			if n > 1 && testing.Short() {
				n = 12
			}
			delays, elapsed, bound := chain(p, n, Coarse)
			if len(delays) != n || len(elapsed) != n || math.IsNaN(bound) {
				t.Errorf("%v: %d delays, %d elapsed, bound %g", p, len(delays), len(elapsed), bound)
			}
			for k := range delays {
				for _, d := range []Dist{delays[k], elapsed[k]} {
					m, v, x := d.Mean(), d.Variance(), d.Quantile(0.5)
					if math.IsNaN(m+v+x) || math.IsInf(m+v+x, 0) || v < 0 || x < 0 {
						t.Fatalf("%v: retry %d: mean %g, variance %g, median %g", p, k+1, m, v, x)
					}
				}
			}
		}
	}
}

func BenchmarkChain(b *testing.B) {
	for _, name := range []string{"decorrelated", "decorrelated,uncap", "law 1 after false", "law 3 after true", "law 7 after false", "smira"} {
		for i, effort := range []Effort{Coarse, Fine} {
			b.Run(name+[2]string{"/coarse", "/fine"}[i], func(b *testing.B) {
				p := chainPlans()[name]
				for b.Loop() {
					chain(p, 20, effort)
				}
			})
		}
	}
}
